// A board as a picture, drawn on a canvas in the present theme's colours.
import type { Board, Tile } from './engine';
import { faceSize } from './format';
import { colours } from './palette';
import type { Theme } from './theme';

/** What is to be seen. */
export interface Scene {
  board: Board;
  tiles: readonly (Tile | null)[];
  theme: Theme;
  title: string;
  score: string;
}

const CELL = 120;
const GAP = 0.06;
const MARGIN = 32;
const HEAD = 84;

/** The picture as a PNG. */
export async function picture(scene: Scene): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { extent } = scene.board;
  const size = { width: extent.width * CELL + 2 * MARGIN, height: extent.height * CELL + HEAD + 2 * MARGIN };
  // Small boards get room for their title, too.
  canvas.width = Math.ceil(Math.max(size.width, 480));
  canvas.height = Math.ceil(size.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw pictures.');
  draw(pen, scene, (canvas.width - extent.width * CELL) / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot write pictures.'))),
      'image/png',
    );
  });
}

function draw(pen: CanvasRenderingContext2D, scene: Scene, left: number): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const { width, height } = pen.canvas;
  pen.fillStyle = colour('--back');
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = colour('--ink');
  pen.textBaseline = 'middle';
  pen.font = `600 34px ${colour('--serif')}`;
  pen.fillText(scene.title, MARGIN, MARGIN + 22, width * 0.6);
  pen.textAlign = 'right';
  pen.fillText(scene.score, width - MARGIN, MARGIN + 22, width * 0.35);
  pen.textAlign = 'center';
  pen.strokeStyle = colour('--line');
  scene.board.cells.forEach((cell, i) => {
    const [x, y] = [left + cell.x * CELL, MARGIN + HEAD + cell.y * CELL];
    const tile = scene.tiles[i];
    const look = tile ? colours(scene.theme, scene.board.look.scale, tile.value) : undefined;
    outline(pen, scene.board.shape, x, y);
    pen.fillStyle = look?.back ?? colour('--empty');
    pen.fill();
    if (scene.theme === 'high-contrast') pen.stroke();
    if (!tile || !look) return;
    pen.fillStyle = look.ink;
    pen.font = `700 ${faceSize(tile.value) * CELL}px ${colour('--sans')}`;
    // Digits have no descenders, so their middle lies above that of the letters.
    pen.fillText(String(tile.value), x, y + CELL * 0.03);
    // Strain is a row of dots to count, no colour alone.
    const strain = tile.strain ?? 0;
    for (let dot = 0; dot < strain; dot += 1) {
      pen.beginPath();
      pen.arc(x + (dot - (strain - 1) / 2) * 16, y + CELL * 0.33, 5, 0, 2 * Math.PI);
      pen.fill();
    }
  });
}

/** The path of a cell: a rounded square, or a hexagon with a flat top. */
function outline(pen: CanvasRenderingContext2D, shape: Board['shape'], x: number, y: number): void {
  pen.beginPath();
  if (shape === 'square') {
    const side = CELL * (1 - GAP);
    pen.roundRect(x - side / 2, y - side / 2, side, side, CELL * 0.12);
    return;
  }
  const radius = (CELL / Math.sqrt(3)) * (1 - GAP);
  for (let corner = 0; corner < 6; corner += 1) {
    const angle = (corner * Math.PI) / 3;
    pen.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  pen.closePath();
}
