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

/** The totals of some promises. `cost`: of the calls that the report is about; null where they cannot be read. */
export function totalsOf(
  promises: Iterable<PromiseAccount>,
  cost: CostTotals | null,
): ReportTotals {
  const totals = {
    promises: 0,
    standings: { ...NO_STANDINGS },
    criteria: 0,
    criterion_standings: { ...NO_CRITERIA },
    concerns: { ...NO_CONCERNS },
    with_concerns: 0,
    judge: new Map<string, number>(),
    validation: new Map<string, number>(),
    judge_runs: { ...NO_RUNS },
  };
  for (const promise of promises) {
    totals.promises += 1;
    totals.standings[promise.standing] += 1;
    totals.criteria += promise.criteria.length;
    for (const { standing } of promise.criteria) totals.criterion_standings[standing] += 1;
    for (const { kind } of promise.concerns) totals.concerns[kind] += 1;
    totals.with_concerns += promise.concerns.length > 0 ? 1 : 0;
    countPassage(totals.judge, promise, 'judge');
    countPassage(totals.validation, promise, 'validation');
    countRuns(totals.judge_runs, promise);
  }
  return {
    ...totals,
    judge: Object.fromEntries(totals.judge),
    validation: Object.fromEntries(totals.validation),
    cost,
  };
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
  'checklist-changed': 0,
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

const NO_RUNS = { runs: 0, passed: 0, failed: 0, could_not_judge: 0, with_dissent: 0 };

function countPassage(
  counts: Map<string, number>,
  { gates, standing }: PromiseAccount,
  gate: string,
): void {
  if (standing !== 'verified') return;
  const passage = gates.find((one) => one.gate === gate)?.passage ?? 'not-recorded';
  counts.set(passage, (counts.get(passage) ?? 0) + 1);
}

function countRuns(counts: typeof NO_RUNS, { judgments }: PromiseAccount): void {
  for (const { verdict, votes } of judgments) {
    counts.runs += 1;
    counts.passed += verdict === 'PASS' ? 1 : 0;
    counts.failed += verdict === 'FAIL' ? 1 : 0;
    counts.could_not_judge += verdict === 'WARN' ? 1 : 0;
    counts.with_dissent += (votes?.dissent.length ?? 0) > 0 ? 1 : 0;
  }
}

/** Sums of calls that come one after the other, in all and by model. */
export interface CostCount {
  add(call: Pick<CostLine, 'model' | 'cost_usd'>): void;
  totals(): CostTotals;
}

export function countCosts(): CostCount {
  const none = () => ({ calls: 0, cost_usd: 0, calls_of_unknown_cost: 0 });
  const all = none();
  const models = new Map<string, ReturnType<typeof none>>();
  return {
    add({ cost_usd: cost, model }) {
      const ofModel = models.get(model) ?? none();
      models.set(model, ofModel);
      for (const sum of [all, ofModel]) {
        sum.calls += 1;
        sum.cost_usd += cost ?? 0;
        sum.calls_of_unknown_cost += cost === null ? 1 : 0;
      }
    },
    totals: () => ({
      ...rounded(all),
      models: [...models]
        .map(([model, sum]) => ({ model, ...rounded(sum) }))
        .sort((a, b) => b.cost_usd - a.cost_usd || (a.model < b.model ? -1 : 1)),
    }),
  };
}

function rounded(sum: CostAccount): CostAccount {
  return { ...sum, cost_usd: roundedDollars(sum.cost_usd) };
}
