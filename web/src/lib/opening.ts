// From an address to a game: which slot, what is played in it, and how it begins.
import { transact } from './db';
import { checkSeed, checkVariant, daily, dayNamed, presets, Session } from './engine';
import { slots } from './gameStore';
import { freshSeed } from './seed';
import { baseOf, customOf, dateOf } from './slotName';

/** What a slot's name says of its games. */
export interface Start {
  /** What is played: a preset's id, or a variant as JSON. */
  what: string;
  title: string;
  /** The seed of every game in it, if it is fixed: that of a daily challenge. */
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
  const date = dateOf(base);
  if (date !== undefined) return dailyStart(date);
  const name = customOf(base);
  if (name !== undefined) {
    const custom = await transact(['owns'], 'readonly', (access) => access.get('owns', name));
    if (!custom) throw new Error(`There is no custom variant called “${name}” here.`);
    return { what: checkVariant(custom.variant).what, title: custom.name };
  }
  const preset = presets().find(({ id }) => id === base);
  if (!preset) throw new Error(`There is no game “${base}” here; the menu shows those there are.`);
  return { what: preset.id, title: preset.title };
}

function dailyStart(date: string): Start {
  const day = dayNamed(date);
  // A day begins at midnight UTC, for everybody at once.
  if (day === undefined || day > today())
    throw new Error(`There is no challenge for “${date}”; a day looks like 2026-11-15.`);
  const challenge = daily(day);
  const title = presets().find(({ id }) => id === challenge.preset)?.title ?? challenge.preset;
  return { what: challenge.preset, title: `Daily: ${title}`, seed: challenge.seed };
}

/** A new game with an undo rule. */
export function newSession({ what, seed: fixed }: Start, undo: string, seed?: string): Session {
  const session = Session.start(what, seed ?? fixed ?? freshSeed());
  session.setUndoRule(undo);
  return session;
}

/** The game of a link that names a seed or a position. It is not stored. */
export interface Linked {
  session: Session;
  start: Start;
  /** The slot's name without its number, if it is to be stored. */
  base: string;
}

/** What a link with a seed or a position leads to: the slot of the open game with that seed, or a game to be tried. */
export async function linkedGame(
  address: string,
  { seed, board }: { seed: string | null; board: string | null },
  undo: string,
): Promise<Linked | string> {
  // A challenge has the seed of its day: with another one it is a plain game of its preset.
  const base = dateOf(address) !== undefined ? (await startOf(address)).what : address;
  const start = await startOf(base);
  const wanted = seed === null ? freshSeed() : checkSeed(seed);
  if (board === null) {
    const open = (await slots()).find((slot) => baseOf(slot.slot) === base && slot.seed === wanted);
    if (open) return open.slot;
  }
  const session = board === null ? Session.start(start.what, wanted) : Session.place(start.what, board, wanted);
  session.setUndoRule(undo);
  return { session, start, base };
}
