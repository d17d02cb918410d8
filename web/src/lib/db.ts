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
  /** What was done since the snapshot: actions as text, and `undo`, `redo`, `hint`. */
  tail: string[];
  seed: string;
  turn: number;
  score: number;
  board: string;
  over: boolean;
  when: number;
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

/** A text by name: `records` is the only one so far. */
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
 * Runs `work` in one transaction: all of it happens, or nothing where it throws. `work` may wait for the tables only;
 * a transaction ends by itself when it is left alone.
 */
export async function transact<T>(
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
