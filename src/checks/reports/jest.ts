import { isObject, parseDocument, textOf, textsIn } from '../../domain/base/document.ts';
import type { ReadReport, TestOutcome, TestTally } from './tally.ts';
import { impossible, TOO_MANY_TESTS, unfit } from './totals.ts';

/** Reads what `jest --json` and `vitest --reporter=json` write: a list of test files with their tests, and totals. */
export const readReport: ReadReport = (text, tests) => {
  const parsed = parseDocument(text);
  if (!parsed.ok) return parsed.reason;
  const report = parsed.value;
  const files = isObject(report) ? report['testResults'] : undefined;
  if (!isObject(report) || !Array.isArray(files)) return NO_REPORT;
  for (const total of TOTALS) {
    const fault = impossible(total, report[total]);
    if (fault !== undefined) return fault;
  }
  const counted = new Map<string, number>(TOTALS.map((total) => [total, 0]));
  const count = (total: string): void => void counted.set(total, (counted.get(total) ?? 0) + 1);
  for (const file of files) {
    const fault = isObject(file) ? readFile(file, tests, count) : NO_REPORT;
    if (fault !== undefined) return fault;
  }
  const wrong = TOTALS.find((total) => report[total] !== counted.get(total));
  return wrong === undefined
    ? undefined
    : unfit(wrong, Number(report[wrong]), counted.get(wrong) ?? 0);
};

const NO_REPORT = 'not a report of jest or vitest in JSON: it has no testResults';

const TOTALS = ['numTotalTests', 'numPassedTests', 'numFailedTests'] as const;

const OUTCOMES: { readonly [status: string]: TestOutcome } = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
};

/** Reads the tests of one file. Gives what is wrong with it. */
function readFile(
  file: { readonly [key: string]: unknown },
  tests: TestTally,
  count: (total: string) => void,
): string | undefined {
  const { assertionResults: list, message, name, status } = file;
  if (!Array.isArray(list)) return NO_REPORT;
  let hasFailed = false;
  for (const test of list) {
    const outcome = isObject(test) ? OUTCOMES[textOf(test['status'])] : undefined;
    if (!isObject(test) || outcome === undefined || typeof test['title'] !== 'string') {
      return `a test of ${textOf(name)} has no title, or an unknown status`;
    }
    const around = textsIn(test['ancestorTitles']).filter((title) => title !== '');
    const names = [test['title'], [...around, test['title']].join(' > ')];
    const message = textsIn(test['failureMessages'])[0];
    // Of jest.retryTimes: how often the test ran.
    tests.add({ names, outcome, message, isRetried: Number(test['invocations']) > 1 });
    if (tests.isFull) return TOO_MANY_TESTS;
    hasFailed ||= outcome === 'failed';
    count('numTotalTests');
    if (outcome === 'passed') count('numPassedTests');
    if (outcome === 'failed') count('numFailedTests');
  }
  // A file that cannot be loaded, and what fails around the tests, stands in no list.
  if (status === 'failed' && !hasFailed) {
    tests.add({ names: [textOf(name)], outcome: 'failed', message: textOf(message) });
  }
  return undefined;
}
