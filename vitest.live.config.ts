import { defineConfig } from 'vitest/config';

/** `npm run test:live`: the few cases that ask the real API. They need a key, and cost some cents. */
export default defineConfig({
  test: {
    include: ['test/live/*.live.ts'],
    globalSetup: ['test/rig/build.ts'],
    testTimeout: 120_000,
    reporters: ['verbose'],
  },
});
