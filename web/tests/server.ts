// Serves the pages: the address in TILEWRIGHT_URL, or else Vite with what was built last.
import { existsSync } from 'node:fs';
import { preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TILEWRIGHT_URL;
  if (given) {
    project.provide('url', given.endsWith('/') ? given : `${given}/`);
    return undefined;
  }
  if (!existsSync('dist/index.html'))
    throw new Error('There is no dist/index.html to test; build it with “npm run build” first.');
  const server = await preview({ preview: { port: 0 }, logLevel: 'silent' });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('Vite has no address to serve the pages at.');
  project.provide('url', url);
  return () => server.close();
}
