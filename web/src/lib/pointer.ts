// Fingers and mice on the board: taps, swipes and drags from pointer events.
import type { Board } from './engine';

/** A way shorter than this, in pixels, is a tap. */
const TAP = 14;

export interface Touches {
  tap(cell: number): void;
  /** From a cell, or from outside of all, that way in pixels. */
  swipe(cell: number | undefined, dx: number, dy: number): void;
  /** From one cell to another that is no neighbour of it. */
  drag(from: number, to: number): void;
  /** The cell that a mouse is over; `undefined` outside of all. */
  point?(cell: number | undefined): void;
  /** Whether a drag means the cell where it ends: then nothing is played before the pointer is lifted. */
  dragsFar: boolean;
}

/** The cell at a point of the board, in its own units; `undefined` outside of all cells. */
export function cellAt(board: Board, x: number, y: number): number | undefined {
  let best: number | undefined;
  // No cell is meant whose middle is further away than its corner.
  let least = board.shape === 'hex' ? 1 / 3 : 0.5;
  board.cells.forEach((cell, index) => {
    const far = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

/**
 * Listens to pointers in an area; `shown` is the element in it that shows the board from corner to corner, and `pressed` is
 * called when a pointer goes down. Returns how to stop. The area is larger than the board: thumbs swipe where there is room.
 */
export function listen(
  area: HTMLElement,
  shown: HTMLElement,
  board: Board,
  touches: Touches,
  pressed: (cell: number | undefined) => void,
): () => void {
  let press: { id: number; x: number; y: number; cell: number | undefined } | undefined;

  const cell = (event: PointerEvent) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    const { extent } = board;
    return cellAt(
      board,
      ((event.clientX - left) / width) * extent.width,
      ((event.clientY - top) / height) * extent.height,
    );
  };
  /** The fingers on the screen, by pointer id. */
  const fingers = new Set<number>();
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'touch') fingers.add(event.pointerId);
    // A second finger ends the swipe: two of them zoom, until both are lifted.
    if (fingers.size > 1) press = undefined;
    if (press || fingers.size > 1 || event.button !== 0) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: cell(event) };
    area.setPointerCapture(event.pointerId);
    pressed(press.cell);
  };
  const move = (event: PointerEvent) => {
    if (!press && event.pointerType === 'mouse') touches.point?.(cell(event));
    if (press?.id !== event.pointerId || touches.dragsFar) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    // A swipe plays as soon as it is one: waiting for the finger to be lifted would feel slow.
    if (Math.hypot(dx, dy) < 2 * TAP) return;
    const from = press.cell;
    press = undefined;
    touches.swipe(from, dx, dy);
  };
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (press?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    const from = press.cell;
    press = undefined;
    const to = cell(event);
    const neighbour = from !== undefined && to !== undefined && board.cells[from]?.neighbours.includes(to);
    if (Math.hypot(dx, dy) < TAP) {
      if (from !== undefined) touches.tap(from);
    } else if (from !== undefined && to !== undefined && from !== to && !neighbour && touches.dragsFar) {
      touches.drag(from, to);
    } else {
      touches.swipe(from, dx, dy);
    }
  };
  const cancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (press?.id === event.pointerId) press = undefined;
  };

  const leave = () => touches.point?.(undefined);
  area.addEventListener('pointerleave', leave);
  area.addEventListener('pointerdown', down);
  area.addEventListener('pointermove', move);
  area.addEventListener('pointerup', up);
  area.addEventListener('pointercancel', cancel);
  return () => {
    area.removeEventListener('pointerleave', leave);
    area.removeEventListener('pointerdown', down);
    area.removeEventListener('pointermove', move);
    area.removeEventListener('pointerup', up);
    area.removeEventListener('pointercancel', cancel);
  };
}
