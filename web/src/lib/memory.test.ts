// Without a database: `indexedDB` does not exist here.
import { beforeAll, expect, test } from 'vitest';
import { onUnstored, transact } from './db';
import { Session } from './engine';
import { adopt, GameStore, slots } from './gameStore';
import { startEngine } from './testing';

beforeAll(startEngine);

test('everything works for the sitting, and it is said once', async () => {
  let said = 0;
  onUnstored(() => (said += 1));
  const store = await GameStore.begin('merge3', Session.start('merge3', '1'), 'Merge3');
  const action = store.session.view().legal[0] ?? '';
  const { view } = store.session.play(action);
  await store.note(action, view);
  // Going back and opening it again continues the game.
  const again = await GameStore.load('merge3');
  expect(again?.session.view().turn).toBe(1);
  expect(await adopt(Session.start('merge3', '3'), 'merge3', 'Merge3')).toBe('merge3~2');
  expect((await slots()).length).toBe(2);
  await again?.finish();
  const replays = await transact(['replays'], 'readonly', (access) => access.all('replays'));
  expect(replays.map(({ id }) => id)).toEqual([1]);
  expect(said).toBe(1);
});

test('a transaction that fails changes nothing', async () => {
  const broken = transact(['texts'], 'readwrite', async (access) => {
    await access.put('texts', { name: 'x', text: 'y' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(await transact(['texts'], 'readonly', (access) => access.get('texts', 'x'))).toBeUndefined();
});
