// What is said of a turn, for whoever hears the board: the engine's own sentences, and of many only those that matter.
import type { Told } from './engine';

/** More than this nobody listens to. */
const MOST = 6;

const MOTION = new Set(['slid', 'fell', 'swapped']);

/** A turn in words. */
export function tell(events: readonly Told[]): string {
  const said = (list: readonly Told[]) => list.flatMap((event) => event.sentence ?? []);
  // Of several scores only the last tells where one is.
  const lastScore = events.findLast((event) => event.type === 'scored');
  const all = events.filter((event) => event.type !== 'scored' || event === lastScore);
  if (said(all).length <= MOST) return said(all).join(' ');
  const matters = all.filter((event) => !MOTION.has(event.type) && event.type !== 'decayed');
  if (said(matters).length <= MOST) return said(matters).join(' ');
  return digest(all);
}

/** A long turn in numbers. */
function digest(events: readonly Told[]): string {
  const count = (...types: string[]) => events.filter((event) => types.includes(event.type)).length;
  const waves = events.reduce((most, event) => (event.type === 'wave' ? Math.max(most, event.n) : most), 0);
  const largest = events.reduce((most, event) => (event.type === 'merged' ? Math.max(most, event.value) : most), 0);
  const parts: string[] = [];
  const add = (number: number, one: string, many: string) => {
    if (number > 0) parts.push(`${number} ${number === 1 ? one : many}`);
  };
  add(waves, 'wave', 'waves');
  add(count('merged', 'divided', 'eliminated', 'factored'), 'merge', 'merges');
  add(count('fractured'), 'break', 'breaks');
  add(count('spawned'), 'new tile', 'new tiles');
  const made = largest > 0 ? ` The largest made is ${largest}.` : '';
  const last = events.filter((event) => ['scored', 'reached', 'ended'].includes(event.type));
  const sentences = last.flatMap((event) => event.sentence ?? []).join(' ');
  return `${parts.join(', ')}.${made} ${sentences}`.trim();
}
