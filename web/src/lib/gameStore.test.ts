import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dailies } from './dailies';
import { transact } from './db';
import { daily, dayNamed, Records, Session } from './engine';
import {
  adopt,
  dropGame,
  dropUnreadable,
  finishGame,
  GameStore,
  mayWrite,
  Outdated,
  peek,
  records,
  slots,
  Unreadable,
  unreadable,
} from './gameStore';
import { startEngine } from './testing';

beforeAll(startEngine);
beforeEach(async () => {
  for (const { slot } of await slots()) await dropGame(slot);
});

/** Plays some turns as the page does it. */
async function playOn(store: GameStore, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const { legal } = store.session.view();
    const action = legal[turn % Math.max(legal.length, 1)];
    if (action === undefined) return;
    const { view } = store.session.play(action);
    await store.note(action, view);
  }
}

test('load: gives the same game, from a snapshot and its tail', async () => {
  const store = await GameStore.begin('exponentile', Session.start('exponentile', '7'), 'Exponentile');
  // Past the length at which a tail becomes a snapshot, and not at its end.
  await playOn(store, 230);
  const undone = store.session.undo();
  expect(undone).toBeDefined();
  await store.note('undo', store.session.view());
  store.session.markHint();
  await store.note('hint', store.session.view());
  const again = await GameStore.load('exponentile');
  expect(again?.session.save()).toBe(store.session.save());
  expect((await slots())[0]).toMatchObject({
    slot: 'exponentile',
    turn: store.session.view().turn,
    score: store.session.view().score,
  });
});

test('note: a store that another has replaced is refused', async () => {
  const older = await GameStore.begin('merge3', Session.start('merge3', '1'), 'Merge3');
  await playOn(older, 2);
  const newer = await GameStore.load('merge3');
  if (!newer) throw new Error('the game is gone');
  await playOn(newer, 3);
  await expect(playOn(older, 1)).rejects.toBeInstanceOf(Outdated);
  await expect(GameStore.begin('merge3', Session.start('merge3', '2'), 'Merge3', older)).rejects.toBeInstanceOf(
    Outdated,
  );
  expect((await peek('merge3'))?.view().turn).toBe(5);
  await dropGame('merge3');
  await expect(playOn(newer, 1)).rejects.toBeInstanceOf(Outdated);
  expect(await slots()).toEqual([]);
});

test('begin: replaces the former game and no other', async () => {
  const first = await GameStore.begin('factors', Session.start('factors', '1'), 'Factors');
  await expect(GameStore.begin('factors', Session.start('factors', '2'), 'Factors')).rejects.toBeInstanceOf(Outdated);
  const second = await GameStore.begin('factors', Session.start('factors', '2'), 'Factors', first);
  await playOn(second, 1);
  expect((await peek('factors'))?.view().seed).toBe('2');
  expect(await adopt(Session.start('factors', '3'), 'factors', 'Factors')).toBe('factors~2');
});

test('load: a damaged save is unreadable, and can be dropped', async () => {
  await GameStore.begin('merge3', Session.start('merge3', '1'), 'Merge3');
  await transact(['snapshots'], 'readwrite', (access) =>
    access.put('snapshots', { slot: 'merge3', save: 'tilewright-save 9' }),
  );
  await expect(GameStore.load('merge3')).rejects.toBeInstanceOf(Unreadable);
  await dropGame('merge3');
  expect(await GameStore.load('merge3')).toBeUndefined();
});

test('peek: leaves the right to write where it is', async () => {
  const store = await GameStore.begin('hex-2048', Session.start('hex-2048', '1'), 'Hex 2048');
  await peek('hex-2048');
  await playOn(store, 1);
  expect((await peek('hex-2048'))?.view().turn).toBe(1);
});

test('finishGame: counts a game with turns once', async () => {
  const store = await GameStore.begin('classic-2048', Session.start('classic-2048', '5'), 'Classic 2048');
  await finishGame(store.session, 'Classic 2048');
  expect((await records()).list()).toEqual([]);
  await playOn(store, 40);
  await finishGame(store.session, 'Classic 2048');
  const [record] = (await records()).list();
  expect(record?.history[0]?.turns).toBe(store.session.view().turn);
});

test('note: a stored game that is worth keeping asks once for storage that lasts', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  const tried = GameStore.unstored(Session.start('exponentile', '1'), 'Exponentile');
  await playOn(tried, 30);
  expect(persist).not.toHaveBeenCalled();
  const store = await GameStore.begin('exponentile', Session.start('exponentile', '1'), 'Exponentile');
  await playOn(store, 1);
  expect(persist).not.toHaveBeenCalled();
  await playOn(store, 30);
  expect(persist).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('mayWrite: a tab that wrote last or a slot that is new', () => {
  expect([
    mayWrite(undefined, undefined),
    mayWrite({ writer: 'a' }, 'a'),
    mayWrite({ writer: 'a' }, undefined),
  ]).toEqual([true, true, false]);
});

/** The texts that were set aside. */
const aside = async (): Promise<string[]> =>
  (await transact(['texts'], 'readonly', (access) => access.all('texts')))
    .filter(({ name }) => name.startsWith('unreadable-'))
    .map(({ text }) => text);

async function setText(name: string, text: unknown): Promise<void> {
  await transact(['texts'], 'readwrite', (access) => access.put('texts', { name, text: text as string }));
}

async function games(): Promise<number> {
  return (await records()).list().reduce((sum, { finished, abandoned }) => sum + finished + abandoned, 0);
}

test('records that cannot be read are set aside, not overwritten', async () => {
  const store = await GameStore.begin('merge3', Session.start('merge3', '1'), 'Merge3');
  await playOn(store, 2);
  await setText('records', 'tilewright-records 99\nfrom the future');
  expect(await unreadable()).toEqual(['tilewright-records 99\nfrom the future']);
  await finishGame(store.session, 'Merge3');
  expect(await aside()).toEqual(['tilewright-records 99\nfrom the future']);
  expect(await games()).toBe(1);
  // What is no text is set aside as well.
  await setText('records', { odd: 1 });
  await finishGame(store.session, 'Merge3');
  expect(await aside()).toContain('{"odd":1}');
  await dropUnreadable();
  expect(await unreadable()).toEqual([]);
});

test('begin: a former game is counted in the transaction that replaces it, or not at all', async () => {
  await setText('records', Records.empty().write());
  const former = await GameStore.begin('factors', Session.start('factors', '1'), 'Factors');
  await playOn(former, 3);
  // Another tab went on: neither is the game replaced nor counted.
  const other = await GameStore.load('factors');
  const next = (): Session => Session.start('factors', '2');
  await expect(GameStore.begin('factors', next(), 'Factors', former)).rejects.toThrow(Outdated);
  expect(await games()).toBe(0);
  const second = await GameStore.begin('factors', next(), 'Factors', other);
  expect([await games(), (await slots())[0]?.seed]).toEqual([1, '2']);
  // Once more with the same former game, as after a reload: it is not counted twice.
  await expect(GameStore.begin('factors', next(), 'Factors', other)).rejects.toThrow(Outdated);
  expect(await games()).toBe(1);
  await playOn(second, 2);
  await second.finish();
  expect([await games(), (await slots()).length]).toEqual([2, 0]);
  await second.finish();
  expect(await games()).toBe(2);
});

test('a game from a position made by hand never counts', async () => {
  await setText('records', Records.empty().write());
  const placed = Session.place('classic-2048', '65536 65536 2 4/. . . ./. . . ./. . . .', '1');
  placed.play('left');
  expect(placed.counts()).toBe(false);
  await finishGame(placed, 'Classic 2048');
  expect(await games()).toBe(0);
});

test('a slot without its snapshot, or with odd values, can be left', async () => {
  const store = await GameStore.begin('merge3', Session.start('merge3', '1'), 'Merge3');
  await transact(['snapshots'], 'readwrite', (access) => access.remove('snapshots', 'merge3'));
  expect(await GameStore.load('merge3')).toBeUndefined();
  const again = await GameStore.begin('merge3', Session.start('merge3', '2'), 'Merge3');
  expect(again.session.view().seed).toBe('2');
  await transact(['snapshots'], 'readwrite', (access) =>
    access.put('snapshots', { slot: 'merge3', save: 7 as unknown as string }),
  );
  await expect(GameStore.load('merge3')).rejects.toThrow(Unreadable);
  store.session.free();
});

test('a daily counts with its first try; later ones are practice', async () => {
  const day = dayNamed('2026-11-15') ?? 0;
  const { preset, seed } = daily(day);
  for (const turns of [2, 3]) {
    const store = await GameStore.begin('daily-2026-11-15', Session.start(preset, seed), 'Daily');
    await playOn(store, turns);
    await store.finish();
  }
  // Another seed is not the challenge of the day.
  const other = await GameStore.begin('daily-2026-11-15', Session.start(preset, '1'), 'Daily');
  await playOn(other, 1);
  await other.finish();
  const all = await dailies();
  expect(all.get('2026-11-15')).toMatchObject({ turns: 2, practice: 1 });
  expect(all.overview(day).played).toBe(1);
});
