// A player in a thread of its own: it gets a position and answers with a ranking.
import init, { Play, type Ranking } from '../engine/tilewright_web.js';

/** What is asked. The first question brings the compiled engine along. */
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

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { id, module, what, board, player, ms } = data;
  try {
    if (module) started ??= init({ module_or_path: module });
    await started;
    const play = Play.place(what, board, '0');
    const ranking = play.rank(player, undefined, ms);
    play.free();
    postMessage({ id, ranking } satisfies Answer);
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer);
  }
};
