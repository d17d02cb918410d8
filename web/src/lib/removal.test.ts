import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { customVariants, storeVariant } from './customVariants';
import { transact } from './db';
import { Session } from './engine';
import { finishGame, GameStore, peek, slots } from './gameStore';
import { removal, removeGame } from './removal.svelte';
import { startEngine } from './testing';

beforeAll(startEngine);

test('a game that is deleted comes back whole', async () => {
  const store = await GameStore.begin('merge3', Session.start('merge3', '5'), 'Merge3');
  const save = store.session.save();
  await removeGame('merge3', 'Merge3');
  expect(await slots()).toEqual([]);
  expect(removal.message).toBe('The game of Merge3 is deleted.');
  await removal.undo();
  expect((await peek('merge3'))?.save()).toBe(save);
  expect(removal.message).toBeUndefined();
  // Undone once, there is nothing left to undo.
  await removeGame('merge3', 'Merge3');
  removal.forget();
  await removal.undo();
  expect(await slots()).toEqual([]);
});

test('variants and replays, too', async () => {
  const name = await storeVariant('{"family":"slide","board":{"shape":"hex","radius":1}}', 'Seven');
  await removal.remove(name, [['owns', name]]);
  expect(await customVariants()).toEqual([]);
  await removal.undo();
  expect((await customVariants()).map(({ name }) => name)).toEqual([name]);
  const session = Session.start('merge3', '1');
  session.play(session.view().legal[0] ?? '');
  await finishGame(session, 'Merge3');
  const replays = () => transact(['replays'], 'readonly', (access) => access.all('replays'));
  const [kept] = await replays();
  await removal.remove('The replay', [['replays', kept?.id ?? 0]]);
  expect(await replays()).toEqual([]);
  await removal.undo();
  expect(await replays()).toEqual([kept]);
});
