import type { CostLine } from '../judging/cost-line.ts';
import { roundedDollars } from '../judging/cost-summary.ts';
import type { CostAccount, CriterionStanding, PromiseAccount, PromiseStanding } from './account.ts';
import type { ConcernKind } from './concern.ts';

/** What a lead asks of many promises at once. */
export interface ReportTotals {
  readonly promises: number;
  /** How many promises stand in each way. */
  readonly standings: Readonly<Record<PromiseStanding, number>>;
  readonly criteria: number;
  readonly criterion_standings: Readonly<Record<CriterionStanding, number>>;
  /** How many promises give reason for each concern. */
  readonly concerns: Readonly<Record<ConcernKind, number>>;
  /** How many promises give reason for any. */
  readonly with_concerns: number;
  /** How verified promises passed the judge's gate, by the word for it. */
  readonly judge: Readonly<Record<string, number>>;
  /** How verified promises passed Gate 2, by the word for it. */
  readonly validation: Readonly<Record<string, number>>;
  readonly judge_runs: JudgeRunTotals;
  /** What models cost; null where the log of costs cannot be read. */
  readonly cost: CostTotals | null;
}

interface JudgeRunTotals {
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  readonly could_not_judge: number;
  readonly with_dissent: number;
}

export interface CostTotals extends CostAccount {
  /** The dearest first. */
  readonly models: readonly ModelCost[];
}

interface ModelCost extends CostAccount {
  readonly model: string;
}

/** The totals of some promises. `calls`: those that the report is about; undefined where they cannot be read. */
export function totalsOf(
  promises: readonly PromiseAccount[],
  calls: readonly CostLine[] | undefined,
): ReportTotals {
  const criteria = promises.flatMap((promise) => promise.criteria);
  return {
    promises: promises.length,
    standings: countOf(NO_STANDINGS, promises, ({ standing }) => [standing]),
    criteria: criteria.length,
    criterion_standings: countOf(NO_CRITERIA, criteria, ({ standing }) => [standing]),
    concerns: countOf(NO_CONCERNS, promises, ({ concerns }) => concerns.map(({ kind }) => kind)),
    with_concerns: promises.filter(({ concerns }) => concerns.length > 0).length,
    judge: passagesOf(promises, 'judge'),
    validation: passagesOf(promises, 'validation'),
    judge_runs: judgeRuns(promises),
    cost: calls === undefined ? null : costTotals(calls),
  };
}

/** How often each name comes up; `none`: every name, each with nothing. */
function countOf<Name extends string, Item>(
  none: Readonly<Record<Name, number>>,
  items: readonly Item[],
  namesOf: (item: Item) => readonly Name[],
): Readonly<Record<Name, number>> {
  const counts: Record<Name, number> = { ...none };
  for (const name of items.flatMap(namesOf)) counts[name] += 1;
  return counts;
}

const NO_STANDINGS = {
  verified: 0,
  changed: 0,
  ready: 0,
  met: 0,
  open: 0,
  rejected: 0,
  cancelled: 0,
};

const NO_CRITERIA = { proved: 0, met: 0, stale: 0, waived: 0, open: 0 };

const NO_CONCERNS = {
  rejected: 0,
  'changed-outside': 0,
  unrecorded: 0,
  'weakened-tests': 0,
  'cancel-requested': 0,
  stale: 0,
  'not-shown': 0,
  failed: 0,
  divergent: 0,
  unjudged: 0,
  skipped: 0,
  waived: 0,
  'self-validated': 0,
  'not-bound': 0,
  capped: 0,
  waiting: 0,
  doubtful: 0,
  unconfirmed: 0,
};

function passagesOf(
  promises: readonly PromiseAccount[],
  gate: string,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { gates, standing } of promises) {
    if (standing !== 'verified') continue;
    const passage = gates.find((one) => one.gate === gate)?.passage ?? 'not-recorded';
    counts.set(passage, (counts.get(passage) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

function judgeRuns(promises: readonly PromiseAccount[]): JudgeRunTotals {
  const runs = promises.flatMap(({ judgments }) => judgments);
  const of = (verdict: string): number => runs.filter((run) => run.verdict === verdict).length;
  return {
    runs: runs.length,
    passed: of('PASS'),
    failed: of('FAIL'),
    could_not_judge: of('WARN'),
    with_dissent: runs.filter(({ votes }) => (votes?.dissent.length ?? 0) > 0).length,
  };
}

/** Sums of calls, in all and by model. */
export function costTotals(calls: readonly CostLine[]): CostTotals {
  return { ...sumOf(calls), models: byModel(calls) };
}

function byModel(calls: readonly CostLine[]): readonly ModelCost[] {
  const groups = new Map<string, CostLine[]>();
  for (const call of calls) {
    const group = groups.get(call.model) ?? [];
    group.push(call);
    groups.set(call.model, group);
  }
  return [...groups]
    .map(([model, ofModel]) => ({ model, ...sumOf(ofModel) }))
    .sort((a, b) => b.cost_usd - a.cost_usd || (a.model < b.model ? -1 : 1));
}

function sumOf(calls: readonly CostLine[]): CostAccount {
  const cost = calls.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  return {
    calls: calls.length,
    cost_usd: roundedDollars(cost),
    calls_of_unknown_cost: calls.filter(({ cost_usd }) => cost_usd === null).length,
  };
}
