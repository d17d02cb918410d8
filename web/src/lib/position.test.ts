// Positions as text, and cells that are typed into.
import { expect, test } from 'vitest';
import type { CellInfo, Tile } from './engine';
import { afterKey, positionText } from './position';

const cell = (row: number, col: number): CellInfo => ({ row, col, text: '', label: '', x: 0, y: 0, neighbours: [] });
const tile = (value: number, strain = 0): Tile => ({ value, strain });

test('rows and faces as the rule book writes them', () => {
  const cells = [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1), cell(1, 2)];
  const tiles = [tile(2), null, tile(5, 1), null, tile(16)];
  expect(positionText(cells, tiles, '')).toBe('2 ./5+1 . 16');
  expect(positionText(cells, tiles, '. ./. . . | clock=1 left=40')).toBe('2 ./5+1 . 16 | clock=1 left=40');
});

test('keys write numbers and nothing that is none', () => {
  const type = (keys: string[], strains = true): Tile | null =>
    keys.reduce<Tile | null>((now, key) => {
      const next = afterKey(now, key, strains);
      return next === undefined ? now : next;
    }, null);
  expect(type(['1', '2', '8'])).toEqual(tile(128));
  expect(type(['0'])).toBeNull();
  expect(type(['1', '2', 'Backspace'])).toEqual(tile(1));
  expect(type(['1', 'Backspace'])).toBeNull();
  expect(type(['4', '+', '+', '-'])).toEqual(tile(4, 1));
  expect(type(['4', '+'], false)).toEqual(tile(4));
  expect(type(['4', 'Delete'])).toBeNull();
  expect(type([...'99999999999'])).toEqual(tile(999_999_999));
  expect(afterKey(null, 'x', true)).toBeUndefined();
});
