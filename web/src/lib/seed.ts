// Random numbers: seeds of new games, ids of stores.

/** A seed: a number that is short enough to be typed. */
export function freshSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}
