import { decideCheck } from '../../src/domain/stop-check.ts';
import type { Block, Checker, GateFacts, ReviewFacts } from '../../src/stop-gate/checkers.ts';
import { checkFacts, namedPromise, PROMISE_ID, sessionValue } from './domain-values.ts';
import { criterion } from './promises.ts';

/** Parts of the stop gate for tests in the same process; `said` is what others wrote. */

export const OWNER = 'session-a';

export function reviewValue(said: string): ReviewFacts {
  return { blocks: true, reason: said, next: [said], questions: [said] };
}

/** The facts of a stop that nothing holds. */
export const NOTHING_HOLDS: GateFacts = {
  check: decideCheck(checkFacts(sessionValue(OWNER), [])),
  lost: [],
  todos: [],
  beads: { uncommitted: [], blocked: [] },
  continuation: undefined,
  reality: undefined,
};

/** What makes each checker block, in the order of the design, with words of somebody else in it. */
export const HOLDING: Readonly<Record<Block['checker'], (said: string) => Partial<GateFacts>>> = {
  promises: (said) => ({
    check: decideCheck(
      checkFacts(sessionValue(OWNER), [
        namedPromise(PROMISE_ID, OWNER, {
          title: said,
          acceptance_criteria: [criterion('AC-1', { description: said })],
        }),
      ]),
    ),
  }),
  'promises-unread': (said) => ({
    check: { failure: { kind: 'broken-file', file: { path: said, reason: said } } },
  }),
  'lost-promises': (said) => ({ lost: [{ id: said, how: 'vanished' }] }),
  'beads-sync': (said) => ({ beads: { uncommitted: [said], blocked: [] } }),
  'blocked-work': (said) => ({
    beads: { uncommitted: [], blocked: [{ id: said, title: said, priority: 0, waitsFor: [said] }] },
  }),
  todos: (said) => ({ todos: [{ text: said, status: 'pending' }] }),
  'continuation-review': (said) => ({ continuation: reviewValue(said) }),
  'reality-check': (said) => ({ reality: reviewValue(said) }),
};

export const SETTINGS: Parameters<Checker['block']>[1] = {
  timeoutMs: 50_000,
  beads: true,
  orchestrators: [],
  todos: true,
  gitStatus: true,
  availableWork: true,
};

/** Every checker is asked. */
export const EVERY_PRIORITY = Number.POSITIVE_INFINITY;
