import { expect, test } from 'vitest';
import { counted, faceSize, grouped } from './format';

test('digits go in threes from five on', () => {
  expect([0, 1234, 12345, 1234567, -98765].map(grouped)).toEqual([
    '0',
    '1234',
    '12\u202f345',
    '1\u202f234\u202f567',
    '−98\u202f765',
  ]);
});

test('more digits are written smaller, and every number fits its tile', () => {
  let last = Infinity;
  for (let digits = 1; digits <= 10; digits++) {
    const size = faceSize(10 ** (digits - 1));
    expect(size).toBeLessThanOrEqual(last);
    // A digit is a good half as wide as it is high; nine tenths of a cell are tile.
    expect(size * 0.6 * digits).toBeLessThan(0.9);
    last = size;
  }
});

test('one is one', () => {
  expect([counted(1, 'turn'), counted(2, 'turn'), counted(0, 'turn')]).toEqual(['1 turn', '2 turns', '0 turns']);
});
