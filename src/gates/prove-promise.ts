import { changedFilesResults } from '../checks/changed-files.ts';
import type { CheckOutcome, RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { declaredText } from '../checks/kinds.ts';
import { beforeRun } from '../checks/left-files.ts';
import { type ProvingPlan, planProving, type RunnableCriterion } from '../checks/provable.ts';
import { redactedCheck, redactedResult } from '../checks/redaction.ts';
import { type CheckSchedule, runChecks, type WantedCheck } from '../checks/running.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { redactSecrets } from '../domain/base/secrets.ts';
import { timestamp } from '../domain/base/time.ts';
import type { ChangedFiles, TierOne } from '../domain/closing/tier-one.ts';
import { PROVER } from '../domain/judging/attempts.ts';
import { type CompletionPromise, criterionOf } from '../domain/promise/promise.ts';
import {
  type Actor,
  closedFault,
  criterionNamed,
  ownershipFault,
} from '../domain/promise/promise-changes.ts';
import { PROOF_SOURCES } from '../domain/promise/proof.ts';
import { testChangesOf } from '../domain/promise/tampering.ts';
import { evidenceDigest } from '../domain/standing/answers.ts';
import {
  answerOfRun,
  isUnrepeatable,
  type ProvingRun,
  recordRuns,
} from '../domain/standing/proving.ts';
import type { Checkout, Git } from '../ports.ts';
import type { PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import type { TamperingWorld } from '../tampering/looking.ts';
import { type ArtifactWorld, leftArtifacts } from './left-artifacts.ts';
import { bindingFault, bindRuns, scopesOf, withoutArtifacts } from './proof-binding.ts';
import {
  type Showing,
  type ShowingRequest,
  type ShowWithoutWork,
  showingOf,
  showRuns,
} from './showing.ts';
import { alwaysWanted, type StandingWorld, standingResults } from './standing.ts';
import { type LookingWorld, lookSince } from './tampering-look.ts';
import { changedFilesOf, type TierOneSettings } from './tier-one.ts';
import { commandsToTrust, type TrustWorld, trustSeals } from './trust.ts';

interface ProveRequest {
  readonly id: string;
  /** The ids of the criteria that were named; an empty list means all. */
  readonly criteria: readonly string[];
  /** Whether the user lets commands run that are not recorded on this machine, from now on. */
  readonly trust: boolean;
  readonly showing: ShowingRequest;
  readonly settings: TierOneSettings;
  readonly actor: () => Actor;
}

export interface ProveWorld extends TrustWorld, ArtifactWorld {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  readonly checks: CheckWorld;
  /** The checkout that checks run in. */
  readonly checkout: Checkout;
  /** Its absolute path; undefined where it is the project folder. */
  readonly otherCheckout: string | undefined;
  readonly git: Git;
  /** The SHA-256 of a text as UTF-8, in hexadecimal. */
  readonly sha256: TamperingWorld['sha256'];
  readonly withinTime: TamperingWorld['withinTime'];
  readonly keptLooks?: LookingWorld['keptLooks'];
  readonly schedule: CheckSchedule;
  readonly standing: StandingWorld;
  readonly show: ShowWithoutWork;
}

export interface Proved {
  readonly promise: CompletionPromise;
  readonly runs: readonly ProvingRun[];
  /** Criteria with nothing to run. */
  readonly left: ProvingPlan['left'];
  readonly tierOne: TierOne;
  readonly warnings: readonly Failure[];
}

/** Runs the checks of a promise, records the runs, and answers for its criteria (Gate 2). */
export async function provePromise(
  request: ProveRequest,
  world: ProveWorld,
): Promise<Result<Proved>> {
  const found = await world.promises.find(request.id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const plan = planProving(promise, request.criteria);
  // The project's own commands are about the whole promise.
  const always = request.criteria.length > 0 ? [] : request.settings.always;
  const fault = requestFault(request, promise, plan, always) ?? trustFault(request, plan, world);
  if (fault !== undefined) return failed(fault);
  const showing = showingOf(promise, request.showing, world.git);
  if (!showing.ok) return showing;
  const { changedFiles } = request.settings;
  const changed = await changedFilesOf(promise, changedFiles, world.git, world.checks);
  if (plan.provable.length === 0 && always.length === 0 && changed.unseen !== undefined) {
    // Nothing at all was looked at: that must not look like a success.
    return failed({ kind: 'nothing-to-prove', id: request.id, criteria: idsOf(plan.left) });
  }
  const tampering = await lookSince(promise, world, world.checks.secretValues([]));
  const beside = { changed, written: plan.written };
  const stood = await standingResults(always, 'all', world.standing, async (runnable) => {
    const ran = await runProvable(plan.provable, showing.value, world, {
      ...beside,
      always: runnable,
    });
    return { ...ran, rest: ran };
  });
  if (stood.rest.isCut) {
    return failed({ kind: 'interrupted', action: 'the checks ran' });
  }
  const { results, warnings } = stood;
  const { runs } = stood.rest;
  const tierOne = { changedFiles, changed, always: results, tampering, warnings };
  return record(request, { runs, tierOne, left: plan.left }, world);
}

function requestFault(
  { actor, criteria, id, settings }: ProveRequest,
  promise: CompletionPromise,
  { left, provable }: ProvingPlan,
  always: TierOneSettings['always'],
): Failure | undefined {
  const named = criteria.map((one) => criterionNamed(id, promise, one));
  // Criteria that were named are to be proved themselves, whatever else there is to look at.
  const hasMore = criteria.length === 0 && (settings.changedFiles === 'parse' || always.length > 0);
  const [unnamed] = named.flatMap((one) => (one.ok ? [] : [one.failure]));
  return (
    ownershipFault(id, promise, actor()) ??
    closedFault(id, promise, 'be proved') ??
    unnamed ??
    (provable.length > 0 ? undefined : nothingToProve(id, left, hasMore))
  );
}

/** Why nothing can be run for some criteria; nothing where there is more to look at than their checks. */
function nothingToProve(
  id: string,
  left: ProvingPlan['left'],
  hasMore: boolean,
): Failure | undefined {
  const unrepeatable = left.find(isUnrepeatable);
  if (unrepeatable === undefined) {
    if (hasMore) return undefined;
    return { kind: 'nothing-to-prove', id, criteria: idsOf(left) };
  }
  return {
    kind: 'usage',
    message: `The command that met ${unrepeatable.id} cannot be run again: a secret in it was not stored`,
    next: { act: 'run', id, criterion: unrepeatable.id },
  };
}

function idsOf(criteria: ProvingPlan['left']): readonly string[] {
  return criteria.map((criterion) => criterion.id);
}

function trustFault(
  { id, trust }: ProveRequest,
  { provable }: ProvingPlan,
  world: ProveWorld,
): Failure | undefined {
  if (trust) return undefined;
  const commands = commandsToTrust(id, provable, world);
  return commands.length === 0 ? undefined : { kind: 'untrusted-checks', id, commands };
}

/** What runs of checks use: neither a promise's files nor trust, which is decided before. */
export type RunWorld = Pick<
  ProveWorld,
  'checkout' | 'checks' | 'git' | 'keepArtifact' | 'otherCheckout' | 'schedule' | 'show'
>;

/** What there is beside the checks of some criteria. */
interface Beside {
  /** A broken file among them fails each criterion that depends on it. */
  readonly changed: ChangedFiles;
  /** The project's own commands, which run beside the checks. */
  readonly always: readonly RunnableCheck[];
  /** What commands of the promise write for its checks to read: nothing of it counts. */
  readonly written: readonly string[];
}

interface RanProvable {
  readonly runs: readonly ProvingRun[];
  /** Of the project's own commands. */
  readonly outcomes: readonly CheckOutcome[];
  /** Whether it was interrupted so that the runs say nothing. */
  readonly isCut: boolean;
}

/** Runs the checks of some criteria, with a look at the checkout before and after, and asks whether they show the work. */
export async function runProvable(
  provable: readonly RunnableCriterion[],
  showing: Showing,
  world: RunWorld,
  { always, changed, written }: Beside,
): Promise<RanProvable> {
  const { checkout, checks, otherCheckout, schedule, show } = world;
  const start = checks.clock.elapsed();
  const started_at = timestamp(checks.clock.now());
  const before = checkout.snapshot();
  const scopes = scopesOf(provable, written, before);
  const planned = provable.map((one) => ({ one, fault: bindingFault(scopes.get(one), before) }));
  const runnable = planned.flatMap(({ fault, one }) => (fault === undefined ? [one] : []));
  const wanted = [...alwaysWanted(always), ...runnable.flatMap(wantedOf)];
  const there = beforeRun(
    runnable.flatMap((one) => one.checks),
    checks.files,
  );
  const ran = await runChecks(wanted, checks, schedule);
  const outcomes = ran.slice(always.length);
  const duration_ms = Math.round(checks.clock.elapsed() - start);
  const known = checks.secretValues([]);
  const runs = planned.map(({ fault, one }): ProvingRun => {
    const kept = keptOf(one, known);
    const rest = {
      provable: one,
      kept,
      binding: NOT_BOUND_YET,
      checkout: otherCheckout,
      started_at,
      duration_ms,
    };
    if (fault !== undefined) {
      return { ...rest, results: [fault], command: undefined };
    }
    const mine = outcomes.splice(0, one.checks.length);
    const results = [
      ...mine.flatMap((outcome) => outcome.results.map((result) => redactedResult(result, known))),
      ...one.unreadable,
      ...changedFilesResults(changed, scopes.get(one)?.inputs ?? null),
    ];
    const left = leftArtifacts(one, results, there, world);
    return {
      ...rest,
      results: [...results, ...left.results],
      artifacts: left.artifacts,
      command: mine.findLast(({ command }) => command !== undefined)?.command,
    };
  });
  const bound = bindRuns(runs, withoutArtifacts(scopes, runs, before), before, checkout);
  const hasRun = !checks.signal.aborted;
  const shown = await showRuns(provable, bound, showing, { checks, schedule, show });
  // What passed before an interrupt stays true, unless it is held until it shows the work.
  const isHeld = provable.some(({ criterion }) => showing.isDemanded(criterion));
  return {
    runs: shown,
    outcomes: ran.slice(0, always.length),
    isCut: checks.signal.aborted && (isHeld || !hasRun),
  };
}

function wantedOf({ checks, criterion }: RunnableCriterion): readonly WantedCheck[] {
  return checks.map((check) => ({ check, criterion: criterion.id }));
}

/** The checks of a criterion as they can be written down: a command, a pattern or a path may hold a secret. */
function keptOf(
  { checks, declared }: RunnableCriterion,
  known: readonly string[],
): ProvingRun['kept'] {
  const text = checks.map((check) => declaredText(redactedCheck(check.declared, known))).join('; ');
  return {
    checks: declared.map((check) => redactedCheck(check, known)),
    text: redactSecrets(text, known).text,
  };
}

const NOT_BOUND_YET = { bound: false, reason: '' } as const;

/** Records runs: first in the promise, then as answers, since an answer without its proof opens no gate. */
async function record(
  request: ProveRequest,
  ran: Omit<Proved, 'promise' | 'warnings'>,
  world: ProveWorld,
): Promise<Result<Proved>> {
  const { id } = request;
  if (ran.runs.length === 0) return unchanged(request, ran, world);
  const actor = request.actor();
  const tests = testChangesOf(ran.tierOne.tampering);
  const provable = ran.runs.map((run) => run.provable);
  const seals = request.trust ? trustSeals(id, provable, world) : new Map();
  const changed = await world.promises.change(id, (current) => {
    const fault = ownershipFault(id, current, actor) ?? closedFault(id, current, 'be proved');
    const change =
      fault === undefined ? recordRuns(current, ran.runs, actor, seals, tests) : undefined;
    return change === undefined
      ? failed(fault ?? { kind: 'nothing-to-prove', id, criteria: [] })
      : success(change);
  });
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  const answering = ran.runs.filter(({ provable }) => provable.source === PROOF_SOURCES.checks);
  const unstored: Failure[] = [];
  for (const run of answering) unstored.push(...(await storeAnswer(id, after, run, actor, world)));
  const kept = [...ran.tierOne.warnings, ...warnings, ...unstored];
  return success({ ...ran, promise: after, warnings: kept });
}

/** A promise of which nothing was proved: nothing is recorded. */
async function unchanged(
  { id }: ProveRequest,
  ran: Omit<Proved, 'promise' | 'warnings'>,
  { promises }: ProveWorld,
): Promise<Result<Proved>> {
  const found = await promises.find(id);
  if (!found.ok) return found;
  return success({ ...ran, promise: found.value.promise, warnings: ran.tierOne.warnings });
}

async function storeAnswer(
  id: string,
  promise: CompletionPromise,
  run: ProvingRun,
  { at, session }: Actor,
  { validations }: ProveWorld,
): Promise<readonly Failure[]> {
  const criterion = criterionOf(promise, run.provable.criterion.id);
  if (criterion === undefined) return [];
  const stored = await validations.store(id, criterion.id, answerOfRun(id, run, at), {
    storedBy: PROVER,
    sessionId: session.id,
    evidenceDigest: evidenceDigest(criterion),
  });
  return stored.ok ? stored.value.warnings : [stored.failure];
}
