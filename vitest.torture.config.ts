import { defineConfig } from 'vitest/config';

const seconds = Number(process.env['TORTURE_SECONDS'] ?? '0');

/** `npm run torture`: what takes too long to stand between a newcomer and a change. */
export default defineConfig({
  test: {
    include: [
      'test/torture/**/*.torture.ts',
      'test/simulation/seeds.torture.ts',
      'test/**/*.property.test.ts',
    ],
    globalSetup: ['test/rig/scratch.ts', 'test/rig/build.ts', 'test/rig/server.ts'],
    setupFiles: ['test/rig/same-cases.ts'],
    isolate: false,
    // These end only what hangs.
    testTimeout: 1000 * (1800 + 2 * seconds),
    hookTimeout: 300_000,
    reporters: ['verbose'],
  },
});
