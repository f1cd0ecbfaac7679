import { isObject, textsIn } from '../base/document.ts';
import type { StopAttempt } from '../judging/reality-check.ts';
import { type Directive, readDirectives } from './directive.ts';

/**
 * What the stop gate keeps of a session, as its file holds it: an object with keys of its own and maybe
 * others, which every change keeps.
 */
export type StopGateState = { readonly [key: string]: unknown };

/** How many attempts are kept: the last ones show whether the work moves. */
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

/** The state with one more attempt, without the oldest where there are too many. */
export function withStopAttempt(state: StopGateState, attempt: StopAttempt): StopGateState {
  const stop_attempts = [...entriesOf(state, 'stop_attempts'), attempt].slice(-MOST_ATTEMPTS);
  return { ...state, stop_attempts };
}
