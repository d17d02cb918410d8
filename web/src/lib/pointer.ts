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
  /** Whether a drag means the cell where it ends. */
  dragsFar: boolean;
  /**
   * The cell whose tile a swipe would move; `undefined` if it would move none. If this is missing, tiles do not follow the
   * pointer and a swipe plays as soon as it is one.
   */
  aim?(cell: number | undefined, dx: number, dy: number): number | undefined;
}

/** What is shown of a gesture before it plays. */
export interface Shown {
  /** A pointer went down on a cell, or outside of all. */
  press(cell: number | undefined): void;
  /** The tile of a cell follows the pointer by that much, in cells. */
  lift(cell: number | undefined, dx: number, dy: number): void;
  /** The tile is let go; it springs back if the gesture plays nothing. */
  drop(springs: boolean): void;
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
 * Listens to pointers in an area; `surface` is the element in it that shows the board from corner to corner. Returns how to
 * stop. The area is larger than the board: thumbs swipe where there is room.
 *
 * Where tiles move one by one, the tile that would move is lifted and follows the pointer; it is played when the pointer is
 * lifted, so that going back cancels.
 */
export function listen(
  area: HTMLElement,
  surface: HTMLElement,
  board: Board,
  touches: Touches,
  shown: Shown,
): () => void {
  let press: { id: number; x: number; y: number; cell: number | undefined } | undefined;

  const cell = (event: PointerEvent) => {
    const { left, top, width, height } = surface.getBoundingClientRect();
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
    if (fingers.size > 1) end(true);
    if (press || fingers.size > 1 || event.button !== 0) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: cell(event) };
    area.setPointerCapture(event.pointerId);
    shown.press(press.cell);
    if (touches.aim) shown.lift(touches.aim(press.cell, 0, 0), 0, 0);
  };
  const end = (springs: boolean) => {
    press = undefined;
    shown.drop(springs);
  };
  /** The tile that would move follows the pointer, at most to the next cell. */
  const follow = (from: number | undefined, dx: number, dy: number) => {
    const { width } = surface.getBoundingClientRect();
    const unit = width / board.extent.width;
    const far = Math.max(Math.hypot(dx, dy) / unit, 0.001);
    const most = touches.dragsFar ? 1 : Math.min(1, 0.9 / far);
    const still = Math.hypot(dx, dy) < TAP;
    // What would be refused follows, too, and springs back.
    const aimed = (still ? undefined : touches.aim?.(from, dx, dy)) ?? touches.aim?.(from, 0, 0);
    shown.lift(aimed, (dx / unit) * most, (dy / unit) * most);
  };
  const move = (event: PointerEvent) => {
    if (!press && event.pointerType === 'mouse') touches.point?.(cell(event));
    if (press?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (touches.aim) return follow(press.cell, dx, dy);
    if (touches.dragsFar) return;
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
    const to = cell(event);
    // What is played glides on from where it was let go; all else springs back.
    end(Math.hypot(dx, dy) < TAP || touches.aim?.(from, dx, dy) === undefined);
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
    if (press?.id === event.pointerId) end(true);
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
