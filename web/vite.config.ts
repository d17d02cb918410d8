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
  test: { include: ['src/**/*.test.ts'] },
});
