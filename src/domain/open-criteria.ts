import { failuresInARow, isForPerson } from './attempts.ts';
import { isJudged } from './judgment-record.ts';
import { type CompletionPromise, type Criterion, criteriaToProve, isMet } from './promise.ts';
import { isProved, type ProofStanding, proofStanding } from './proof.ts';
import { type TierSettings, votesFor } from './tier.ts';
import type { TakeTree } from './tree.ts';

/** What the check goes by beside the promises. */
export interface CheckSettings extends TierSettings {
  readonly endRequires: 'met' | 'verified';
  /** How often in a row a criterion may fail before it is for a person. */
  readonly maxRetries: number;
}

/** A criterion that keeps its promise open, and the first thing that it lacks. */
export interface OpenItem {
  readonly criterion: Criterion;
  readonly lack: 'met' | 'proof' | 'judgment';
  readonly proof: ProofStanding;
  /** How often in a row it failed. */
  readonly failures: number;
  readonly isForPerson: boolean;
}

/**
 * The criteria that are open for the check (DESIGN §4): one with checks until a fresh proof passed, one
 * of tier 2 or 3 until its judge did, every other until it is met. None that a person waived.
 */
export function openItems(
  promise: CompletionPromise,
  settings: CheckSettings,
  takeTree: TakeTree,
): readonly OpenItem[] {
  return criteriaToProve(promise).flatMap((criterion) => {
    const proof = proofStanding(criterion, takeTree);
    const lack = lackOf(promise, criterion, proof, settings);
    if (lack === undefined) return [];
    const failures = failuresInARow(promise, criterion);
    const isLost = isForPerson(promise, criterion, settings.maxRetries);
    return [{ criterion, lack, proof, failures, isForPerson: isLost }];
  });
}

function lackOf(
  promise: CompletionPromise,
  criterion: Criterion,
  proof: ProofStanding,
  settings: TierSettings,
): OpenItem['lack'] | undefined {
  if (!isProved(proof)) return 'proof';
  if (!isMet(criterion)) return 'met';
  const votes = votesFor(criterion, promise, settings);
  return votes > 0 && !isJudged(promise, criterion, votes) ? 'judgment' : undefined;
}
