import { type Directive, readDirectives } from './directive.ts';
import { isObject, textsIn } from './document.ts';

/**
 * What the stop gate keeps of a session, as its file holds it: an object with keys of its own and maybe
 * others, which every change keeps.
 */
export type StopGateState = { readonly [key: string]: unknown };

/** One time that the reality check was asked whether the session is done. */
export interface StopAttempt {
  readonly at: string;
  /** The tree fingerprint of the whole checkout; null where there was none. */
  readonly fingerprint: string | null;
  readonly pass: boolean;
  readonly reason: string;
  readonly missing_items: readonly string[];
  readonly suggested_next_steps?: readonly string[];
}

/** Attempts that are kept: the last ones say whether the work gets anywhere. */
export const MOST_ATTEMPTS = 50;

const LISTS = ['directives', 'stop_attempts'] as const;

/** Why a state cannot be used, in words for a person; nothing where it can. */
export function stateFault(state: StopGateState): string | undefined {
  const wrong = LISTS.find((key) => state[key] != null && !Array.isArray(state[key]));
  return wrong === undefined ? undefined : `\`${wrong}\` is not a list`;
}

/** The entries of one of its lists, as they stand in the file. */
export function entriesOf(state: StopGateState, key: (typeof LISTS)[number]): readonly unknown[] {
  const list = state[key];
  return Array.isArray(list) ? list : [];
}

export function directivesIn(state: StopGateState): readonly Directive[] {
  return readDirectives(entriesOf(state, 'directives'));
}

/** The attempts, oldest first. An entry that is not as expected is left out. */
export function attemptsIn(state: StopGateState): readonly StopAttempt[] {
  return entriesOf(state, 'stop_attempts').flatMap((entry) => readAttempt(entry) ?? []);
}

function readAttempt(entry: unknown): StopAttempt | undefined {
  if (!isObject(entry)) return undefined;
  const { at, fingerprint, missing_items, pass, reason, suggested_next_steps } = entry;
  if (typeof at !== 'string' || typeof pass !== 'boolean') return undefined;
  return {
    at,
    fingerprint: typeof fingerprint === 'string' && fingerprint !== '' ? fingerprint : null,
    pass,
    reason: typeof reason === 'string' ? reason : '',
    missing_items: textsIn(missing_items),
    ...(Array.isArray(suggested_next_steps)
      ? { suggested_next_steps: textsIn(suggested_next_steps) }
      : {}),
  };
}

/** The state with one more attempt, the oldest let go where there are too many. */
export function withAttempt(state: StopGateState, attempt: StopAttempt): StopGateState {
  const stop_attempts = [...entriesOf(state, 'stop_attempts'), attempt].slice(-MOST_ATTEMPTS);
  return { ...state, stop_attempts };
}
