import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offline } from './src/offline/plugin.ts';

/** What a page may do; the arcade's own server sends the same and forbids frames as well, which only a header can. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; img-src 'self' blob: data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** The policy in the built page itself: any web server will do. */
function policy(): Plugin {
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: POLICY };
  const tag: HtmlTagDescriptor = { tag: 'meta', attrs, injectTo: 'head-prepend' };
  return { name: 'policy', apply: 'build', transformIndexHtml: () => [tag] };
}

export default defineConfig({
  // Every address is relative, so that the pages work under any path.
  base: './',
  plugins: [svelte(), offline(), policy()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Nothing is put inline: the content security policy allows no data in scripts and styles.
    assetsInlineLimit: 0,
  },
  // The same policy as the arcade's own server, so that what it forbids is noticed here.
  preview: {
    headers: { 'Content-Security-Policy': POLICY },
  },
  // The time bounds a hang, it measures nothing: machines are busy.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
