import { textOf, textsIn } from '../base/document.ts';
import type { CompletionPromise, JudgmentRecord } from '../promise/promise.ts';

/** One run of a judge, in a few words. */
export interface BriefRun {
  readonly at: string;
  /** The session that asked. */
  readonly session: string;
  readonly model: string;
  readonly verdict: 'PASS' | 'FAIL';
  /** Whether the run was discarded, since something talked the judge round. */
  readonly isDiscarded: boolean;
  /** The criteria that it failed. */
  readonly failed: readonly string[];
}

/** A promise that a judge failed and a later one passed. */
interface Turned {
  /** The last run that failed it. */
  readonly before: BriefRun;
  /** The first one after it that passed it. */
  readonly after: BriefRun;
  /** How many runs failed it in all. */
  readonly failures: number;
}

/**
 * The two runs between which the verdict turned from FAIL to PASS. Undefined where it never did, or where a later run
 * failed the promise again: a PASS that was given at the second attempt is for a reader to weigh.
 */
export function turnedVerdict({ judgments }: CompletionPromise): Turned | undefined {
  const runs = judgments ?? [];
  const last = runs.findLastIndex(({ verdict }) => verdict === 'FAIL');
  const before = runs[last];
  const after = runs.slice(last + 1).find(isPass);
  if (before === undefined || after === undefined) return undefined;
  const failures = runs.filter(({ verdict }) => verdict === 'FAIL').length;
  return { before: briefOf(before, 'FAIL'), after: briefOf(after, 'PASS'), failures };
}

/** A PASS counts where the run came to its end. */
function isPass({ status, verdict }: JudgmentRecord): boolean {
  return verdict === 'PASS' && status === 'success';
}

function briefOf(record: JudgmentRecord, verdict: BriefRun['verdict']): BriefRun {
  return {
    at: textOf(record['timestamp']),
    session: textOf(record['session_id']),
    model: textOf(record['model']),
    verdict,
    isDiscarded: record.status === 'compromised',
    failed: textsIn(record['failed']),
  };
}
