// Charts: scales that hold what they show, bins that lose nothing.
import { expect, test } from 'vitest';
import { bins, brief, runningMean, scale } from './charts';

test('a scale holds the largest number and has few round ticks', () => {
  for (const largest of [1, 2, 3, 7, 10, 99, 101, 4096, 123_456, 2 ** 53]) {
    const { top, ticks } = scale(largest);
    expect(top).toBeGreaterThanOrEqual(largest);
    expect(top).toBeLessThanOrEqual(largest * 2);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBe(top);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

test('nothing to show is a scale, too', () => {
  for (const largest of [0, -1, NaN, Infinity]) expect(scale(largest)).toEqual({ top: 1, ticks: [0, 1] });
});

test('bins count every number once, side by side', () => {
  for (const numbers of [[5], [0, 0, 0], [1, 1000], [17, 23, 23, 150], Array.from({ length: 200 }, (_, i) => i * i)]) {
    const found = bins(numbers);
    expect(found.reduce((sum, bin) => sum + bin.count, 0)).toBe(numbers.length);
    expect(found.length).toBeLessThanOrEqual(11);
    for (const bin of found) {
      expect(numbers.filter((n) => n >= bin.from && n <= bin.to).length).toBe(bin.count);
    }
    for (let i = 1; i < found.length; i += 1) expect(found[i]?.from).toBe((found[i - 1]?.to ?? 0) + 1);
  }
  expect(bins([])).toEqual([]);
});

test('numbers on an axis are short', () => {
  expect([0, 999, 9999, 10_000, 12_345, 2_500_000, 3e9].map(brief)).toEqual([
    '0',
    '999',
    '9999',
    '10k',
    '12.3k',
    '2.5M',
    '3G',
  ]);
});

test('the running mean starts with what there is', () => {
  expect(runningMean([4, 8, 0, 0], 2)).toEqual([4, 6, 4, 0]);
  expect(runningMean([], 3)).toEqual([]);
});
