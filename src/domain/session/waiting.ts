import { isObject } from '../base/document.ts';
import type { QuestionRefusal } from '../base/failure.ts';
import type { StopGateState } from './stop-gate-state.ts';

/**
 * A session that waits for its user, who alone can answer its question. Its stops are let through, once for each
 * prompt of the user, and it is not complete.
 */

/** What a session can need of its user. */
export const NEEDS = ['credential', 'decision', 'access', 'information', 'other'] as const;

export type Need = (typeof NEEDS)[number];

/** The last wait of a session, as its file keeps it until the user's next prompt. */
export interface Waiting {
  readonly question: string;
  readonly needs: Need;
  /** When it began, in milliseconds: it is compared with the times of prompts. */
  readonly at: string;
  /** `asked`: by `cs ask`. `plan`: the session showed a plan in plan mode. */
  readonly kind: 'asked' | 'plan';
  /** Whether it has let a stop through. */
  readonly used: boolean;
  /** It was used and ended before the prompt did: it lets no stop through, and the prompt gets no other one. */
  readonly over?: true;
}

/** Most characters of a question that are kept. */
export const LONGEST_QUESTION = 1000;

export function isNeed(value: unknown): value is Need {
  return NEEDS.some((known) => known === value);
}

/** The wait that a session's file records; null where it has none, or none that can be read. */
export function waitingIn({ waiting }: StopGateState): Waiting | null {
  if (!isObject(waiting)) return null;
  const { at, kind, needs, over, question, used } = waiting;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null;
  if (typeof question !== 'string' || typeof used !== 'boolean') return null;
  return {
    question,
    needs: isNeed(needs) ? needs : 'other',
    at,
    kind: kind === 'plan' ? 'plan' : 'asked',
    used,
    ...(over === true ? { over } : {}),
  };
}

/** The state with a wait in the place of the one before; null takes it out. */
export function withWaiting(state: StopGateState, waiting: Waiting | null): StopGateState {
  const { waiting: _, ...others } = state;
  return waiting === null ? others : { ...others, waiting };
}

/** Whether the session waits now, for all that is kept. */
export function isWaiting(waiting: Waiting | null): waiting is Waiting {
  return waiting !== null && waiting.over !== true;
}

/** A wait that ends before the user's next prompt: the session took its question back, or nothing holds it. */
export function withdrawn(waiting: Waiting | null): Waiting | null {
  return waiting?.used === true ? { ...waiting, over: true } : null;
}

/**
 * Why a wait lets no stop through.
 * - `rejected`: a judge's FAIL stands.
 * - `lost`: a promise of the session is gone, or was changed by something else than the suite.
 * - `unread`: the state or the settings cannot be read.
 * - `unattended`: there is no user here to answer.
 */
export type WaitBar = 'rejected' | 'lost' | 'unread' | 'unattended';

/** What a question to the user goes by. */
interface WaitFacts {
  readonly kept: Waiting | null;
  /** Whether the user has spoken since a wait began. */
  readonly isAnswered: (waiting: Waiting) => boolean;
  readonly bar: WaitBar | undefined;
  /** The present time, as `Waiting.at`. */
  readonly at: string;
}

/** The same at a stop. */
export interface StopWaitFacts extends WaitFacts {
  /** What the session says in plan mode; undefined in every other mode. */
  readonly plan: string | undefined;
}

/** Whether a stop that a checker blocks is let through because the session waits. */
export type WaitDecision =
  | { readonly wait: 'through'; readonly waiting: Waiting }
  /** It waits, and the stop is blocked all the same. `kept`: the wait to keep; a plan is shown anew. */
  | {
      readonly wait: 'barred';
      readonly why: WaitBar;
      readonly waiting: Waiting;
      readonly kept: Waiting | null;
    }
  /** `mayAsk`: whether a question would let the session stop. */
  | { readonly wait: 'none'; readonly kept: Waiting | null; readonly mayAsk: boolean };

export function decideWait(facts: StopWaitFacts): WaitDecision {
  const kept = unanswered(facts);
  const waiting = kept ?? planOf(facts);
  if (!isWaiting(waiting)) {
    return { wait: 'none', kept, mayAsk: kept === null && facts.bar === undefined };
  }
  const { bar } = facts;
  if (bar !== undefined) return { wait: 'barred', why: bar, waiting, kept };
  return { wait: 'through', waiting: { ...waiting, used: true } };
}

/** Whether a question is kept: the wait that is, or why there is none. */
type AskDecision =
  | { readonly ask: 'kept'; readonly waiting: Waiting }
  | { readonly ask: 'refused'; readonly why: QuestionRefusal };

/**
 * Decides about a question. One that no stop has used is replaced. What bars a wait for good is refused; a lost
 * promise holds a session once, and a question that has no user to answer it is kept for its record.
 */
export function decideAsk(
  facts: WaitFacts,
  { needs, question }: Pick<Waiting, 'needs' | 'question'>,
): AskDecision {
  const { at, bar } = facts;
  if (unanswered(facts)?.used === true) return { ask: 'refused', why: 'used' };
  if (bar === 'rejected' || bar === 'unread') return { ask: 'refused', why: bar };
  return { ask: 'kept', waiting: { question, needs, at, kind: 'asked', used: false } };
}

/** The wait that is kept, where the user has not spoken since. */
function unanswered({ isAnswered, kept }: WaitFacts): Waiting | null {
  return kept === null || isAnswered(kept) ? null : kept;
}

/** The wait of a session that stops in plan mode: whatever it says there is for its user to approve. */
function planOf({ at, plan }: StopWaitFacts): Waiting | null {
  return plan === undefined
    ? null
    : { question: plan, needs: 'decision', at, kind: 'plan', used: false };
}

/**
 * What bars a wait, of all that holds a session: the one that lasts longest comes first. `lost` is told once;
 * where `unattended` alone remains, the question is for the record.
 */
export function barOf(holds: Readonly<Record<WaitBar, boolean>>): WaitBar | undefined {
  const order: readonly WaitBar[] = ['unread', 'rejected', 'lost', 'unattended'];
  return order.find((bar) => holds[bar]);
}
