// A thread of its own for what takes long: players that rank a position, and trials of edited rules.
import init, { Engine, type Ranking, Trial, type TrialTable } from '../engine/tilewright_web.js';

/** A position to rank. */
export interface Search {
  what: string;
  board: string;
  player: string;
  /** How long it may take, in milliseconds. */
  ms: number;
}

/** Edited rules to try, next to those they came from. */
export interface Rules {
  baseName: string;
  base: string;
  edited: string;
}

/** The first question brings the compiled engine along. */
export type Question = { id: number; module?: WebAssembly.Module } & ({ search: Search } | { rules: Rules });

/** A trial answers again and again, at last with `done`. */
export type Answer = { id: number } & ({ ranking: Ranking } | { table: TrialTable; done: boolean } | { error: string });

/** The addresses of the weights of players, by their names. */
const WEIGHTS = import.meta.glob<string>('../engine/weights/*.values', {
  query: '?url',
  import: 'default',
  eager: true,
});
/** How often a trial reports, in milliseconds. */
const REPORT_EVERY = 300;

let started: Promise<unknown> | undefined;
/** The engine of the last question: it remembers what it has searched, so it is held as long as player and game stay. */
let held: { player: string; what: string; engine: Engine } | undefined;

async function engineFor(player: string, what: string): Promise<Engine> {
  if (held?.player !== player || held.what !== what) {
    held?.engine.free();
    held = undefined;
    const name = Engine.weights(player, what);
    const fetched = name === undefined ? undefined : await weights(name);
    const alone = name !== undefined && !fetched;
    const engine = alone ? Engine.withoutWeights(player, what) : new Engine(player, what, fetched);
    // Without a network now; the next search tries again.
    if (alone) return engine;
    held = { player, what, engine };
  }
  return held.engine;
}

/** Fetches weights; `undefined` without a network. The service worker keeps them, so this is once a device. */
async function weights(name: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(WEIGHTS[`../engine/weights/${name}.values`] ?? '');
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

/** Reports what a trial finds until it is done. Ending this worker ends the trial. */
function tryRules(id: number, { baseName, base, edited }: Rules): void {
  const trial = new Trial(baseName, base, edited);
  const end = performance.now() + 1000 * Trial.seconds();
  for (;;) {
    const table = trial.play(REPORT_EVERY);
    const done = table.isDone || performance.now() >= end;
    postMessage({ id, table, done } satisfies Answer);
    if (done) break;
  }
  trial.free();
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { id, module } = data;
  try {
    if (module) started ??= init({ module_or_path: module });
    await started;
    if ('rules' in data) return tryRules(id, data.rules);
    const { player, what, board, ms } = data.search;
    const ranking = (await engineFor(player, what)).rank(board, ms);
    postMessage({ id, ranking } satisfies Answer);
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer);
  }
};
