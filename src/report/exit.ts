import { EFFECT_OF_FAILURE, type Failure } from '../domain/base/failure.ts';

/**
 * Exit codes: the stop gate and the reality check answer 0 or 2, and 1 to a mistake in the
 * call; everything else that fails is 1. 130 is what shells know an interrupted program by.
 * 3: what is recorded does not fit what is there.
 * 10 and 12 tell `bin/cs-hook` that an answer is whole, and that the hook ends with 0 or 2: no program ends with them by
 * chance.
 */
export const EXIT = {
  ok: 0,
  failed: 1,
  blocked: 2,
  misfit: 3,
  answered: 10,
  answeredByTwo: 12,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command line asks. Only the stop gate's question can be answered with a block. */
export type CommandQuestion = 'may-the-session-end' | 'anything-else';

/** The exit code of a failure. */
export function exitCodeOf(failure: Failure, asks: CommandQuestion): ExitCode {
  if (failure.kind === 'interrupted') return EXIT.interrupted;
  const blocks = EFFECT_OF_FAILURE[failure.kind] === 'block';
  return asks === 'may-the-session-end' && blocks ? EXIT.blocked : EXIT.failed;
}
