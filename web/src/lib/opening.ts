// From an address to a game: which slot, what is played in it, and how it begins.
import { type Slot, transact } from './db';
import { checkVariant, daily, Play, presets } from './engine';
import { baseOf, freeSlot, Keeper, slots } from './games';
import { freshSeed, seedError } from './seed';

/** What a slot's name says of its games. */
export interface Start {
  /** What is played: a preset's id, or a variant as JSON. */
  what: string;
  title: string;
  /** The seed of every game in it, where it is fixed: the challenge of a day. */
  seed?: string;
}

const DAY = 86_400_000;

/** Today as a number of days, in the same time zone for everybody. */
export function today(): number {
  return Math.floor(Date.now() / DAY);
}

/** What the games of a slot are, by its name alone. */
export async function startOf(slot: string): Promise<Start> {
  const base = baseOf(slot);
  if (base.startsWith('daily-')) return dailyStart(base.slice('daily-'.length));
  if (base.startsWith('own-')) {
    const name = base.slice('own-'.length);
    const own = await transact(['owns'], 'readonly', (access) => access.get('owns', name));
    if (!own) throw new Error(`There is no variant of your own called “${name}” here.`);
    return { what: checkVariant(own.variant).what, title: own.name };
  }
  const preset = presets().find(({ id }) => id === base);
  if (!preset) throw new Error(`There is no game “${base}” here; the menu shows those there are.`);
  return { what: preset.id, title: preset.title };
}

function dailyStart(date: string): Start {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY;
  const challenge = Number.isInteger(day) && day >= 0 && day <= today() + 1 ? daily(day) : undefined;
  if (challenge?.date !== date) throw new Error(`There is no challenge for “${date}”; a day looks like 2026-11-15.`);
  const title = presets().find(({ id }) => id === challenge.preset)?.title ?? challenge.preset;
  return { what: challenge.preset, title: `Daily: ${title}`, seed: challenge.seed };
}

/** A new game, by the rules of undo that are set. */
export function newPlay({ what, seed: fixed }: Start, undo: string, seed?: string): Play {
  const play = Play.start(what, seed ?? fixed ?? freshSeed());
  play.setUndoRule(undo);
  return play;
}

/** Which slot a link with a seed means: the open game of that seed, or one that is free. */
export async function slotForSeed(base: string, seed: string, undo: string): Promise<string> {
  const error = seedError(seed);
  if (error) throw new Error(`“${seed.slice(0, 40)}” is no seed. ${error}`);
  const all = await slots();
  const open = all.find((slot) => baseOf(slot.slot) === base && sameSeed(slot, seed));
  if (open) return open.slot;
  const start = await startOf(base);
  const name = freeSlot(
    base,
    all.map(({ slot }) => slot),
  );
  await Keeper.begin(name, newPlay(start, undo, seed), start.title);
  return name;
}

function sameSeed(slot: Slot, seed: string): boolean {
  return BigInt(slot.seed) === BigInt(seed);
}
