import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../../src/checks/reports/formats.ts';
import { createTally, MOST_TESTS, type RetriedTests } from '../../../src/checks/reports/tally.ts';

/** What a reader makes of a text: `passed/failed/skipped`, or the fault. */
async function readAs(format: string, text: string) {
  const row = REPORT_FORMATS.find(({ name }) => name === format);
  if (row === undefined) throw new Error(`there is no format ${format}`);
  const tests = createTally([]);
  const { readReport } = await row.load();
  const fault = readReport(text, tests);
  const { failed, passed, skipped } = tests.counts;
  return { fault, counted: `${passed}/${failed}/${skipped}`, failures: tests.failures };
}

const SUMMARY = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0, start: 1, stop: 2 };

/** A CTRF report whose totals are those of its tests, unless they are given. */
function ctrf(statuses: readonly string[], totals: object = {}, parts: object = {}): string {
  const counted: Record<string, number> = { ...SUMMARY, tests: statuses.length };
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
  const tests = statuses.map((status, index) => ({ name: `test ${index}`, status, duration: 1 }));
  const results = { tool: { name: 'x' }, summary: { ...counted, ...totals }, tests };
  return JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results, ...parts });
}

/** A report of jest whose totals are those of its tests, unless they are given. */
function jest(statuses: readonly string[], totals: object = {}, file: object = {}): string {
  const counted = (one: string): number => statuses.filter((status) => status === one).length;
  const assertionResults = statuses.map((status, index) => ({
    ancestorTitles: ['sum'],
    title: `test ${index}`,
    status,
    failureMessages: status === 'failed' ? ['1 is not 2\nat x'] : [],
  }));
  return JSON.stringify({
    numTotalTests: statuses.length,
    numPassedTests: counted('passed'),
    numFailedTests: counted('failed'),
    ...totals,
    testResults: [
      { name: '/p/a.test.js', status: 'passed', message: '', assertionResults, ...file },
    ],
  });
}

const PASS = '<testcase name="a" classname="C"/>';
const FAIL =
  '<testcase name="b" classname="C"><failure message="1 is not 2">at x</failure></testcase>';
const SKIP = '<testcase name="c"><skipped/></testcase>';
const suite = (cases: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="S" ${attributes}>${cases}</testsuite>`;
const OF_NODE = ['  ---', '  duration_ms: 1.5', '  ...'];
const tap = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('tests are counted by how they came out', () => {
  it.each<[string, string, string, string]>([
    ['all passed', 'ctrf', ctrf(['passed', 'passed']), '2/0/0'],
    ['skipped and pending', 'ctrf', ctrf(['passed', 'skipped', 'pending']), '1/0/2'],
    ['other is no pass', 'ctrf', ctrf(['other']), '0/1/0'],
    ['all passed', 'jest', jest(['passed', 'passed']), '2/0/0'],
    ['one failed', 'jest', jest(['passed', 'failed'], {}, { status: 'failed' }), '1/1/0'],
    ['what did not run', 'jest', jest(['pending', 'skipped', 'todo', 'disabled']), '0/0/4'],
    ['a file that fails as a whole', 'jest', jest(['passed'], {}, { status: 'failed' }), '1/1/0'],
    [
      'without the marks of the format',
      'ctrf',
      ctrf(['passed'], {}, { reportFormat: undefined }),
      '1/0/0',
    ],
    ['one suite', 'junit', suite(PASS + FAIL + SKIP), '1/1/1'],
    ['an error', 'junit', suite('<testcase name="a"><error/></testcase>'), '0/1/0'],
    [
      'totals that fit',
      'junit',
      suite(PASS + FAIL + SKIP, 'tests="3" failures="1" skipped="1"'),
      '1/1/1',
    ],
    [
      'jest: a test to do that its totals leave out',
      'junit',
      `<testsuites tests="1">${suite(PASS + PASS, 'tests="1"').split('\n')[1]}</testsuites>`,
      '1/0/1',
    ],
    [
      'suites in suites',
      'junit',
      `<testsuites tests="2">${'<testsuite tests="1">'}${PASS}</testsuite>${PASS}</testsuites>`,
      '2/0/0',
    ],
    [
      'a total of its own cases alone',
      'junit',
      `<testsuite tests="1">${PASS}<testsuite>${PASS}</testsuite></testsuite>`,
      '2/0/0',
    ],
    [
      'gtest: not run',
      'junit',
      suite('<testcase name="a" status="notrun" result="suppressed"/>', 'tests="1" disabled="1"'),
      '0/0/1',
    ],
    ['ctest: failed', 'junit', suite('<testcase name="a" status="fail"/>'), '0/1/0'],
    [
      'surefire: a flaky test passed',
      'junit',
      suite('<testcase name="a"><flakyFailure/></testcase>'),
      '1/0/0',
    ],
    ['a prefix', 'junit', '<j:testsuite xmlns:j="x"><j:testcase name="a"/></j:testsuite>', '1/0/0'],
    [
      'output that looks like elements',
      'junit',
      suite(`${PASS}<system-out><![CDATA[<failure/>]]></system-out>`),
      '1/0/0',
    ],
    [
      'node: a file without a test',
      'junit',
      suite('<testcase name="/x/b.test.mjs" classname="test"/>'),
      '0/0/1',
    ],
    [
      'node 22: the same, by its path from where it ran',
      'junit',
      suite('<testcase name="b.test.mjs" classname="test"/>'),
      '0/0/1',
    ],
    [
      'node 24: the same, which names the file',
      'junit',
      suite('<testcase name="checks/b.mjs" classname="test" file="/x/checks/b.mjs"/>'),
      '0/0/1',
    ],
    [
      'node: a test named after a file that it reads',
      'junit',
      suite('<testcase name="arrow.js" classname="test" file="/x/fixtures.test.mjs"/>'),
      '1/0/0',
    ],
    [
      'ESLint: a case for each file',
      'junit',
      '<testsuites><testsuite package="org.eslint" name="/x/ok.js" tests="1"><testcase name="/x/ok.js" classname="/x/ok"/></testsuite></testsuites>',
      '1/0/0',
    ],
    [
      'lit: a case for each file',
      'junit',
      suite('<testcase classname="Shop.codegen" name="loops.ts"/>', 'tests="1" skipped="0"'),
      '1/0/0',
    ],
    [
      'pytest: an id that is a path',
      'junit',
      suite('<testcase classname="t.test_x" name="/x/src/a.test.ts"/>', 'tests="1"'),
      '1/0/0',
    ],
    [
      'mocha: skipped tests that only the root counts',
      'junit',
      `<testsuites tests="4" skipped="2"><testsuite tests="0"/><testsuite tests="4">${PASS}<testcase name="z" classname="C"/></testsuite></testsuites>`,
      '2/0/2',
    ],
    [
      'skipped tests that the suite counts and does not list',
      'junit',
      suite(PASS, 'tests="3" skipped="2"'),
      '1/0/2',
    ],
    [
      'surefire 2: a skipped test that is listed without a mark',
      'junit',
      suite(PASS + PASS, 'tests="2" skipped="1"'),
      '1/0/1',
    ],
    ['Ginkgo: a total of what ran', 'junit', suite(PASS + SKIP + SKIP, 'tests="1"'), '1/0/2'],
    ['a total of thousands', 'junit', suite(PASS.repeat(1200), 'tests="1,200"'), '1200/0/0'],
    ['a total that was not filled in', 'junit', suite(PASS, 'tests="" failures=""'), '1/0/0'],
    [
      'surefire: totals that count each run of a flaky test',
      'junit',
      suite(
        '<testcase name="a" classname="C"><flakyFailure/><flakyError/></testcase>',
        'tests="3" failures="2"',
      ),
      '1/0/0',
    ],
    [
      'surefire: totals that count each run of a test that failed in all',
      'junit',
      suite(
        '<testcase name="a" classname="C"><failure/><rerunFailure/><rerunError/></testcase>',
        'tests="3" failures="3"',
      ),
      '0/1/0',
    ],
    [
      'PHPUnit: a warning in place of a test',
      'junit',
      suite(`${PASS}<testcase name="Warning"><warning>No tests found</warning></testcase>`),
      '1/0/1',
    ],
    ...['interrupted', 'aborted', 'timeout', 'timed out', 'timedOut', 'canceled', 'crashed'].map(
      (word): [string, string, string, string] => [
        `ended by ${word}`,
        'junit',
        suite(`<testcase name="a" status="run" result="${word}"/>`),
        '0/1/0',
      ],
    ),
    ['risky', 'junit', suite(`${PASS}<testcase name="a" status="risky"/>`), '1/0/1'],
    [
      'an error of a whole suite',
      'junit',
      `<testsuites>${'<testsuite name="S" tests="1" errors="1"><error message="no database"/></testsuite>'}<testsuite>${PASS}</testsuite></testsuites>`,
      '1/1/0',
    ],
    [
      'an error of a suite that no total counts',
      'junit',
      suite(`<failure>before all: x</failure>${PASS}`),
      '1/1/0',
    ],
    ['plan in front', 'tap', tap('TAP version 14', '1..2', 'ok 1 - a', 'not ok 2 - b'), '1/1/0'],
    ['plan behind', 'tap', tap('ok', 'ok', '1..2'), '2/0/0'],
    ['directives', 'tap', tap('1..3', 'ok 1 # SKIP x', 'not ok 2 # TODO x', 'ok 3'), '1/0/2'],
    [
      'subtests, and not what is around them',
      'tap',
      tap('# Subtest: s', '    ok 1 - a', '    ok 2 - b', '    1..2', 'ok 1 - s', '1..1'),
      '2/0/0',
    ],
    [
      'a test that failed beside its subtests',
      'tap',
      tap('# Subtest: s', '    ok 1 - a', '    1..1', 'not ok 1 - s', '1..1'),
      '1/1/0',
    ],
    [
      'subtests that failed, once',
      'tap',
      tap('# Subtest: s', '    not ok 1 - a', '    1..1', 'not ok 1 - s', '1..1'),
      '0/1/0',
    ],
    [
      'node: a suite without a test',
      'tap',
      tap('ok 1 - s', '  ---', "  type: 'suite'", '  ...', '1..1'),
      '0/0/0',
    ],
    ['node: a file without a test', 'tap', tap('ok 1 - /x/b.mjs', ...OF_NODE, '1..1'), '0/0/1'],
    [
      'node 22: the same, by its path from where it ran',
      'tap',
      tap('ok 1 - b.test.mjs', ...OF_NODE, '1..1'),
      '0/0/1',
    ],
    [
      'node: tests named after files that they read',
      'tap',
      tap('ok 1 - arrow.js', ...OF_NODE, 'ok 2 - spread.ts', ...OF_NODE, '1..2'),
      '2/0/0',
    ],
    ['ESLint: a line for each file', 'tap', tap('1..1', 'ok 1 - /x/ok.js'), '1/0/0'],
    ['a word that begins like a directive', 'tap', tap('not ok 1 a # TODOS', '1..1'), '0/1/0'],
    ['a plan with a space behind it', 'tap', tap('1..1 ', 'ok 1'), '1/0/0'],
    ['node: a file that cannot be run', 'tap', tap('not ok 1 - /x/b.test.mjs', '1..1'), '0/1/0'],
    [
      'node: files that count anew',
      'tap',
      tap('ok 1 - a', 'ok 2 - b', 'ok 2 - c', '1..3'),
      '3/0/0',
    ],
    [
      'what tests print',
      'tap',
      tap('hello', 'ok 1 - a', '# fail 2', 'ok 2 - b', '1..2', '# fail 0'),
      '2/0/0',
    ],
    ['nothing but a plan', 'tap', tap('1..0 # SKIP no tests'), '0/0/0'],
  ])('%s (%s)', async (_name, format, text, counted) => {
    expect(await readAs(format, text)).toMatchObject({ fault: undefined, counted });
  });
});

describe('what is no whole report is refused', () => {
  it.each<[string, string, string, string]>([
    ['nothing', 'ctrf', ' ', 'it is empty'],
    ['broken off', 'ctrf', ctrf(['passed']).slice(0, -5), 'it is not valid JSON'],
    ['other JSON', 'ctrf', '{"tests": 1}', 'not a CTRF report'],
    ['broken off', 'jest', jest(['passed']).slice(0, -5), 'it is not valid JSON'],
    ['other JSON', 'jest', '{"tests": 1}', 'not a report of jest or vitest'],
    ['no list of tests', 'jest', jest([], {}, { assertionResults: 1 }), 'not a report of jest'],
    ['an unknown status', 'jest', jest(['lost']), 'a test of /p/a.test.js has no title, or an'],
    [
      'a total that does not fit',
      'jest',
      jest(['passed'], { numPassedTests: 2 }),
      'numPassedTests',
    ],
    [
      'no total',
      'jest',
      jest(['passed'], { numTotalTests: undefined }),
      'numTotalTests is missing',
    ],
    ['another format', 'ctrf', ctrf(['passed'], {}, { reportFormat: 'X' }), 'not a CTRF report'],
    [
      'more in the summary',
      'ctrf',
      ctrf(['passed'], { passed: 5, tests: 5 }),
      'it states 5 tests but contains 1',
    ],
    [
      'a failure in the summary alone',
      'ctrf',
      ctrf(['passed'], { passed: 0, failed: 1 }),
      'it states 0 passed but contains 1',
    ],
    ['a negative total', 'ctrf', ctrf(['passed'], { skipped: -1 }), 'its total of skipped is -1'],
    ['half a test', 'ctrf', ctrf(['passed'], { passed: 0.5 }), 'its total of passed is 0.5'],
    ['no total', 'ctrf', ctrf(['passed'], { other: undefined }), 'its total of other is missing'],
    [
      'a status that is none',
      'ctrf',
      ctrf(['PASSED']),
      'its test 1 has no name, or a status other than',
    ],
    [
      'time that runs backwards',
      'ctrf',
      ctrf(['passed'], { start: 9, stop: 1 }),
      'it stopped before it started',
    ],
    [
      'deeper than anybody nests',
      'ctrf',
      `${'['.repeat(300)}${']'.repeat(300)}`,
      'nested deeper than 200',
    ],
    [
      'a million lists',
      'ctrf',
      `[${'[],'.repeat(1_000_000)}[]]`,
      'more than 500000 objects and lists',
    ],
    ['nothing', 'junit', ' ', 'not a JUnit report'],
    ['broken off', 'junit', suite(PASS).slice(0, -5), 'it is not valid XML'],
    ['no XML', 'junit', 'ok 1', 'it is not valid XML'],
    [
      'other XML',
      'junit',
      '<coverage><testcase name="a"/></coverage>',
      'its root element is neither',
    ],
    ['two reports', 'junit', '<testsuite/><testsuite/>', 'it contains several reports'],
    [
      'a DTD',
      'junit',
      `<!DOCTYPE x [<!ENTITY a "aa">]>${'<testsuite><testcase name="&a;"/></testsuite>'}`,
      'a document type',
    ],
    [
      'an entity of its own',
      'junit',
      '<testsuite><testcase name="&a;"/></testsuite>',
      'it is not valid XML',
    ],
    [
      'fewer in its totals than passed',
      'junit',
      suite(FAIL + FAIL, 'tests="1"'),
      'it states 1 tests',
    ],
    ['more in its totals', 'junit', suite(PASS, 'tests="5"'), 'it states 5 tests but contains 1'],
    [
      'more in its totals than were skipped',
      'junit',
      `<testsuites tests="4" skipped="1"><testsuite tests="4">${PASS + PASS}</testsuite></testsuites>`,
      'it states 4 tests but contains 2',
    ],
    [
      'more in the totals of a suite than the root counts as skipped',
      'junit',
      `<testsuites skipped="1"><testsuite tests="4">${PASS + PASS}</testsuite></testsuites>`,
      'it states 4 tests but contains 2',
    ],
    [
      'a failure in its totals alone',
      'junit',
      suite(PASS, 'tests="1" failures="1"'),
      'it states 1 failed but contains 0',
    ],
    [
      'an error in its totals alone',
      'junit',
      suite(PASS, 'errors="2"'),
      'it states 2 failed but contains 0',
    ],
    [
      'skipped tests in its totals alone',
      'junit',
      suite(PASS, 'skipped="1"'),
      'it states 1 skipped but contains 0',
    ],
    [
      'totals of the whole',
      'junit',
      `<testsuites tests="9">${suite(PASS).split('\n')[1]}</testsuites>`,
      'it states 9 tests but contains 1',
    ],
    ['a total that is none', 'junit', suite(PASS, 'tests="many"'), 'its total of tests is "many"'],
    [
      'a total below nothing',
      'junit',
      suite(PASS, 'failures="-1"'),
      'its total of failures is "-1"',
    ],
    ['deeper than anybody nests', 'junit', '<testsuite>'.repeat(200), 'it is nested too deeply'],
    [
      'an attribute without an end',
      'junit',
      `<testsuite name="${'a'.repeat(5_000_000)}`,
      'an attribute larger than 4 MB',
    ],
    [
      'attributes without an end',
      'junit',
      `<testsuite ${Array.from({ length: 2000 }, (_, i) => `a${i}="x"`).join(' ')}/>`,
      'too many attributes',
    ],
    ['nothing', 'tap', '\n', 'not TAP'],
    ['other text', 'tap', 'all tests passed\n', 'not TAP'],
    ['broken off before its plan', 'tap', tap('ok 1', 'ok 2'), 'it has no plan'],
    [
      'broken off behind its plan',
      'tap',
      tap('1..3', 'ok 1'),
      'it states 3 tests in its plan but contains 1',
    ],
    [
      'more than planned',
      'tap',
      tap('1..1', 'ok 1', 'ok 2'),
      'it states 1 tests in its plan but contains 2',
    ],
    [
      'a subtest that was broken off',
      'tap',
      tap('# Subtest: s', '    1..2', '    ok 1', 'ok 1 - s', '1..1'),
      'it states 2 tests in its plan but contains 1',
    ],
    ['given up', 'tap', tap('1..2', 'ok 1', 'Bail out! no database'), 'Bail out! no database'],
    [
      'a second run behind the first',
      'tap',
      tap('ok 1', '1..1', 'not ok 1', '1..1'),
      'it has tests after its plan',
    ],
    [
      'failures in its last words alone',
      'tap',
      tap('ok 1', '1..1', '# tests 2', '# fail 1'),
      'it states 1 failed but contains 0',
    ],
    [
      'deeper than anybody nests',
      'tap',
      tap(...Array.from({ length: 200 }, (_, i) => `${'    '.repeat(i)}ok 1`)),
      'it is nested too deeply',
    ],
    ['a line without an end', 'tap', `ok ${'a'.repeat(2_000_000)}`, 'longer than 1 MB'],
    ['lines without an end', 'tap', '\n'.repeat(2_100_000), 'more than 2000000 lines'],
  ])('%s (%s, %#)', async (_name, format, text, words) => {
    expect((await readAs(format, text)).fault).toContain(words);
  });

  it.each([
    ['junit', `<testsuite>${PASS.repeat(MOST_TESTS + 10)}</testsuite>`],
    ['tap', 'ok\n'.repeat(MOST_TESTS + 10)],
  ])('a million tests (%s)', async (format, text) => {
    expect((await readAs(format, text)).fault).toContain(`more than ${MOST_TESTS} tests`);
  });
});

describe('tests that failed are kept by name, with the first line of what is said of them', () => {
  it.each<[string, string, string, object]>([
    [
      'a message',
      'ctrf',
      ctrf(['failed']).replace(
        '"duration"',
        '"message":"\\n 1 is not 2\\nat x","suite":["s","t"],"duration"',
      ),
      { name: 's > t > test 0', message: '1 is not 2' },
    ],
    ['a list', 'jest', jest(['failed']), { name: 'sum > test 0', message: '1 is not 2' }],
    ['an attribute', 'junit', suite(FAIL), { name: 'C > b', message: '1 is not 2' }],
    [
      'a text',
      'junit',
      suite('<testcase name="b"><error>\n  no such file\n at x</error></testcase>'),
      { name: 'b', message: 'no such file' },
    ],
    [
      'a block below it',
      'tap',
      tap('not ok 1 - b', '  ---', "  error: '1 == 2'", '  ...', '1..1'),
      { name: 'b', message: '1 == 2' },
    ],
    [
      'an error with a message',
      'tap',
      tap('not ok 1 - b', '  ---', '  error:', '    message: "1 is not 2"', '  ...', '1..1'),
      { name: 'b', message: '1 is not 2' },
    ],
    ['nothing said', 'tap', tap('not ok 1 - b', '1..1'), { name: 'b', message: '' }],
    [
      'marks of a terminal',
      'tap',
      tap('not ok 1 - a\u001b[31mred\tb', '1..1'),
      { name: 'a [31mred b', message: '' },
    ],
  ])('%s (%s)', async (_name, format, text, failure) => {
    expect((await readAs(format, text)).failures).toEqual([failure]);
  });
});

/** The tests of a report that passed only when they were run again, and what a tally says of the others. */
async function retriedIn(format: string, text: string, policy: RetriedTests) {
  const { readReport } = (await REPORT_FORMATS.find((one) => one.name === format)?.load()) ?? {};
  const tests = createTally([], policy);
  const fault = readReport?.(text, tests);
  const { failed, passed } = tests.counts;
  return {
    fault,
    counted: `${passed}/${failed}`,
    retried: tests.retried,
    later: tests.passedLater,
  };
}

const AGAIN = suite(
  '<testcase name="a" classname="C"><failure/></testcase><testcase name="a" classname="C"/>',
  'tests="2" failures="1"',
);
const FLAKY = { status: 'passed', flaky: true, retries: 2 };

describe('tests that passed when they were run again', () => {
  it.each<[string, string, string, RetriedTests, object]>([
    [
      'nextest and surefire mark it',
      'junit',
      suite('<testcase name="a" classname="C"><flakyFailure/></testcase>', 'tests="1"'),
      'marked',
      { counted: '1/0', retried: ['C > a'] },
    ],
    [
      'CTRF marks it',
      'ctrf',
      ctrf(['passed']).replace('"status":"passed"', JSON.stringify(FLAKY).slice(1, -1)),
      'marked',
      { counted: '1/0', retried: ['test 0'] },
    ],
    [
      'jest counts its runs',
      'jest',
      jest(['passed']).replace('"title"', '"invocations":3,"title"'),
      'marked',
      { counted: '1/0', retried: ['sum > test 0'] },
    ],
    [
      "Gradle's test-retry and gotestsum list it twice, which is no mark",
      'junit',
      AGAIN,
      'marked',
      { counted: '1/1', retried: [], later: 'C > a' },
    ],
    ['and where that is enough', 'junit', AGAIN, 'pass', { counted: '1/0', retried: ['C > a'] }],
    [
      'not where the pass came first',
      'junit',
      suite(`<testcase name="b" classname="C"/>${FAIL}`),
      'pass',
      { counted: '1/1', retried: [], later: undefined },
    ],
    [
      'not where names have no suite',
      'junit',
      suite('<testcase name="a"><failure/></testcase><testcase name="a"/>'),
      'pass',
      { counted: '1/1', retried: [] },
    ],
  ])('%s (%s)', async (_name, format, text, policy, expected) => {
    expect(await retriedIn(format, text, policy)).toMatchObject({ fault: undefined, ...expected });
  });
});

it.each<[string, string | undefined]>([
  ['a', 'passed'],
  ['C.a', 'passed'],
  ['C > a', 'passed'],
  ['b', 'failed'],
  ['c', 'skipped'],
  ['d', undefined],
])('a test that is asked for by the name %s: %s', async (name, outcome) => {
  const { readReport } = (await REPORT_FORMATS.find((one) => one.name === 'junit')?.load()) ?? {};
  const tests = createTally([name]);
  readReport?.(suite(PASS + FAIL + SKIP), tests);
  expect(tests.outcomeOf(name)).toBe(outcome);
});

/**
 * Reports that runners wrote: of two tests that passed, one that failed, one that is skipped and one to do. Frames of
 * runners and paths of the machine are taken out.
 */
describe('reports as runners write them', () => {
  it.each<[string, string]>([
    ['jest-junit-17.0.0.junit.xml', '2/1/2'],
    ['jest-ctrf-0.0.11.ctrf', '2/1/2'],
    ['mocha-12.0.3.tap', '2/1/2'],
    ['mocha-ctrf-0.0.11.ctrf', '2/1/2'],
    // Beside them a file without a test; to the report in XML a suite without one looks like a test.
    ['node-20.20.2.junit.xml', '3/1/3'],
    ['node-20.20.2.tap', '2/1/3'],
    ['pytest-9.1.1.junit.xml', '2/1/2'],
    // Assertions, of which one passed and one failed: a test that is skipped is only a comment.
    ['tape-5.10.2.tap', '1/1/0'],
    ['vitest-4.1.12.junit.xml', '2/1/2'],
    ['vitest-4.1.12.tap', '2/1/2'],
    ['vitest-4.1.12-flat.tap', '2/1/2'],
  ])('%s', async (file, counted) => {
    const text = readFileSync(new URL(`./real/${file}`, import.meta.url), 'utf8');
    const format = file.split('.').at(file.endsWith('.xml') ? -2 : -1) ?? '';
    expect(await readAs(format, text)).toMatchObject({ fault: undefined, counted });
  });
});
