// The WebAssembly half: node run.mjs MODULE.wasm REPLAY… prints the same traces as the native program.
import { readFileSync } from "node:fs";

const [wasm, ...files] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
for (const file of files) {
  // A fresh instance a file: nothing of one replay can reach another.
  const { parity_room, parity_trace, memory } = new WebAssembly.Instance(module).exports;
  const input = readFileSync(file);
  const place = parity_room(input.length);
  new Uint8Array(memory.buffer, place, input.length).set(input);
  const answer = parity_trace(place, input.length);
  // The memory may have grown and moved: look at it only now.
  const length = new DataView(memory.buffer).getUint32(answer, true);
  const trace = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, length));
  process.stdout.write(`${file}\n${trace}`);
}
