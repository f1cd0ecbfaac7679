import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Not in /tmp: the sandbox of Codex has a `.git` there while it runs, by which all below seems to lie in a repository. */
const SCRATCH: Record<string, string> = existsSync('/var/tmp') ? { TMPDIR: '/var/tmp' } : {};

/** What the files of a mode are called, where they are not those of the tests. */
const FILES: Readonly<Record<string, string>> = { bench: 'bench', recording: 'recording' };

/**
 * `npm run test:hosts`: sessions of the real host programs, whose models are scripts on loopback. It
 * installs the programs from the npm registry into the user's cache. `npm run test:screens`: such sessions on a screen, in a
 * tmux each. With `-- --mode previous` the first plays the versions before. `npm run bench:hosts` measures. `npm run recording` records one of them as a picture.
 */
export default defineConfig(({ mode }) => ({
  test: {
    include: [`test/hosts/**/*.${FILES[mode] ?? 'host'}.ts`],
    env: {
      HOSTS_PREVIOUS: mode === 'previous' ? '1' : '',
      HOSTS_SCREENS: mode === 'screens' ? '1' : '',
      HOSTS_RECORDING: mode === 'recording' ? '1' : '',
      ...SCRATCH,
    },
    globalSetup: ['test/rig/build.ts', 'test/hosts/set-up.ts'],
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // What was seen is shown whole.
    chaiConfig: { truncateThreshold: 0 },
  },
}));
