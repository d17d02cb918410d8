// The browser's database (IndexedDB) with promises instead of requests. `Tables` lists what is stored. The names of tables and
// fields are stored in users' browsers and do not change.

/** A save slot: what a menu shows, and the turns since its snapshot. Small, written after every turn. */
export interface SaveSlot {
  /** Its name: `classic-2048`, `own-tiny`, `daily-2026-11-15`; further games of a name end in `~2`, `~3`, … */
  slot: string;
  /** The id of the store that read or wrote the game last, new each time it is opened. Others may not write: their game is older. */
  writer: string;
  /** What is played: a preset's id, or a variant as JSON. */
  what: string;
  title: string;
  /** What was done since the snapshot: actions as text, and `undo`, `redo`, `hint`, `player:…`. */
  tail: string[];
  seed: string;
  turn: number;
  score: number;
  board: string;
  over: boolean;
  when: number;
  /** When the first turn was made, and how long it was played, in milliseconds; missing in older slots. */
  begun?: number;
  time?: number;
}

/** The save of a game at some turn. It grows with the game, so it is written seldom. */
export interface Snapshot {
  slot: string;
  save: string;
}

/** A custom variant. */
export interface CustomVariant {
  name: string;
  /** Canonical JSON. */
  variant: string;
  when: number;
}

/** The replay of a finished game. */
export interface StoredReplay {
  /** Assigned by the database. */
  id?: number;
  title: string;
  score: number;
  turns: number;
  when: number;
  replay: string;
}

/** A text by name: `records`, `dailies`, `lessons`, and texts that could not be read, `unreadable-…`. */
export interface Text {
  name: string;
  text: string;
}

export interface Tables {
  slots: SaveSlot;
  snapshots: Snapshot;
  owns: CustomVariant;
  replays: StoredReplay;
  texts: Text;
}

export type TableName = keyof Tables;

const KEYS: Record<TableName, string> = {
  slots: 'slot',
  snapshots: 'slot',
  owns: 'name',
  replays: 'id',
  texts: 'name',
};
const NAMES = Object.keys(KEYS) as TableName[];

/** The browser stores nothing for this page. */
export class NoStorage extends Error {
  constructor() {
    super('This browser keeps no data for this page.');
  }
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = ask();
    if (!request) {
      reject(new NoStorage());
      return;
    }
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore('slots', { keyPath: 'slot' });
      db.createObjectStore('snapshots', { keyPath: 'slot' });
      db.createObjectStore('owns', { keyPath: 'name' });
      db.createObjectStore('replays', { keyPath: 'id', autoIncrement: true });
      db.createObjectStore('texts', { keyPath: 'name' });
    };
    request.onsuccess = () => {
      // A newer version of the page in another tab may need to change the tables: do not stand in its way.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = undefined;
      reject(new NoStorage());
    };
  });
  return opened;
}

/** A browser that may not store anything has no database, or throws when it is asked for one. */
function ask(): IDBOpenDBRequest | undefined {
  try {
    return indexedDB.open('tilewright', 1);
  } catch {
    return undefined;
  }
}

/** The tables of one transaction. */
export interface Access {
  get<N extends TableName>(table: N, key: IDBValidKey): Promise<Tables[N] | undefined>;
  all<N extends TableName>(table: N): Promise<Tables[N][]>;
  put<N extends TableName>(table: N, value: Tables[N]): Promise<IDBValidKey>;
  remove(table: TableName, key: IDBValidKey): Promise<void>;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser’s storage failed.'));
  });
}

/**
 * What is stored where there is no database, or no room in it: it lasts as long as the page.
 */
type Memory = Map<TableName, Map<IDBValidKey, unknown>>;
let memory: Memory | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` when, or if, nothing lasts longer than this page. Returns how to stop. */
export function onUnstored(listener: () => void): () => void {
  listeners.add(listener);
  if (memory) listener();
  return () => listeners.delete(listener);
}

function forget(tables: Memory): Memory {
  memory = tables;
  for (const listener of listeners) listener();
  return tables;
}

/** The tables in memory, as one transaction sees them: what it changes is a copy until it is done. */
function remembered(tables: Memory): { access: Access; commit: () => void } {
  const copy: Memory = new Map(NAMES.map((name) => [name, new Map(tables.get(name))]));
  const table = <N extends TableName>(name: N) => copy.get(name) as Map<IDBValidKey, Tables[N]>;
  const access: Access = {
    get: async (name, key) => structuredClone(table(name).get(key)),
    all: async (name) => structuredClone([...table(name).values()]),
    put: async (name, value) => {
      const numbered = name === 'replays' && (value as StoredReplay).id === undefined;
      const next = 1 + Math.max(0, ...[...table(name).keys()].filter((key) => typeof key === 'number'));
      const stored = numbered ? { ...value, id: next } : value;
      const key = (stored as unknown as Record<string, IDBValidKey>)[KEYS[name]] as IDBValidKey;
      table(name).set(key, structuredClone(stored));
      return key;
    },
    remove: async (name, key) => {
      table(name).delete(key);
    },
  };
  const commit = (): void => {
    for (const [name, rows] of copy) tables.set(name, rows);
  };
  return { access, commit };
}

async function inMemory<T>(tables: Memory, work: (access: Access) => Promise<T>): Promise<T> {
  const { access, commit } = remembered(tables);
  const result = await work(access);
  commit();
  return result;
}

/** Everything in the database: a full one can still be read. */
async function wholeDatabase(): Promise<Memory> {
  const tables: Memory = new Map();
  await inDatabase(NAMES, 'readonly', async (access) => {
    for (const name of NAMES) {
      const rows = (await access.all(name)) as unknown as Record<string, IDBValidKey>[];
      tables.set(name, new Map(rows.map((row) => [row[KEYS[name]] as IDBValidKey, row])));
    }
  });
  return tables;
}

/**
 * Runs `work` in one transaction: all of it happens, or nothing where it throws. `work` may wait for the tables only;
 * a transaction ends by itself when it is left alone. Without a database, or room in it, tables are held in memory.
 */
export async function transact<T>(
  tables: TableName[],
  mode: 'readonly' | 'readwrite',
  work: (access: Access) => Promise<T>,
): Promise<T> {
  if (memory) return inMemory(memory, work);
  try {
    return await inDatabase(tables, mode, work);
  } catch (error) {
    const full = error instanceof DOMException && error.name === 'QuotaExceededError';
    if (!full && !(error instanceof NoStorage)) throw error;
    return inMemory(memory ?? forget(full ? await wholeDatabase() : new Map()), work);
  }
}

async function inDatabase<T>(
  tables: TableName[],
  mode: 'readonly' | 'readwrite',
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const db = await open();
  const transaction = db.transaction(tables, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser’s storage failed.'));
  });
  // Reported by `await done` below; without this, an abort during `work` would be reported twice.
  done.catch(() => undefined);
  const access: Access = {
    get: (table, key) => answer(transaction.objectStore(table).get(key)),
    all: (table) => answer(transaction.objectStore(table).getAll()),
    put: (table, value) => answer(transaction.objectStore(table).put(value)),
    remove: (table, key) => answer(transaction.objectStore(table).delete(key)),
  };
  let result: T;
  try {
    result = await work(access);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has failed already.
    }
    throw error;
  }
  await done;
  return result;
}
