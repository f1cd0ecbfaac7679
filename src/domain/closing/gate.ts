import type { Failure } from '../base/failure.ts';
import { failed, type Result, success } from '../base/result.ts';
import type { VerificationGates } from '../promise/event.ts';
import type { ClosingFacts } from './facts.ts';

/** Decides whether a promise passes: gives the word that it keeps of that, if any, or why the gate is shut. */
export type Gate = (facts: ClosingFacts) => Result<VerificationGates>;

/** What a gate gives that is open where there is no fault. */
export function unless(
  fault: Failure | undefined,
  passage: VerificationGates = {},
): Result<VerificationGates> {
  return fault === undefined ? success(passage) : failed(fault);
}
