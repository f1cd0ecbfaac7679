import {
  type ChangedFiles,
  changedFilesResults,
  NO_CHANGED_FILES,
  parseChangedFiles,
} from '../checks/changed-files.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { type JudgeControl, runControl } from '../checks/control.ts';
import { type CheckSchedule, runChecks } from '../checks/run-checks.ts';
import { evidenceDigest } from '../domain/answers.ts';
import { commandsIn } from '../domain/check-reading.ts';
import type { Configuration } from '../domain/configuration.ts';
import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, criteriaOf } from '../domain/promise.ts';
import {
  type Actor,
  closedFault,
  criterionFault,
  ownershipFault,
} from '../domain/promise-changes.ts';
import { PROOF_SOURCES } from '../domain/proof.ts';
import { recordRuns } from '../domain/proof-record.ts';
import { PROVER } from '../domain/prover.ts';
import {
  answerOfRun,
  type ProvableCriterion,
  type ProvingPlan,
  type ProvingRun,
  planProving,
} from '../domain/proving.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { timestamp } from '../domain/time.ts';
import type { Checkout, Git } from '../ports.ts';
import type { PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import { bindingFault, bindRuns, scopesOf } from './proof-binding.ts';
import { commandsToTrust, type TrustWorld, trustSeals } from './trust.ts';

export interface ProveRequest {
  readonly id: string;
  /** The criteria that were named; all without. */
  readonly criteria: readonly string[];
  /** Whether commands that this user has not recorded may run from now on. */
  readonly trust: boolean;
  /** The revision on which the commands are expected to fail, if any. */
  readonly control: string | undefined;
  readonly changedFiles: Configuration['checks']['changedFiles'];
  readonly actor: () => Actor;
}

export interface ProveWorld extends TrustWorld {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  readonly checks: CheckWorld;
  readonly checkout: Checkout;
  readonly git: Git;
  readonly schedule: CheckSchedule;
}

export interface Proved {
  readonly promise: CompletionPromise;
  readonly runs: readonly ProvingRun[];
  /** Criteria with nothing to run. */
  readonly left: ProvingPlan['left'];
  readonly changed: ChangedFiles;
  readonly warnings: readonly Failure[];
}

/** Runs the checks of a promise, keeps what they came to, and answers for its criteria (Gate 2). */
export async function provePromise(
  request: ProveRequest,
  world: ProveWorld,
): Promise<Result<Proved>> {
  const found = await world.promises.find(request.id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const plan = planProving(promise, request.criteria);
  const fault = requestFault(request, promise, plan) ?? trustFault(request, plan, world);
  if (fault !== undefined) return failed(fault);
  const control = controlCommit(request.control, world.git);
  if (!control.ok) return control;
  const since = promise.ownership.created_at ?? '';
  const changed = await changedFilesOf(request, since, world);
  const runs = await runProvable(plan.provable, control.value, world, changed);
  if (world.checks.signal.aborted) {
    return failed({ kind: 'interrupted', action: 'the checks ran' });
  }
  return record(request, { runs, changed, left: plan.left }, world);
}

function requestFault(
  { actor, criteria, id }: ProveRequest,
  promise: CompletionPromise,
  { left, provable }: ProvingPlan,
): Failure | undefined {
  const unnamed = criteria.map((one) => criterionFault(id, promise, one));
  return (
    ownershipFault(id, promise, actor()) ??
    closedFault(id, promise, 'be proved') ??
    unnamed.find((fault) => fault !== undefined) ??
    (provable.length > 0
      ? undefined
      : { kind: 'nothing-to-prove', id, criteria: left.map((criterion) => criterion.id) })
  );
}

function trustFault(
  { id, trust }: ProveRequest,
  { provable }: ProvingPlan,
  world: ProveWorld,
): Failure | undefined {
  const commands = trust ? [] : commandsToTrust(id, provable, world);
  return commands.length === 0 ? undefined : { kind: 'untrusted-checks', id, commands };
}

type ControlCommit = { readonly revision: string; readonly commit: string } | undefined;

/** The commit of a control's revision. Fails where there is none. */
export function controlCommit(control: string | undefined, git: Git): Result<ControlCommit> {
  if (control === undefined) return success(undefined);
  const commit = git.commitOf(control);
  return commit.ok
    ? success({ revision: control, commit: commit.value })
    : failed({ kind: 'usage', message: `--control: ${commit.reason}` });
}

async function changedFilesOf(
  { changedFiles }: ProveRequest,
  since: string,
  { checks, git }: ProveWorld,
): Promise<ChangedFiles> {
  return changedFiles === 'parse' ? parseChangedFiles(since, git, checks) : NO_CHANGED_FILES;
}

/**
 * Runs what some criteria have, between two looks at the checkout. `changed` are files that count for
 * each criterion that depends on them.
 */
export async function runProvable(
  provable: readonly ProvableCriterion[],
  control: ControlCommit,
  { checkout, checks, git, schedule }: ProveWorld,
  changed: ChangedFiles = NO_CHANGED_FILES,
): Promise<readonly ProvingRun[]> {
  const start = checks.clock.elapsed();
  const started_at = timestamp(checks.clock.now());
  const before = checkout.snapshot();
  const scopes = scopesOf(provable, before);
  const planned = provable.map((one) => ({ one, fault: bindingFault(scopes.get(one), before) }));
  const runnable = planned.flatMap(({ fault, one }) => (fault === undefined ? [one] : []));
  const wanted = runnable.flatMap((one) => one.checks);
  const outcomes = [...(await runChecks(wanted, checks, schedule))];
  const judgeControl = await controlOf(runnable, control, git, checks);
  const duration_ms = Math.round(checks.clock.elapsed() - start);
  const runs = planned.map(({ fault, one }): ProvingRun => {
    const rest = { provable: one, binding: NOT_BOUND_YET, started_at, duration_ms };
    if (fault !== undefined) {
      return { ...rest, results: [fault], command: undefined, control: undefined };
    }
    const mine = outcomes.splice(0, one.checks.length);
    const commands = commandsIn(one.checks);
    return {
      ...rest,
      results: [
        ...mine.flatMap(({ results }) => results),
        ...one.unreadable,
        ...changedFilesResults(changed, scopes.get(one)?.inputs ?? null),
      ],
      command: mine.findLast(({ command }) => command !== undefined)?.command,
      control: commands.length > 0 ? judgeControl?.(commands) : undefined,
    };
  });
  return bindRuns(runs, scopes, before, checkout);
}

const NOT_BOUND_YET = { bound: false, reason: '' } as const;

async function controlOf(
  runnable: readonly ProvableCriterion[],
  control: ControlCommit,
  git: Git,
  checks: CheckWorld,
): Promise<JudgeControl | undefined> {
  const commands = commandsIn(runnable.flatMap((one) => one.checks));
  if (control === undefined || commands.length === 0 || checks.signal.aborted) return undefined;
  return runControl(commands, control, git, checks);
}

/** The promise first, then the answers: without its proof an answer opens nothing. */
async function record(
  request: ProveRequest,
  ran: Omit<Proved, 'promise' | 'warnings'>,
  world: ProveWorld,
): Promise<Result<Proved>> {
  const { id } = request;
  const actor = request.actor();
  const seals = request.trust
    ? trustSeals(
        id,
        ran.runs.map(({ provable }) => provable),
        world,
      )
    : new Map();
  const changed = await world.promises.change(id, (current) => {
    const fault = ownershipFault(id, current, actor) ?? closedFault(id, current, 'be proved');
    const change = fault === undefined ? recordRuns(current, ran.runs, actor, seals) : undefined;
    return change === undefined
      ? failed(fault ?? { kind: 'nothing-to-prove', id, criteria: [] })
      : success(change);
  });
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  const unstored = ran.runs
    .filter(({ provable }) => provable.source === PROOF_SOURCES.checks)
    .flatMap((run) => storeAnswer(id, after, run, actor, world));
  return success({ ...ran, promise: after, warnings: [...warnings, ...unstored] });
}

function storeAnswer(
  id: string,
  promise: CompletionPromise,
  run: ProvingRun,
  { at, session }: Actor,
  { validations }: ProveWorld,
): readonly Failure[] {
  const criterion = criteriaOf(promise).find((one) => one.id === run.provable.criterion.id);
  if (criterion === undefined) return [];
  const stored = validations.store(id, criterion.id, answerOfRun(id, run, at), {
    storedBy: PROVER,
    sessionId: session.id,
    evidenceDigest: evidenceDigest(criterion),
  });
  return stored.ok ? stored.value.warnings : [stored.failure];
}
