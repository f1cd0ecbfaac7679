import type { Summary, TestStatus } from 'ctrf';
import { isObject, parseDocument } from '../../domain/base/document.ts';
import type { ReadReport, TestOutcome, TestTally } from './tally.ts';
import { impossible, TOO_MANY_TESTS, unfit } from './totals.ts';

/** Reads CTRF, the Common Test Report Format: JSON with the totals of a run and a list of its tests. */
export const readReport: ReadReport = (text, tests) => {
  const parsed = parseDocument(text);
  if (!parsed.ok) return parsed.reason;
  const report = parsed.value;
  const results = isObject(report) ? report['results'] : undefined;
  if (!isObject(report) || !isObject(results)) return NO_REPORT;
  const format = report['reportFormat'];
  if (format !== undefined && format !== 'CTRF') return NO_REPORT;
  const { summary, tests: list } = results;
  if (!isObject(summary) || !Array.isArray(list)) return NO_REPORT;
  return totalsFault(summary) ?? testsFault(list, summary, tests);
};

const NO_REPORT = 'not a CTRF report: it has no results with a summary and tests';

type Holder = { readonly [key: string]: unknown };

/** The statuses of tests; the summary has a total of each. */
const OUTCOMES: Readonly<Record<TestStatus, TestOutcome>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  // What a runner has no other word for, an error say, is nothing that passed.
  other: 'failed',
};

const STATUSES: readonly TestStatus[] = ['passed', 'failed', 'skipped', 'pending', 'other'];
const TOTALS: readonly (keyof Summary)[] = ['tests', ...STATUSES];

/** What runners call a test that is `other` and has not run. */
const NOT_RUN = /^(?:todo|skipped|pending|disabled|ignored|not[ _-]?run)$/i;

function totalsFault(summary: Holder): string | undefined {
  for (const name of TOTALS) {
    const fault = impossible(name, summary[name]);
    if (fault !== undefined) return fault;
  }
  const { start, stop } = summary;
  const isBackwards = typeof start === 'number' && typeof stop === 'number' && stop < start;
  return isBackwards ? 'it stopped before it started' : undefined;
}

function testsFault(
  list: readonly unknown[],
  summary: Holder,
  tests: TestTally,
): string | undefined {
  const counted: Record<TestStatus, number> = {
    passed: 0,
    failed: 0,
    skipped: 0,
    pending: 0,
    other: 0,
  };
  for (const [index, test] of list.entries()) {
    const status = isObject(test) ? STATUSES.find((one) => one === test['status']) : undefined;
    if (!isObject(test) || status === undefined || typeof test['name'] !== 'string') {
      return `its test ${index + 1} has no name, or a status other than ${STATUSES.join(', ')}`;
    }
    counted[status] += 1;
    tests.add(testOf(test, test['name'], status));
    if (tests.isFull) return TOO_MANY_TESTS;
  }
  const all: Holder = { ...counted, tests: list.length };
  const wrong = TOTALS.find((name) => summary[name] !== all[name]);
  return wrong === undefined ? undefined : unfit(wrong, Number(summary[wrong]), Number(all[wrong]));
}

function testOf(
  { flaky, message, rawStatus, retries, suite }: Holder,
  name: string,
  status: TestStatus,
) {
  const isNotRun = status === 'other' && typeof rawStatus === 'string' && NOT_RUN.test(rawStatus);
  // Reporters before version 0.1 of the format wrote the suite as one text.
  const suites = Array.isArray(suite) ? suite.filter((one) => typeof one === 'string') : [suite];
  const around = suites.filter((one) => typeof one === 'string' && one !== '');
  return {
    names: [name, [...around, name].join(' > ')],
    outcome: isNotRun ? 'skipped' : OUTCOMES[status],
    message: typeof message === 'string' ? message : '',
    isRetried: flaky === true || Number(retries) > 0,
  } as const;
}
