// Deleting what is stored: done at once, and undone as easily for a while.
import { type TableName, type Tables, transact } from './db';

/** How long a deletion can be undone, in milliseconds. */
const TIME = 10_000;

type Row = { [N in TableName]: { table: N; row: Tables[N] } }[TableName];

class Removal {
  /** What was deleted; `undefined` if there is nothing to undo. */
  message = $state<string>();
  /** Counts changes, so that lists are read again. */
  changes = $state(0);
  private rows: Row[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Deletes rows by their keys, all or nothing, and offers to undo it. */
  async remove(what: string, keys: readonly (readonly [TableName, IDBValidKey])[]): Promise<void> {
    const tables = [...new Set(keys.map(([table]) => table))];
    this.rows = await transact(tables, 'readwrite', async (access) => {
      const rows: Row[] = [];
      for (const [table, key] of keys) {
        const row = await access.get(table, key);
        if (row) rows.push({ table, row } as Row);
        await access.remove(table, key);
      }
      return rows;
    });
    this.message = `${what} is deleted.`;
    this.changes += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.forget(), TIME);
  }

  /** Puts back what was deleted last. */
  async undo(): Promise<void> {
    const { rows } = this;
    this.forget();
    const tables = [...new Set(rows.map(({ table }) => table))];
    if (tables.length === 0) return;
    await transact(tables, 'readwrite', async (access) => {
      for (const { table, row } of rows) await access.put(table, row);
    });
    this.changes += 1;
  }

  forget(): void {
    clearTimeout(this.timer);
    this.message = undefined;
    this.rows = [];
  }
}

export const removal = new Removal();

/** Deletes a game in progress. */
export function removeGame(slot: string, title: string): Promise<void> {
  return removal.remove(`The game of ${title}`, [
    ['slots', slot],
    ['snapshots', slot],
  ]);
}
