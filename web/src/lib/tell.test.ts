import { expect, test } from 'vitest';
import type { Told } from '../engine/tilewright_web.js';
import { tell } from './tell';

const slid: Told = { type: 'slid', from: 0, to: 1, sentence: 'The tile at 0,0 slides to 0,1.', total: 0 };
const merged: Told = { type: 'merged', cells: [0, 1], at: 1, value: 8, overflow: false, sentence: 'Merge.', total: 0 };
const scored = (gain: number, total: number): Told => ({ type: 'scored', gain, sentence: `${gain} points.`, total });
const ended: Told = { type: 'ended', reason: 'stuck', sentence: 'The game is over.', total: 9 };

test('a short turn is told as it was, with the last score', () => {
  expect(tell([slid, merged, scored(4, 4), merged, scored(5, 9)])).toBe(
    'The tile at 0,0 slides to 0,1. Merge. Merge. 5 points.',
  );
});

test('a longer one without mere motion', () => {
  expect(tell([...Array<Told>(9).fill(slid), merged, scored(4, 4)])).toBe('Merge. 4 points.');
});

test('a cascade in numbers, and its end is not lost', () => {
  const wave: Told = { type: 'wave', n: 3, sentence: 'Wave 3 of the chain.', total: 0 };
  const said = tell([wave, ...Array<Told>(9).fill(merged), scored(4, 9), ended]);
  expect(said).toBe('3 waves, 9 merges. The largest made is 8. 4 points. The game is over.');
});
