import type { Bead } from '../domain/beads.ts';
import type { StopGateSettings } from '../domain/configuration.ts';
import type { Failure } from '../domain/failure.ts';
import type { LostPromise } from '../domain/lost-promise.ts';
import type { CheckDecision } from '../domain/stop-check.ts';
import { isOpenTodo, type Todo } from '../domain/todos.ts';

/** What the checkers go by. What was not looked at concerns nobody and blocks nobody. */
export interface GateFacts {
  /** As `--check` decides, or why that could not be decided. */
  readonly check: CheckDecision | { readonly failure: Failure };
  /** Promises that were open at the last stop and are gone. */
  readonly lost: readonly LostPromise[];
  readonly todos: readonly Todo[];
  /** What beads and git say, where the session is asked about it. */
  readonly beads: BeadsFacts;
  readonly continuation: ReviewFacts | undefined;
  readonly reality: ReviewFacts | undefined;
}

export interface BeadsFacts {
  /** Files of `.beads/` that are not committed. */
  readonly uncommitted: readonly string[];
  /** Blocked work that this session was not told of. */
  readonly blocked: readonly Bead[];
}

/** What a review found, as far as the gate goes by it. */
export interface ReviewFacts {
  readonly blocks: boolean;
  readonly reason: string;
  /** What to do next, one a line. */
  readonly next: readonly string[];
  /** What only the user can answer. */
  readonly questions: readonly string[];
}

/** Why a session may not end yet. */
export type Block =
  | {
      readonly checker: 'promises';
      readonly decision: CheckDecision;
      readonly lost: readonly LostPromise[];
    }
  | { readonly checker: 'promises-unread'; readonly failure: Failure }
  | { readonly checker: 'lost-promises'; readonly lost: readonly LostPromise[] }
  | { readonly checker: 'beads-sync'; readonly files: readonly string[] }
  | { readonly checker: 'blocked-work'; readonly blocked: readonly Bead[] }
  | { readonly checker: 'todos'; readonly open: readonly Todo[] }
  | { readonly checker: 'continuation-review'; readonly review: ReviewFacts }
  | { readonly checker: 'reality-check'; readonly review: ReviewFacts };

/** One checker: its place in the order (DESIGN §6), and its decision, which looks at nothing but facts. */
export interface Checker {
  readonly name: string;
  readonly priority: number;
  block(facts: GateFacts, settings: StopGateSettings): Block | undefined;
}

const completionPromise: Checker = {
  name: 'completion promise',
  priority: 1,
  block({ check, lost }) {
    if ('failure' in check) return { checker: 'promises-unread', failure: check.failure };
    if (!check.mayEnd) return { checker: 'promises', decision: check, lost };
    return lost.length > 0 ? { checker: 'lost-promises', lost } : undefined;
  },
};

const beadsSync: Checker = {
  name: 'beads sync',
  priority: 2,
  block: ({ beads: { uncommitted } }) =>
    uncommitted.length > 0 ? { checker: 'beads-sync', files: uncommitted } : undefined,
};

const orchestratorGuidance: Checker = {
  name: 'orchestrator guidance',
  priority: 2.5,
  block: ({ beads: { blocked } }) =>
    blocked.length > 0 ? { checker: 'blocked-work', blocked } : undefined,
};

const todoContinuation: Checker = {
  name: 'todo continuation',
  priority: 3,
  block({ todos }, settings) {
    const open = settings.todos ? todos.filter(isOpenTodo) : [];
    return open.length > 0 ? { checker: 'todos', open } : undefined;
  },
};

const continuationReview: Checker = {
  name: 'continuation review',
  priority: 3.5,
  block: ({ continuation: review }) =>
    review?.blocks ? { checker: 'continuation-review', review } : undefined,
};

const realityCheck: Checker = {
  name: 'reality check',
  priority: 3.6,
  block: ({ reality: review }) =>
    review?.blocks ? { checker: 'reality-check', review } : undefined,
};

/** All that can block, in the order in which they are asked. P0 caps, P4 and P5 advise. */
export const CHECKERS: readonly Checker[] = [
  completionPromise,
  beadsSync,
  orchestratorGuidance,
  todoContinuation,
  continuationReview,
  realityCheck,
];

/** The first block of the checkers up to a priority, with those of that priority. */
export function firstBlock(
  facts: GateFacts,
  settings: StopGateSettings,
  upTo: number,
): Block | undefined {
  for (const checker of CHECKERS.filter(({ priority }) => priority <= upTo)) {
    const block = checker.block(facts, settings);
    if (block !== undefined) return block;
  }
  return undefined;
}
