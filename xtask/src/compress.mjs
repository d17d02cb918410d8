// node compress.mjs FOLDER: beside each file that gains by it, the same compressed, as a server sends it. Tells the sizes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.argv[2];
const brotli = (content) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
let sum = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const content = readFileSync(path);
  let sent = content.length;
  for (const [ending, compress] of [
    ['br', brotli],
    ['gz', (content) => gzipSync(content, { level: 9 })],
  ]) {
    const small = compress(content);
    if (small.length >= content.length) continue;
    writeFileSync(`${path}.${ending}`, small);
    sent = Math.min(sent, small.length);
  }
  sum += sent;
  console.log(`${String(content.length).padStart(9)} ${String(sent).padStart(8)}  ${path}`);
}
console.log(`${String(sum).padStart(18)}  in all, compressed`);
