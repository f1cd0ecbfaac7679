import type { Check } from '../domain/check.ts';
import { troubles } from '../domain/check-result.ts';
import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, criteriaOf, hasChecks } from '../domain/promise.ts';
import {
  type Actor,
  closedFault,
  criterionFault,
  ownershipFault,
} from '../domain/promise-changes.ts';
import { PROOF_SOURCES } from '../domain/proof.ts';
import { recordRuns } from '../domain/proof-record.ts';
import { type ProvingRun, readDeclared, verdictOfRun } from '../domain/proving.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { AcknowledgedChange } from '../store/promise-store.ts';
import { controlCommit, type ProveWorld, runProvable } from './prove-promise.ts';
import { sealFor } from './trust.ts';

export interface MeetByRunRequest {
  readonly id: string;
  readonly criterion: string;
  /** What the session chose to run. */
  readonly check: Check;
  readonly evidenceType: string;
  readonly control: string | undefined;
  readonly actor: () => Actor;
}

export interface MetByRun {
  readonly change: AcknowledgedChange;
  readonly run: ProvingRun;
}

/**
 * Runs what the session chose, keeps the proof as self-chosen, and meets the criterion where it passed.
 * Where it did not, the criterion is as it was, and the attempt is kept.
 */
export async function meetByRun(
  request: MeetByRunRequest,
  world: ProveWorld,
): Promise<Result<MetByRun>> {
  const { check, criterion, evidenceType, id } = request;
  const found = await world.promises.find(id);
  if (!found.ok) return found;
  const fault = meetFault(request, found.value.promise);
  if (fault !== undefined) return failed(fault);
  const control = controlCommit(request.control, world.git);
  if (!control.ok) return control;
  const met = criteriaOf(found.value.promise).filter((one) => one.id === criterion);
  const provable = met.map((one) =>
    readDeclared(one, PROOF_SOURCES.selfChosen, [{ ...check }], evidenceType),
  );
  const [run] = await runProvable(provable, control.value, world);
  if (run === undefined || world.checks.signal.aborted) {
    return failed({ kind: 'interrupted', action: 'the command ran' });
  }
  const actor = request.actor();
  const seals = new Map([[criterion, sealFor(id, criterion, run.provable.declared, world)]]);
  const isMet = verdictOfRun(run) === 'PASS';
  const change = await world.promises.change(id, (current) => {
    const now = meetFault(request, current);
    const recorded = recordRuns(current, [run], actor, isMet ? seals : new Map());
    return now !== undefined || recorded === undefined
      ? failed(now ?? { kind: 'unknown-criterion', id, criterion, known: [] })
      : success(recorded);
  });
  if (!change.ok) return change;
  return isMet ? success({ change: change.value, run }) : failed(runFailure(request, run));
}

function meetFault(
  { actor, criterion, id }: MeetByRunRequest,
  promise: CompletionPromise,
): Failure | undefined {
  return (
    ownershipFault(id, promise, actor()) ??
    closedFault(id, promise, 'meet a criterion') ??
    criterionFault(id, promise, criterion) ??
    ownChecksFault(id, promise, criterion)
  );
}

/** A proof of something else would take the place of the one that is asked for. */
function ownChecksFault(
  id: string,
  promise: CompletionPromise,
  criterion: string,
): Failure | undefined {
  const isChecked = criteriaOf(promise).some((one) => one.id === criterion && hasChecks(one));
  return isChecked
    ? {
        kind: 'usage',
        message: `Criterion ${criterion} has checks of its own`,
        hint: `Next: cs prove ${id} --ac-id ${criterion}`,
      }
    : undefined;
}

function runFailure({ criterion, id }: MeetByRunRequest, run: ProvingRun): Failure {
  return {
    kind: 'check-failed',
    id,
    criterion,
    troubles: troubles(run.results),
    output: run.command?.output_tail ?? '',
  };
}
