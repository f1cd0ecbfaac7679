import type { PreparedBench } from '../../benchmark/run.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { type BenchCase, CASE_CLASSES } from '../../domain/benchmark/bench-case.ts';
import type { CaseOutcome } from '../../domain/benchmark/outcome.ts';
import type { BenchSummary } from '../../domain/benchmark/summary.ts';
import { MODEL_ALIASES } from '../../domain/judging/model.ts';
import { MOST_VOTES, votesToAsk } from '../../domain/judging/panel.ts';
import { SUBSTANCES, type SubstanceName } from '../../domain/judging/substance.ts';
import { BACKENDS } from '../../domain/settings/setting.ts';
import { benchText, caseText } from '../../report/benchmark-text.ts';
import { dollars, UNKNOWN_PRICES } from '../../report/dollars.ts';
import { EXIT, exitCodeOf } from '../../report/exit.ts';
import { failureLines } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { settingsFor } from '../option-settings.ts';
import { usage } from '../usage.ts';
import { watchOnTerminal } from '../watching.ts';
import { type ChosenCases, chooseCases, SPLITS } from './judge-bench/choosing.ts';
import { openResults, type Results } from './judge-bench/results.ts';

const MOST_AT_ONCE = 8;
const USUAL_AT_ONCE = 3;

export const judgeBenchCommand: Command = {
  summary: 'Measures a judge on labelled cases: what it catches, and what it blocks wrongly.',
  usage: [
    '[--backend api|claude|auto|rubric] [--model <model>]... [--votes <n>] [--structured] [--sees diff,tools] [--cases <file>] [--split dev|test|all] [--class <class>] [--limit <n>] [--at-once <n>] [--max-usd <amount>] [--out <file>] [--dry-run] [--json]',
    '--list [--cases <file>] [--split dev|test|all] [--class <class>] [--json]',
    '--show <case> [--cases <file>] [--json]',
  ],
  effects: ['spends'],
  options: {
    backend: {
      takes: 'word',
      value: '<backend>',
      summary: 'Backend to measure (default: as configured)',
      completes: BACKENDS,
    },
    model: {
      takes: 'texts',
      value: '<model>',
      summary: `Model: ${MODEL_ALIASES.join(', ')} or any id; repeat for a panel`,
      completes: MODEL_ALIASES,
    },
    votes: {
      takes: 'word',
      value: '<n>',
      summary: `Votes per case, 1 to ${MOST_VOTES}`,
    },
    structured: {
      takes: 'nothing',
      summary: 'Use structured findings, as with judge.structuredFindings',
    },
    sees: {
      takes: 'word',
      value: '<what>',
      summary: `What the judge sees of the work: ${SUBSTANCES.join(', ')}, or both, comma-separated`,
    },
    cases: {
      takes: 'word',
      value: '<file>',
      summary: "Your own cases, one JSON object per line, instead of the package's",
    },
    split: {
      takes: 'word',
      value: '<split>',
      summary: "Split of the package's cases: dev (default), test or all",
      completes: SPLITS,
    },
    class: {
      takes: 'word',
      value: '<class>',
      summary: 'Only cases of this class',
      completes: CASE_CLASSES,
    },
    limit: {
      takes: 'word',
      value: '<n>',
      summary: 'Most cases to judge, drawn evenly from all classes',
    },
    'at-once': {
      takes: 'word',
      value: '<n>',
      summary: `Cases judged in parallel, 1 to ${MOST_AT_ONCE} (default ${USUAL_AT_ONCE})`,
    },
    'max-usd': {
      takes: 'word',
      value: '<amount>',
      summary: 'Spending limit of the run, in US dollars; required for a model',
    },
    out: {
      takes: 'word',
      value: '<file>',
      summary: 'Write each outcome to this file, and resume from it',
    },
    'dry-run': { takes: 'nothing', summary: 'Estimate the cost; make no call' },
    list: { takes: 'nothing', summary: 'List the cases' },
    show: { takes: 'word', summary: 'Show one case with the expected verdicts and reasons' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --backend rubric', 'Measure the offline rules'],
    ['$0 --backend api --model haiku --limit 40 --dry-run', 'Estimate the cost'],
  ],
  async run(args, suite) {
    const chosen = await chooseCases(args, suite);
    if (!chosen.ok) return chosen;
    const shown = args.text('show');
    if (shown !== undefined) return showCase(shown, chosen.value);
    if (chosen.value.cases.length === 0) return usage('No such case');
    return args.given('list')
      ? success(listed(chosen.value.cases))
      : measure(args, chosen.value, suite);
  },
};

function showCase(id: string, { all }: ChosenCases): Result<Report> {
  const given = all.find((one) => one.id === id);
  return given === undefined
    ? usage(`No such case: ${id}`)
    : success({ text: caseText(given), json: given });
}

function listed(cases: readonly BenchCase[]): Report {
  const lines = cases.map(
    (one) => `${one.id}  ${one.class}  ${one.language}  ${oneLine(one.promise.title)}`,
  );
  const json = cases.map(({ class: name, id, language, promise, trade }) => ({
    id,
    class: name,
    language,
    trade,
    title: promise.title,
  }));
  return { text: lines.join('\n'), json: { cases: json } };
}

async function measure(
  args: Arguments,
  chosen: ChosenCases,
  suite: Suite,
): Promise<Result<Report>> {
  const wish = wishOf(args);
  if (typeof wish === 'string') return usage(wish);
  const settings = settingsFor(suite, args, { backend: 'judge.backend' });
  if (!settings.ok) return settings;
  const { configuration } = settings.value;
  const { judge } = configuration;
  const structuredFindings = judge.structuredFindings || args.given('structured');
  const { prepareBench } = await import('../judging.ts');
  const bench = prepareBench(
    suite,
    { ...configuration, judge: { ...judge, structuredFindings } },
    { ...wish, backend: judge.backend },
  );
  if (!bench.ok) return bench;
  const results = openResults(args.text('out'), suite);
  if (!results.ok) return results;
  const open = chosen.cases.filter(
    (one) => results.value.kept(bench.value.keyOf(one)) === undefined,
  );
  if (args.given('dry-run')) return success(estimateReport(bench.value, chosen.cases, open));
  if (bench.value.isModel && open.length > 0) {
    if (bench.value.lacks !== undefined) return usage(bench.value.lacks);
    if (wish.maxUsd === null) {
      return usage(`It would cost ${costText(bench.value, open)}: pass --max-usd <amount>`);
    }
  }
  return judged(bench.value, results.value, chosen, open, suite);
}

async function judged(
  bench: PreparedBench,
  results: Results,
  chosen: ChosenCases,
  open: readonly BenchCase[],
  suite: Suite,
): Promise<Result<Report>> {
  const outcomes = new Map<string, CaseOutcome>();
  for (const one of chosen.cases) {
    const kept = results.kept(bench.keyOf(one));
    if (kept !== undefined) outcomes.set(one.id, kept);
  }
  const progress = (): string => `Judging, ${outcomes.size} of ${chosen.cases.length} cases done`;
  const watching = watchOnTerminal(suite.environment.plainText)(progress());
  let unkept: string | undefined;
  const fault = await bench
    .run(
      open,
      (outcome, given) => {
        outcomes.set(given.id, outcome);
        unkept ??= results.keep(bench.keyOf(given), outcome);
        watching.onProgress(progress());
      },
      watching.signal,
    )
    .finally(() => watching.stop());
  if (fault !== undefined && fault.kind !== 'interrupted' && outcomes.size === 0)
    return failed(fault);
  const { summarize } = await import('../judging.ts');
  const summary = summarize(bench.judge, chosen.cases, [...outcomes.values()], chosen.words());
  const isInterrupted = watching.signal.aborted;
  return success(figuresReport(summary, isInterrupted ? INTERRUPTED : fault, unkept, suite));
}

const INTERRUPTED: Failure = { kind: 'interrupted', action: 'cases were judged' };

/** The figures, and why there are not all of them. `unkept`: why outcomes could not be kept. */
function figuresReport(
  summary: BenchSummary,
  fault: Failure | undefined,
  unkept: string | undefined,
  suite: Suite,
): Report {
  const why =
    fault?.kind === 'interrupted'
      ? 'Interrupted: the figures cover the cases judged so far.'
      : fault && failureLines(fault, suite.commandLines);
  return {
    text: benchText(summary, suite.style),
    json: summary,
    notes: [
      ...(why === undefined ? [] : [why]),
      ...(unkept === undefined ? [] : [`Warning: outcomes could not be written: ${unkept}`]),
    ],
    // Where nothing was judged there is nothing to read from the figures.
    exitCode:
      fault === undefined
        ? summary.judged === 0
          ? EXIT.failed
          : EXIT.ok
        : exitCodeOf(fault, 'anything-else'),
  };
}

function estimateReport(
  bench: PreparedBench,
  cases: readonly BenchCase[],
  open: readonly BenchCase[],
): Report {
  const estimated_usd = bench.isModel ? bench.estimate(open) : 0;
  const kept = cases.length - open.length;
  const text = [
    'DRY RUN: no call is made, nothing is written.',
    `Judge: ${bench.judge}`,
    `Cases: ${cases.length}, of which ${kept} are already judged`,
    `Estimated cost: ${estimated_usd === null ? UNKNOWN_PRICES : `about ${dollars(estimated_usd)}`}`,
    ...(bench.lacks === undefined ? [] : [`A real run would make no call: ${bench.lacks}`]),
  ];
  return {
    text: text.join('\n'),
    json: { judge: bench.judge, cases: cases.length, kept, estimated_usd },
  };
}

function costText(bench: PreparedBench, open: readonly BenchCase[]): string {
  const usd = bench.estimate(open);
  return usd === null ? UNKNOWN_PRICES : `about ${dollars(usd)}`;
}

/** What the options ask for, or what is wrong with them. */
function wishOf(args: Arguments):
  | string
  | {
      readonly models: readonly string[];
      readonly votes: number;
      readonly sees: readonly SubstanceName[];
      readonly maxUsd: number | null;
      readonly atOnce: number;
    } {
  const models = args.texts('model');
  const votes = countOf(args.text('votes'), Math.max(1, models.length), MOST_VOTES);
  const atOnce = countOf(args.text('at-once'), USUAL_AT_ONCE, MOST_AT_ONCE);
  const maxText = args.text('max-usd');
  const names = (args.text('sees') ?? '').split(',').filter((name) => name !== '');
  const sees = SUBSTANCES.filter((name) => names.includes(name));
  if (votes === undefined) return `--votes takes a number from 1 to ${MOST_VOTES}`;
  if (votes < models.length) return `--votes ${votes} would leave out some of the models`;
  if (atOnce === undefined) return `--at-once takes a number from 1 to ${MOST_AT_ONCE}`;
  if (sees.length < names.length) return `--sees takes ${SUBSTANCES.join(', ')}`;
  if (maxText !== undefined && !/^\d*\.?\d+$/.test(maxText)) {
    return '--max-usd takes an amount in US dollars';
  }
  const maxUsd = maxText === undefined ? null : Number(maxText);
  return { models, votes: votesToAsk(votes, models, 1), sees, maxUsd, atOnce };
}

function countOf(text: string | undefined, usual: number, most: number): number | undefined {
  if (text === undefined) return usual;
  const count = Number(text);
  return /^\d{1,6}$/.test(text) && count >= 1 && count <= most ? count : undefined;
}
