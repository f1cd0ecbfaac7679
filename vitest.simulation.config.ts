import { defineConfig } from 'vitest/config';

/** `npm run simulate`: the simulator alone, which needs neither the built suite nor a server. */
export default defineConfig({
  test: {
    include: ['test/simulation/**/*.{test,torture,nightly}.ts'],
    disableConsoleIntercept: true,
    // These end only what hangs.
    testTimeout: 24 * 60 * 60 * 1000,
    hookTimeout: 300_000,
  },
});
