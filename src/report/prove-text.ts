import type { CheckResult } from '../domain/check-result.ts';
import { confidenceOfResults } from '../domain/check-result.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  hasChecks,
  isOpen,
} from '../domain/promise.ts';
import { PROOF_SOURCES } from '../domain/proof.ts';
import { areProved, type ProvingRun, verdictOfRun } from '../domain/proving.ts';
import type { Verdict } from '../domain/validation.ts';
import { failureLines } from './attempts-text.ts';
import { meetLine, proveLine, startLine, verifyLine } from './command-lines.ts';
import { oneLine } from './printable.ts';
import { progressText, waivedText } from './promise-text.ts';
import type { Style } from './style.ts';

/** What a run of `cs prove` came to. */
export interface ProveReport {
  readonly promise: CompletionPromise;
  readonly runs: readonly ProvingRun[];
  readonly left: readonly Criterion[];
  readonly changed: { readonly parsed: number; readonly notes: readonly string[] };
  /** How often in a row a criterion may fail before it is for a person. */
  readonly maxRetries: number;
}

/** Each criterion with its verdict, each check with how it ended, and what to do next. */
export function proveText(id: string, report: ProveReport, style: Style): string {
  const { maxRetries, promise, runs } = report;
  return [
    ...runs.flatMap((run) => [
      ...runLines(run, style),
      ...failureLines(promise, criterionNow(promise, run), maxRetries),
    ]),
    ...leftLines(report),
    `Progress: ${progressText(promise)} criteria met${waivedText(promise)}`,
    areProved(runs)
      ? `Next: ${nextLineOf(id, report)}`
      : `Next, once what did not pass is put right: ${nextLineOf(id, report)}`,
  ].join('\n');
}

/** The criterion of a run as the promise has it now. */
function criterionNow(promise: CompletionPromise, { provable }: ProvingRun): Criterion {
  const { criterion } = provable;
  return criteriaOf(promise).find(({ id }) => id === criterion.id) ?? criterion;
}

/** One criterion's run: its verdict, its checks, its control. */
export function runLines(run: ProvingRun, style: Style): readonly string[] {
  const { binding, control, provable, results } = run;
  const { criterion, source } = provable;
  const verdict = verdictOfRun(run);
  const isSelfChosen = source === PROOF_SOURCES.selfChosen ? ' (self-chosen)' : '';
  return [
    `${verdictMark(verdict, style)} ${oneLine(criterion.id)}: ${oneLine(criterion.description ?? '')}${isSelfChosen}`,
    ...results.map((result) => `    ${resultLine(result, style)}`),
    // Where it is vacuous it stands among the results.
    ...(control === undefined || control.outcome === 'vacuous'
      ? []
      : [
          `    control at ${oneLine(control.revision)}: ${control.outcome}: ${oneLine(control.detail)}`,
        ]),
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
  const word =
    status === 'PASS'
      ? style.good('ok')
      : status === 'FAIL'
        ? style.bad('FAIL')
        : style.caution('skipped');
  return `${word} ${oneLine(name)}: ${oneLine(detail)}`;
}

function leftLines({ left }: ProveReport): readonly string[] {
  if (left.length === 0) return [];
  const ids = left.map(({ id }) => oneLine(id)).join(', ');
  return [`Left to other validators, with no checks of their own: ${ids}`];
}

function nextLineOf(id: string, { promise, runs }: ProveReport): string {
  if (!areProved(runs)) return proveLine(id);
  if (promise.status === 'pending') return startLine(id);
  const open = criteriaOf(promise).find(isOpen);
  if (open === undefined) return verifyLine(id);
  return hasChecks(open) ? proveLine(id) : meetLine(id, open.id);
}

/** What is said on stderr of files that changed. */
export function proveNotes({ changed }: ProveReport): readonly string[] {
  return changed.notes.map((note) => `Note: ${oneLine(note)}`);
}

/** The same as data. */
export function proveJson(id: string, report: ProveReport): unknown {
  const { changed, left, promise, runs } = report;
  return {
    id,
    proved: areProved(runs),
    criteria: runs.map((run) => ({
      ac_id: run.provable.criterion.id,
      source: run.provable.source,
      verdict: verdictOfRun(run),
      confidence: confidenceOfResults(run.results),
      results: run.results,
      command: run.command ?? null,
      control: run.control ?? null,
      tree: run.binding.bound ? run.binding.tree : null,
      not_bound: run.binding.bound ? null : run.binding.reason,
    })),
    left: left.map((criterion) => criterion.id),
    changed_files: changed,
    progress: progressText(promise),
    next: nextLineOf(id, report),
  };
}
