// Cells that are typed into.
import { expect, test } from 'vitest';
import type { Tile } from './engine';
import { afterKey } from './position';

const tile = (value: number, strain = 0): Tile => ({ value, strain });

test('afterKey: digits write numbers, other keys change or empty the cell', () => {
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
