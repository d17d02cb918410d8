// Numbers that nobody can foresee: seeds of new games, names of writers.

/** A seed: a number that is short enough to be typed. */
export function freshSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

const LARGEST = 2n ** 64n - 1n;

/** What is wrong with a seed that somebody typed; nothing where it is one. */
export function seedError(text: string): string | undefined {
  const fits = /^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST;
  return fits ? undefined : `A seed is a whole number from 0 to ${LARGEST}.`;
}
