import type { CostLine } from './cost-line.ts';
import type { SeverityCounts } from './findings-policy.ts';
import { SEVERITIES, type Severity } from './judgment.ts';
import { highestCostOf, type TokenUsage } from './model.ts';

/** What calls can be summed up by. */
export const COST_GROUPINGS = ['day', 'model', 'promise', 'kind', 'verdict', 'severity'] as const;

export type CostGrouping = (typeof COST_GROUPINGS)[number];

export interface CostSum extends Partial<SeveritySum> {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  /** US dollars of the calls whose cost is known. */
  readonly cost_usd: number;
  /** How many calls were of models whose prices are not known. */
  readonly calls_of_unknown_cost: number;
}

/** The findings of calls, which are told where calls are summed up by severity. */
interface SeveritySum {
  readonly findings: SeverityCounts;
  /** How many calls have no counts: they were not asked for findings, or gave none. They say nothing of severity. */
  readonly calls_without_counts: number;
}

export interface CostGroup extends CostSum {
  readonly key: string;
  /** The parts of the key, where calls are summed up by severity: the findings are those of a model on a day. */
  readonly day?: string;
  readonly model?: string;
}

export interface CostSummary {
  readonly by: CostGrouping;
  /** Days in the order of time, of a severity too; everything else the dearest first. */
  readonly groups: readonly CostGroup[];
  readonly total: CostSum;
}

/** A span of time, in milliseconds since the epoch: from `since`, up to and not including `until`. */
export interface CostSpan {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

const KEY_OF: Readonly<Record<CostGrouping, (line: CostLine) => string>> = {
  day: ({ timestamp }) => dayOf(timestamp),
  model: ({ model }) => model,
  promise: ({ promise_id }) => promise_id,
  kind: ({ kind }) => kind,
  verdict: ({ verdict }) => verdict,
  severity: ({ model, timestamp }) => `${dayOf(timestamp)} ${model}`,
};

/** Sums of calls that come one after the other: a log may hold more of them than memory does. */
interface CostSums {
  take(line: CostLine): void;
  summary(): CostSummary;
}

/** Begins to sum up the calls of a span of time. */
export function createCostSums(by: CostGrouping, span: CostSpan): CostSums {
  const isOfSeverity = by === 'severity';
  const groups = new Map<string, { readonly first: CostLine; readonly sum: RunningSum }>();
  const total = createRunningSum();
  const sumIn = (sum: RunningSum): CostSum =>
    isOfSeverity ? { ...sum.costs(), ...sum.severities() } : sum.costs();
  return {
    take(line) {
      if (!isWithin(line, span)) return;
      const key = KEY_OF[by](line);
      const group = groups.get(key) ?? { first: line, sum: createRunningSum() };
      groups.set(key, group);
      group.sum.add(line);
      total.add(line);
    },
    summary() {
      const sums = [...groups].map(([key, { first, sum }]): CostGroup => {
        const parts = isOfSeverity ? { day: dayOf(first.timestamp), model: first.model } : {};
        return { key, ...parts, ...sumIn(sum) };
      });
      const isInTime = by === 'day' || isOfSeverity;
      return { by, groups: sums.sort(isInTime ? byKey : dearestFirst), total: sumIn(total) };
    },
  };
}

/** Sums up the calls of a span of time. */
export function summarizeCost(
  lines: Iterable<CostLine>,
  by: CostGrouping,
  span: CostSpan,
): CostSummary {
  const sums = createCostSums(by, span);
  for (const line of lines) sums.take(line);
  return sums.summary();
}

interface RunningSum {
  add(line: CostLine): void;
  costs(): CostSum;
  severities(): SeveritySum;
}

function createRunningSum(): RunningSum {
  const costs = {
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    cost_usd: 0,
    calls_of_unknown_cost: 0,
  };
  const findings: Record<Severity, number> = { critical: 0, major: 0, minor: 0, info: 0 };
  let counted = 0;
  return {
    add(line) {
      costs.calls += 1;
      for (const name of TOKENS) costs[name] += line[name];
      costs.cost_usd += line.cost_usd ?? 0;
      costs.calls_of_unknown_cost += line.cost_usd === null ? 1 : 0;
      if (line.findings === undefined) return;
      counted += 1;
      for (const severity of SEVERITIES) findings[severity] += line.findings[severity];
    },
    costs: () => ({ ...costs, cost_usd: roundedDollars(costs.cost_usd) }),
    severities: () => ({
      findings: { ...findings },
      calls_without_counts: costs.calls - counted,
    }),
  };
}

const TOKENS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

/** What a span of time cost at the most, in US dollars: unknown models at the dearest known prices. */
export function mostSpent(lines: readonly CostLine[], span: CostSpan): number {
  return lines
    .filter((line) => isWithin(line, span))
    .reduce(
      (total, line) => total + (line.cost_usd ?? highestCostOf(line.model, usageOf(line))),
      0,
    );
}

function usageOf(line: CostLine): TokenUsage {
  return { ...line, cache_creation_1h_input_tokens: 0 };
}

/** The UTC day of a time, `2026-02-17`. */
export function dayOf(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}

function isWithin({ timestamp }: CostLine, { since, until }: CostSpan): boolean {
  const at = Date.parse(timestamp);
  return (since === undefined || at >= since) && (until === undefined || at < until);
}

/** Dollars to a millionth of a cent, without the dust of adding binary fractions. */
export function roundedDollars(dollars: number): number {
  return Math.round(dollars * 1e8) / 1e8;
}

function byKey(a: CostGroup, b: CostGroup): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

function dearestFirst(a: CostGroup, b: CostGroup): number {
  return b.cost_usd - a.cost_usd || byKey(a, b);
}
