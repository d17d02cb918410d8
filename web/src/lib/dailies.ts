// Results of daily challenges in the database. What counts is decided by the engine.
import { type Access, transact } from './db';
import { Dailies, type Session } from './engine';
import { setAside } from './unreadable';

const NAME = 'dailies';

/** Adds a finished or given up challenge, which began at that time in milliseconds. */
export async function addDaily(access: Access, date: string, session: Session, begun: number): Promise<void> {
  await changeDailies(access, (dailies) => dailies.add(date, session, begun / 1000));
}

/** Changes the results. Those that cannot be read are set aside first. */
export async function changeDailies<T>(access: Access, change: (dailies: Dailies) => T): Promise<T> {
  const stored = await access.get('texts', NAME);
  const readable = read(stored?.text);
  if (!readable) await setAside(access, stored?.text);
  const dailies = readable ?? Dailies.read('');
  const result = change(dailies);
  await access.put('texts', { name: NAME, text: dailies.write() });
  return result;
}

/** All results; none if they cannot be read. */
export async function dailies(): Promise<Dailies> {
  const stored = await transact(['texts'], 'readonly', (access) => access.get('texts', NAME));
  return read(stored?.text) ?? Dailies.read('');
}

function read(text: unknown): Dailies | undefined {
  try {
    return Dailies.read(text === undefined ? '' : String(text));
  } catch {
    return undefined;
  }
}
