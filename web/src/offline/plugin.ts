// The build step for offline use: writes `sw.js`, the service worker with the list of everything that was built.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

export function offline(): Plugin {
  let publicDir = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      // After everybody else: the list has to be whole.
      order: 'post',
      handler(_options, bundle) {
        const hash = createHash('sha256');
        const files: string[] = [];
        const add = (name: string, content: string | Uint8Array): void => {
          // Weights of players are kept once they are asked for: most visitors never need most of them.
          if (!name.endsWith('.values')) files.push(name);
          hash.update(name).update(content);
        };
        for (const file of Object.values(bundle).sort((a, b) => a.fileName.localeCompare(b.fileName))) {
          add(file.fileName, file.type === 'chunk' ? file.code : file.source);
        }
        for (const path of under(publicDir)) add(relative(publicDir, path), readFileSync(path));
        const worker = readFileSync(new URL('./worker.js', import.meta.url), 'utf8');
        hash.update(worker);
        const constants = { FILES: files, VERSION: hash.digest('hex').slice(0, 12) };
        const head = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: head.join('') + worker });
      },
    },
  };
}

function under(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
