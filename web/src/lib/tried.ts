// The game that came by a link last and is not stored: it is there again when the user comes back to its address, from the
// settings or from its replay, as long as the page lasts.
import type { Session } from './engine';
import type { Start } from './opening';
import type { PlayModel } from './playModel.svelte';

export interface TriedGame {
  session: Session;
  start: Start;
  /** The slot's name without its number, if it is to be stored; `undefined` for a variant that is not stored either. */
  base?: string;
}

let held: { address: string; tried: TriedGame; model: PlayModel } | undefined;

/** Holds a game that is tried at an address, in place of the one before. */
export function holdTried(address: string, tried: TriedGame, model: PlayModel): void {
  held = { address, tried, model };
}

/** The game that is tried at an address, as it stands now. */
export function triedGame(address: string): TriedGame | undefined {
  return held?.address === address ? { ...held.tried, session: held.model.session } : undefined;
}

/** The address and the session of the game that is tried. */
export function lastTried(): { address: string; session: Session } | undefined {
  return held && { address: held.address, session: held.model.session };
}

export function forgetTried(): void {
  held = undefined;
}
