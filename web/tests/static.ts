// A server for what was built, with a worker script that can be changed: how a new version comes about.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export async function serve(
  edit: (path: string, content: Buffer) => Buffer | string,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    const name = path === '/' ? '/index.html' : path;
    readFile(join('dist', name)).then(
      (content) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
          'cache-control': 'no-cache',
        });
        response.end(edit(name, content));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
