// Everything that is stored here as one file, and back. Reading it adds what is missing and takes nothing away; a file that
// is wrong anywhere changes nothing.

import { addVariant, customName } from './customVariants';
import { changeDailies, dailies as storedDailies } from './dailies';
import { type Access, transact } from './db';
import {
  type ArcadeFile,
  type FileGame,
  type FileReplay,
  type FileVariant,
  type Records,
  readArcadeFile,
  readSettings,
  Session,
  type Settings,
} from './engine';
import { counted } from './format';
import { newSlot, peek, records as readableRecords, slots, storedRecords } from './gameStore';
import { baseOf, freeSlot } from './slotName';

const FORMAT = 'tilewright-arcade';
const VERSION = 1;

/** Everything as the text of a file. */
export async function everything(settings: Settings): Promise<string> {
  const games: FileGame[] = [];
  for (const { slot, title, when, begun, time } of await slots()) {
    const save = await wholeSave(slot);
    if (save !== undefined) games.push({ slot, title, when, save, ...times(begun, time) });
  }
  const records = await readableRecords();
  const [variants, replays] = await transact(['owns', 'replays'], 'readonly', (tables) =>
    Promise.all([tables.all('owns'), tables.all('replays')]),
  );
  const file: ArcadeFile = {
    games,
    records: records.write(),
    dailies: (await storedDailies()).write(),
    variants,
    // Numbers of the database mean nothing elsewhere.
    replays: replays.map(({ title, score, turns, when, replay }) => ({ title, score, turns, when, replay })),
    settings,
  };
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...file }, null, 1)}\n`;
}

/** The fields of what is known of the time of a game. */
function times(begun?: number, time?: number): Pick<FileGame, 'begun' | 'time'> {
  return { ...(begun === undefined ? {} : { begun }), ...(time === undefined ? {} : { time }) };
}

/** The save of a game; `undefined` of one that cannot be read, which must not stand in the way of the others. */
async function wholeSave(slot: string): Promise<string | undefined> {
  const session = await peek(slot).catch(() => undefined);
  const save = session?.save();
  session?.free();
  return save;
}

/** What a file added. */
export interface Added {
  message: string;
  settings: Settings;
}

/** Adds what a file holds. Throws one sentence, and has changed nothing, where the file is not right. */
export async function add(text: string, present: Settings): Promise<Added> {
  const bundle = readArcadeFile(text);
  const there = new Set<string | undefined>();
  for (const { slot } of await slots()) there.add(await wholeSave(slot));
  const tables = ['slots', 'snapshots', 'texts', 'owns', 'replays'] as const;
  const counts = await transact([...tables], 'readwrite', async (access) => ({
    games: await addGames(
      access,
      bundle.games.filter(({ save }) => !there.has(save)),
    ),
    variants: await addVariants(access, bundle.variants),
    replays: await addReplays(access, bundle.replays),
    counted: await addRecords(access, bundle.records),
    days: await changeDailies(access, (dailies) => dailies.merge(bundle.dailies)),
  }));
  const settings = addSettings(present, bundle.settings);
  const changed = (Object.keys(settings) as (keyof Settings)[]).filter((key) => settings[key] !== present[key]).length;
  const parts = [
    [counts.games, 'game in progress', 'games in progress'],
    [counts.variants, 'variant'],
    [counts.replays, 'replay'],
    [counts.counted, 'game in the records', 'games in the records'],
    [counts.days, 'daily challenge'],
    [changed, 'setting'],
  ] as const;
  const added = parts.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []));
  return {
    message: added.length > 0 ? `Added: ${added.join(', ')}.` : 'Everything in this file is here already.',
    settings,
  };
}

async function addGames(access: Access, games: FileGame[]): Promise<number> {
  const taken = (await access.all('slots')).map(({ slot }) => slot);
  for (const { slot, title, when, save, begun, time } of games) {
    const name = freeSlot(baseOf(slot), taken);
    taken.push(name);
    const session = Session.resume(save, []);
    await access.put('slots', { ...newSlot(name, session, title), when, ...times(begun, time) });
    await access.put('snapshots', { slot: name, save });
    session.free();
  }
  return games.length;
}

async function addVariants(access: Access, variants: FileVariant[]): Promise<number> {
  const before = (await access.all('owns')).length;
  for (const { name, variant, when } of variants)
    await addVariant(access, customName(name) || 'Own game', variant, when);
  return (await access.all('owns')).length - before;
}

async function addReplays(access: Access, replays: FileReplay[]): Promise<number> {
  const there = new Set((await access.all('replays')).map(({ replay }) => replay));
  const fresh = replays.filter(({ replay }) => !there.has(replay));
  for (const replay of fresh) await access.put('replays', replay);
  return fresh.length;
}

/** How many games the records hold now that they did not hold before. */
async function addRecords(access: Access, text: string): Promise<number> {
  const games = (records: Records): number =>
    records.list().reduce((sum, { finished, abandoned }) => sum + finished + abandoned, 0);
  const records = await storedRecords(access);
  const before = games(records);
  records.merge(text);
  await access.put('texts', { name: 'records', text: records.write() });
  return games(records) - before;
}

/** Settings that were never changed here take the file's value; changed ones stay. */
function addSettings(present: Settings, given: Partial<Settings>): Settings {
  const [first, theirs] = [readSettings('{}'), readSettings(JSON.stringify(given))];
  const untouched = (Object.keys(first) as (keyof Settings)[]).filter((key) => present[key] === first[key]);
  return { ...present, ...Object.fromEntries(untouched.map((key) => [key, theirs[key]])) };
}
