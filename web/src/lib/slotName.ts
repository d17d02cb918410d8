// Names of save slots: `classic-2048`, `own-tiny` for a custom variant, `daily-2026-11-15` for a challenge. Further games of
// a name end in `~2`, `~3`, …

const DAILY = 'daily-';
const CUSTOM = 'own-';

/** The slot of the challenge of a date. */
export function dailySlot(date: string): string {
  return DAILY + date;
}

/** The date of a slot of a challenge, `2026-11-15` of `daily-2026-11-15~2`; `undefined` of another slot. */
export function dateOf(slot: string | undefined): string | undefined {
  return slot?.startsWith(DAILY) ? baseOf(slot).slice(DAILY.length) : undefined;
}

/** The slot of a custom variant. */
export function customSlot(name: string): string {
  return CUSTOM + name;
}

/** The custom variant of a slot without a number; `undefined` of another slot. */
export function customOf(base: string): string | undefined {
  return base.startsWith(CUSTOM) ? base.slice(CUSTOM.length) : undefined;
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
