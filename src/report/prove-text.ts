import { checkLabel } from '../domain/base/check-label.ts';
import { type CheckResult, confidenceOfResults, troubles } from '../domain/base/check-result.ts';
import type { JudgeFeedback } from '../domain/base/failure.ts';
import type { StandingTampering } from '../domain/closing/tampering.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  criterionOf,
  hasChecks,
  isOpen,
} from '../domain/promise/promise.ts';
import { narrowedTo, restsOnProof } from '../domain/promise/proof.ts';
import { type TierSettings, tierOf } from '../domain/promise/tier.ts';
import {
  areProved,
  feedbackOfResult,
  isUnrepeatable,
  type ProvingRun,
  verdictOfRun,
} from '../domain/standing/proving.ts';
import type { Verdict } from '../domain/validation/validation-response.ts';
import { failureCountLines } from './attempts-text.ts';
import { countResults, totalText } from './check-progress-text.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine, printable } from './printable.ts';
import { progressText, waivedText } from './promise-text.ts';
import { proofLimits } from './proof-text.ts';
import { showingHint, shownLine } from './shown-text.ts';
import type { Style } from './style.ts';
import { standingTamperingJson, tamperingLines, tamperingNotes } from './tampered-text.ts';
import {
  isTierOnePassed,
  type ShownTierOne,
  tierOneJson,
  tierOneLines,
  tierOneNotes,
} from './tier-one-text.ts';

/** The outcome of `cs prove`. */
export interface ProveReport {
  readonly promise: CompletionPromise;
  readonly runs: readonly ProvingRun[];
  readonly left: readonly Criterion[];
  readonly tierOne: ShownTierOne;
  /** The look for weakened tests; missing where there was none. */
  readonly tampering?: StandingTampering | undefined;
  readonly tiers: TierSettings;
  /** Consecutive failures of a criterion before it needs human review. */
  readonly maxRetries: number;
}

/** Whether every criterion that was run is proved, and nothing else keeps the promise open. */
export function isProveOk({ runs, tierOne }: Pick<ProveReport, 'runs' | 'tierOne'>): boolean {
  return areProved(runs) && isTierOnePassed(tierOne);
}

/** Each criterion with its verdict, each check with how it ended, and what to do next. */
export function proveText(
  id: string,
  report: ProveReport,
  style: Style,
  lines: CommandLines,
): string {
  const { maxRetries, promise, runs } = report;
  return [
    ...runs.flatMap((run) => [
      ...runLines(run, style, report.tierOne.changed.broken.length > 0),
      ...failureCountLines(promise, criterionNow(promise, run), maxRetries),
    ]),
    ...tierOneLines(report.tierOne, style, {
      resultLine: (result) => resultLine(result, style),
      wasRun: runs.length > 0,
    }),
    ...(report.tampering === undefined ? [] : tamperingLines(report.tampering, style)),
    ...showingHint(runs.map(({ shown }) => shown)),
    ...leftLines(id, report, lines),
    ...resultsLine(report),
    `Progress: ${progressText(promise)} criteria met${waivedText(promise)}`,
    isProveOk(report)
      ? `Next: ${nextLineOf(id, report, lines)}`
      : `Next, after fixing what did not pass: ${nextLineOf(id, report, lines)}`,
  ].join('\n');
}

/** `Results: 2 ok, 1 failed in 7.3 s`; nothing where none ran. */
function resultsLine({ runs, tierOne }: ProveReport): readonly string[] {
  const [first] = runs;
  // All runs of a proving have the time that it took as a whole.
  if (first === undefined) return [];
  return [`Results: ${totalText(countResults(allResults({ runs, tierOne })), first.duration_ms)}`];
}

function allResults({
  runs,
  tierOne,
}: Pick<ProveReport, 'runs' | 'tierOne'>): readonly CheckResult[] {
  return [...tierOne.always, ...runs].flatMap(({ results }) => results);
}

/** The criterion of a run as the promise has it now. */
function criterionNow(promise: CompletionPromise, { provable }: ProvingRun): Criterion {
  const { criterion } = provable;
  return criterionOf(promise, criterion.id) ?? criterion;
}

/**
 * One criterion's run: its verdict, its checks, what these say of the work, and where it ran if not in the project
 * folder. `isListed`: whether broken changed files are listed below.
 */
export function runLines(run: ProvingRun, style: Style, isListed = false): readonly string[] {
  const { binding, checkout, command, provable, results, shown } = run;
  const { criterion, source } = provable;
  const program = command?.program?.path;
  const verdict = verdictOfRun(run);
  const only = binding.bound ? narrowedTo(binding) : undefined;
  return [
    `${verdictMark(verdict, style)} ${oneLine(criterion.id)}: ${oneLine(criterion.description ?? '')}${proofLimits({ source, only, program })}`,
    ...results.flatMap((result) => [
      `    ${resultLine(isListed && result.name === 'changed_files' ? { ...result, detail: 'see below' } : result, style)}`,
      ...outputLines(result).map((line) => `      ${line}`),
    ]),
    // What is held for it has a result that says so.
    ...(shown === undefined || verdict !== 'PASS' ? [] : [`    ${shownLine(shown, style)}`]),
    ...(checkout === undefined ? [] : [`    in the checkout ${oneLine(checkout)}`]),
    ...(verdict === 'PASS' && !binding.bound
      ? [`    not bound to the checkout: ${oneLine(binding.reason)}`]
      : []),
  ];
}

const WORD_OF_VERDICT: Readonly<Record<Verdict, string>> = {
  PASS: '[PROVED]',
  PARTIAL: '[PARTIAL]',
  FAIL: '[FAILED]',
  BLOCKED: '[NOT PROVED]',
};

function verdictMark(verdict: Verdict, style: Style): string {
  const word = WORD_OF_VERDICT[verdict];
  if (verdict === 'PASS') return style.good(word);
  return verdict === 'FAIL' ? style.bad(word) : style.caution(word);
}

function resultLine({ detail, name, status }: CheckResult, style: Style): string {
  const words = {
    PASS: style.good('ok'),
    FAIL: style.bad('FAIL'),
    SKIPPED: style.caution('skipped'),
  };
  return `${words[status]} ${oneLine(checkLabel(name))}: ${oneLine(detail)}`;
}

/** What the output of a check tells of its failure. */
function outputLines({ output }: CheckResult): readonly string[] {
  return output === undefined ? [] : printable(output).split('\n');
}

function leftLines(id: string, { left }: ProveReport, lines: CommandLines): readonly string[] {
  const others = left.filter((criterion) => !isUnrepeatable(criterion));
  const ids = others.map((criterion) => oneLine(criterion.id)).join(', ');
  return [
    ...(ids === '' ? [] : [`No checks, left to other validators: ${ids}`]),
    ...left.filter(isUnrepeatable).map((criterion) => unrepeatableText(id, criterion.id, lines)),
  ];
}

/** A criterion that was met by what cannot be run again, and how to do it anew. */
function unrepeatableText(id: string, criterion: string, lines: CommandLines): string {
  return `Not run again, because a secret in it was not stored: ${oneLine(criterion)}. To run it: ${lines.run(id, criterion)}`;
}

function nextLineOf(id: string, report: ProveReport, lines: CommandLines): string {
  const { promise } = report;
  if (!isProveOk(report)) return lines.prove(id);
  return promise.status === 'pending' ? lines.start(id) : nextStepLine(id, promise, lines);
}

/** The command for the next open criterion of a promise; where none is open, the one that closes it. */
export function nextStepLine(id: string, promise: CompletionPromise, lines: CommandLines): string {
  const open = criteriaOf(promise).find(isOpen);
  if (open === undefined) return lines.verify(id);
  return hasChecks(open) || restsOnProof(open) ? lines.prove(id) : lines.meet(id, open.id);
}

/** The notes on changed files, for stderr. */
export function proveNotes({ tampering, tierOne }: ProveReport): readonly string[] {
  return [...tierOneNotes(tierOne), ...tamperingNotes(tampering?.look)];
}

/** What would satisfy each criterion that did not pass, in the shape in which judges say it. */
function feedbackOf({ runs }: ProveReport): readonly JudgeFeedback[] {
  return runs.flatMap(({ provable, results }) =>
    troubles(results).map((result) => ({
      ac_id: provable.criterion.id,
      ...feedbackOfResult(result),
    })),
  );
}

/** The same as data. */
export function proveJson(id: string, report: ProveReport, lines: CommandLines): unknown {
  const { left, promise, runs, tierOne, tiers } = report;
  return {
    id,
    proved: runs.length > 0 && isProveOk(report),
    criteria: runs.map((run) => ({
      ac_id: run.provable.criterion.id,
      tier: tierOf(run.provable.criterion, promise, tiers),
      source: run.provable.source,
      verdict: verdictOfRun(run),
      confidence: confidenceOfResults(run.results),
      results: run.results,
      command: run.command ?? null,
      shown: run.shown ?? null,
      tree: run.binding.bound ? run.binding.tree : null,
      not_bound: run.binding.bound ? null : run.binding.reason,
      checkout: run.checkout ?? null,
    })),
    totals: countResults(allResults(report)),
    left: left.map((criterion) => criterion.id),
    feedback: feedbackOf(report),
    tier1: tierOneJson(tierOne),
    changed_files: tierOne.changed,
    tampering: report.tampering === undefined ? null : standingTamperingJson(report.tampering),
    progress: progressText(promise),
    next: nextLineOf(id, report, lines),
  };
}
