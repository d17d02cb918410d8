import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { daily, type Session } from './engine';
import { GameStore, peek } from './gameStore';
import { slotForBoard, slotForSeed, startOf, today } from './opening';
import { startEngine } from './testing';

beforeAll(startEngine);

test('startOf: a challenge opens on its day, not before', async () => {
  expect((await startOf(`daily-${daily(today()).date}`)).seed).toBe(daily(today()).seed);
  await expect(startOf(`daily-${daily(today() + 1).date}`)).rejects.toThrow('There is no challenge');
});

test('slotForSeed: a link cannot pose as the challenge of a day', async () => {
  const { date, preset } = daily(today());
  const slot = await slotForSeed(`daily-${date}`, '5', 'unlimited');
  expect(slot).toBe(preset);
  expect((await GameStore.load(slot))?.session.view().seed).toBe('5');
});

test('slotForBoard: opens the position of a link in a slot of its own', async () => {
  const board = '2 2 . ./. . . ./. . . ./. . . .';
  const slot = await slotForBoard('classic-2048', board, '9', 'unlimited');
  const session = (await peek(slot)) as Session;
  expect([session.view().board, session.view().seed, session.loadedStart()]).toEqual([board, '9', board]);
});
