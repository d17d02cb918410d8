import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { daily, Session } from './engine';
import { adopt, slots } from './gameStore';
import { type Linked, linkedGame, startOf, today } from './opening';
import { startEngine } from './testing';

beforeAll(startEngine);

test('startOf: a challenge opens on its day, not before', async () => {
  expect((await startOf(`daily-${daily(today()).date}`)).seed).toBe(daily(today()).seed);
  await expect(startOf(`daily-${daily(today() + 1).date}`)).rejects.toThrow('There is no challenge');
});

test('linkedGame: a link cannot pose as the challenge of a day', async () => {
  const { date, preset } = daily(today());
  const linked = (await linkedGame(`daily-${date}`, { seed: '5', board: null }, 'unlimited')) as Linked;
  expect([linked.base, linked.session.view().seed]).toEqual([preset, '5']);
});

test('linkedGame: a position is opened and nothing is stored', async () => {
  const board = '2 2 . ./. . . ./. . . ./. . . .';
  const { session } = (await linkedGame('classic-2048', { seed: '9', board }, 'unlimited')) as Linked;
  expect([session.view().board, session.view().seed, session.loadedStart()]).toEqual([board, '9', board]);
  expect(await slots()).toEqual([]);
});

test('linkedGame: the open game of the seed is found again', async () => {
  const slot = await adopt(Session.start('merge3', '4'), 'merge3', 'Merge3');
  expect(await linkedGame('merge3', { seed: '4', board: null }, 'unlimited')).toBe(slot);
});
