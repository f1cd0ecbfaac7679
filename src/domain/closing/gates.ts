import type { Failure } from '../base/failure.ts';
import { type Result, success } from '../base/result.ts';
import type { VerificationGates } from '../promise/event.ts';
import type { ClosingFacts } from './facts.ts';
import type { Gate } from './gate.ts';
import { always } from './gates/always.ts';
import { changedFiles } from './gates/changed-files.ts';
import { ended } from './gates/ended.ts';
import { examined } from './gates/examined.ts';
import { judge } from './gates/judge.ts';
import { owner } from './gates/owner.ts';
import { proofs } from './gates/proofs.ts';
import { selfReport } from './gates/self-report.ts';
import { shown } from './gates/shown.ts';
import { tampering } from './gates/tampering.ts';
import { tier } from './gates/tier.ts';
import { unchanged } from './gates/unchanged.ts';
import { untold } from './gates/untold.ts';
import { validation } from './gates/validation.ts';

interface GateRow {
  /** Where a promise keeps a word of how it passed, the key of that word. */
  readonly name: string;
  readonly gate: Gate;
  /** What must be known before it is asked; missing for what the state alone tells. */
  readonly after?: 'tier-one' | 'judge';
  /** Whether it keeps only the owner: another session may have the promise judged while it is shut. */
  readonly isOwners?: true;
}

/**
 * What closes a promise, in the order in which what is shut is named. Facts come before opinions: what others answered
 * is asked once programs had their say.
 */
export const GATES: readonly GateRow[] = [
  { name: 'owner', gate: owner, isOwners: true },
  { name: 'ended', gate: ended },
  { name: 'proofs', gate: proofs },
  { name: 'self_report', gate: selfReport },
  { name: 'shown', gate: shown },
  { name: 'changed_files', gate: changedFiles, after: 'tier-one' },
  { name: 'always', gate: always, after: 'tier-one' },
  { name: 'examined', gate: examined, after: 'tier-one', isOwners: true },
  { name: 'validation', gate: validation, after: 'tier-one', isOwners: true },
  { name: 'tier', gate: tier, after: 'tier-one', isOwners: true },
  { name: 'untold', gate: untold, after: 'tier-one', isOwners: true },
  { name: 'unchanged', gate: unchanged, after: 'tier-one' },
  { name: 'judge', gate: judge, after: 'judge' },
  { name: 'tampering', gate: tampering, after: 'judge', isOwners: true },
];

/** Takes a promise through the gates as far as its facts go: what it keeps of that, or the first that is shut. */
export function passGates(facts: ClosingFacts): Result<VerificationGates> {
  let passed: VerificationGates = {};
  for (const row of GATES) {
    if (!isKnown(row, facts) || (row.isOwners && facts.request.to === 'judge')) continue;
    const decided = row.gate(facts);
    if (!decided.ok) return decided;
    passed = { ...passed, ...decided.value };
  }
  return success(passed);
}

/** Why a promise does not pass the gates, as far as its facts go; nothing where it does. */
export function firstShut(facts: ClosingFacts): Failure | undefined {
  const passed = passGates(facts);
  return passed.ok ? undefined : passed.failure;
}

/** Every gate that is shut for any session, as far as the facts go. */
export function everyShut(
  facts: ClosingFacts,
): readonly { readonly row: GateRow; readonly failure: Failure }[] {
  return GATES.filter((row) => isKnown(row, facts)).flatMap((row) => {
    const decided = row.gate(facts);
    return decided.ok ? [] : [{ row, failure: decided.failure }];
  });
}

function isKnown({ after }: GateRow, { judged, tierOne }: ClosingFacts): boolean {
  if (after === undefined) return true;
  return after === 'judge' ? judged !== undefined : tierOne !== undefined;
}
