import { counted } from '../domain/base/counted.ts';
import type { CostGroup, CostSum, CostSummary } from '../domain/judging/cost-summary.ts';
import { SEVERITIES } from '../domain/judging/judgment.ts';
import { dollars } from './dollars.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** Width of the longest bar of the chart, in characters. */
const CHART_WIDTH = 24;

const HEADINGS = ['calls', 'in', 'out', 'cached', 'cost'] as const;

const HEADINGS_OF_SEVERITY = ['calls', 'no counts', ...SEVERITIES, 'cost'] as const;

/** A table of what was spent, with a bar for each group that shows its share of the dearest. */
export function costText(summary: CostSummary, style: Style): string {
  const { by, groups, total } = summary;
  if (total.calls === 0) return 'No calls.';
  const most = groups.reduce((highest, { cost_usd }) => Math.max(highest, cost_usd), 0);
  const rows = [
    by === 'severity' ? ['day and model', ...HEADINGS_OF_SEVERITY] : [by, ...HEADINGS],
    ...groups.map((group) => [oneLine(group.key), ...cells(group)]),
    ['total', ...cells(total)],
  ];
  const widths = rows[0]?.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  '),
  );
  const [heading = '', ...body] = lines;
  return [
    style.bold(heading),
    ...body.map((line, index) => {
      const group = groups[index];
      return group === undefined
        ? style.bold(line)
        : `${line}  ${bar(group, most, style)}`.trimEnd();
    }),
    ...unknownLine(total),
  ].join('\n');
}

function cells(sum: CostSum): readonly string[] {
  const cached = sum.cache_read_input_tokens + sum.cache_creation_input_tokens;
  const cost = sum.calls_of_unknown_cost > 0 ? `${dollars(sum.cost_usd)}+` : dollars(sum.cost_usd);
  const found = severityCells(sum);
  if (found.length > 0) return [sum.calls, ...found].map(String).concat(cost);
  return [sum.calls, sum.input_tokens, sum.output_tokens, cached].map(String).concat(cost);
}

/** The calls without counts and the findings of each severity; empty where these are not summed up. */
function severityCells({ calls_without_counts = 0, findings }: CostSum): readonly number[] {
  if (findings === undefined) return [];
  return [calls_without_counts, ...SEVERITIES.map((severity) => findings[severity])];
}

function bar({ cost_usd }: CostGroup, most: number, style: Style): string {
  const length = most === 0 ? 0 : Math.round((CHART_WIDTH * cost_usd) / most);
  return style.good('#'.repeat(cost_usd > 0 ? Math.max(1, length) : length));
}

function unknownLine({ calls_of_unknown_cost }: CostSum): readonly string[] {
  return calls_of_unknown_cost === 0
    ? []
    : [`${counted(calls_of_unknown_cost, 'call')} to models with unknown prices count as $0.00.`];
}

const CSV_COLUMNS = [
  'calls',
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cost_usd',
  'calls_of_unknown_cost',
] as const;

/** The same as comma-separated values: a heading, and a line for each group. */
export function costCsv({ by, groups }: CostSummary): string {
  const isOfSeverity = by === 'severity';
  const heading = isOfSeverity
    ? ['day', 'model', ...CSV_COLUMNS, 'calls_without_counts', ...SEVERITIES]
    : [by, ...CSV_COLUMNS];
  const lines = groups.map((group) =>
    [
      ...namesOf(group).map(csvCell),
      ...CSV_COLUMNS.map((column) => String(group[column])),
      ...severityCells(group),
    ].join(','),
  );
  return [heading.join(','), ...lines].join('\n');
}

function namesOf({ day, key, model }: CostGroup): readonly string[] {
  return day === undefined || model === undefined ? [key] : [day, model];
}

/** A cell that no spreadsheet takes for a formula. */
function csvCell(text: string): string {
  const plain = oneLine(text);
  const safe = /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
