import { skipped } from '../domain/base/check-result.ts';
import { DEFAULT_EVIDENCE_TYPE } from '../domain/promise/evidence.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaToProve,
  type DeclaredCheck,
  hasChecks,
} from '../domain/promise/promise.ts';
import { PROOF_SOURCES } from '../domain/promise/proof.ts';
import { isUnrepeatable, type ProvableCriterion } from '../domain/standing/proving.ts';
import type { RunnableCheck } from './check-kind.ts';
import { readCheck, runsCommand } from './kinds.ts';

/** A criterion whose checks were read and can be run. */
export interface RunnableCriterion extends ProvableCriterion {
  readonly checks: readonly RunnableCheck[];
}

export interface ProvingPlan {
  readonly provable: readonly RunnableCriterion[];
  /** Criteria with nothing to run: other validators answer for them. */
  readonly left: readonly Criterion[];
  /** What commands of the whole promise write for its checks to read. */
  readonly written: readonly string[];
}

/**
 * The criteria of a promise that can be proved, and those that cannot. `wanted` are the ids of the
 * criteria that were asked for; an empty list asks for all.
 */
export function planProving(promise: CompletionPromise, wanted: readonly string[]): ProvingPlan {
  const asked = criteriaToProve(promise).filter(
    ({ id }) => wanted.length === 0 || wanted.includes(id),
  );
  const provable = asked.flatMap((criterion) => provableOf(criterion) ?? []);
  const left = asked.filter((criterion) => provableOf(criterion) === undefined);
  return { provable, left, written: writtenBy(promise) };
}

/** The paths and globs of the files that commands of a promise write for its checks to read: its reports. */
export function writtenBy(promise: CompletionPromise): readonly string[] {
  return criteriaToProve(promise).flatMap((criterion) =>
    checksOf(criterion).flatMap((check) => {
      const reading = readCheck(check);
      return reading.ok ? reading.check.outputs : [];
    }),
  );
}

function provableOf(criterion: Criterion): RunnableCriterion | undefined {
  if (hasChecks(criterion)) {
    return readDeclared(criterion, PROOF_SOURCES.checks, checksOf(criterion));
  }
  // A command that the session chose when it met the criterion can be run again, if it is kept whole.
  if (isUnrepeatable(criterion)) return undefined;
  const reading = readCheck(criterion.proof?.['check']);
  return reading.ok
    ? readDeclared(criterion, PROOF_SOURCES.selfChosen, [reading.check.declared])
    : undefined;
}

/** Reads the checks of a criterion. Those that cannot be run become SKIPPED results. */
export function readDeclared(
  criterion: Criterion,
  source: string,
  declared: readonly DeclaredCheck[],
  evidenceType: string = criterion.evidence_type || evidenceTypeOf(declared),
): RunnableCriterion {
  const readings = declared.map((check) => ({ check, reading: readCheck(check) }));
  return {
    criterion,
    source,
    evidenceType,
    declared,
    checks: readings.flatMap(({ reading }) => (reading.ok ? [reading.check] : [])),
    unreadable: readings.flatMap(({ check, reading }) =>
      reading.ok
        ? []
        : [skipped(`${check.kind}_unreadable`, `this check cannot be run: ${reading.reason}`)],
    ),
  };
}

/** The evidence type of checks: a command tests something, and the other kinds look at something. */
export function evidenceTypeOf(declared: readonly DeclaredCheck[]): string {
  return declared.some(runsCommand) ? 'test' : DEFAULT_EVIDENCE_TYPE;
}
