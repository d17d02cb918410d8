// Games that are kept: a snapshot of each, and a short list of what was done since.
//
// A whole save grows with the game, so it is not written every turn. A turn adds one word to the slot's tail, in a
// transaction of its own that begins right after the turn's first picture, or at once when the page goes away. When the
// tail is long, a new snapshot takes its place. To resume, the snapshot is read and the tail is played again, which gives
// the very same game, because the dice are part of it.
import { type Access, NoStorage, type Slot, transact } from './db';
import { Play, Records, type View } from './engine';
import { freshSeed } from './seed';

/** The tail is made into a snapshot at this length. */
const LONGEST_TAIL = 200;
/** So many finished games can be watched again. */
const REPLAYS = 100;

/** Another tab has written the game in the meantime; what this one holds is old. */
export class Outdated extends Error {
  constructor() {
    super('This game was played on in another tab.');
  }
}

/** What is kept in a slot is no game: damaged, or of a later version. */
export class Unreadable extends Error {
  constructor(cause: unknown) {
    super(`The saved game cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Whether this writer may write over what is there: it has to be the one who read or wrote the game last. */
export function mayWrite(present: Pick<Slot, 'writer'> | undefined, writer: string | undefined): boolean {
  return present?.writer === writer;
}

/** What a slot says of a game's moment. */
function moment(view: View) {
  const { seed, turn, score, board } = view;
  return { seed, turn, score, board, over: view.over !== null, when: Date.now() };
}

/** The slot of a game that was just put there: a snapshot of it stands beside it, and nothing was done since. */
export function row(slot: string, play: Play, title: string): Slot {
  return { slot, writer: freshSeed(), what: play.table().what, title, tail: [], ...moment(play.view()) };
}

/** A game and the slot it is kept in. */
export class Keeper {
  private constructor(
    private readonly slot: Slot,
    readonly play: Play,
  ) {}

  /**
   * The game in a slot, if there is one. From now on only this keeper may write it, and whoever could before may not.
   * Rejects with `Unreadable` where something else stands there.
   */
  static async load(name: string): Promise<Keeper | undefined> {
    const found = await transact(['slots', 'snapshots'], 'readwrite', async (access) => {
      const slot = await access.get('slots', name);
      const snapshot = await access.get('snapshots', name);
      if (!slot || !snapshot) return undefined;
      const mine = { ...slot, writer: freshSeed() };
      await access.put('slots', mine);
      return { slot: mine, save: snapshot.save };
    });
    if (!found) return undefined;
    try {
      return new Keeper(found.slot, restore(found.save, found.slot.tail));
    } catch (error) {
      throw new Unreadable(error);
    }
  }

  /** Puts a new game into a slot: an empty one, or the one of a former game that makes way. */
  static async begin(name: string, play: Play, title: string, former?: Keeper): Promise<Keeper> {
    const keeper = new Keeper(row(name, play, title), play);
    await keeper.write(former?.slot.writer, play.save()).catch((error: unknown) => {
      // Where nothing is kept the game is played all the same; the first note says that it is not.
      if (!(error instanceof NoStorage)) throw error;
    });
    return keeper;
  }

  get name(): string {
    return this.slot.slot;
  }

  get what(): string {
    return this.slot.what;
  }

  get title(): string {
    return this.slot.title;
  }

  /** Notes what was done: an action, or `undo`, `redo`, `hint`. Rejects with `Outdated` where another tab went on. */
  note(word: string, view: View): Promise<void> {
    Object.assign(this.slot, moment(view));
    if (this.slot.tail.push(word) < LONGEST_TAIL) return this.write(this.slot.writer);
    this.slot.tail = [];
    return this.write(this.slot.writer, this.play.save());
  }

  private write(former: string | undefined, save?: string): Promise<void> {
    // What is written is the game as it is now, whatever happens before the transaction runs.
    const slot = { ...this.slot, tail: this.slot.tail.slice() };
    return transact(save === undefined ? ['slots'] : ['slots', 'snapshots'], 'readwrite', async (access) => {
      if (!mayWrite(await access.get('slots', slot.slot), former)) throw new Outdated();
      await access.put('slots', slot);
      if (save !== undefined) await access.put('snapshots', { slot: slot.slot, save });
    });
  }
}

/** The game in a slot, to look at: nothing is claimed, and nothing can be written. */
export async function peek(name: string): Promise<Play | undefined> {
  return transact(['slots', 'snapshots'], 'readonly', async (access) => {
    const slot = await access.get('slots', name);
    const snapshot = await access.get('snapshots', name);
    return slot && snapshot && restore(snapshot.save, slot.tail);
  });
}

function restore(save: string, tail: readonly string[]): Play {
  const play = Play.resume(save);
  for (const word of tail) again(play, word);
  return play;
}

/** Does what a word of a tail says. */
function again(play: Play, word: string): void {
  if (word === 'undo') play.undo();
  else if (word === 'redo') play.redo();
  else if (word === 'hint') play.markHint();
  else play.act(word);
}

/** Every slot, the latest game first. */
export async function slots(): Promise<Slot[]> {
  const all = await transact(['slots'], 'readonly', (access) => access.all('slots'));
  return all.sort((a, b) => b.when - a.when);
}

/** Removes a game, and nothing else. */
export async function drop(name: string): Promise<void> {
  await transact(['slots', 'snapshots'], 'readwrite', async (access) => {
    await access.remove('slots', name);
    await access.remove('snapshots', name);
  });
}

/** The first slot of that name which is free: `merge3`, `merge3~2`, `merge3~3`, … */
export function freeSlot(base: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}~${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** What a slot's games are called in it: `merge3` for `merge3~2`. */
export function baseOf(slot: string): string {
  return slot.replace(/~\d+$/, '');
}

/** Keeps a game that began somewhere else, a replay or an editor for example, in a slot of its own; returns its name. */
export async function adopt(play: Play, base: string, title: string): Promise<string> {
  const taken = (await slots()).map(({ slot }) => slot);
  const keeper = await Keeper.begin(freeSlot(base, taken), play, title);
  return keeper.name;
}

/** Counts a game that is over or given up, and keeps its replay. A game without a turn is nobody's. */
export async function finish(play: Play, title: string): Promise<void> {
  const { turn, score } = play.view();
  if (turn === 0) return;
  const when = Date.now();
  const replay = play.replay();
  await transact(['texts', 'replays'], 'readwrite', async (access) => {
    const records = readRecords((await access.get('texts', 'records'))?.text);
    // The engine counts in seconds.
    records.add(play, Math.floor(when / 1000));
    await access.put('texts', { name: 'records', text: records.write() });
    await access.put('replays', { title, score, turns: turn, when, replay });
    await forget(access);
  });
}

/** Replays beyond the last hundred go. */
async function forget(access: Access): Promise<void> {
  const all = (await access.all('replays')).sort((a, b) => b.when - a.when);
  for (const { id } of all.slice(REPLAYS)) if (id !== undefined) await access.remove('replays', id);
}

/** The records so far. */
export async function records(): Promise<Records> {
  const kept = await transact(['texts'], 'readonly', (access) => access.get('texts', 'records'));
  return readRecords(kept?.text);
}

/** Records that cannot be read are begun anew: a page must not fail for ever because of them. */
function readRecords(text: string | undefined): Records {
  try {
    return text === undefined ? Records.empty() : Records.read(text);
  } catch {
    return Records.empty();
  }
}
