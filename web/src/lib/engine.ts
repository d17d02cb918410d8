// The engine: rules, sessions and players, compiled to WebAssembly. Everything here is re-exported from its bindings.
import init from '../engine/tilewright_web.js';
import address from '../engine/tilewright_web_bg.wasm?url';

export * from '../engine/tilewright_web.js';

let compiled: Promise<WebAssembly.Module> | undefined;
let started: Promise<void> | undefined;

/** The compiled module: made once, shared with workers, so that a new worker starts in a moment. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(address));
  return compiled;
}

/** Resolves when the engine can be called. */
export function ready(): Promise<void> {
  started ??= engineModule().then(async (module) => {
    await init({ module_or_path: module });
  });
  return started;
}
