// Everything as one file: it comes back whole, merges without loss, and a bad one changes nothing.
import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { customVariants, storeVariant } from './customVariants';
import { dailies } from './dailies';
import { add, everything } from './dataFile';
import { type TableName, transact } from './db';
import { daily, readSettings, Session } from './engine';
import { finishGame, GameStore, peek, slots } from './gameStore';
import { startEngine } from './testing';

beforeAll(startEngine);
beforeEach(empty);

const TABLES: TableName[] = ['slots', 'snapshots', 'owns', 'replays', 'texts'];
const RULES = '{"family":"slide","board":{"shape":"hex","radius":1}}';

async function empty(): Promise<void> {
  await transact(TABLES, 'readwrite', async (access) => {
    for (const { slot } of await access.all('slots')) await access.remove('slots', slot);
    for (const { slot } of await access.all('snapshots')) await access.remove('snapshots', slot);
    for (const { name } of await access.all('owns')) await access.remove('owns', name);
    for (const { id } of await access.all('replays')) if (id !== undefined) await access.remove('replays', id);
    await access.remove('texts', 'records');
    await access.remove('texts', 'dailies');
  });
}

function played(what: string, seed: string, turns: number): Session {
  const session = Session.start(what, seed);
  for (let turn = 0; turn < turns; turn += 1) session.play(session.view().legal[0] ?? '');
  return session;
}

/** A game in progress, a finished one, a variant, a setting. */
async function filled(): Promise<string> {
  await GameStore.begin('merge3', played('merge3', '1', 5), 'Merge3');
  await finishGame(played('classic-2048', '2', 9), 'Classic 2048');
  const { preset, seed } = daily(20_772);
  const challenge = await GameStore.begin('daily-2026-11-15', played(preset, seed, 3), 'Daily');
  await challenge.finish();
  await storeVariant(RULES, 'Seven');
  return everything({ ...readSettings('{}'), sound: true });
}

/** All tables as text, to see that nothing has changed. */
function all(): Promise<string> {
  return transact(TABLES, 'readonly', async (access) =>
    JSON.stringify(await Promise.all(TABLES.map((table) => access.all(table)))),
  );
}

test('add: restores everything, and nothing the second time', async () => {
  const file = await filled();
  const save = (await peek('merge3'))?.save();
  await empty();
  const added = await add(file, readSettings('{}'));
  expect(added.message).toBe(
    'Added: 1 game in progress, 1 variant, 2 replays, 2 games in the records, 1 daily challenge, 1 setting.',
  );
  expect(added.settings.sound).toBe(true);
  expect((await peek('merge3'))?.save()).toBe(save);
  expect((await dailies()).get('2026-11-15')).toMatchObject({ turns: 3, practice: 0 });
  expect((await customVariants()).map(({ name }) => name)).toEqual(['Seven']);
  const before = await all();
  expect((await add(file, added.settings)).message).toBe('Everything in this file is here already.');
  expect(await all()).toBe(before);
});

test('everything: a save that cannot be read does not stand in the way of the others', async () => {
  await GameStore.begin('merge3', played('merge3', '1', 5), 'Merge3');
  await GameStore.begin('hex-2048', played('hex-2048', '1', 5), 'Hex 2048');
  await transact(['snapshots'], 'readwrite', (access) => access.put('snapshots', { slot: 'merge3', save: 'noise' }));
  const file = JSON.parse(await everything(readSettings('{}'))) as { games: { slot: string }[] };
  expect(file.games.map(({ slot }) => slot)).toEqual(['hex-2048']);
});

test('add: keeps what is stored here', async () => {
  const file = await filled();
  await empty();
  await GameStore.begin('merge3', played('merge3', '8', 2), 'Merge3');
  await storeVariant('{"family":"factor"}', 'Seven');
  const { settings } = await add(file, { ...readSettings('{}'), sound: false, theme: 'dark' });
  expect(settings).toMatchObject({ theme: 'dark', sound: true });
  expect((await slots()).length).toBe(2);
  expect((await peek('merge3'))?.view().seed).toBe('8');
  expect((await customVariants()).map(({ name }) => name)).toEqual(['Seven', 'Seven 2']);
});

test('add: a bad file is refused in one line and changes nothing', async () => {
  const file = await filled();
  const before = await all();
  const edited = (edit: (bundle: Record<string, unknown>) => void): string => {
    const bundle = JSON.parse(file) as Record<string, unknown>;
    edit(bundle);
    return JSON.stringify(bundle);
  };
  for (const [text, says] of [
    ['', /no JSON/],
    ['[]', /its format is not/],
    ['{"format":"other"}', /its format is not/],
    [edited((bundle) => (bundle.version = 2)), /has another version; this program reads version 1/],
    [edited((bundle) => (bundle.games = {})), /games should be a list/],
    [edited((bundle) => (bundle.games = [null])), /games should be a list/],
    [
      edited((bundle) => (bundle.games = [{ slot: 'x', title: 'x', when: 1, save: 'tilewright-save 1\n' }])),
      /games 1: line/i,
    ],
    [edited((bundle) => (bundle.records = 'tilewright-records 1\nnoise')), /records: line 2/i],
    [
      edited((bundle) => (bundle.variants = [{ name: 'x', variant: '{"family":"chess"}', when: 1 }])),
      /variants 1: field `family`/i,
    ],
    [
      edited((bundle) => (bundle.variants = [{ name: 'x'.repeat(201), variant: RULES, when: 1 }])),
      /1 to 200 characters/,
    ],
    [edited((bundle) => (bundle.replays = [{ title: 'x', score: 1, turns: 1, when: -1, replay: 'x' }])), /replays 1/i],
  ] as const) {
    const refused = await add(text, readSettings('{}')).catch((error: Error) => error.message);
    expect(refused).toMatch(says);
    expect(refused).not.toContain('\n');
  }
  expect(await all()).toBe(before);
});

test('add: a file that a terminal has exported', async () => {
  const file = await readFile('../fuzz/seeds/arcade/small', 'utf8');
  const { message, settings } = await add(file, readSettings('{}'));
  expect(message).toBe('Added: 1 game in progress, 1 replay, 1 game in the records, 1 setting.');
  expect(settings).toEqual({ ...readSettings('{}'), player: 'expectimax' });
  expect((await slots()).map(({ slot, turn, time }) => [slot, turn, time])).toEqual([['classic-2048', 2, 1000]]);
});
