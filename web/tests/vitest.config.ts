// The browser tests: real pages in a real browser. Each file starts its own, so two files run at the same time; more would
// only wait for the processor.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: './tests/server.ts',
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    // Generous: these bound a hang, they measure nothing.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
