// The browser tests: real pages in a real browser, one file after the other, since they share its two cores.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: './tests/server.ts',
    fileParallelism: false,
    expect: { poll: { timeout: 20_000 } },
    // Generous: these bound a hang, they measure nothing.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
