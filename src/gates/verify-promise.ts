import type { Failure, GateProblem } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { type Closing, decideClosing, withJudgment } from '../domain/closing/decide-closing.ts';
import type {
  ClosingFacts,
  ClosingRequest,
  JudgeDemand,
  JudgeRun,
} from '../domain/closing/facts.ts';
import { validation } from '../domain/closing/gates/validation.ts';
import { firstShut } from '../domain/closing/gates.ts';
import { isToAsk, judgedFacts, servedBy } from '../domain/closing/judged-facts.ts';
import type { TierOne } from '../domain/closing/tier-one.ts';
import type { JudgedFacts } from '../domain/judging/judged-facts.ts';
import type { Substance } from '../domain/judging/substance.ts';
import {
  type CompletionPromise,
  criteriaOf,
  type NamedPromise,
} from '../domain/promise/promise.ts';
import { closedFault } from '../domain/promise/promise-changes.ts';
import { proofStanding } from '../domain/promise/proof.ts';
import type { Session } from '../domain/promise/session.ts';
import type { TakeTree } from '../domain/promise/tree.ts';
import type { AcknowledgedChange, PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import type { LookAtTierOne } from './tier-one.ts';

/** Where the facts of a close come from. */
export interface ClosingWorld {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  /** Looks at the project as it is now, for the fingerprints that proofs hold for. */
  readonly lookAtTree: () => TakeTree;
  readonly lookAtTierOne: LookAtTierOne;
  readonly lookAtWork: (promise: CompletionPromise) => Substance | undefined;
  /** Has a validator answer for criteria that lack it, where the settings have one run; whether it was run. */
  readonly validate?: (facts: ClosingFacts, problems: readonly GateProblem[]) => Promise<boolean>;
  /** The time of a change, as the files write it: a judge takes its time, and the promise is closed after it. */
  readonly now: () => string;
}

/** What is asked of a close, with the way to ask a judge where one is wanted. */
interface VerifyRequest extends ClosingRequest {
  readonly judge: AskableDemand;
}

export type AskableDemand =
  | Exclude<JudgeDemand, { readonly demand: 'ask' }>
  | (Extract<JudgeDemand, { readonly demand: 'ask' }> & {
      readonly ask: (facts: JudgedFacts) => Promise<Result<ToldRun>>;
    });

/** A run of the judge, with what there is to tell of it. */
export interface ToldRun extends JudgeRun {
  /** The block for people. `isOpen`: the gate opens by it. */
  readonly lines: (isOpen: boolean) => readonly string[];
  /** The lines for stderr. */
  readonly notes: readonly string[];
}

/** What came of taking a promise through the gates. `run`: that of the judge, where one was asked. */
export type Verified =
  | (Omit<Closing, 'change'> & {
      readonly outcome: 'verified';
      readonly change: AcknowledgedChange;
      readonly tierOne: TierOne;
      readonly run: ToldRun | undefined;
    })
  /** The judge was asked by another session than the owner's, and its verdict is recorded: nothing is closed by it. */
  | {
      readonly outcome: 'recorded';
      readonly run: ToldRun;
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
      readonly run: ToldRun;
      readonly warnings: readonly Failure[];
    };

/** A promise that a session takes through the gates. */
export interface ClosingCall extends NamedPromise {
  readonly session: Session;
  readonly request: VerifyRequest;
  readonly world: ClosingWorld;
}

/**
 * Takes a promise through the gates and closes it where all of them are open; for another session than its owner's, it
 * is judged alone. Stops at the first gate that is shut: nothing dear is gathered, and no judge asked, while a cheaper
 * one is.
 */
export async function verifyPromise(call: ClosingCall): Promise<Result<Verified>> {
  const { promise, request, world } = call;
  if (promise.status === 'verified') return alreadyVerified(call);
  const state = await stateFacts(call, world);
  const unready = firstShut(state);
  if (unready !== undefined) return failed(unready);
  const gathered = await gatherFacts(state, world, request.to === 'close' ? 'all' : 'files');
  const answered = gathered.ok ? await askValidator(gathered.value, call) : gathered;
  if (!answered.ok) return answered;
  const facts = answered.value;
  const shut = firstShut(facts);
  if (shut !== undefined) return failed(shut);
  const asked = await askJudge(facts, request);
  if (!asked.ok) return asked;
  const run = asked.value;
  const judged = { ...facts, judged: run ?? ('unasked' as const) };
  const refusal = firstShut(judged);
  if (run === undefined) {
    return refusal === undefined ? closePromise(judged, run, world) : failed(refusal);
  }
  if (refusal !== undefined) return refuse(refusal, run, facts, world);
  return request.to === 'judge'
    ? recordForOwner(run, facts, world)
    : closeAfterRun(run, facts, world);
}

function alreadyVerified({ id, promise }: NamedPromise): Result<Verified> {
  const attempted = 'count as verified: it does not say when and by whom';
  return promise.verification?.verified_at
    ? success({ outcome: 'already-verified', promise })
    : failed({ kind: 'wrong-status', id, status: promise.status, attempted });
}

/** What the state and the checkout tell at this moment. */
export async function stateFacts(
  { id, promise, request, session }: Pick<ClosingFacts, 'id' | 'promise' | 'request' | 'session'>,
  { lookAtTree, lookAtWork, validations }: ClosingWorld,
): Promise<ClosingFacts> {
  const answerFor = await validations.answersTo(id, criteriaOf(promise));
  const takeTree = lookAtTree();
  let seen: { readonly substance: Substance | undefined } | undefined;
  return {
    id,
    promise,
    request,
    session,
    answerFor,
    proofOf: (criterion) => proofStanding(criterion, takeTree),
    substance: () => {
      seen ??= { substance: lookAtWork(promise) };
      return seen.substance;
    },
  };
}

/** Facts that lack nothing but the judge. */
type GatheredFacts = ClosingFacts & { readonly tierOne: TierOne };

/**
 * The facts that take time, to those of the state; these are looked at again where the project's own commands were run:
 * what they wrote may be what a proof depends on. Fails as the look at tier 1 does.
 */
export async function gatherFacts(
  state: ClosingFacts,
  world: ClosingWorld,
  parts: Parameters<LookAtTierOne>[1],
): Promise<Result<GatheredFacts>> {
  const looked = await world.lookAtTierOne(state.promise, parts);
  if (!looked.ok) return looked;
  const tierOne = looked.value;
  const now = tierOne.always.length === 0 ? state : await stateFacts(state, world);
  return success({ ...now, tierOne, untold: await world.promises.untold(state.id) });
}

/**
 * Has a validator answer, where Gate 2 is the first that is shut and the world has one run. What it found is looked at
 * like all that is new: it takes minutes, and the files and the promise may be others by then.
 */
async function askValidator(
  facts: GatheredFacts,
  { request, world }: ClosingCall,
): Promise<Result<GatheredFacts>> {
  const shut = request.to === 'close' ? firstShut(facts) : undefined;
  if (shut?.kind !== 'validation-blocked' || world.validate === undefined) return success(facts);
  if (!(await world.validate(facts, shut.problems))) return success(facts);
  const found = await world.promises.find(facts.id);
  if (!found.ok) return found;
  const state = await stateFacts({ ...facts, promise: found.value.promise }, world);
  const files = await world.lookAtTierOne(state.promise, 'files');
  if (!files.ok) return files;
  const { always, warnings } = facts.tierOne;
  return success({
    ...state,
    tierOne: { ...files.value, always, warnings },
    untold: await world.promises.untold(facts.id),
  });
}

/** Asks the judge, where one is wanted, has something to judge, and no earlier PASS serves. */
async function askJudge(
  facts: ClosingFacts,
  { judge, to }: VerifyRequest,
): Promise<Result<ToldRun | undefined>> {
  if (judge.demand !== 'ask') return success(undefined);
  if (isToAsk(facts)) {
    return servedBy(facts) === undefined ? judge.ask(judgedFacts(facts)) : success(undefined);
  }
  const { id, promise } = facts;
  const attempted = 'be judged: it has no criteria';
  return to === 'close'
    ? success(undefined)
    : failed({ kind: 'wrong-status', id, status: promise.status, attempted });
}

/** The run that keeps a promise open, its judgment stored with the promise. */
async function refuse(
  failure: Failure,
  run: ToldRun,
  facts: ClosingFacts,
  world: ClosingWorld,
): Promise<Result<Verified>> {
  const isKept = run.byModel && run.fault === undefined;
  const recorded = isKept ? await keepJudgment(run, facts, world) : success([]);
  // A FAIL that cannot be stored still keeps the promise open.
  const warnings = recorded.ok ? recorded.value : [recorded.failure];
  return success({ outcome: 'refused', failure, run, warnings });
}

/** The verdict for a promise of another session: it is kept with the promise, and nothing is closed. */
async function recordForOwner(
  run: ToldRun,
  facts: ClosingFacts,
  world: ClosingWorld,
): Promise<Result<Verified>> {
  const { promise } = facts;
  const answered = validation(facts);
  const stillShut = answered.ok ? undefined : answered.failure;
  const kept = run.byModel ? await keepJudgment(run, facts, world) : success([]);
  return kept.ok
    ? success({ outcome: 'recorded', run, promise, stillShut, warnings: kept.value })
    : failedAfter(run, kept.failure);
}

/** Stores a judgment with the promise, which stays open. Gives what could not be done beside it. */
async function keepJudgment(
  run: JudgeRun,
  { id, session }: ClosingFacts,
  { now, promises }: ClosingWorld,
): Promise<Result<readonly Failure[]>> {
  const recorded = await promises.change(id, (current) => {
    const fault = closedFault(id, current, 'be judged');
    return fault === undefined
      ? success(withJudgment(current, run, { session, at: now() }))
      : failed(fault);
  });
  return recorded.ok ? success(recorded.value.warnings) : recorded;
}

/** A failure; after a run of the judge, one that still reports what was asked and spent. */
function failedAfter(run: ToldRun | undefined, failure: Failure): Result<Verified> {
  return run === undefined
    ? failed(failure)
    : success({ outcome: 'refused', failure, run, warnings: [] });
}

/**
 * Closes a promise that a judge has passed. The project may have changed while the judge was asked. It is looked at again
 * here, because inside the change other writers would wait for it.
 */
async function closeAfterRun(
  run: ToldRun,
  facts: GatheredFacts,
  world: ClosingWorld,
): Promise<Result<Verified>> {
  const files = await world.lookAtTierOne(facts.promise, 'files');
  if (!files.ok) return failedAfter(run, files.failure);
  const { substance, tierOne } = facts;
  const { always, warnings } = tierOne;
  const current = {
    ...(await stateFacts(facts, world)),
    substance,
    tierOne: { ...files.value, always, warnings },
    judged: run,
  };
  const shutSince = firstShut(current);
  return shutSince === undefined ? closePromise(current, run, world) : failedAfter(run, shutSince);
}

/** Closes a promise. What can have changed since the facts were gathered is decided again under the file's lock. */
async function closePromise(
  facts: GatheredFacts,
  run: ToldRun | undefined,
  { now, promises }: ClosingWorld,
): Promise<Result<Verified>> {
  const { id, session, tierOne } = facts;
  let closing: Closing | undefined;
  const change = await promises.change(id, (promise, answerFor) => {
    const decided = decideClosing({ ...facts, promise, answerFor }, { session, at: now() });
    if (decided.ok) closing = decided.value;
    return decided.ok ? success(decided.value.change) : decided;
  });
  if (!change.ok) {
    const found = run === undefined ? await promises.find(id) : undefined;
    const isVerified = found?.ok === true && found.value.promise.status === 'verified';
    // Another command closed it at the same time.
    return isVerified ? alreadyVerified(found.value) : failedAfter(run, change.failure);
  }
  if (closing === undefined) {
    return failed({ kind: 'unexpected', message: 'a promise was changed without a decision' });
  }
  const { gates, served } = closing;
  return success({ outcome: 'verified', change: change.value, gates, tierOne, run, served });
}
