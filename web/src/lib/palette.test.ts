import { expect, test } from 'vitest';
import { colours, contrastOf } from './palette';
import { startEngine } from './testing';
import { resolve, THEMES } from './theme';

startEngine();

const powers = Array.from({ length: 31 }, (_, exponent) => 2 ** exponent);

test('numbers are readable on their tiles, whatever the theme and the value', () => {
  for (const theme of THEMES) {
    const least = theme === 'high-contrast' ? 7 : 4.5;
    for (const value of [...powers, ...Array.from({ length: 2000 }, (_, at) => at + 1)]) {
      const { back, ink } = colours(theme, 'doubling', value);
      expect(contrastOf(back, ink), `${theme} ${value}`).toBeGreaterThanOrEqual(least);
    }
    for (let value = 1; value <= 10; value++) {
      const { back, ink } = colours(theme, 'counting', value);
      expect(contrastOf(back, ink), `${theme} ${value}`).toBeGreaterThanOrEqual(least);
    }
  }
});

test('every power of two has its own colour', () => {
  for (const theme of THEMES) {
    const backs = powers.map((value) => colours(theme, 'doubling', value).back);
    expect(new Set(backs).size, theme).toBe(powers.length);
  }
});

test('resolve: without a setting the device decides', () => {
  expect(resolve('dark', false, false)).toBe('dark');
  expect(resolve('system', true, false)).toBe('dark');
  expect(resolve('pink', false, false)).toBe('light');
  expect(resolve(undefined, true, true)).toBe('high-contrast');
});
