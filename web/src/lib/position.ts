// Typing into the cells of a position.
import type { Tile } from './engine';

/** The tile that stands in a cell after a key: digits write, Backspace takes one back, + and − change the strain. */
export function afterKey(tile: Tile | null, key: string, strains: boolean): Tile | null | undefined {
  if (/^\d$/.test(key)) {
    const value = Number(`${tile?.value ?? ''}${key}`);
    // Longer numbers are on no board, and a leading 0 is no number.
    if (value === 0 || value > 4_294_967_295) return undefined;
    return { value, strain: tile?.strain ?? 0 };
  }
  if (key === 'Delete' || key === '.') return null;
  if (!tile) return undefined;
  if (key === 'Backspace') {
    const value = Math.trunc(tile.value / 10);
    return value === 0 ? null : { ...tile, value };
  }
  if (strains && key === '+') return { ...tile, strain: Math.min((tile.strain ?? 0) + 1, 255) };
  if (strains && key === '-') return { ...tile, strain: Math.max((tile.strain ?? 0) - 1, 0) };
  return undefined;
}
