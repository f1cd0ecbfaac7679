import { type Interruption, listenForInterrupts } from '../../../adapters/interrupts.ts';
import type { BrokenFile, Failure } from '../../../domain/base/failure.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { votesToAsk } from '../../../domain/judging/panel.ts';
import type { ProofType } from '../../../domain/promise/evidence.ts';
import { isOwnedBy, type NamedPromise, titleOf } from '../../../domain/promise/promise.ts';
import type { Session } from '../../../domain/promise/session.ts';
import { votesNeeded } from '../../../domain/promise/tier.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { VerifyRequest } from '../../../gates/cheap-gates.ts';
import type { LookAtTierOne } from '../../../gates/tier-one.ts';
import type { Verified } from '../../../gates/verified.ts';
import { verifyPromise } from '../../../gates/verify-promise.ts';
import type { Account } from '../../../judge/metered-judge.ts';
import { EXIT, type ExitCode } from '../../../report/exit.ts';
import { failureMessage } from '../../../report/failure-text.ts';
import { type JudgedRow, judgeAllJson, judgeAllText } from '../../../report/judge-all-text.ts';
import {
  resultOfFailure,
  resultOfRefusal,
  resultOfServed,
  resultOfVerified,
  resultWithoutCriteria,
} from '../../../report/judge-json.ts';
import { gateWarnings } from '../../../report/verified-text.ts';
import type { JudgeWish, PreparedJudge } from '../../../reviews/promise/run.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { showProgress } from '../../progress.ts';
import { atOnceOf, promisesOf, USUALLY_AT_ONCE } from './all-options.ts';
import { atMost, oneAtATime, type Patiently, patiently } from './at-once.ts';
import { requestFor } from './call.ts';

/** What the command line says of every promise alike. */
export interface AllCall {
  readonly type: ProofType;
  readonly backend: string;
  /** Most that all of them may cost together, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  readonly votes: number | undefined;
}

/** What the promises of one run share: one limit, one interrupt, and the checkout, which one at a time looks at. */
interface AllRun {
  readonly call: AllCall;
  readonly configuration: Configuration;
  readonly args: Arguments;
  readonly suite: Suite;
  readonly session: Session;
  readonly account: Account;
  readonly interruption: Interruption;
  readonly patiently: Patiently;
  readonly inTurn: (look: () => ReturnType<LookAtTierOne>) => ReturnType<LookAtTierOne>;
}

/**
 * `--judge --all`: takes every open promise through the gates, some of them at a time. One that is shut at a cheaper
 * gate costs nothing. An interrupt calls off what is under way; what was decided stands.
 */
export async function verifyAll(
  call: AllCall,
  configuration: Configuration,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const { session } = actor.value;
  const listed = await promisesOf(args, suite);
  if (!listed.ok) return listed;
  const { broken, promises } = listed.value;
  const { newAccount } = await import('../../judging.ts');
  const interruption = listenForInterrupts();
  const shared = {
    account: newAccount(),
    patiently: patiently(),
    inTurn: oneAtATime((look: () => ReturnType<LookAtTierOne>) => look()),
  };
  const run = { ...shared, call, configuration, args, suite, session, interruption };
  const began = suite.clock.elapsed();
  try {
    const prepared = await prepare(undefined, run);
    if (!prepared.ok) return prepared;
    const rows = await judgeThem(promises, run);
    const { model } = prepared.value;
    const all = [...rows, ...broken.map((file) => brokenRow(file, model))];
    const seconds = secondsSince(began, suite);
    return success(reportOf(all, seconds, interruption.signal.aborted, suite));
  } finally {
    interruption.stop();
  }
}

async function judgeThem(
  promises: readonly NamedPromise[],
  run: AllRun,
): Promise<readonly JudgedRow[]> {
  const { args, suite } = run;
  const underWay = new Set<string>();
  let over = 0;
  const text = (): string =>
    `Judging, ${over} of ${promises.length} promises are done: ${[...underWay].join(', ')}`;
  const progress = showProgress(text(), suite.environment.plainText);
  try {
    return await atMost(atOnceOf(args) ?? USUALLY_AT_ONCE, promises, async (named) => {
      underWay.add(named.id);
      progress.change(text());
      const row = await judgeOne(named, run);
      underWay.delete(named.id);
      over += 1;
      progress.change(text());
      return row;
    });
  } finally {
    progress.stop();
  }
}

const INTERRUPTED: Failure = { kind: 'interrupted', action: 'it was judged' };

async function judgeOne({ id, promise }: NamedPromise, run: AllRun): Promise<JudgedRow> {
  const { interruption, session, suite } = run;
  const began = suite.clock.elapsed();
  const own = isOwnedBy(promise, session);
  const rowOf = (parts: Pick<JudgedRow, 'became' | 'failure' | 'result' | 'notes'>): JudgedRow => ({
    id,
    title: titleOf(promise),
    own,
    seconds: secondsSince(began, suite),
    ...parts,
  });
  const unasked = (failure: Failure, model = ''): JudgedRow =>
    rowOf({ became: 'open', failure, result: resultOfFailure(failure, model), notes: [] });
  if (interruption.signal.aborted) return unasked(INTERRUPTED);
  const prepared = await prepare(promise, run);
  if (!prepared.ok) return unasked(prepared.failure);
  const { model } = prepared.value;
  const { tierOneLook } = await import('../../proving.ts');
  const look = tierOneLook(id, run.args, suite, run.configuration);
  const request = await requestOf(id, prepared.value, run);
  const verified = await verifyPromise(request, suite, (of, parts) =>
    run.inTurn(() => look(of, parts)),
  );
  return verified.ok
    ? rowOf(outcomeOf(id, verified.value, prepared.value))
    : unasked(verified.failure, model);
}

/** The judge for a promise; without one, whether it can be had at all. */
async function prepare(
  promise: NamedPromise['promise'] | undefined,
  { account, args, call, configuration, interruption, suite }: AllRun,
): Promise<Result<PreparedJudge>> {
  const { prepareJudge } = await import('../../judging.ts');
  const models = args.texts('model');
  const needed = promise === undefined ? 0 : votesNeeded(promise, configuration);
  const wish: JudgeWish = {
    backend: call.backend,
    about: 'all',
    maxUsd: call.maxUsd,
    account,
    wantsModel: needed > 0,
    votes: votesToAsk(call.votes, models, needed),
    models,
    stopsEarly: args.given('early-stop'),
    isAnew: ['model', 'votes', 'backend'].some((option) => args.given(option)),
  };
  // The run has one line on the terminal, and one listener for interrupts.
  const watch = () => ({ signal: interruption.signal, onProgress: () => {}, stop: () => {} });
  return prepareJudge(suite, configuration, wish, watch);
}

/** How one promise is verified: as alone, but that it waits for what the others hold back of the limit. */
async function requestOf(
  id: string,
  { demand }: PreparedJudge,
  { args, call, configuration, patiently: waiting, session, suite }: AllRun,
): Promise<VerifyRequest> {
  const judge =
    demand.demand === 'ask'
      ? {
          ...demand,
          ask: (...facts: Parameters<typeof demand.ask>) => waiting(() => demand.ask(...facts)),
        }
      : demand;
  const request = await requestFor({ ...call, id }, judge, session, configuration, args, suite);
  // What skips a gate is about those that the session owns; the others are judged all the same.
  return { ...request, isToClose: false };
}

/** What came of a promise that passed the cheaper gates. */
function outcomeOf(
  id: string,
  outcome: Verified,
  prepared: PreparedJudge,
): Pick<JudgedRow, 'became' | 'failure' | 'result' | 'notes'> {
  const { model } = prepared;
  if (outcome.outcome === 'already-verified') {
    const result = resultOfVerified(outcome.promise, model);
    return { became: 'verified', failure: undefined, result, notes: [] };
  }
  const told = prepared.notes();
  if (outcome.outcome === 'refused') {
    const { failure, run, warnings } = outcome;
    const notes = [...told, ...warnings.map(warningOf)];
    return { became: 'open', failure, result: resultOfRefusal(run.result, failure), notes };
  }
  const isClosed = outcome.outcome === 'verified';
  const served = isClosed ? outcome.served : undefined;
  const unasked = served === undefined ? resultWithoutCriteria(model) : resultOfServed(served);
  return {
    became: isClosed ? 'verified' : 'recorded',
    failure: undefined,
    result: outcome.run?.result ?? unasked,
    notes: [
      ...told,
      ...(isClosed
        ? [...gateWarnings(id, outcome.gates), ...outcome.change.warnings.map(warningOf)]
        : []),
    ],
  };
}

function brokenRow(file: BrokenFile, model: string): JudgedRow {
  const failure: Failure = { kind: 'broken-file', file };
  const result = resultOfFailure(failure, model);
  return {
    id: file.path,
    title: '',
    own: false,
    became: 'open',
    failure,
    result,
    notes: [],
    seconds: 0,
  };
}

function secondsSince(began: number, { clock }: Suite): number {
  return Math.round((clock.elapsed() - began) / 100) / 10;
}

function reportOf(
  rows: readonly JudgedRow[],
  seconds: number,
  isInterrupted: boolean,
  { style }: Suite,
): Report {
  const notes = rows.flatMap(({ failure, id, notes: told }) => [
    ...told.map((note) => (note.includes(id) ? note : `${id}: ${note}`)),
    ...(failure === undefined ? [] : [`${id}: ${failureMessage(failure)}`]),
  ]);
  return {
    text: judgeAllText(rows, seconds, style),
    json: judgeAllJson(rows, seconds),
    notes: [...new Set(notes)],
    exitCode: exitCodeOf(rows, isInterrupted),
  };
}

function exitCodeOf(rows: readonly JudgedRow[], isInterrupted: boolean): ExitCode {
  if (isInterrupted) return EXIT.interrupted;
  const isBad = rows.some(
    ({ failure, result }) => failure !== undefined || result.verdict === 'FAIL',
  );
  return isBad ? EXIT.failed : EXIT.ok;
}
