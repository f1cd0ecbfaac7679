import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import type { CompletionPromise, JudgmentRecord } from '../domain/promise/promise.ts';
import type { AcknowledgedChange } from '../store/promise-store.ts';
import type { JudgeRun } from './judge-gate.ts';
import type { TierOne } from './tier-one.ts';

/** What came of taking a promise through the gates. */
export type Verified =
  | {
      readonly outcome: 'verified';
      readonly change: AcknowledgedChange;
      readonly gates: VerificationGates;
      readonly tierOne: TierOne;
      /** The run of the judge, where one was asked. */
      readonly run: JudgeRun | undefined;
      /** The earlier PASS by which Gate 3 is open, where none was asked. */
      readonly served: JudgmentRecord | undefined;
    }
  /** The judge was asked by another session than the owner's, and its verdict is recorded: nothing is closed by it. */
  | {
      readonly outcome: 'recorded';
      readonly run: JudgeRun;
      readonly promise: CompletionPromise;
      /** What keeps the promise open for its owner beside the judge, of Gate 2. */
      readonly stillShut: Failure | undefined;
      readonly warnings: readonly Failure[];
    }
  | { readonly outcome: 'already-verified'; readonly promise: CompletionPromise }
  /** The judge was asked, and the promise stays open. */
  | {
      readonly outcome: 'refused';
      readonly failure: Failure;
      readonly run: JudgeRun;
      readonly warnings: readonly Failure[];
    };

/** A failure; after a run of the judge, one that still reports what was asked and spent. */
export function failedAfter(run: JudgeRun | undefined, failure: Failure): Result<Verified> {
  return run === undefined
    ? failed(failure)
    : success({ outcome: 'refused', failure, run, warnings: [] });
}
