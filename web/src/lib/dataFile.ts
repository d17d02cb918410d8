// Everything that is stored here as one file, and back. Reading it adds what is missing and takes nothing away; a file that
// is wrong anywhere changes nothing.

import { addVariant, customName } from './customVariants';
import { changeDailies, dailies as storedDailies } from './dailies';
import { type Access, type CustomVariant, type StoredReplay, transact } from './db';
import { checkVariant, Dailies, Records, readSettings, Session, type Settings } from './engine';
import { counted } from './format';
import { baseOf, freeSlot, newSlot, peek, records as readableRecords, slots, storedRecords } from './gameStore';

const FORMAT = 'tilewright-arcade';
const VERSION = 1;
/** More than anybody has, in characters of the file and in things of a kind. */
const MAX_LENGTH = 64 << 20;
const MAX_ITEMS = 10_000;

/** A game in progress. */
interface Game {
  slot: string;
  title: string;
  when: number;
  save: string;
  /** When the first turn was made, and how long it was played, in milliseconds. */
  begun?: number;
  time?: number;
}

/** What stands in the file. */
interface Bundle {
  format: typeof FORMAT;
  version: typeof VERSION;
  games: Game[];
  records: string;
  /** As the engine writes them; missing in older files. */
  dailies: string;
  variants: CustomVariant[];
  replays: StoredReplay[];
  settings: Partial<Settings>;
}

/** Everything as the text of a file. */
export async function everything(settings: Settings): Promise<string> {
  const games: Game[] = [];
  for (const { slot, title, when, begun, time } of await slots()) {
    const save = await wholeSave(slot);
    if (save !== undefined) games.push({ slot, title, when, save, ...times(begun, time) });
  }
  const records = await readableRecords();
  const [variants, replays] = await transact(['owns', 'replays'], 'readonly', (tables) =>
    Promise.all([tables.all('owns'), tables.all('replays')]),
  );
  const bundle: Bundle = {
    format: FORMAT,
    version: VERSION,
    games,
    records: records.write(),
    dailies: (await storedDailies()).write(),
    variants,
    // Numbers of the database mean nothing elsewhere.
    replays: replays.map(({ title, score, turns, when, replay }) => ({ title, score, turns, when, replay })),
    settings,
  };
  return `${JSON.stringify(bundle, null, 1)}\n`;
}

/** The fields of what is known of the time of a game. */
function times(begun?: number, time?: number): Pick<Game, 'begun' | 'time'> {
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
  const bundle = read(text);
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

async function addGames(access: Access, games: Game[]): Promise<number> {
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

async function addVariants(access: Access, variants: CustomVariant[]): Promise<number> {
  const before = (await access.all('owns')).length;
  for (const { name, variant, when } of variants) await addVariant(access, name, variant, when);
  return (await access.all('owns')).length - before;
}

async function addReplays(access: Access, replays: StoredReplay[]): Promise<number> {
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

/** The file's content, every part of it checked by the code that uses it. */
function read(text: string): Bundle {
  if (text.length > MAX_LENGTH) throw new Error('This file is longer than any that the arcade writes.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('This is not a file of the arcade: it is no JSON.');
  }
  const file = object(value, 'the file');
  if (file.format !== FORMAT) throw new Error(`This is not a file of the arcade: its format is not “${FORMAT}”.`);
  if (file.version !== VERSION)
    throw new Error(`This file has version ${String(file.version)}; this arcade reads version ${VERSION}.`);
  return {
    format: FORMAT,
    version: VERSION,
    games: list(file, 'games', (game, where) => {
      const save = string(game, 'save', where);
      checked(where, () => Session.resume(save, []).free());
      return {
        slot: name(game, 'slot', where),
        title: name(game, 'title', where),
        when: number(game, 'when', where),
        save,
        ...times(optional(game, 'begun', where), optional(game, 'time', where)),
      };
    }),
    records: checked('the records', () => Records.read(string(file, 'records', 'the file')).write()),
    dailies: checked('the daily challenges', () => {
      const text = file.dailies === undefined ? '' : string(file, 'dailies', 'the file');
      return Dailies.read(text).write();
    }),
    variants: list(file, 'variants', (variant, where) => ({
      name: customName(name(variant, 'name', where)) || 'Own game',
      variant: checked(where, () => checkVariant(string(variant, 'variant', where)).what),
      when: number(variant, 'when', where),
    })),
    replays: list(file, 'replays', (kept, where) => {
      const replay = string(kept, 'replay', where);
      checked(where, () => Session.watch(replay).free());
      const [score, turns, when] = [
        number(kept, 'score', where),
        number(kept, 'turns', where),
        number(kept, 'when', where),
      ];
      return { title: name(kept, 'title', where), score, turns, when, replay };
    }),
    settings: object(file.settings ?? {}, 'settings'),
  };
}

type Fields = Record<string, unknown>;

function object(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`In this file, ${where} should be an object.`);
  return value as Fields;
}

function list<T>(file: Fields, key: string, read: (item: Fields, where: string) => T): T[] {
  const items = file[key] ?? [];
  if (!Array.isArray(items) || items.length > MAX_ITEMS)
    throw new Error(`In this file, ${key} should be a list of at most ${MAX_ITEMS}.`);
  return items.map((item, i) => read(object(item, `${key} ${i + 1}`), `${key} ${i + 1}`));
}

function string(fields: Fields, key: string, where: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new Error(`In this file, ${key} of ${where} should be a text.`);
  return value;
}

function optional(fields: Fields, key: string, where: string): number | undefined {
  return fields[key] === undefined ? undefined : number(fields, key, where);
}

/** A text of a line. */
function name(fields: Fields, key: string, where: string): string {
  const text = string(fields, key, where);
  if (text.length === 0 || text.length > 80)
    throw new Error(`In this file, ${key} of ${where} should have 1 to 80 characters.`);
  return text;
}

function number(fields: Fields, key: string, where: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new Error(`In this file, ${key} of ${where} should be a number.`);
  return value;
}

/** Does it, and says where it was where it fails. */
function checked<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`In this file, ${where}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
