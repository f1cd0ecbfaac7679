import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { AnswerFor } from '../domain/validation/validation.ts';
import type { ValidationResponse } from '../domain/validation/validation-response.ts';

/** The validators' answers: all of them, and for each criterion the one that governs. */
export interface ValidationStore {
  /** Stores an answer with its `_metadata`. Fails: invalid id, broken file, file system. */
  store(
    promise: string,
    criterion: string,
    response: ValidationResponse,
    origin: AnswerOrigin,
  ): Promise<Result<StoredValidation>>;
  /**
   * The governing answers for some criteria of a promise, all read now. The ids may be any text: those
   * that cannot be stored have no answer. `until`: a timestamp, after which answers were not there yet; answers of
   * other programs, which say no time, always were.
   */
  answersTo(
    promise: string,
    criteria: readonly { readonly id: string }[],
    until?: string,
  ): Promise<AnswerFor>;
}

/** Who gives an answer, and what evidence it is about. */
interface AnswerOrigin {
  readonly storedBy: string;
  readonly sessionId: string | null;
  /** The digest of the criterion's evidence; null where the promise has no such criterion. */
  readonly evidenceDigest: string | null;
}

export interface StoredValidation {
  /** Where the governing answer is kept, as a text for people. */
  readonly place: string;
  /** The answer that Gate 2 goes by now. It is not the stored one where another validator's FAIL stands. */
  readonly governing: ValidationResponse;
  readonly warnings: readonly Failure[];
}
