import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { offline } from './src/offline/plugin.ts';

export default defineConfig({
  // Every address is relative, so that the pages work under any path.
  base: './',
  plugins: [svelte(), offline()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Nothing is put inline: the content security policy allows no data in scripts and styles.
    assetsInlineLimit: 0,
  },
  // The same policy as the arcade's own server, so that what it forbids is noticed here.
  preview: {
    headers: {
      'Content-Security-Policy':
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; img-src 'self' blob: data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'",
    },
  },
  // The time bounds a hang, it measures nothing: machines are busy.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
