import { isObject, textOf, textsIn } from '../base/document.ts';
import type { CostLine } from '../judging/cost-line.ts';
import { roundedDollars } from '../judging/cost-summary.ts';
import { dissentIn } from '../judging/dissent.ts';
import type { CompletionPromise, JudgmentRecord } from '../promise/promise.ts';
import type { JudgmentAccount, VotesAccount } from './account.ts';
import type { Cleaning } from './facts.ts';

/** The kind of a call for a judgment of a promise, as the log of costs has it. */
const REVIEW = 'promise-review';

/**
 * What a report says of every run of a judge, in the order of time. `calls`: those of models for the promise, in the
 * order of time; undefined where the log cannot be read.
 */
export function judgmentAccounts(
  { judgments }: CompletionPromise,
  calls: readonly CostLine[] | undefined,
  clean: Cleaning,
): readonly JudgmentAccount[] {
  const records = judgments ?? [];
  const costs = calls && costsOf(records, calls);
  return records.map((record, index) => judgmentAccount(record, costs?.[index] ?? null, clean));
}

function judgmentAccount(
  record: JudgmentRecord,
  cost_usd: number | null,
  clean: Cleaning,
): JudgmentAccount {
  const text = (key: string): string => clean.text(textOf(record[key]));
  const confidence = record['overall_confidence'];
  return {
    at: text('timestamp'),
    model: text('model'),
    backend: text('backend'),
    session_id: text('session_id'),
    status: clean.text(record.status),
    verdict: clean.text(record.verdict),
    confidence: typeof confidence === 'number' ? confidence : null,
    reasoning: text('reasoning'),
    criteria: objectsIn(record['criteria']).map((entry) => textsOf(entry, CRITERION, clean)),
    feedback: objectsIn(record['feedback']).map((entry) => textsOf(entry, FEEDBACK, clean)),
    votes: votesAccount(record['tally'], clean),
    cost_usd,
    same_model: record['same_model'] === true,
    for_person: record['for_person'] === true,
  };
}

const CRITERION = { ac_id: '', judgment: '', reasoning: '' };
const FEEDBACK = { ac_id: '', finding: '', would_satisfy: '' };

/** The texts of an entry under some keys. */
function textsOf<Keys extends { readonly [key: string]: string }>(
  entry: { readonly [key: string]: unknown },
  keys: Keys,
  clean: Cleaning,
): Keys {
  const texts = Object.keys(keys).map((key) => [key, clean.text(textOf(entry[key]))]);
  return { ...keys, ...Object.fromEntries(texts) };
}

function objectsIn(value: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function votesAccount(tally: unknown, clean: Cleaning): VotesAccount | null {
  if (!isObject(tally)) return null;
  const count = (key: string): number => {
    const value = tally[key];
    return typeof value === 'number' ? value : 0;
  };
  return {
    asked: count('asked'),
    passed: count('passed'),
    failed: count('failed'),
    lost: count('lost'),
    disputed: textsIn(tally['disputed']).map(clean.text),
    dissent: dissentIn(tally).map(({ ac_id, judgment, model, reasoning, vote }) => ({
      ac_id: clean.text(ac_id),
      vote,
      model: clean.text(model),
      judgment,
      reasoning: clean.text(reasoning),
    })),
  };
}

/**
 * What each run cost: a run is recorded once its calls have ended, so a call belongs to the first run that was recorded
 * after it began. Null where no call is known, or the price of one is not.
 */
function costsOf(
  records: readonly JudgmentRecord[],
  calls: readonly CostLine[],
): readonly (number | null)[] {
  const ends = records.map((record) => Date.parse(textOf(record['timestamp'])));
  const sums = records.map((): number | null | undefined => undefined);
  for (const { cost_usd, kind, timestamp } of calls) {
    if (kind !== REVIEW) continue;
    const begun = Date.parse(timestamp);
    const run = ends.findIndex((end) => end >= begun);
    const before = sums[run];
    if (run >= 0)
      sums[run] = cost_usd === null || before === null ? null : (before ?? 0) + cost_usd;
  }
  return sums.map((sum) => (typeof sum === 'number' ? roundedDollars(sum) : null));
}
