// For tests alone: the engine in Node.js, from the bindings next to the sources.
import { readFileSync } from 'node:fs';
import { initSync } from '../engine/page.js';

export function startEngine(): void {
  initSync({ module: readFileSync(new URL('../engine/page_bg.wasm', import.meta.url)) });
}
