import { type FinalResults, Parser, type Result } from 'tap-parser';
import { isObject } from '../../domain/base/document.ts';
import { isNamedByFile, type ReadReport, type TestOutcome, type TestTally } from './tally.ts';
import { DEEPEST_SUITES, TOO_DEEP, TOO_MANY_TESTS, unfit } from './totals.ts';

/** Longest line that is read, in characters, and most lines. */
const LONGEST_LINE = 1024 * 1024;
const MOST_LINES = 2_000_000;

/**
 * Reads TAP, the Test Anything Protocol, up to version 14: a line for each test, and subtests indented. A test with
 * subtests is no test of its own, unless it failed by itself.
 */
export const readReport: ReadReport = (text, tests) => {
  const parser = new Parser();
  const reading = readingInto(tests);
  reading.follow(parser);
  try {
    let lines = 0;
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const next = end < 0 ? text.length : end + 1;
      lines += 1;
      if (next - at > LONGEST_LINE) return 'a line of it is longer than 1 MB';
      if (lines > MOST_LINES) return `it has more than ${MOST_LINES} lines`;
      parser.write(plainly(text.slice(at, next)));
      if (reading.fault() !== undefined) return reading.fault();
      at = next;
    }
    parser.end();
  } catch (error) {
    if (error !== STOPPED) return 'it is not valid TAP';
  }
  return reading.fault();
};

/** A line as the parser takes it: it knows no plan with a space behind it, and takes `# TODOS` for a directive. */
function plainly(line: string): string {
  return line.replace(/^(\s*\d+\.\.\d+)[ \t]+$/m, '$1').replace(/#(?=\s*TODO\w)/i, '\\#');
}

/** Thrown to leave the parser, which has no other way to stop. */
const STOPPED = new Error('stopped');

/** A test point at the left margin. */
const TEST_POINT = /^(?:not )?ok\b/m;

/** A total of failing tests, as runners write it at the end. */
const FAILED_TOTAL = /^\s*#\s*(?:fail(?:ed|ing|ures)?|cancelled|errors?):?\s+(\d+)\s*$/;

/** What has to be known between the lines of a report. */
function readingInto(tests: TestTally) {
  let fault: string | undefined;
  let saidFailed = 0;
  const stop = (reason: string): void => {
    fault ??= reason;
  };
  const take = (result: Result, inner: FinalResults | undefined): void => {
    const outcome = outcomeOf(result, tests);
    const isSummary = inner !== undefined && inner.count > 0;
    const isSuite = isObject(result.diag) && result.diag['type'] === 'suite';
    // What a test says of its subtests they have said themselves.
    if (isSummary && !(outcome === 'failed' && inner.ok)) return;
    if (isSuite && outcome === 'passed') return;
    tests.add({ names: [result.name, result.fullname], outcome, message: messageOf(result) });
    if (tests.isFull) stop(TOO_MANY_TESTS);
  };
  const follow = (parser: Parser): void => {
    let inner: FinalResults | undefined;
    parser.on('child', (child: Parser) => {
      if (child.level > DEEPEST_SUITES) {
        stop(TOO_DEEP);
        throw STOPPED;
      }
      follow(child);
      child.on('complete', (results: FinalResults) => {
        inner = results;
      });
    });
    parser.on('assert', (result: Result) => {
      take(result, inner);
      inner = undefined;
      if (parser.level === 0) saidFailed = 0;
    });
    parser.on('complete', (results: FinalResults) => {
      const wrong = planFault(results, parser);
      if (wrong !== undefined) stop(wrong);
      if (parser.level === 0 && saidFailed > 0 && tests.counts.failed === 0) {
        stop(unfit('failed', saidFailed, 0));
      }
    });
    if (parser.level > 0) return;
    parser.on('bailout', (reason: string) =>
      stop(`its run was aborted: Bail out! ${reason}`.trim()),
    );
    parser.on('extra', (line: string) => {
      if (TEST_POINT.test(line)) stop('it has tests after its plan');
    });
    parser.on('comment', (line: string) => {
      saidFailed += Number(FAILED_TOTAL.exec(line)?.[1] ?? 0);
    });
  };
  return { fault: () => fault, follow };
}

function outcomeOf({ name, ok, skip, time, todo }: Result, { isFile }: TestTally): TestOutcome {
  if (skip || todo) return 'skipped';
  if (!ok) return 'failed';
  // Node's runner says of every test how long it took; of a file, linters do not.
  return typeof time === 'number' && isNamedByFile(name, isFile) ? 'skipped' : 'passed';
}

/** Numbers of tests are not looked at: Node's runner counts anew in every file. */
function planFault({ bailout, count, plan }: FinalResults, parser: Parser): string | undefined {
  if (bailout) return undefined;
  // The parser makes a plan up for what has neither a plan nor a test.
  if (parser.syntheticPlan) return parser.level === 0 ? NO_REPORT : undefined;
  if (plan.start === null || plan.end === null) {
    return parser.level === 0 ? 'it has no plan: it may be truncated' : undefined;
  }
  const planned = plan.skipAll ? 0 : plan.end - plan.start + 1;
  return planned === count ? undefined : unfit('tests in its plan', planned, count);
}

const NO_REPORT = 'not TAP: it has no tests and no plan';

/** What a runner says of a failure, below the test point. */
function messageOf({ diag }: Result): string {
  if (!isObject(diag)) return '';
  const { error, found, message } = diag;
  const inner = isObject(error) ? error['message'] : error;
  const said = [message, inner, found].find((one) => typeof one === 'string');
  return typeof said === 'string' ? said : '';
}
