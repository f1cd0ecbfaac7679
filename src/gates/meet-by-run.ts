import { readDeclared, writtenBy } from '../checks/provable.ts';
import { troubles } from '../domain/base/check-result.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failureExcerpt } from '../domain/base/failure-excerpt.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { NO_CHANGED_FILES } from '../domain/closing/tier-one.ts';
import {
  type CompletionPromise,
  criteriaOf,
  type DeclaredCheck,
  hasChecks,
} from '../domain/promise/promise.ts';
import {
  type Actor,
  closedFault,
  criterionNamed,
  ownershipFault,
} from '../domain/promise/promise-changes.ts';
import { PROOF_SOURCES } from '../domain/promise/proof.ts';
import { type ProvingRun, recordRuns, verdictOfRun } from '../domain/standing/proving.ts';
import type { AcknowledgedChange } from '../store/promise-store.ts';
import { type ProveWorld, runProvable } from './prove-promise.ts';
import { type ShowingRequest, showingOf } from './showing.ts';
import { sealFor } from './trust.ts';

export interface MeetByRunRequest {
  readonly id: string;
  readonly criterion: string;
  /** The command or file that the session chose. */
  readonly check: DeclaredCheck;
  readonly evidenceType: string;
  readonly showing: ShowingRequest;
  readonly actor: () => Actor;
}

export interface MetByRun {
  readonly change: AcknowledgedChange;
  readonly run: ProvingRun;
}

/**
 * Runs a check that the session chose. Where it passes, the criterion is met and keeps a self-chosen proof.
 * Where it does not, the criterion stays as it was, and the promise keeps the attempt.
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
  const showing = showingOf(found.value.promise, request.showing, world.git);
  if (!showing.ok) return showing;
  const met = criteriaOf(found.value.promise).filter((one) => one.id === criterion);
  const provable = met.map((one) =>
    readDeclared(one, PROOF_SOURCES.selfChosen, [check], evidenceType),
  );
  const {
    isCut,
    runs: [run],
  } = await runProvable(provable, showing.value, world, {
    changed: NO_CHANGED_FILES,
    always: [],
    written: writtenBy(found.value.promise),
  });
  if (run === undefined || isCut) {
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
  const fault =
    ownershipFault(id, promise, actor()) ?? closedFault(id, promise, 'meet a criterion');
  if (fault !== undefined) return fault;
  const named = criterionNamed(id, promise, criterion);
  if (!named.ok) return named.failure;
  // A self-chosen proof would replace the proof of the criterion's own checks.
  return hasChecks(named.value)
    ? {
        kind: 'usage',
        message: `Criterion ${criterion} has its own checks`,
        next: { act: 'prove', id, criterion },
      }
    : undefined;
}

function runFailure({ criterion, id }: MeetByRunRequest, run: ProvingRun): Failure {
  return {
    kind: 'check-failed',
    id,
    criterion,
    troubles: troubles(run.results),
    output: failureExcerpt(run.command?.output_tail ?? '').join('\n'),
  };
}
