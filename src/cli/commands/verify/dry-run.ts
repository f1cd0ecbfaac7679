import { type Result, success } from '../../../domain/base/result.ts';
import { tampering } from '../../../domain/closing/gates/tampering.ts';
import { inTheWay } from '../../../domain/closing/in-the-way.ts';
import { judgedFacts } from '../../../domain/closing/judged-facts.ts';
import { shownTampering } from '../../../domain/closing/tampering.ts';
import type { NamedPromise } from '../../../domain/promise/promise.ts';
import type { Session } from '../../../domain/promise/session.ts';
import { gatherFacts, stateFacts } from '../../../gates/verify-promise.ts';
import { aheadLines } from '../../../report/ahead-text.ts';
import { tamperingLines, tamperingNotes } from '../../../report/tampered-text.ts';
import type { PromiseDryRun } from '../../../reviews/promise/dry-run.ts';
import type { Report } from '../../command.ts';
import { closingOf, type VerifyCall } from './call.ts';

/** What a judge would be asked of a promise, and what stands in the way of that. Makes no call, writes nothing. */
export async function dryRun(id: string, call: VerifyCall): Promise<Result<Report>> {
  const { args, suite } = call;
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const shown = await dryRunOf(found.value, call);
  if (!shown.ok) return shown;
  const { ahead, isKeptOpen, report, tests } = shown.value;
  return success({
    ...report,
    notes: [
      ...(report.notes ?? []),
      ...(tests?.look.examined === true ? tamperingLines(tests, suite.style) : []),
      ...(tests?.look.examined === true ? tamperingNotes(tests.look) : []),
      ...(isKeptOpen ? [KEPT_OPEN] : []),
      ...(args.given('json') ? ahead : []),
    ],
  });
}

/** That findings would keep the promise open, were it not for a judge who passes it in spite of them. */
const KEPT_OPEN =
  'Note: without a PASS of the judge, gates.tampering keeps the promise open over what is found.';

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

/** Stands for the session where none is set: it owns nothing. */
const NOBODY: Session = { id: '', ids: [] };

/** Plans what a judge would be asked of a promise. Fails as a run would before anything is known of the promise. */
export async function dryRunOf(
  { id, promise }: NamedPromise,
  call: VerifyCall,
): Promise<Result<PlannedJudgment>> {
  const { args, configuration, suite } = call;
  const { session } = suite.environment;
  const closing = await closingOf({ id, promise }, session ?? NOBODY, call);
  if (!closing.ok) return closing;
  const { request: asked, world } = closing.value;
  // Where no session is set, that is said, and the rest as to the owner.
  const request = session === undefined ? { ...asked, to: 'close' as const } : asked;
  const state = await stateFacts({ ...closing.value, request }, world);
  const gathered = await gatherFacts(state, world, 'files');
  if (!gathered.ok) return gathered;
  const facts = gathered.value;
  const way = inTheWay(facts, session === undefined);
  const { always } = configuration.checks;
  const ahead = (others: Parameters<typeof aheadLines>[1]): readonly string[] =>
    aheadLines({ ...way, always }, others);
  const { promiseDryRun } = await import('../../judging.ts');
  const { judge } = request;
  const wish = {
    backend: call.backend,
    models: args.texts('model'),
    votes: judge.demand === 'ask' ? judge.votes : 1,
  };
  const report = await promiseDryRun(judgedFacts(facts), configuration, wish, suite, ahead);
  if (!report.ok) return report;
  return success({
    report: report.value,
    ahead: report.value.ahead,
    isAsked: way.unasked.every(({ kind }) => kind === 'no-session') && way.served === undefined,
    isKeptOpen: !tampering({ ...facts, judged: 'unasked' }).ok,
    tests: shownTampering(promise, facts.tierOne.tampering, []),
  });
}
