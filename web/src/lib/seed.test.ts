import { expect, test } from 'vitest';
import { freshSeed, seedError } from './seed';

test('seeds are numbers of 64 bits', () => {
  for (const good of ['0', '42', '18446744073709551615', freshSeed()]) expect(seedError(good), good).toBeUndefined();
  for (const bad of ['', '-1', '1.5', 'abc', '18446744073709551616', '٣'])
    expect(seedError(bad), bad).toMatch(/whole number/);
});
