// How quickly things are shown: the steps of a turn, and the pauses between the turns of whoever plays by itself.
import { settings } from './settings.svelte';
import { type Pace, STEP_TIMES } from './stage';

/** The pauses between two turns that keys go through, in milliseconds. */
export const PACES = [0, 50, 100, 200, 400, 800, 1500, 3000];

/** How turns are shown. */
export function pace(): Pace {
  return { step: STEP_TIMES[settings.now.speed], still: settings.still };
}

/** Sets the next shorter or longer pause; returns it. */
export function changePace(faster: boolean): number {
  const at = PACES.findIndex((pause) => pause >= settings.now.pace);
  const now = at < 0 ? PACES.length - 1 : at;
  const next = PACES[Math.min(Math.max(now + (faster ? -1 : 1), 0), PACES.length - 1)] ?? 400;
  settings.change({ pace: next });
  return next;
}
