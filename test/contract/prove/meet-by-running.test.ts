import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBeacon } from '../../rig/worlds/beacon.ts';
import { createFilesProject, createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject, outcomeOf, type Project, SESSION } from '../../rig/worlds/project.ts';
import {
  answerOf,
  check,
  criterionOf,
  prove,
  startWith,
  writeBeside,
} from '../../rig/worlds/proving.ts';

const FILES = { 'app.js': '1;\n', 'data.json': '{}\n', 'broken.json': '{\n' };

function meet(project: Project, id: string, ...words: readonly string[]) {
  return project.run('cs', ['meet', id, '--ac-id', 'AC-1', ...words]);
}

describe('cs meet --run, where the command passes', () => {
  it('meets the criterion, the end of the output being the evidence', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    const { code, stderr, stdout } = await meet(project, id, '--run', '--', 'echo', '42 passed');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Met criterion: AC-1$/m);
    expect(stdout).toContain('(self-chosen)');
    expect(stdout).toContain('Progress: 1/1 criteria met');
    expect(criterionOf(project, id)).toMatchObject({
      status: 'met',
      evidence: expect.stringMatching(/^command: echo "42 passed"\n[\s\S]*\n42 passed$/),
      evidence_type: 'test',
      met_by: SESSION,
    });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('keeps the proof, labelled self-chosen, and shows it so', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'echo', '42 passed');
    expect(criterionOf(project, id).proof).toMatchObject({
      source: 'self-chosen',
      argv: ['echo', '42 passed'],
      exit_code: 0,
      output_tail: '42 passed\n',
      tree: expect.stringMatching(/^[0-9a-f]{64}$/),
      check: { kind: 'command', run: ['echo', '42 passed'] },
    });
    const { stdout } = await project.run('cs-promise', ['--show', id]);
    expect(stdout).toContain('Proof (self-chosen): ');
  });

  it('is no answer of a validator: Gate 2 stays shut', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'true');
    expect(project.list('validations')).toEqual([]);
    const { code, stderr } = await project.run('cs-verify', ['--promise', id]);
    expect(code).toBe(1);
    expect(stderr).toContain('Gate 2 BLOCKED');
  });

  it('goes stale with the checkout, and cs prove runs it again', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'cat', 'app.js');
    project.put('app.js', '2;\n');
    const blocked = await check(project);
    expect(blocked.code).toBe(2);
    expect(blocked.stderr).toContain(`Next: cs prove ${id}`);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain('[PROVED] AC-1: Tests pass (self-chosen)');
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it.each([
    ['that holds', '1;\n', 0],
    ['that is stale', '2;\n', 2],
  ])('words do not take the place of a proof %s', async (_how, content, held) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'test', '-f', 'app.js');
    project.put('app.js', content);
    const before = project.read(`promises/${id}.json`);
    const { code, stderr, stdout } = await meet(project, id, '--evidence', 'it works');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Error: Text evidence cannot replace a proof: a program proved criterion AC-1/,
    );
    expect(stderr).toContain(`To run it again: cs prove ${id}`);
    expect(stderr).toContain(`cs meet ${id} AC-1 --run -- [command]`);
    expect(project.read(`promises/${id}.json`)).toEqual(before);
    expect(await check(project)).toMatchObject({ code: held });
  });

  it('another command takes its place, where the first one was the wrong one', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'true');
    await meet(project, id, '--run', '--', 'test', '-f', 'app.js');
    expect(criterionOf(project, id).proof).toMatchObject({ argv: ['test', '-f', 'app.js'] });
    expect(criterionOf(project, id).evidence).toContain('test -f app.js');
  });

  it('words are enough again where the command failed since', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'test', '-f', 'app.js');
    project.git('rm', '--quiet', 'app.js');
    await prove(project, id);
    expect(await meet(project, id, '--evidence', 'seen')).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof ?? null).toBeNull();
  });

  it('one that no longer passes keeps the criterion open for the check', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    await meet(project, id, '--run', '--', 'test', '-f', 'app.js');
    project.git('rm', '--quiet', 'app.js');
    expect(await prove(project, id)).toMatchObject({ code: 1 });
    expect(criterionOf(project, id)).toMatchObject({
      status: 'met',
      proof: { tree: expect.any(String) },
    });
    const { code, stderr } = await check(project);
    expect(code).toBe(2);
    expect(stderr).toContain('its checks have not passed');
  });

  it.each([
    [['--type', 'api'], { evidence_type: 'api' }],
    [['--exit-code', '3'], { proof: { exit_code: 3 } }],
    [['--matches', 'out$', '--exit-code', '3'], { proof: { exit_code: 3 } }],
    [['--inputs', 'app.js', '--exit-code', '3'], { proof: { inputs: ['app.js'] } }],
  ])('with %j', async (words, kept) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'a');
    const code = words.includes('--exit-code') ? 3 : 0;
    const run = ['--run', '--', 'sh', '-c', `echo out; exit ${code}`];
    expect(await meet(project, id, ...words, ...run)).toMatchObject({ code: 0 });
    expect(criterionOf(project, id)).toMatchObject(kept);
  });
});

describe('cs meet --run, where the command does not pass', () => {
  it.each([
    [['false'], 'exit code 1'],
    [['sh', '-c', 'echo 3 failed; exit 2'], '3 failed'],
    [['no-such-program'], 'the program or its working folder does not exist'],
    [['sh', '-c', 'kill -9 $$'], 'killed by SIGKILL'],
  ])('leaves the criterion as it was, and ends with 1: %j', async (words, says) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass');
    const { code, stderr, stdout } = await meet(project, id, '--run', '--', ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: Criterion AC-1 of promise-\w+ is not met/);
    expect(stderr).toContain(says);
    expect(criterionOf(project, id)).toMatchObject({
      status: 'pending',
      evidence: null,
      met_at: null,
      attempts: [{ verdict: 'FAIL', by: 'cs meet --run' }],
    });
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('a criterion that was met in words stays met in them', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'a');
    await meet(project, id, '--evidence', 'seen');
    expect(await meet(project, id, '--run', '--', 'false')).toMatchObject({ code: 1 });
    expect(criterionOf(project, id)).toMatchObject({ status: 'met', evidence: 'seen' });
  });

  it('one that changes what it depends on meets nothing', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'a');
    const { code, stderr } = await meet(project, id, '--run', '--', 'touch', 'new.txt');
    expect(code).toBe(1);
    expect(stderr).toContain('its inputs changed while it ran: new.txt');
    expect(criterionOf(project, id)).toMatchObject({ status: 'pending' });
  });

  it('interrupted: 130, and nothing is recorded', async () => {
    const project = createGitProject(FILES);
    const beacon = await createBeacon(project);
    const id = await startWith(project, '--ac', 'a');
    const before = project.read(`promises/${id}.json`);
    const words = ['meet', id, '--ac-id', 'AC-1', '--run', '--', 'sh', '-c', beacon.line('one')];
    const child = project.start('cs', words);
    const outcome = outcomeOf(child);
    const { gone } = await beacon.next();
    child.kill('SIGINT');
    expect(await outcome).toMatchObject({ code: 130, stdout: '' });
    await gone;
    expect(project.read(`promises/${id}.json`)).toEqual(before);
  });
});

describe('what stands behind --', () => {
  it.each([
    [['plain', 'two words', '']],
    [['--json', '--help', '-v', '--ac-id', 'AC-9', '--unknown']],
    [['--', '--run', '--']],
    [['$HOME', '`id`', '$(id)', '*', '~', '\\', '"', "'", ';', '&&', '|', '#']],
    [['ä', '\n', '\t', '=', 'a=b', '--a=b']],
  ])('reaches the program word by word: %j', async (words) => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a');
    const out = join(project.folder, '..', 'words.json');
    const path = writeBeside(
      project,
      'words.cjs',
      `require('node:fs').writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.argv.slice(2)));`,
    );
    const { code } = await meet(project, id, '--run', '--', process.execPath, path, ...words);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(words);
  });

  it('the same through cs-promise --meet', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a');
    const words = ['--meet', id, '--ac-id', 'AC-1', '--run', '--', 'printf', '%s', '--json'];
    expect(await project.run('cs-promise', words)).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof).toMatchObject({ output_tail: '--json' });
  });
});

describe('cs meet --file', () => {
  it.each([
    { path: 'data.json', code: 0, status: 'met' },
    { path: '*.js', code: 0, status: 'met' },
    { path: 'broken.json', code: 1, status: 'pending' },
    { path: 'missing.txt', code: 1, status: 'pending' },
    { path: '../outside', code: 1, status: 'pending' },
  ])('$path: $status, exit $code', async ({ code, path, status }) => {
    const project = createFilesProject();
    for (const [name, content] of Object.entries(FILES)) project.put(name, content);
    const id = await startWith(project, '--ac', 'a');
    expect(await meet(project, id, '--file', path)).toMatchObject({ code });
    expect(criterionOf(project, id)).toMatchObject({ status });
  });
});

describe('cs meet refuses', () => {
  it.each([
    [['--run'], '--run takes a command after --'],
    [['--run', '--'], '--run takes a command after --'],
    [['--', 'true'], 'Unexpected argument: true'],
    [['--run', '--evidence', 'seen', '--', 'true'], '--evidence cannot be given with --run'],
    [['--run', '--file', 'a', '--', 'true'], '--run and --file cannot be given together'],
    [['--evidence', 'seen', '--timeout', '3'], '--timeout goes with --run or --file'],
    [['--evidence', 'seen', '--control', 'HEAD'], '--control goes with --run or --file'],
    [['--file', 'a', '--timeout', '3'], '--timeout does not go with --file'],
    [['--run', '--timeout', 'soon', '--', 'true'], '--timeout takes a number of seconds'],
    [['--run', '--exit-code', 'x', '--', 'true'], '--exit-code takes a number'],
    [['--run', '--matches', '(', '--', 'true'], '"(" is not a valid pattern'],
    [['--run', '--control', 'HEAD', '--', 'true'], '--control: '],
  ])('%j', async (words, says) => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a');
    const before = project.read(`promises/${id}.json`);
    const { code, stderr, stdout } = await meet(project, id, ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(says);
    expect(project.read(`promises/${id}.json`)).toEqual(before);
  });

  it('to take the place of checks that a criterion has', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=false');
    const { code, stderr } = await meet(project, id, '--run', '--', 'true');
    expect(code).toBe(1);
    expect(stderr).toContain('Criterion AC-1 has its own checks');
    expect(stderr).toContain(`Next: cs prove ${id} --ac-id AC-1`);
    await meet(project, id, '--evidence', 'seen');
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('to run anything of a promise that another session owns', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'a');
    const words = ['meet', id, '--ac-id', 'AC-1', '--run', '--', 'touch', 'ran'];
    const { code } = await project.run('cs', words, { env: { CLAUDE_SESSION_ID: 'other' } });
    expect([code, project.list('../..').includes('ran')]).toEqual([1, false]);
  });
});

it('a self-chosen command that passed answers nothing for a validator who failed it', async () => {
  const project = createGitProject(FILES);
  const id = await startWith(project, '--ac', 'a');
  const response = JSON.stringify({
    task_id: 't',
    verdict: 'FAIL',
    criteria_results: [],
    timestamp: '2026-02-17T10:30:00Z',
  });
  const words = ['--promise', id, '--ac-id', 'AC-1', '--validator', 'v', '--response', response];
  await project.run('cs-store-validation', words);
  await meet(project, id, '--run', '--', 'true');
  expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL' });
});
