// node strip.mjs MODULE OUT: the engine without its players. Removes their exports, so that an optimiser can remove the
// functions that only they use, and overwrites learned weights with zeros.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import binaryen from '../../web/node_modules/binaryen/index.js';

const [from, to] = process.argv.slice(2);
const content = readFileSync(from);
const weights = new URL('../../crates/players/src/small/', import.meta.url);
for (const name of readdirSync(weights).filter((name) => name.endsWith('.bin'))) {
  const bytes = readFileSync(new URL(name, weights));
  const at = content.indexOf(bytes);
  if (at < 0) throw new Error(`${from} does not contain ${name}`);
  content.fill(0, at, at + bytes.length);
}
const module = binaryen.readBinary(content);
const exports = Array.from({ length: module.getNumExports() }, (_, i) =>
  binaryen.getExportInfo(module.getExportByIndex(i)),
);
for (const { name } of exports) if (/^(__wbg_)?engine_/.test(name)) module.removeExport(name);
writeFileSync(to, module.emitBinary());
