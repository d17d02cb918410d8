// The text of a position, put together from what stands in the cells. Reading it, and whether it can stand, is the engine's.
import type { CellInfo, Tile } from './engine';

/** Rows from the top, `/` between them; what else belongs to the position, like `clock=2`, stays as it was in `former`. */
export function positionText(cells: readonly CellInfo[], tiles: readonly (Tile | null)[], former: string): string {
  const rows: string[][] = [];
  cells.forEach(({ row }, i) => {
    (rows[row] ??= []).push(face(tiles[i] ?? null));
  });
  const mark = former.indexOf('|');
  const rest = mark < 0 ? '' : ` | ${former.slice(mark + 1).trim()}`;
  return rows.map((row) => row.join(' ')).join('/') + rest;
}

function face(tile: Tile | null): string {
  if (!tile) return '.';
  return tile.strain > 0 ? `${tile.value}+${tile.strain}` : String(tile.value);
}

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
  if (strains && key === '+') return { ...tile, strain: Math.min(tile.strain + 1, 255) };
  if (strains && key === '-') return { ...tile, strain: Math.max(tile.strain - 1, 0) };
  return undefined;
}
