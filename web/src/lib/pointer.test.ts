import { beforeAll, expect, test } from 'vitest';
import { boardPreview } from '../engine/page.js';
import { cellAt } from './pointer';
import { startEngine } from './testing';

beforeAll(startEngine);

test('a finger finds the cell under it, on squares and hexagons', () => {
  for (const what of ['classic-2048', 'hex-2048', 'exponentile']) {
    const board = boardPreview(what);
    board.cells.forEach(({ x, y }, cell) => {
      for (const [dx, dy] of [
        [0, 0],
        [0.3, 0.3],
        [-0.45, 0],
        [0, -0.45],
      ] as const) {
        expect(cellAt(board, x + dx, y + dy), `${what} ${cell}`).toBe(cell);
      }
    });
  }
});

test('cellAt: outside the board there is no cell', () => {
  expect(cellAt(boardPreview('hex-2048'), 0.1, 0.1)).toBeUndefined();
  expect(cellAt(boardPreview('classic-2048'), -0.4, -0.4)).toBeUndefined();
});
