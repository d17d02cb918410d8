// Small pictures of boards, on a canvas: a menu shows a dozen of them.
import type { Board, Tile } from './engine';
import { faceSize } from './format';
import { colours as coloursOf } from './palette';
import type { Theme } from './theme';

/** Numbers on smaller tiles than this, in pixels, cannot be read and are left out. */
const MIN_TILE = 15;

/** Draws a board as large as the canvas, in the colours of a theme. */
export function drawThumb(
  canvas: HTMLCanvasElement,
  board: Board,
  tiles: readonly (Tile | null)[],
  theme: Theme,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  const unit = Math.min(width / board.extent.width, height / board.extent.height);
  const [left, top] = [(width - unit * board.extent.width) / 2, (height - unit * board.extent.height) / 2];
  const style = getComputedStyle(canvas);
  context.clearRect(0, 0, width, height);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  board.cells.forEach(({ x, y }, cell) => {
    const tile = tiles[cell];
    const colours = tile && coloursOf(theme, board.look.scale, tile.value);
    context.fillStyle = colours ? colours.back : style.getPropertyValue('--empty');
    const [cx, cy] = [left + x * unit, top + y * unit];
    context.beginPath();
    if (board.shape === 'hex') hexagon(context, cx, cy, unit);
    else context.roundRect(cx - unit * 0.455, cy - unit * 0.455, unit * 0.91, unit * 0.91, unit * 0.13);
    context.fill();
    if (!tile || !colours || unit < MIN_TILE * devicePixelRatio) return;
    context.fillStyle = colours.ink;
    context.font = `700 ${unit * faceSize(tile.value)}px system-ui, sans-serif`;
    context.fillText(String(tile.value), cx, cy + unit * 0.02);
  });
}

/** A hexagon that stands on a side, a little smaller than its cell. */
function hexagon(context: CanvasRenderingContext2D, x: number, y: number, unit: number): void {
  const radius = (unit / Math.sqrt(3)) * 0.93;
  for (let corner = 0; corner < 6; corner++) {
    const angle = (corner * Math.PI) / 3;
    context.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  context.closePath();
}
