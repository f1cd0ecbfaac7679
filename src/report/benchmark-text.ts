import type { BenchCase } from '../domain/benchmark/bench-case.ts';
import type { Figure, Figures } from '../domain/benchmark/figures.ts';
import type { BenchSummary } from '../domain/benchmark/summary.ts';
import { dollars } from './dollars.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

const HEADINGS = ['recall', 'precision', 'false blocks', 'accuracy', 'kappa', 'AUROC'];

/** The table of a run: the judge by criterion and by promise, the floors, the classes, what it cost. */
export function benchText(summary: BenchSummary, style: Style): string {
  const rows = [
    row(summary.judge, summary.by_criterion),
    row('  by promise', summary.by_promise),
    ...summary.floors.map((floor) => row(floor.name, floor)),
  ];
  const classes = summary.classes.map((one) => [
    one.class,
    String(one.criteria),
    one.bad === 0 ? '-' : `${one.caught}/${one.bad}`,
    one.criteria === one.bad ? '-' : `${one.blocked}/${one.criteria - one.bad}`,
  ]);
  const { input_tokens, latency_ms, output_tokens } = summary;
  return [
    `${summary.judged} of ${summary.cases} cases judged, ${summary.unjudged} could not be judged`,
    ...summary.causes.map((cause) => `  ${oneLine(cause)}`),
    '',
    ...table([['', ...HEADINGS], ...rows], style),
    '',
    ...table([['class', 'criteria', 'caught', 'false blocks'], ...classes], style),
    '',
    `Cost: ${dollars(summary.cost_usd)}, ${input_tokens} tokens in, ${output_tokens} out; ${latency_ms.median} ms (median), ${latency_ms.p95} ms (p95)`,
  ].join('\n');
}

/** One case, for a person: what is claimed, what is wanted, and why. */
export function caseText(given: BenchCase): string {
  return [
    `${given.id} (${given.class}, ${given.language}, ${oneLine(given.trade)})`,
    oneLine(given.promise.title),
    ...given.criteria.flatMap((one) => [
      `${one.id} [${one.want}] ${oneLine(one.description)}`,
      `  ${one.evidence_type}: ${oneLine(one.evidence)}`,
      `  why: ${oneLine(one.why)}`,
    ]),
    `Made: ${oneLine(given.made)}`,
  ].join('\n');
}

function row(name: string, figures: Figures): readonly string[] {
  const { accuracy, auroc, false_block_rate, kappa, precision, recall } = figures;
  const shares = [recall, precision, false_block_rate, accuracy].map(percent);
  return [oneLine(name), ...shares, number(kappa), auroc === null ? '-' : auroc.toFixed(2)];
}

function percent({ high, low, value }: Figure): string {
  const of = (part: number | null): string => (part === null ? '-' : (100 * part).toFixed(0));
  return value === null ? '-' : `${of(value)} % (${of(low)}-${of(high)})`;
}

function number({ high, low, value }: Figure): string {
  const of = (part: number | null): string => (part === null ? '-' : part.toFixed(2));
  return value === null ? '-' : `${of(value)} (${of(low)} to ${of(high)})`;
}

function table(rows: readonly (readonly string[])[], style: Style): readonly string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  '),
  );
  return lines.map((line, index) => (index === 0 ? style.bold(line) : line));
}
