import { standingRejection } from '../judging/judgment-record.ts';
import type { ReplayedDocument } from '../judging/replayed-answer.ts';
import { NO_FINDINGS } from '../judging/replayed-answer.ts';
import type { ReplayedJudgment } from '../judging/replayed-judgment.ts';
import type { CompletionPromise } from '../promise/promise.ts';
import type { TakeTree } from '../promise/tree.ts';
import type { AnswerFor } from '../validation/validation.ts';
import { type ReplayFacts, replayPromise } from './replay.ts';

/** What a promise's file can be held against by itself: the rest lies in other files of its project. */
const OF_THE_FILE: readonly string[] = ['self_report', 'proofs'];

/**
 * Replays a promise of which nothing but its file is there: every run of a judge that it keeps, and, where it is
 * verified, Gate 1, its proofs, and that no judge's FAIL stands.
 */
export function replayAlone(
  id: string,
  promise: CompletionPromise,
  settings: ReplayFacts['settings'],
): ReplayedDocument {
  const answerFor: AnswerFor = () => ({ found: 'none' });
  const takeTree: TakeTree = () => ({ bound: true, digest: '' });
  const { gates, judgments } = replayPromise({ id, promise, answerFor, takeTree, settings });
  const last = judgments.at(-1);
  const faults = [...judgments.flatMap(faultsOfRun), ...faultsOfGates(promise, gates)];
  return {
    what: 'promise',
    recorded: last?.recorded ?? null,
    derived: last?.derived ?? null,
    ownVerdict: null,
    findings: NO_FINDINGS,
    follows: faults.length === 0,
    faults,
  };
}

function faultsOfRun({ faults }: ReplayedJudgment, index: number): ReplayedDocument['faults'] {
  return faults.map(({ derived, part, recorded }) => ({
    part: `run ${index + 1}, ${part}`,
    recorded,
    derived,
  }));
}

function faultsOfGates(
  promise: CompletionPromise,
  gates: ReturnType<typeof replayPromise>['gates'],
): ReplayedDocument['faults'] {
  if (promise.status !== 'verified') return [];
  const shut = gates
    .filter(({ follows, gate }) => !follows && OF_THE_FILE.includes(gate))
    .map(({ derived, gate, recorded }) => ({
      part: gate,
      recorded: recorded ?? 'verified',
      derived,
    }));
  const standing = standingRejection(promise);
  return standing === undefined
    ? shut
    : [
        ...shut,
        { part: 'judge', recorded: 'verified', derived: `the FAIL of ${standing.at} stands` },
      ];
}
