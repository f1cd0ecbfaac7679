import { type Result, success } from '../../../domain/base/result.ts';
import type { JudgedFacts } from '../../../domain/judging/judged-facts.ts';
import {
  type CompletionPromise,
  criteriaOf,
  type NamedPromise,
} from '../../../domain/promise/promise.ts';
import type { Session } from '../../../domain/promise/session.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { Views } from '../../../gates/cheap-gates.ts';
import { inTheWay } from '../../../gates/in-the-way.ts';
import { judgedFindings, shownTampering, tamperedFault } from '../../../gates/tampering.ts';
import { aheadLines } from '../../../report/ahead-text.ts';
import { tamperingLines } from '../../../report/tampered-text.ts';
import type { PromiseDryRun } from '../../../reviews/promise/dry-run.ts';
import type { LoadedSettings } from '../../../settings/loading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { judgeFor, requestFor, type VerifyCall } from './call.ts';

/** What a judge would be asked of a promise, and what stands in the way of that. Asks nobody, writes nothing. */
export async function dryRun(
  call: VerifyCall,
  { configuration }: LoadedSettings,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const { id } = call;
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const shown = await dryRunOf({ id, promise }, call, configuration, args, suite);
  if (!shown.ok) return shown;
  const { ahead, isKeptOpen, report, tests } = shown.value;
  return success({
    ...report,
    notes: [
      ...(report.notes ?? []),
      ...(tests?.look.examined === true ? tamperingLines(tests, suite.style) : []),
      ...(isKeptOpen ? [KEPT_OPEN] : []),
      ...(args.given('json') ? ahead : []),
    ],
  });
}

/** That findings would keep the promise open, were it not for a judge who passes it in spite of them. */
const KEPT_OPEN =
  'Note: gates.tampering is "block": without a PASS of the judge, these keep the promise open.';

/** A dry run of one promise. `ahead`: what stands in the way of a real run, in lines. */
interface PlannedJudgment {
  readonly report: PromiseDryRun;
  readonly ahead: readonly string[];
  /** Whether a judge would be asked, by a session of the owner's. */
  readonly isAsked: boolean;
  /** Whether findings in the tests keep the promise open unless a judge passes it. */
  readonly isKeptOpen: boolean;
  readonly tests: ReturnType<typeof shownTampering>;
}

/** Plans what a judge would be asked of a promise. Fails as a run would before anything is known of the promise. */
export async function dryRunOf(
  { id, promise }: NamedPromise,
  call: VerifyCall,
  configuration: Configuration,
  args: Arguments,
  suite: Suite,
): Promise<Result<PlannedJudgment>> {
  const prepared = await judgeFor({ ...call, id }, args, { configuration, pending: [] }, suite);
  if (!prepared.ok) return prepared;
  const { session } = suite.environment;
  const demand = prepared.value?.demand;
  const asker = session ?? NOBODY;
  const request = await requestFor({ ...call, id }, demand, asker, configuration, args, suite);
  const { tierOneLook } = await import('../../proving.ts');
  const tierOne = await tierOneLook(id, args, suite, configuration)(promise, 'files');
  if (!tierOne.ok) return tierOne;
  const answerFor = await suite.validations.answersTo(id, criteriaOf(promise));
  const substance = request.substanceOf(promise);
  const views: Views = {
    answerFor,
    takeTree: request.lookAtTree(),
    substance: () => substance,
    tierOne: tierOne.value,
  };
  const facts = factsOf(id, promise, views);
  const { promiseDryRun } = await import('../../judging.ts');
  const wish = { ...call, models: args.texts('model'), votes: votesOf(demand) };
  const way = inTheWay(facts, request, views, session);
  const { always } = configuration.checks;
  const ahead = (others: Parameters<typeof aheadLines>[1]): readonly string[] =>
    aheadLines({ ...way, always }, others);
  const report = await promiseDryRun(facts, configuration, wish, suite, ahead);
  if (!report.ok) return report;
  const tests = shownTampering(promise, tierOne.value.tampering, []);
  const isOpen = way.unasked.every(({ kind }) => kind === 'no-session');
  const isAsked = isOpen && way.served === undefined;
  const isKeptOpen = tamperedFault(request, promise, tierOne.value.tampering, []) !== undefined;
  return success({ report: report.value, ahead: report.value.ahead, isAsked, isKeptOpen, tests });
}

/** Stands for the session where none is set: it owns nothing. */
const NOBODY: Session = { id: '', ids: [] };

function factsOf(id: string, promise: CompletionPromise, views: Views): JudgedFacts {
  const tampering = judgedFindings(promise, views.tierOne?.tampering);
  const substance = views.substance();
  return {
    id,
    promise,
    answerFor: views.answerFor,
    isAsked: () => true,
    ...(tampering.length === 0 ? {} : { tampering }),
    ...(substance === undefined ? {} : { substance }),
  };
}

function votesOf(demand: Parameters<typeof requestFor>[1]): number {
  return demand?.demand === 'ask' ? demand.votes : 1;
}
