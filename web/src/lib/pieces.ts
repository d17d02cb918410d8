// Tiles with an identity. A step names tiles by their cells; on the screen the same tile has to be the same element.
import type { Origin, Step, Tile } from './engine';

/** A tile on the screen. A tile whose strain changes is another object with the same id. */
export interface Piece {
  id: number;
  value: number;
  strain: number;
}

/** The pieces of a board, by cell. */
export type Pieces = (Piece | null)[];

/** The way of a piece in a step. */
export interface PieceTravel {
  piece: Piece;
  from: number;
  to: number;
}

/** A step of a turn, by pieces instead of cells. */
export interface PieceStep {
  moved: PieceTravel[];
  gone: PieceTravel[];
  made: { piece: Piece; at: number; origin: Origin }[];
  strained: { piece: Piece; more: boolean }[];
  step: Step;
}

let lastId = 0;

function newPiece(value: number, strain = 0): Piece {
  lastId += 1;
  return { id: lastId, value, strain };
}

/** New pieces for tiles. */
export function newPieces(tiles: readonly (Tile | null)[]): Pieces {
  return tiles.map((tile) => tile && newPiece(tile.value, tile.strain));
}

/**
 * The steps of a turn by pieces, and the pieces after it. The order in a step is that of the engine's `Step::apply`:
 * tiles leave, tiles arrive, new ones come, strains change.
 */
export function bindSteps(before: Pieces, steps: readonly Step[]): { steps: PieceStep[]; after: Pieces } {
  const now = before.slice();
  const take = ({ from, to }: { from: number; to: number }): PieceTravel[] => {
    const piece = now[from];
    now[from] = null;
    return piece ? [{ piece, from, to }] : [];
  };
  const bound = steps.map((step): PieceStep => {
    const gone = step.gone.flatMap(take);
    const moved = step.moved.flatMap(take);
    for (const { piece, to } of moved) now[to] = piece;
    const made = step.made.map(({ at, value, origin }) => {
      const piece = newPiece(value);
      now[at] = piece;
      return { piece, at, origin };
    });
    const strained = step.strained.flatMap(({ at, strain, more }) => {
      const old = now[at];
      if (!old) return [];
      const piece = { ...old, strain };
      now[at] = piece;
      return [{ piece, more }];
    });
    return { moved, gone, made, strained, step };
  });
  return { steps: bound, after: now };
}

/** Whether pieces show these tiles. */
export function agree(pieces: Pieces, tiles: readonly (Tile | null)[]): boolean {
  return pieces.every((piece, cell) => {
    const tile = tiles[cell];
    return piece ? tile?.value === piece.value && (tile.strain ?? 0) === piece.strain : !tile;
  });
}
