// The engine: rules and sessions, compiled to WebAssembly. Everything here is re-exported from its bindings. Pages load it
// without players: those are in the larger module that `searchWorker.ts` loads when one is asked.

import address from '../engine/page.wasm?url';
import init from '../engine/tilewright_web.js';

export * from '../engine/tilewright_web.js';

let started: Promise<void> | undefined;

/** Resolves when the engine can be called. */
export function ready(): Promise<void> {
  started ??= init({ module_or_path: fetch(address) }).then(() => undefined);
  return started;
}
