import { describe, expect, it } from 'vitest';
import type { RetriedTests } from '../../../src/checks/reports/tally.ts';
import { runChecks } from '../../../src/checks/running.ts';
import { verdictOfResults } from '../../../src/domain/base/check-result.ts';
import { checkWorld, knownCheck } from '../../rig/worlds/check-world.ts';
import { scratchProject } from '../../rig/worlds/repository.ts';

/** One run of a command and a report, in a folder with some files. */
async function reported(
  command: string,
  parts: object = {},
  files: Readonly<Record<string, string | Buffer>> = {},
  retried: RetriedTests = 'marked',
) {
  const { folder, write } = scratchProject();
  write('there/x', '');
  for (const [path, content] of Object.entries(files)) write(path, content);
  const declared = [
    { kind: 'report', format: 'tap', path: 'a.tap', ...parts },
    { kind: 'command', run: command },
  ];
  const schedule = { atOnce: 2, onStart: () => undefined, onEnd: () => undefined };
  const wanted = declared.map((one) => ({ check: knownCheck(one), criterion: 'AC-1' }));
  const [report] = await runChecks(wanted, checkWorld({ folder, retried }), schedule);
  const results = report?.results ?? [];
  return {
    verdict: verdictOfResults(results),
    told: results.map(({ detail, name }) => `${name}: ${detail}`).join('\n'),
    output: results.map(({ output = '' }) => output).join(''),
  };
}

const OLD = 'ok 1 - old\n1..1\n';
const print = (...lines: readonly string[]): string => `printf '${lines.join('\\n')}\\n' > a.tap`;
const TWO = print('ok 1 - adds', 'ok 2 - doubles', '1..2');
const FLAKY = '<testsuite><testcase name="a" classname="C"><flakyFailure/></testcase></testsuite>';
const AGAIN =
  '<testsuite><testcase name="a" classname="C"><failure/></testcase><testcase name="a" classname="C"/></testsuite>';
const XML = '<testsuite><testcase name="a"/></testsuite>';

describe('a report passes where it was written in this run, and its tests passed', () => {
  it.each<[string, string, object, Readonly<Record<string, string>>]>([
    ['made by the command', TWO, {}, {}],
    ['written over an older one', TWO, {}, { 'a.tap': OLD }],
    ['the same once more', print('ok 1 - old', '1..1'), {}, { 'a.tap': OLD }],
    [
      'put in its place by a rename',
      `${print('ok', '1..1')}; mv a.tap b && mv b a.tap`,
      {},
      { 'a.tap': OLD },
    ],
    ['with as many tests as are wanted', TWO, { min: 2 }, {}],
    ['with the tests that are wanted', TWO, { tests: ['doubles', 'adds'] }, {}],
    [
      'in a folder that the command makes',
      `mkdir o && echo '${XML}' > o/a.xml`,
      { format: 'junit', path: 'o/a.xml' },
      {},
    ],
    [
      'several, by a glob',
      `mkdir o && echo '${XML}' > o/a.xml && echo '${XML}' > o/b.xml`,
      { format: 'junit', path: 'o/*.xml', min: 2 },
      {},
    ],
    ['with a byte order mark', `printf '\\357\\273\\277ok\\n1..1\\n' > a.tap`, {}, {}],
  ])('%s', async (_name, command, parts, files) => {
    expect(await reported(command, parts, files)).toMatchObject({ verdict: 'PASS' });
  });
});

describe('a test that passed when it was run again is told by name', () => {
  it.each<[string, string, RetriedTests, string, string]>([
    ['and passes where the report marks it', FLAKY, 'marked', 'PASS', '1 test passed, 1 flaky'],
    ['or fails', FLAKY, 'fail', 'FAIL', '1 flaky (passed when run again): C > a; checks.retried'],
    ['and fails where it is but listed again', AGAIN, 'marked', 'FAIL', 'C > a passed later: if'],
    ['unless that is enough', AGAIN, 'pass', 'PASS', '1 test passed, 1 flaky (passed when run'],
  ])('%s', async (_name, xml, retried, verdict, words) => {
    const parts = { format: 'junit', path: 'a.xml' };
    const outcome = await reported(`echo '${xml}' > a.xml`, parts, {}, retried);
    expect(outcome.told).toContain(words);
    expect(outcome.verdict).toBe(verdict);
  });
});

describe('a report fails', () => {
  it.each<[string, string, object, Readonly<Record<string, string>>, string]>([
    [
      'that is not there',
      'true',
      {},
      {},
      'it does not exist; a command of the same run must write it',
    ],
    ['from an earlier run', 'true', {}, { 'a.tap': OLD }, 'it is older than this run; a command'],
    [
      'of a build that had nothing to run, with the way out',
      'true',
      {},
      { 'a.tap': OLD },
      'have it run all: --rerun-tasks (Gradle), --force (Turbo)',
    ],
    [
      'with a file of Node that ran no test',
      print('ok 1 - checks.mjs', '  ---', '  duration_ms: 1', '  ...', '1..1'),
      {},
      { 'checks.mjs': '' },
      'no tests ran, 1 skipped',
    ],
    [
      'of which one file is from an earlier run',
      `echo '${XML}' > o/a.xml`,
      { format: 'junit', path: 'o/*.xml' },
      { 'o/b.xml': XML },
      'o/b.xml is older than this run',
    ],
    ['that no file matches', 'true', { path: 'o/*.tap' }, {}, 'no file matches it'],
    ['that is a folder', 'true', { path: 'there' }, {}, 'it is a folder'],
    ['that is a pipe', 'mkfifo a.tap', {}, {}, 'it cannot be read (it is not a regular file)'],
    [
      'with a test that failed',
      print('ok 1 - a', 'not ok 2 - b', '1..2'),
      {},
      {},
      'report_a.tap: 2 tests, 1 failed: b',
    ],
    ['without a test', print('1..0'), {}, {}, 'no tests ran'],
    ['with skipped tests alone', print('ok 1 # SKIP', '1..1'), {}, {}, 'no tests ran, 1 skipped'],
    ['with fewer than are wanted', TWO, { min: 3 }, {}, '2 tests ran, expected at least 3'],
    [
      'without a test that is wanted',
      TWO,
      { tests: ['halves'] },
      {},
      'report_test_halves: the report has no such test',
    ],
    [
      'with a test that is wanted and skipped',
      print('ok 1 - a', 'ok 2 - b # SKIP', '1..2'),
      { tests: ['b'] },
      {},
      'report_test_b: it did not run',
    ],
    ['that is none', 'echo fine > a.tap', {}, {}, 'report_a.tap: not TAP'],
    ['of another format', TWO, { format: 'junit' }, {}, 'it is not valid XML'],
    ['that is empty', ': > a.tap', {}, {}, 'it is empty'],
    ['in UTF-16', `printf '\\377\\376o\\0k\\0' > a.tap`, {}, {}, 'it is UTF-16; expected UTF-8'],
    ['in no encoding', `printf '\\200' > a.tap`, {}, {}, 'it is not valid UTF-8'],
    [
      'with null characters',
      `printf 'ok\\0\\n1..1\\n' > a.tap`,
      {},
      {},
      'it contains null characters',
    ],
    ['of 100 MB', 'truncate -s 100M a.tap', {}, {}, 'it is larger than 64 MB'],
    [
      'of which one file is broken',
      `mkdir o && echo '${XML}' > o/a.xml && echo '<' > o/b.xml`,
      { format: 'junit', path: 'o/*.xml' },
      {},
      'o/b.xml: it is not valid XML',
    ],
  ])('%s', async (_name, command, parts, files, words) => {
    const outcome = await reported(command, parts, files);
    expect(outcome.told).toContain(words);
    expect(outcome.verdict).toBe('FAIL');
  });

  it('and names the tests that failed, and what they say, within bounds', async () => {
    const points = Array.from(
      { length: 30 },
      (_, index) => `not ok ${index} - t${index}\n  ---\n  message: "m${index}"\n  ...`,
    );
    const files = { made: `${points.join('\n')}\n1..30\n` };
    const { output, told } = await reported('cp made a.tap', {}, files);
    expect(told).toContain('30 tests, 30 failed: t0, t1, t2, t3, t4 and 25 more');
    expect(output.split('\n')).toHaveLength(20);
    expect(output).toContain('t19: m19');
  });

  it('even where its command is not part of the run', async () => {
    const { folder, write } = scratchProject();
    write('a.tap', OLD);
    const check = knownCheck({ kind: 'report', format: 'tap', path: 'a.tap' });
    const { results } = await check.run(checkWorld({ folder }));
    expect(verdictOfResults(results)).toBe('FAIL');
  });
});
