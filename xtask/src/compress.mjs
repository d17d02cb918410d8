// node compress.mjs FOLDER: writes compressed copies next to each file that gets smaller, as a server sends them. Prints the
// sizes, and what the first visit of the menu fetches.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
const sizes = new Map();
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const content = readFileSync(path);
  let sent = content.length;
  // Weights are range-coded: nothing makes them smaller, and trying takes longest.
  const forms = entry.name.endsWith('.values')
    ? []
    : [
        ['br', brotli],
        ['gz', (content) => gzipSync(content, { level: 9 })],
      ];
  for (const [ending, compress] of forms) {
    const small = compress(content);
    if (small.length >= content.length) continue;
    writeFileSync(`${path}.${ending}`, small);
    sent = Math.min(sent, small.length);
  }
  sizes.set(relative(folder, path), sent);
  console.log(`${String(content.length).padStart(9)} ${String(sent).padStart(8)}  ${path}`);
}

const print = (names, what) => {
  const sum = names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  console.log(`${String(sum).padStart(18)}  ${what}`);
};
print([...sizes.keys()], 'in all, compressed');
// The menu: the page, the scripts and styles that it names, and the engine.
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name);
const engine = [...sizes.keys()].filter((name) => /page_bg-[^/]*\.wasm$/.test(name));
print(['index.html', ...named, ...engine], 'of these for the first page');
