import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

const TESTS = 'ok 1 - adds\nok 2 - doubles # SKIP later\n1..2\n';

/** A project whose command writes a report out of a file that says what the tests do. */
function projectWith(tests: string): GitProject {
  return createGitProject({ tests, 'src/a.js': 'const a = 1;\n', 'other.md': 'x\n' });
}

const COMMAND = ['--ac', 'tests pass', '--command', 'AC-1=cp tests report.tap'];

describe('a report of tests', () => {
  it('is proved where a command of the run wrote it, and goes stale with the code alone', async () => {
    const project = projectWith(TESTS);
    const id = await startWith(project, ...COMMAND, '--report', 'AC-1=tap:report.tap');
    const proved = await prove(project, id);
    expect(proved).toMatchObject({ code: 0 });
    expect(proved.stdout).toContain('ok report.tap (report): 1 test passed, 1 skipped');
    expect(criterionOf(project, id).proof).toMatchObject({ inputs: ['!report.tap', '**'] });
    expect((await check(project)).code).toBe(0);
    project.put('report.tap', `${TESTS}# written again\n`);
    expect((await check(project)).code).toBe(0);
    project.put('src/a.js', 'const a = 2;\n');
    expect((await check(project)).code).toBe(2);
  });

  it('from before the run proves nothing, whatever it says', async () => {
    const project = projectWith(TESTS);
    project.put('report.tap', TESTS);
    const checks = ['--ac', 'a', '--command', 'AC-1=true', '--report', 'AC-1=tap:report.tap'];
    const id = await startWith(project, ...checks);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL report.tap (report): it is older than this run;');
    expect((await check(project)).code).toBe(2);
  });

  it('can be written by the command of another criterion', async () => {
    const project = projectWith(TESTS);
    project.put('.gitignore', 'report.tap\n');
    const report = ['--ac', 'enough', '--report', 'AC-2=tap:report.tap'];
    const id = await startWith(project, ...COMMAND, ...report);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    const alone = await prove(project, id, ['--ac-id', 'AC-2']);
    expect(alone.code).toBe(1);
    expect(alone.stdout).toContain('a command of the same run must write it');
  });

  it('keeps no other criterion of its promise from being proved, and makes none stale', async () => {
    const project = projectWith(TESTS);
    const command = 'AC-1=(cat tests; date +"# %N") > report.tap';
    const others = ['--ac', 'b', '--command', 'AC-2=true', '--ac', 'c'];
    const first = ['--ac', 'a', '--command', command, '--report', 'AC-1=tap:report.tap'];
    const id = await startWith(project, ...first, ...others);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    const words = ['meet', id, '--ac-id', 'AC-3', '--run', '--', 'true'];
    expect(await project.run('cs', words)).toMatchObject({ code: 0 });
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(await prove(project, id, ['--ac-id', 'AC-1'])).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
    for (const ac of ['AC-2', 'AC-3']) {
      expect(criterionOf(project, id, ac).proof).toMatchObject({ inputs: ['!report.tap', '**'] });
    }
    project.put('src/a.js', 'const a = 2;\n');
    expect((await check(project)).code).toBe(2);
  });

  it('names the tests that failed, to prove, to the check and in the answer', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const tests = `not ok 1 - adds\n  ---\n  message: ${secret}\n  ...\nnot ok 2 - doubles\n1..2\n`;
    const project = projectWith(tests);
    const id = await startWith(project, ...COMMAND, '--report', 'AC-1=tap:report.tap');
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL report.tap (report): 2 tests, 2 failed: adds, doubles');
    expect(stdout).not.toContain(secret);
    const checked = await check(project);
    expect(checked.stdout).toContain('report.tap (report): 2 tests, 2 failed: adds, doubles');
    expect(JSON.stringify(criterionOf(project, id))).not.toContain(secret);
  });

  it.each<[string, readonly string[], number, string]>([
    ['enough tests', ['--min-tests', '1'], 0, 'ok report.tap (report): 1 test passed'],
    ['too few tests', ['--min-tests', '2'], 1, '1 test ran, 1 skipped, expected at least 2'],
    ['a test that passed', ['--test', 'adds'], 0, 'ok test adds: it passed'],
    ['a test that was skipped', ['--test', 'doubles'], 1, 'test doubles: it did not run'],
    ['a test that is not there', ['--test', 'halves'], 1, 'the report has no such test'],
  ])('%s (%j)', async (_name, details, code, says) => {
    const project = projectWith(TESTS);
    const id = await startWith(project, ...COMMAND, '--report', 'AC-1=tap:report.tap', ...details);
    const outcome = await prove(project, id);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain(says);
  });

  it.each<[string, string, string, string]>([
    [
      'ctrf',
      'report.json',
      '{"results":{"summary":{"tests":1,"passed":1,"failed":0,"skipped":0,"pending":0,"other":0},"tests":[{"name":"a","status":"passed"}]}}',
      '1 test passed',
    ],
    ['junit', 'a/*.xml', '<testsuite tests="1"><testcase name="a"/></testsuite>', '1 test passed'],
  ])('in the format %s', async (format, path, text, says) => {
    const project = projectWith(text);
    const file = path.replace('*', 'one');
    const command = `AC-1=mkdir -p a && cp tests ${file}`;
    const options = ['--ac', 'a', '--command', command, '--report', `AC-1=${format}:${path}`];
    const id = await startWith(project, ...options);
    const { code, stdout } = await prove(project, id);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(says) });
  });
});
