import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { HostRig } from '../host.ts';
import { act, heldWords, installHooks } from '../scenarios/scenario.ts';
import { done, follows, promises } from '../scenarios/steps.ts';
import { codex } from './codex.ts';

/** Codex as codex-action starts it, in a project that nobody trusted. `own`: the words of the workflow (`codex-args`). */
function asAction(own: readonly string[]): HostRig {
  return {
    ...codex,
    prepare(place, modelUrl) {
      const env = codex.prepare(place, modelUrl);
      const path = join(place.home, '.codex', 'config.toml');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/\n\[projects[\s\S]*/, '\n'));
      return env;
    },
    words: (prompt) => [
      ...['exec', '--skip-git-repo-check', ...own],
      ...['--sandbox', 'workspace-write', prompt],
    ],
  };
}

const UNREVIEWED = '--dangerously-bypass-hook-trust';

describe.skipIf(inject('clients').codex === '')('a session as codex-action starts it', () => {
  it.each<[string, string, readonly string[], string]>([
    ['that the project committed', '--shared', ['--trust', UNREVIEWED], 'held once'],
    ['that the project committed', '--shared', [UNREVIEWED], 'not held'],
    ['that the project committed', '--shared', ['--trust'], 'not held'],
    ['that a step before put into the home', '--user', [UNREVIEWED], 'held once'],
    ['that a step before put into the home', '--user', [], 'not held'],
  ])('with hooks %s (%s) and the words %j is %s', async (_hooks, place, own, expected) => {
    const { blocks } = await act(asAction(own), {
      agent: [...promises(), done, follows],
      install: (world) => installHooks(world, [place]),
    });
    expect(heldWords(blocks)).toBe(expected);
  });
});
