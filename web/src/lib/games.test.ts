import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from './db';
import { Play } from './engine';
import {
  adopt,
  baseOf,
  drop,
  finish,
  freeSlot,
  Keeper,
  mayWrite,
  Outdated,
  peek,
  records,
  slots,
  Unreadable,
} from './games';
import { startEngine } from './testing';

beforeAll(startEngine);
beforeEach(async () => {
  for (const { slot } of await slots()) await drop(slot);
});

/** Plays some turns as the page does it. */
async function playOn(keeper: Keeper, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const { legal } = keeper.play.view();
    const action = legal[turn % Math.max(legal.length, 1)];
    if (action === undefined) return;
    const { view } = keeper.play.act(action);
    await keeper.note(action, view);
  }
}

test('a game comes back exactly, however it was kept', async () => {
  const keeper = await Keeper.begin('exponentile', Play.start('exponentile', '7'), 'Exponentile');
  // Past the length at which a tail becomes a snapshot, and not at its end.
  await playOn(keeper, 230);
  const undone = keeper.play.undo();
  expect(undone).toBeDefined();
  await keeper.note('undo', keeper.play.view());
  keeper.play.markHint();
  await keeper.note('hint', keeper.play.view());
  const again = await Keeper.load('exponentile');
  expect(again?.play.save()).toBe(keeper.play.save());
  expect((await slots())[0]).toMatchObject({
    slot: 'exponentile',
    turn: keeper.play.view().turn,
    score: keeper.play.view().score,
  });
});

test('a tab that lost the game does not write over it', async () => {
  const older = await Keeper.begin('merge3', Play.start('merge3', '1'), 'Merge3');
  await playOn(older, 2);
  const newer = await Keeper.load('merge3');
  if (!newer) throw new Error('the game is gone');
  await playOn(newer, 3);
  await expect(playOn(older, 1)).rejects.toBeInstanceOf(Outdated);
  await expect(Keeper.begin('merge3', Play.start('merge3', '2'), 'Merge3', older)).rejects.toBeInstanceOf(Outdated);
  expect((await peek('merge3'))?.view().turn).toBe(5);
  await drop('merge3');
  await expect(playOn(newer, 1)).rejects.toBeInstanceOf(Outdated);
  expect(await slots()).toEqual([]);
});

test('a new game takes the place of the one before it, and of no other', async () => {
  const first = await Keeper.begin('factors', Play.start('factors', '1'), 'Factors');
  await expect(Keeper.begin('factors', Play.start('factors', '2'), 'Factors')).rejects.toBeInstanceOf(Outdated);
  const second = await Keeper.begin('factors', Play.start('factors', '2'), 'Factors', first);
  await playOn(second, 1);
  expect((await peek('factors'))?.view().seed).toBe('2');
  expect(await adopt(Play.start('factors', '3'), 'factors', 'Factors')).toBe('factors~2');
});

test('what is no game is told as that, and makes way', async () => {
  await Keeper.begin('merge3', Play.start('merge3', '1'), 'Merge3');
  await transact(['snapshots'], 'readwrite', (access) =>
    access.put('snapshots', { slot: 'merge3', save: 'tilewright-save 9' }),
  );
  await expect(Keeper.load('merge3')).rejects.toBeInstanceOf(Unreadable);
  await drop('merge3');
  expect(await Keeper.load('merge3')).toBeUndefined();
});

test('whoever looks takes nothing away', async () => {
  const keeper = await Keeper.begin('hex-2048', Play.start('hex-2048', '1'), 'Hex 2048');
  await peek('hex-2048');
  await playOn(keeper, 1);
  expect((await peek('hex-2048'))?.view().turn).toBe(1);
});

test('finished games are counted once each', async () => {
  const keeper = await Keeper.begin('classic-2048', Play.start('classic-2048', '5'), 'Classic 2048');
  await finish(keeper.play, 'Classic 2048');
  expect((await records()).list()).toEqual([]);
  await playOn(keeper, 40);
  await finish(keeper.play, 'Classic 2048');
  const [record] = (await records()).list();
  expect(record?.turns).toBe(keeper.play.view().turn);
});

test('slots have names', () => {
  expect(freeSlot('merge3', [])).toBe('merge3');
  expect(freeSlot('merge3', ['merge3', 'merge3~3'])).toBe('merge3~2');
  expect([baseOf('merge3~12'), baseOf('classic-2048'), baseOf('own-a~b')]).toEqual([
    'merge3',
    'classic-2048',
    'own-a~b',
  ]);
  expect([
    mayWrite(undefined, undefined),
    mayWrite({ writer: 'a' }, 'a'),
    mayWrite({ writer: 'a' }, undefined),
  ]).toEqual([true, true, false]);
});
