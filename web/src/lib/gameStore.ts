// Saved games: a snapshot of each, and a short list of what was done since.
//
// A whole save grows with the game, so it is not written every turn. A turn adds one word to the slot's tail, in a
// transaction of its own that begins right after the turn's first frame, or at once when the page is left. A long tail is
// replaced by a new snapshot. To resume, the snapshot is read and the tail is played again, which gives the same game,
// because the dice are part of it.
import { addDaily } from './dailies';
import { type Access, type SaveSlot, transact } from './db';
import { Records, Session, type View } from './engine';
import { freshSeed } from './seed';
import { dateOf, freeSlot } from './slotName';
import { ASIDE, asText, setAside } from './unreadable';

/** The tail is made into a snapshot at this length. */
const MAX_TAIL = 200;
/** A game of so many turns is worth keeping: the browser is asked not to clear its storage. */
const WORTH_KEEPING = 10;
/** A longer pause between two turns is not played time; in milliseconds. */
const MAX_PAUSE = 60_000;
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
      return new GameStore(found.slot, resume(found.save, found.slot.tail));
    } catch (error) {
      throw new Unreadable(error);
    }
  }

  /** A game that is not stored: it lasts as long as the page, and can be stored with `adopt`. */
  static unstored(session: Session, title: string): GameStore {
    return new GameStore(newSlot('', session, title), session);
  }

  /** Puts a new game into a slot: an empty one, or that of a former game, which it replaces. */
  static async begin(name: string, session: Session, title: string, former?: GameStore): Promise<GameStore> {
    if (former && !former.stored) return GameStore.unstored(session, title);
    const store = new GameStore(newSlot(name, session, title), session);
    const [slot, save] = [{ ...store.slot }, session.save()];
    const result = former && finished(former.session, former.slot);
    // The last game is counted in the same transaction: it is never lost, and never counted twice.
    await transact(['slots', 'snapshots', 'texts', 'replays'], 'readwrite', async (access) => {
      const present = await access.get('slots', name);
      // A slot without its snapshot holds no game.
      const empty = !present || !(await access.get('snapshots', name));
      if (!empty && !mayWrite(present, former?.slot.writer)) throw new Outdated();
      if (result) await count(access, result);
      await access.put('slots', slot);
      await access.put('snapshots', { slot: name, save });
    });
    return store;
  }

  /** Counts a game that is over, stores its replay and frees its slot, all or nothing. */
  async finish(): Promise<void> {
    const result = finished(this.session, this.slot);
    const { slot, writer } = this.slot;
    await transact(['slots', 'snapshots', 'texts', 'replays'], 'readwrite', async (access) => {
      if (!mayWrite(await access.get('slots', slot), writer)) return;
      await count(access, result);
      await access.remove('slots', slot);
      await access.remove('snapshots', slot);
    });
  }

  /** Frees the slot of a game in which nothing was done, unless another tab has it. */
  async discard(): Promise<void> {
    const { slot, writer } = this.slot;
    await transact(['slots', 'snapshots'], 'readwrite', async (access) => {
      if (!mayWrite(await access.get('slots', slot), writer)) return;
      await access.remove('slots', slot);
      await access.remove('snapshots', slot);
    });
  }

  /** Whether the game is stored. */
  get stored(): boolean {
    return this.slot.slot !== '';
  }

  get name(): string {
    return this.slot.slot;
  }

  /** How long the game was played so far, in milliseconds. */
  get time(): number {
    return this.slot.time ?? 0;
  }

  get what(): string {
    return this.slot.what;
  }

  get title(): string {
    return this.slot.title;
  }

  /** Saves what was done: an action, or `undo`, `redo`, `hint`, `player:…`. Rejects with `Outdated` if another tab went on. */
  note(word: string, view: View): Promise<void> {
    const before = this.slot.when;
    Object.assign(this.slot, summary(view));
    // Breaks are not played time.
    this.slot.time = (this.slot.time ?? 0) + Math.min(this.slot.when - before, MAX_PAUSE);
    if (view.turn > 0) this.slot.begun ??= this.slot.when;
    if (!this.stored) return Promise.resolve();
    if (view.turn === WORTH_KEEPING) void globalThis.navigator?.storage?.persist?.().catch(() => undefined);
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

/** A game from what is stored. A database can hold anything: only texts reach the engine. */
function resume(save: unknown, tail: unknown): Session {
  const texts = Array.isArray(tail) && tail.every((word) => typeof word === 'string');
  if (typeof save !== 'string' || !texts) throw new Error('it is no text');
  return Session.resume(save, tail);
}

/** The game in a slot, read only. */
export async function peek(name: string): Promise<Session | undefined> {
  return transact(['slots', 'snapshots'], 'readonly', async (access) => {
    const slot = await access.get('slots', name);
    const snapshot = await access.get('snapshots', name);
    return slot && snapshot && resume(snapshot.save, slot.tail);
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

/** Saves a game that began somewhere else, in a replay or an editor, in a slot of its own; returns its name. */
export async function adopt(session: Session, base: string, title: string): Promise<string> {
  const taken = (await slots()).map(({ slot }) => slot);
  const store = await GameStore.begin(freeSlot(base, taken), session, title);
  return store.name;
}

/** A game that is over or given up: what a transaction needs, computed before it begins. */
interface Finished {
  session: Session;
  slot: Pick<SaveSlot, 'slot' | 'title' | 'begun'>;
  score: number;
  turns: number;
  replay: string;
}

function finished(session: Session, slot: Pick<SaveSlot, 'slot' | 'title' | 'begun'>): Finished {
  const { turn, score } = session.view();
  return { session, slot, score, turns: turn, replay: session.replay() };
}

/** Counts a game and stores its replay. A game without a turn leaves nothing, one from a position made by hand no record. */
async function count(access: Access, { session, slot, score, turns, replay }: Finished): Promise<void> {
  if (turns === 0) return;
  const when = Date.now();
  if (session.counts()) {
    const records = await storedRecords(access);
    // The engine counts in seconds.
    records.add(session, Math.floor(when / 1000));
    await access.put('texts', { name: 'records', text: records.write() });
    const date = dateOf(slot.slot);
    if (date !== undefined) await addDaily(access, date, session, slot.begun ?? when);
  }
  await access.put('replays', { title: slot.title, score, turns, when, replay });
  await dropOldReplays(access);
}

/** Counts a game that is over or given up, and stores its replay. */
export async function finishGame(session: Session, title: string): Promise<void> {
  const result = finished(session, { slot: '', title });
  await transact(['texts', 'replays'], 'readwrite', (access) => count(access, result));
}

async function dropOldReplays(access: Access): Promise<void> {
  const all = (await access.all('replays')).sort((a, b) => b.when - a.when);
  for (const { id } of all.slice(MAX_REPLAYS)) if (id !== undefined) await access.remove('replays', id);
}

/** The records so far; empty if they cannot be read. Nothing is changed. */
export async function records(): Promise<Records> {
  const stored = await transact(['texts'], 'readonly', (access) => access.get('texts', 'records'));
  return readRecords(stored?.text) ?? Records.empty();
}

/**
 * The records, to be changed. Those that cannot be read, of a later version perhaps, are set aside under another name and
 * never overwritten.
 */
export async function storedRecords(access: Access): Promise<Records> {
  const stored = await access.get('texts', 'records');
  const read = readRecords(stored?.text);
  if (read) return read;
  await setAside(access, stored?.text);
  return Records.empty();
}

/** Texts that could not be read: those that were set aside, and the records if they still wait for it. */
export async function unreadable(): Promise<string[]> {
  const all = await transact(['texts'], 'readonly', (access) => access.all('texts'));
  return all
    .filter(({ name, text }) => name.startsWith(ASIDE) || (name === 'records' && !readRecords(text)))
    .map(({ text }) => asText(text));
}

/** Forgets what was set aside. */
export async function dropUnreadable(): Promise<void> {
  await transact(['texts'], 'readwrite', async (access) => {
    for (const { name } of await access.all('texts')) if (name.startsWith(ASIDE)) await access.remove('texts', name);
  });
}

/** The records in a text; `undefined` if it cannot be read. A database can hold anything, not only texts. */
function readRecords(text: unknown): Records | undefined {
  if (text === undefined) return Records.empty();
  try {
    return typeof text === 'string' ? Records.read(text) : undefined;
  } catch {
    return undefined;
  }
}
