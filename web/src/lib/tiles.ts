// Tiles of a view.
import type { Tile, View } from './engine';

/** The tiles of a view, by cell: its rows one after the other. */
export function tilesOf({ rows }: View): (Tile | null)[] {
  return rows.flat();
}
