import { expect, test } from 'vitest';
import { baseOf, customOf, customSlot, dailySlot, dateOf, freeSlot } from './slotName';

test('freeSlot: the first number that is not taken', () => {
  expect(freeSlot('merge3', [])).toBe('merge3');
  expect(freeSlot('merge3', ['merge3', 'merge3~3'])).toBe('merge3~2');
});

test('baseOf: only a number at the end is left out', () => {
  expect(['merge3~12', 'classic-2048', 'own-a~b'].map(baseOf)).toEqual(['merge3', 'classic-2048', 'own-a~b']);
});

test('dateOf and customOf read what dailySlot and customSlot write', () => {
  const date = '2026-11-15';
  expect([dateOf(dailySlot(date)), dateOf(`${dailySlot(date)}~2`), dateOf('merge3'), dateOf(undefined)]).toEqual([
    date,
    date,
    undefined,
    undefined,
  ]);
  expect([customOf(customSlot('tiny')), customOf(customSlot('')), customOf('merge3')]).toEqual(['tiny', '', undefined]);
});
