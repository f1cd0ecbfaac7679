import { EFFECT_OF_FAILURE, type Failure } from '../domain/failure.ts';

/** Exit codes (CONTRACT): the stop gate answers 0 or 2; everything else that fails is 1. */
export const EXIT = { ok: 0, failed: 1, blocked: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a failure ends a command with. Only the stop gate's question can block. */
export function exitCodeOf(
  failure: Failure,
  asks: 'may-the-session-end' | 'anything-else',
): ExitCode {
  const blocks = EFFECT_OF_FAILURE[failure.kind] === 'block';
  return asks === 'may-the-session-end' && blocks ? EXIT.blocked : EXIT.failed;
}
