import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createFilesProject, createGitProject } from '../../rig/worlds/git-project.ts';
import { emptyPath } from '../../rig/worlds/programs.ts';
import { SESSION } from '../../rig/worlds/project.ts';
import { answerOf, prove, startWith, startWithChecks } from '../../rig/worlds/proving.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

async function proveFile(name: string, content: string, parts: object = {}, env = {}) {
  const project = createFilesProject();
  project.put(name, content);
  const id = await startWithChecks(project, { kind: 'file', path: name, ...parts });
  return { ...(await prove(project, id, [], { env })), project, id };
}

describe('a file is parsed by what its name says it is', () => {
  // Every name and every language: test/checks/named-files.test.ts.
  it.each([
    { name: 'a.json', whole: '{"a": [1]}\n', broken: '{"a": [1}\n' },
    { name: 'tsconfig.json', whole: '{ // why\n "a": 1, }\n', broken: '{ // why\n "a" 1 }\n' },
  ])('$name', async ({ broken, name, whole }) => {
    expect(await proveFile(name, whole)).toMatchObject({ code: 0 });
    const { code, id, project, stdout } = await proveFile(name, broken);
    expect(code).toBe(1);
    expect(stdout).toContain(`FAIL ${name} (syntax): not valid `);
    expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL' });
  });

  it('a parser that is not there makes it skipped, and never passed', async () => {
    const probe = createFilesProject();
    const env = { PATH: emptyPath(probe) };
    const { code, id, project, stdout } = await proveFile('a.py', 'a = 1\n', {}, env);
    expect(code).toBe(1);
    expect(stdout).toContain('[NOT PROVED] AC-1');
    expect(stdout).toContain('no parser for python: python3 is not installed');
    expect(answerOf(project, id)).toMatchObject({
      verdict: 'BLOCKED',
      confidence: 0.66,
      criteria_results: [{ status: 'PASS' }, { status: 'PASS' }, { status: 'SKIPPED' }],
    });
  });

  it('Python is parsed, and nothing of it is run', async () => {
    if (!hasPython) return;
    const source = 'open("ran", "w").close()\n';
    const { code, project } = await proveFile('a.py', source);
    expect([code, project.list('../..').includes('ran')]).toEqual([0, false]);
  });
});

describe('what else is expected of a file', () => {
  it.each([
    ['is there', 'a.txt', 'a\n', {}, 0, 'a.txt: 2 bytes'],
    ['is not empty', 'a.txt', '', {}, 1, 'FAIL a.txt (content): empty: a.txt: 0 bytes'],
    ['holds a pattern', 'a.txt', 'x\nok 1\n', { matches: ['^ok \\d$'] }, 0, 'matches ^ok \\d$'],
  ])('%s', async (_what, name, content, parts, code, says) => {
    const outcome = await proveFile(name, content, parts);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain(says);
  });

  it('of a glob, every file', async () => {
    const project = createFilesProject();
    for (const name of ['a', 'b', 'deep/c']) project.put(`out/${name}.json`, '{}\n');
    const id = await startWith(project, '--ac', 'a', '--file', 'AC-1=out/**/*.json');
    const first = await prove(project, id);
    expect(first.stdout).toContain('out/**/*.json: 3 files');
    project.put('out/deep/c.json', '{\n');
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('not valid json: out/deep/c.json');
  });
});

describe('tool results', () => {
  const use = (id: string, command: string) => ({
    message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  });
  const result = (tool_use_id: string, is_error: boolean) => ({
    message: { content: [{ type: 'tool_result', tool_use_id, is_error, content: 'x' }] },
  });

  it.each([
    ['failed', [use('1', 'npm test'), result('1', true)], 'FAIL', '(Bash) failed'],
    [
      'the last one counts',
      [use('1', 'npm test'), result('1', true), use('2', 'npm test'), result('2', false)],
      'PASS',
      'did not fail',
    ],
  ])('of the session’s transcript: %s', async (_what, lines, verdict, says) => {
    const project = createGitProject();
    const id = await startWith(project, '--ac', 'a', '--tool-results', 'AC-1=npm test');
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    project.put(`../home/.claude/projects/somewhere/${SESSION}.jsonl`, text);
    const { stdout } = await prove(project, id);
    expect(stdout).toContain(says);
    expect(answerOf(project, id)).toMatchObject({ verdict });
  });
});
