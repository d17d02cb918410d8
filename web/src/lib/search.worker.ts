// A player in a thread of its own: it gets a position and answers with a ranking.
import init, { Engine, type Ranking } from '../engine/tilewright_web.js';

/** A position to rank. The first question brings the compiled engine along. */
export interface Question {
  id: number;
  module?: WebAssembly.Module;
  what: string;
  board: string;
  player: string;
  /** How long it may take, in milliseconds. */
  ms: number;
}

export type Answer = { id: number } & ({ ranking: Ranking } | { error: string });

let started: Promise<unknown> | undefined;
/** The engine of the last question: it remembers what it has searched, so it is held as long as player and game stay. */
let held: { player: string; what: string; engine: Engine } | undefined;

function engineFor(player: string, what: string): Engine {
  if (held?.player !== player || held.what !== what) {
    held?.engine.free();
    held = undefined;
    held = { player, what, engine: new Engine(player, what) };
  }
  return held.engine;
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { id, module, what, board, player, ms } = data;
  try {
    if (module) started ??= init({ module_or_path: module });
    await started;
    const ranking = engineFor(player, what).rank(board, ms);
    postMessage({ id, ranking } satisfies Answer);
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer);
  }
};
