// Results of daily challenges: the first try of a day counts, later ones are practice.
import { type Access, transact } from './db';
import type { Session } from './engine';

const DAY = 86_400_000;
const NAME = 'dailies';

/** The first try of a day. */
export interface Daily {
  /** `2026-11-15`. */
  date: string;
  preset: string;
  score: number;
  turns: number;
  /** The day of the first turn, in UTC: a streak counts days that were played on themselves. */
  played: string;
  /** The kinds of help that were taken. */
  help?: string;
  /** How many tries came after it. */
  practice: number;
}

/** The UTC date of a time in milliseconds. */
export function dateOf(when: number): string {
  return new Date(when).toISOString().slice(0, 10);
}

/** Adds a finished or given up challenge. `slot` is `daily-2026-11-15`. */
export async function addDaily(access: Access, slot: string, session: Session, begun: number): Promise<void> {
  const date = slot.slice('daily-'.length);
  const all = read((await access.get('texts', NAME))?.text);
  const first = all.find((daily) => daily.date === date);
  if (first) {
    first.practice += 1;
  } else {
    const { score, turn } = session.view();
    const { helpedBy } = session.status();
    const help = helpedBy === null ? {} : { help: helpedBy };
    all.push({
      date,
      preset: session.info().preset ?? '',
      score,
      turns: turn,
      played: dateOf(begun),
      ...help,
      practice: 0,
    });
  }
  await access.put('texts', { name: NAME, text: JSON.stringify(all) });
}

/** All results, by date. */
export async function dailies(): Promise<Daily[]> {
  const stored = await transact(['texts'], 'readonly', (access) => access.get('texts', NAME));
  return read(stored?.text).sort((a, b) => a.date.localeCompare(b.date));
}

function read(text: unknown): Daily[] {
  try {
    const list: unknown = typeof text === 'string' ? JSON.parse(text) : [];
    return Array.isArray(list) ? list.filter((item): item is Daily => typeof item?.date === 'string') : [];
  } catch {
    return [];
  }
}

/** How many days in a row, up to today or yesterday, were played on the day itself. */
export function streak(all: readonly Daily[], today: string): number {
  const days = new Set(all.filter(({ date, played }) => date === played).map(({ date }) => date));
  const before = (date: string): string => dateOf(Date.parse(date) - DAY);
  let length = 0;
  for (let day = days.has(today) ? today : before(today); days.has(day); day = before(day)) length += 1;
  return length;
}
