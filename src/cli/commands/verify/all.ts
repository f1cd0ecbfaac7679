import { type Interruption, listenForInterrupts } from '../../../adapters/interrupts.ts';
import type { BrokenFile, Failure } from '../../../domain/base/failure.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { isOwnedBy, type NamedPromise, titleOf } from '../../../domain/promise/promise.ts';
import type { Session } from '../../../domain/promise/session.ts';
import type { LookAtTierOne } from '../../../gates/tier-one.ts';
import {
  type AskableDemand,
  type ClosingCall,
  type Verified,
  verifyPromise,
} from '../../../gates/verify-promise.ts';
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
import { actorOf, type Suite } from '../../../suite.ts';
import type { Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { showProgress } from '../../progress.ts';
import { atOnceOf, promisesOf, USUALLY_AT_ONCE } from './all-options.ts';
import { atMost, oneAtATime, type Patiently, patiently } from './at-once.ts';
import { closingOf, judgeFor, modelOf, type VerifyCall } from './call.ts';

/** What the promises of one run share: one limit, one interrupt, and the checkout, which one at a time looks at. */
interface AllRun {
  readonly call: VerifyCall;
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
export async function verifyAll(call: VerifyCall): Promise<Result<Report>> {
  const { args, suite } = call;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const listed = await promisesOf(args, suite);
  if (!listed.ok) return listed;
  const { broken, promises } = listed.value;
  const { newAccount } = await import('../../judging.ts');
  const interruption = listenForInterrupts();
  const run: AllRun = {
    call,
    session: actor.value.session,
    account: newAccount(),
    interruption,
    patiently: patiently(),
    inTurn: oneAtATime((look: () => ReturnType<LookAtTierOne>) => look()),
  };
  const began = suite.clock.elapsed();
  try {
    const judge = await judgeFor(undefined, call);
    if (!judge.ok) return judge;
    const rows = await judgeThem(promises, run);
    const all = [...rows, ...broken.map((file) => brokenRow(file, modelOf(judge.value)))];
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
  const { args, suite } = run.call;
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
  const { account, call, interruption, session } = run;
  const { suite } = call;
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
  // Others of the run took their time: it may have changed since it was listed.
  const found = await suite.promises.find(id);
  if (!found.ok) return unasked(found.failure);
  // The run has one line on the terminal, and one listener for interrupts.
  const watch = () => ({ signal: interruption.signal, onProgress: () => {}, stop: () => {} });
  const closing = await closingOf(found.value, session, call, { account, watch });
  if (!closing.ok) return unasked(closing.failure);
  const model = modelOf(closing.value.request.judge);
  const verified = await verifyPromise(sharing(closing.value, run));
  return verified.ok
    ? rowOf(outcomeOf(id, verified.value, model))
    : unasked(verified.failure, model);
}

/** A close as alone, but that it takes its turn at the checkout, and waits for what others hold back of the limit. */
function sharing(closing: ClosingCall, { inTurn, patiently: waiting }: AllRun): ClosingCall {
  const { request, world } = closing;
  const { judge } = request;
  const patient: AskableDemand =
    judge.demand === 'ask' ? { ...judge, ask: (facts) => waiting(() => judge.ask(facts)) } : judge;
  const lookAtTierOne: LookAtTierOne = (promise, parts) =>
    inTurn(() => world.lookAtTierOne(promise, parts));
  return {
    ...closing,
    request: { ...request, judge: patient },
    world: { ...world, lookAtTierOne },
  };
}

/** What came of a promise that passed the cheaper gates. */
function outcomeOf(
  id: string,
  outcome: Verified,
  model: string,
): Pick<JudgedRow, 'became' | 'failure' | 'result' | 'notes'> {
  if (outcome.outcome === 'already-verified') {
    const result = resultOfVerified(outcome.promise, model);
    return { became: 'verified', failure: undefined, result, notes: [] };
  }
  const told = outcome.run?.notes ?? [];
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
  const said = rows.flatMap(({ notes: told }) => [...new Set(told)]);
  const isShared = (note: string): boolean => said.indexOf(note) !== said.lastIndexOf(note);
  const notes = rows.flatMap(({ failure, id, notes: told }) => [
    ...told.map((note) => (note.includes(id) || isShared(note) ? note : `${id}: ${note}`)),
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
