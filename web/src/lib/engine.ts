// The engine: rules and sessions, compiled to WebAssembly. Everything here is re-exported from its bindings. Pages load it
// without players: those are in the larger module that `searchWorker.ts` loads when one is asked.

import init from '../engine/page.js';
import address from '../engine/page_bg.wasm?url';

export * from '../engine/page.js';
export type { Ranking, TrialTable } from '../engine/tilewright_web.js';

let started: Promise<void> | undefined;

/** Resolves when the engine can be called. */
export function ready(): Promise<void> {
  started ??= init({ module_or_path: fetch(address) }).then(() => undefined);
  return started;
}
