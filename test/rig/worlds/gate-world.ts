import { withinTime } from '../../../src/adapters/bounded-work.ts';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import type { CheckWorld } from '../../../src/checks/check-world.ts';
import type { CheckSchedule } from '../../../src/checks/running.ts';
import { keptLookText } from '../../../src/domain/promise/kept-test-look.ts';
import type { TreeDigest, TreeEntry } from '../../../src/domain/promise/tree.ts';
import type { StandingLine } from '../../../src/domain/session/standing-log.ts';
import type { ProveWorld } from '../../../src/gates/prove-promise.ts';
import type { StandingWorld } from '../../../src/gates/standing.ts';
import type { Checkout, Git, RunEnd } from '../../../src/ports.ts';
import { NOW, PROMISE_ID, promiseValue } from '../values/domain-values.ts';
import { fakeClock } from '../values/judge-values.ts';
import type { PromiseParts } from '../values/promises.ts';
import { checkWorld } from './check-world.ts';
import { createMemoryStore, emptyTables, type Tables } from './memory-store.ts';

/** The gates in the tests' own process: promises in memory, and commands that only say how they end. */

export const OWNER = 'session-a';

const bound = (digest: string): TreeDigest => ({ bound: true, digest });

/** Files that cannot be told. */
export const UNTOLD: TreeDigest = { bound: false, why: 'no-repository', reason: 'no repository' };

/** A checkout of which each look sees the next of these fingerprints, and the last one from then on. */
export function checkoutOf(...trees: readonly (TreeDigest | string)[]): Checkout {
  let looks = 0;
  return {
    snapshot() {
      const tree = trees[Math.min(looks, trees.length - 1)] ?? 'now';
      looks += 1;
      const digest = typeof tree === 'string' ? bound(tree) : tree;
      const object = digest.bound ? digest.digest : '';
      const entries: readonly TreeEntry[] = [{ path: 'a.txt', mode: '100644', object }];
      return {
        digest: () => digest,
        entries: () => (digest.bound ? entries : []),
        committed: () => entries,
        changeTimes: () => new Map(),
      };
    },
  };
}

/** One check at a time, of which nothing is told. */
export const IN_TURN: CheckSchedule = { atOnce: 1, onStart: () => {}, onEnd: () => {} };

/** The world of checks whose commands end at once: with 0, or with what `false` and the like would. */
export function quickChecks(
  meanwhile: (command: string) => void = () => undefined,
  parts: Partial<CheckWorld> = {},
) {
  const ran: string[] = [];
  const interruption = new AbortController();
  const { signal } = interruption;
  const checks = checkWorld({
    signal,
    run: {
      async program({ command }) {
        const line = typeof command === 'string' ? command : command.join(' ');
        ran.push(line);
        meanwhile(line);
        const code = /^exit (\d+)$/.exec(line)?.[1] ?? 0;
        const ended: RunEnd = signal.aborted
          ? { how: 'interrupted' }
          : { how: 'exit', code: Number(code) };
        const output = { bytes: 0, sha256: sha256(''), tail: '' };
        return { argv: [line], ended, durationMs: 0, output };
      },
    },
    ...parts,
  });
  return { checks, ran, interrupt: () => interruption.abort() };
}

/** What standing checks are run with, and the lines that are kept of them. */
export function standingHere(checkout: Checkout = checkoutOf()) {
  const lines: StandingLine[] = [];
  const world: StandingWorld = {
    log: { read: () => lines, append: (line) => void lines.push(line) },
    checkout,
    folder: '/work',
    session: OWNER,
    clock: fakeClock(),
    sha256,
    secretValues: () => [],
  };
  return { lines, world };
}

/** Git, where there is no repository. */
const NO_GIT: Git = {
  commitOf: () => ({ ok: false, reason: 'there is no repository' }),
  tracked: () => new Set(),
  changedSince: () => ({ ok: false, reason: 'there is no repository' }),
  changedTexts: () => ({ ok: false, reason: 'there is no repository' }),
};

/** A look for weakened tests that found none. */
const NOTHING_WEAKENED = keptLookText({
  examined: true,
  base: '',
  findings: [],
  named: [],
  notes: [],
  isPartial: false,
});

/**
 * A promise of `OWNER` with these criteria, and what proving it needs. `meanwhile` happens while each command runs.
 */
export function provingHere(
  acceptance_criteria: readonly PromiseParts[],
  meanwhile: (here: { readonly tables: Tables; readonly interrupt: () => void }) => void = () =>
    undefined,
) {
  const tables = emptyTables();
  tables.promises.set(PROMISE_ID, promiseValue(OWNER, { acceptance_criteria }));
  const { promises, validations } = createMemoryStore(tables, OWNER, Date.parse(NOW));
  const { checks, interrupt, ran } = quickChecks(() => meanwhile({ tables, interrupt }));
  const world: ProveWorld = {
    project: '/work',
    seals: {
      seal: (text) => `sealed ${text}`,
      isSealed: (text, seal) => seal === `sealed ${text}`,
    },
    promises,
    validations,
    checks,
    checkout: checkoutOf(),
    otherCheckout: undefined,
    git: NO_GIT,
    sha256,
    withinTime,
    keptLooks: {
      open: () => ({ recall: () => NOTHING_WEAKENED, remember: () => undefined }),
    },
    schedule: IN_TURN,
    standing: standingHere().world,
    show: async () => ({ kind: 'not-told', reason: 'nothing was asked' }),
    keepArtifact: (path, { length: bytes }) => ({ path, bytes, sha256: null }),
  };
  return { interrupt, ran, tables, world };
}
