// Saved games: a snapshot of each, and a short list of what was done since.
//
// A whole save grows with the game, so it is not written every turn. A turn adds one word to the slot's tail, in a
// transaction of its own that begins right after the turn's first frame, or at once when the page is left. A long tail is
// replaced by a new snapshot. To resume, the snapshot is read and the tail is played again, which gives the same game,
// because the dice are part of it.
import { type Access, NoStorage, type SaveSlot, transact } from './db';
import { Records, Session, type View } from './engine';
import { freshSeed } from './seed';

/** The tail is made into a snapshot at this length. */
const MAX_TAIL = 200;
/** How many finished games can be viewed again. */
const MAX_REPLAYS = 100;

/** Another tab has written the game in the meantime; what this one holds is old. */
export class Outdated extends Error {
  constructor() {
    super('This game was played on in another tab.');
  }
}

/** What is stored in a slot is no game: damaged, or of a later version. */
export class Unreadable extends Error {
  constructor(cause: unknown) {
    super(`The saved game cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Whether this writer may overwrite what is stored: only the one that read or wrote the game last may. */
export function mayWrite(present: Pick<SaveSlot, 'writer'> | undefined, writer: string | undefined): boolean {
  return present?.writer === writer;
}

/** What a slot says of a game as it is now. */
function summary(view: View) {
  // Dice are secret only on a server.
  const { seed = '', turn, score, board, phase } = view;
  return { seed, turn, score, board, over: phase === 'over', when: Date.now() };
}

/** The slot of a game that has a snapshot and no tail. */
export function newSlot(slot: string, session: Session, title: string): SaveSlot {
  return { slot, writer: freshSeed(), what: session.info().what, title, tail: [], ...summary(session.view()) };
}

/** A game and the slot that it is saved in. */
export class GameStore {
  private constructor(
    private readonly slot: SaveSlot,
    readonly session: Session,
  ) {}

  /**
   * The game in a slot, if there is one. From now on only this store may write it.
   * Rejects with `Unreadable` if the slot holds something else.
   */
  static async load(name: string): Promise<GameStore | undefined> {
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
      return new GameStore(found.slot, Session.resume(found.save, found.slot.tail));
    } catch (error) {
      throw new Unreadable(error);
    }
  }

  /** Puts a new game into a slot: an empty one, or that of a former game, which it replaces. */
  static async begin(name: string, session: Session, title: string, former?: GameStore): Promise<GameStore> {
    const store = new GameStore(newSlot(name, session, title), session);
    await store.write(former?.slot.writer, session.save()).catch((error: unknown) => {
      // Where nothing can be stored the game is played all the same; the first note reports it.
      if (!(error instanceof NoStorage)) throw error;
    });
    return store;
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

  /** Saves what was done: an action, or `undo`, `redo`, `hint`. Rejects with `Outdated` if another tab went on. */
  note(word: string, view: View): Promise<void> {
    Object.assign(this.slot, summary(view));
    if (this.slot.tail.push(word) < MAX_TAIL) return this.write(this.slot.writer);
    this.slot.tail = [];
    return this.write(this.slot.writer, this.session.save());
  }

  private write(former: string | undefined, save?: string): Promise<void> {
    // A copy: what is written is the game as it is now, whatever happens before the transaction runs.
    const slot = { ...this.slot, tail: this.slot.tail.slice() };
    return transact(save === undefined ? ['slots'] : ['slots', 'snapshots'], 'readwrite', async (access) => {
      if (!mayWrite(await access.get('slots', slot.slot), former)) throw new Outdated();
      await access.put('slots', slot);
      if (save !== undefined) await access.put('snapshots', { slot: slot.slot, save });
    });
  }
}

/** The game in a slot, read only. */
export async function peek(name: string): Promise<Session | undefined> {
  return transact(['slots', 'snapshots'], 'readonly', async (access) => {
    const slot = await access.get('slots', name);
    const snapshot = await access.get('snapshots', name);
    return slot && snapshot && Session.resume(snapshot.save, slot.tail);
  });
}

/** Every slot, the latest game first. */
export async function slots(): Promise<SaveSlot[]> {
  const all = await transact(['slots'], 'readonly', (access) => access.all('slots'));
  return all.sort((a, b) => b.when - a.when);
}

/** Removes a game. */
export async function dropGame(name: string): Promise<void> {
  await transact(['slots', 'snapshots'], 'readwrite', async (access) => {
    await access.remove('slots', name);
    await access.remove('snapshots', name);
  });
}

/** The first free slot of that name: `merge3`, `merge3~2`, `merge3~3`, … */
export function freeSlot(base: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}~${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** The name without its number: `merge3` for `merge3~2`. */
export function baseOf(slot: string): string {
  return slot.replace(/~\d+$/, '');
}

/** Saves a game that began somewhere else, in a replay or an editor, in a slot of its own; returns its name. */
export async function adopt(session: Session, base: string, title: string): Promise<string> {
  const taken = (await slots()).map(({ slot }) => slot);
  const store = await GameStore.begin(freeSlot(base, taken), session, title);
  return store.name;
}

/** Counts a game that is over or given up, and stores its replay. A game without a turn does not count. */
export async function finishGame(session: Session, title: string): Promise<void> {
  const { turn, score } = session.view();
  if (turn === 0) return;
  const when = Date.now();
  const replay = session.replay();
  await transact(['texts', 'replays'], 'readwrite', async (access) => {
    const records = readRecords((await access.get('texts', 'records'))?.text);
    // The engine counts in seconds.
    records.add(session, Math.floor(when / 1000));
    await access.put('texts', { name: 'records', text: records.write() });
    await access.put('replays', { title, score, turns: turn, when, replay });
    await dropOldReplays(access);
  });
}

async function dropOldReplays(access: Access): Promise<void> {
  const all = (await access.all('replays')).sort((a, b) => b.when - a.when);
  for (const { id } of all.slice(MAX_REPLAYS)) if (id !== undefined) await access.remove('replays', id);
}

/** The records so far. */
export async function records(): Promise<Records> {
  const stored = await transact(['texts'], 'readonly', (access) => access.get('texts', 'records'));
  return readRecords(stored?.text);
}

/** Records that cannot be read start again empty: a page must not fail for ever because of them. */
function readRecords(text: string | undefined): Records {
  try {
    return text === undefined ? Records.empty() : Records.read(text);
  } catch {
    return Records.empty();
  }
}
