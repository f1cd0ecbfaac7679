import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject, runGit } from '../../rig/worlds/git-project.ts';
import { createProject } from '../../rig/worlds/project.ts';
import {
  check,
  criterionOf,
  eventsOf,
  promiseOf,
  prove,
  startWith,
} from '../../rig/worlds/proving.ts';

const BROKEN = '{"a": \n';
const FILES = { 'old.json': BROKEN, 'a.json': '{}\n', '.gitignore': 'out/\n' };
const CRITERIA = ['--ac', 'It works', '--ac', 'It is told'];

/** A promise without checks, both criteria met in words. */
async function met(project: GitProject): Promise<string> {
  const id = await startWith(project, ...CRITERIA);
  for (const ac of ['AC-1', 'AC-2']) {
    await project.run('cs-promise', ['--meet', id, '--ac-id', ac, '--evidence', 'It does']);
  }
  return id;
}

function verify(project: GitProject, id: string, ...args: readonly string[]) {
  const words = ['--promise', id, '--skip-validation-check', ...args];
  return project.run('cs-verify', words);
}

function always(project: GitProject, ...commands: readonly unknown[]): void {
  project.write('../completion-promise.json', { checks: { always: commands } });
}

describe('a close of a promise without checks', () => {
  it.each<[what: string, path: string, content: string, said: string]>([
    ['JSON', 'a.json', BROKEN, 'a.json: not valid json: it is not JSON at line 1'],
    ['YAML', 'new/c.yaml', 'a: [\n', 'new/c.yaml: not valid yaml'],
    ['JavaScript', 'c.js', 'const = 1;\n', 'c.js: not valid javascript'],
    ['Python', 'c.py', 'def f(:\n', 'c.py: not valid python: invalid syntax at line 1'],
    ['SQL', 'c.sql', 'SELEC 1 FRM;\n', 'c.sql: not valid sql'],
  ])('is refused while %s that changed is broken', async (_what, path, content, said) => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put(path, content);
    const refused = await verify(project, id);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^Error: Promise \S+ cannot be verified. Files broken since/);
    expect(refused.stderr).toContain(said);
    expect(refused.stderr).toContain(`Next, after fixing them: cs-verify --promise ${id}`);
    expect(promiseOf(project, id)).toMatchObject({ status: 'in_progress' });
    const json = await verify(project, id, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { kind: 'changed-files-broken' } });
  });

  it.each<[what: string, path: string, content: string]>([
    ['a newer Python', 'c.py', 'def f[T: (int, str) = int](x: T) -> T:\n    return t"{x}"\n'],
    ['decorators', 'c.js', 'class A { @dec() m() {} accessor x = 1 }\n'],
    ['JSON with comments', 'settings.json', '// c\n{"a": 1,}\n'],
    ['SQL of DuckDB', 'c.sql', "FROM 'a.parquet' SELECT b;\n"],
  ])('is let through with a note while %s cannot be judged', async (_what, path, content) => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put(path, content);
    const { code, stderr } = await verify(project, id);
    expect(stderr).toContain(`Changed files that were not parsed: ${path}: `);
    expect(code).toBe(0);
  });

  it('tells a person where to read on, and the model of no way around', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put('a.json', BROKEN);
    const { stderr } = await verify(project, id);
    expect(stderr).toMatch(
      /^If a file is broken on purpose, a person can exempt it: .*checks\.md$/m,
    );
    expect(stderr).not.toContain('changedFiles');
  });

  it('goes through once it is whole, and says what was looked at', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put('a.json', '{"a": 1}\n');
    const { code, stdout } = await verify(project, id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Tier 1: 1 changed file parsed\nGate 2: /);
    const gates = { changed_files: 'passed', always: 'none' };
    expect(promiseOf(project, id)).toMatchObject({ verification: { gates } });
    expect(eventsOf(project).at(-1)).toMatchObject({ gates });
  });

  it('names what was broken before, and goes through', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put('old.json', '{"b": \n');
    const { code, stderr } = await verify(project, id);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /Note: .* broken before the promise was created: old\.json: not valid json/,
    );
  });

  it('comes before Gate 2, and after Gate 1', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put('a.json', BROKEN);
    const { stderr } = await project.run('cs-verify', ['--promise', id]);
    expect(stderr).toContain('broken since it was created');
    const open = await startWith(project, '--ac', 'Open');
    expect((await verify(project, open)).stderr).toContain('Not met with evidence');
  });

  it('tells a judge’s reader by which gate it was kept shut', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    project.put('a.json', BROKEN);
    const words = ['--judge', '--backend', 'rubric', '--json'];
    const { stdout } = await verify(project, id, ...words);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'FAIL', blocked_by: 'tier-1' });
  });

  it('is as ever outside of git, and says nothing of it', async () => {
    const project = { ...createGitProject(), ...createProject() };
    const id = await met(project);
    const { code, stderr, stdout } = await verify(project, id);
    expect([code, stdout.startsWith('Gate 2: ')]).toEqual([0, true]);
    expect(stderr).not.toContain('not parsed');
    const gates = { changed_files: 'not-examined' };
    expect(promiseOf(project, id)).toMatchObject({ verification: { gates } });
    expect(promiseOf(project, id)).not.toHaveProperty('base_commit');
  });

  it('parses nothing where the project’s file says so', async () => {
    const project = createGitProject(FILES);
    project.write('../completion-promise.json', { checks: { changedFiles: 'off' } });
    const id = await met(project);
    project.put('a.json', BROKEN);
    expect(await verify(project, id)).toMatchObject({ code: 0 });
    expect(promiseOf(project, id)).toMatchObject({
      verification: { gates: { changed_files: 'off' } },
    });
  });
});

describe('a promise keeps the commit that it was made at', () => {
  it('in a repository', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...CRITERIA);
    expect(promiseOf(project, id)).toMatchObject({
      base_commit: project.git('rev-parse', 'HEAD').trim(),
    });
  });

  it('null where there is none yet', async () => {
    const project = createProject();
    runGit(project.folder, ['init', '--quiet']);
    const id = await startWith(project, ...CRITERIA);
    expect(promiseOf(project, id)).toMatchObject({ base_commit: null });
  });
});

describe('cs prove of a promise without checks', () => {
  it('parses what changed, and lists what is left to others', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    const fine = await prove(project, id);
    expect(fine.code).toBe(0);
    expect(fine.stdout).toContain('No checks, left to other validators: AC-1, AC-2');
    project.put('a.json', BROKEN);
    const broken = await prove(project, id);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain('[BROKEN] Files changed');
    expect(broken.stdout).toContain('    a.json: not valid json: it is not JSON at line 1');
  });

  it('is refused where nothing is to be looked at', async () => {
    const project = createGitProject(FILES);
    project.write('../completion-promise.json', { checks: { changedFiles: 'off' } });
    const { code, stderr } = await prove(project, await met(project));
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no checks to run for AC-1')]);
  });

  it('changes nothing of the promise', async () => {
    const project = createGitProject(FILES);
    const id = await met(project);
    const before = promiseOf(project, id);
    await prove(project, id);
    expect(promiseOf(project, id)).toEqual(before);
  });
});

describe('the project’s own commands', () => {
  it.each([
    ['cs prove', prove],
    ['cs-verify', verify],
  ] as const)('%s runs what was approved, and not what the file has since', async (_name, run) => {
    const project = createGitProject(FILES);
    always(project, 'touch out/approved', { run: ['touch', 'out/whole'], inputs: ['a.json'] });
    project.put('out/x', '');
    const id = await met(project);
    const edited = '{"checks":{"always":["touch out/edited"]}}';
    writeFileSync(join(project.folder, '.claude/completion-promise.json'), edited);
    expect(await run(project, id)).toMatchObject({ code: 0 });
    const made = ['approved', 'whole', 'edited'].map((name) => project.exists(`../../out/${name}`));
    expect(made).toEqual([true, true, false]);
  });

  it.each<[string, string, number, string]>([
    ['writes into what a proof depends on: not closed', 'made.txt', 1, 'changed since: made.txt'],
    ['writes what git ignores: closed', 'out/made.txt', 0, ''],
  ])('one that %s', async (_name, path, code, said) => {
    const project = createGitProject({ ...FILES, '.gitignore': 'out/\ngo\n' });
    project.put('out/x', '');
    always(project, `test ! -e go || date +%N > ${path}`);
    const id = await startWith(project, '--ac', 'It works', '--command', 'AC-1=true');
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    project.put('go', '');
    const closed = await verify(project, id);
    expect(closed).toMatchObject({ code, stderr: expect.stringContaining(said) });
    const belongs = 'Add the files they write to .gitignore';
    expect(closed.stderr.includes(belongs)).toBe(code === 1);
    expect(promiseOf(project, id)).toMatchObject({
      status: code === 1 ? 'in_progress' : 'verified',
    });
  });

  it('one that writes and does not pass is named for that', async () => {
    const project = createGitProject(FILES);
    always(project, 'test ! -e out/go || { date > made.txt; exit 3; }');
    const id = await startWith(project, '--ac', 'It works', '--command', 'AC-1=true');
    await prove(project, id);
    project.put('out/go', '');
    const { code, stderr } = await verify(project, id);
    expect([code, stderr]).toEqual([1, expect.stringContaining('exit code 3')]);
  });

  it('keep a promise open that has no checks', async () => {
    const project = createGitProject(FILES);
    always(project, 'echo "2 failed: x" && exit 3', 'true');
    const id = await met(project);
    const refused = await verify(project, id);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(
      '(checks.always) that did not pass: echo "2 failed: x" && exit 3',
    );
    expect(refused.stderr).toContain('exit code 3');
    const { code, stdout } = await prove(project, id, ['--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      proved: false,
      tier1: { passed: false, always: [{ verdict: 'FAIL' }, { command: 'true', verdict: 'PASS' }] },
    });
    always(project, 'true');
    const closed = await verify(project, id);
    expect(closed.code).toBe(0);
    expect(closed.stdout).toMatch(/^Tier 1: .*, 1 command of checks\.always passed\n/);
    expect(promiseOf(project, id)).toMatchObject({ verification: { gates: { always: 'passed' } } });
  });

  it('prove no criterion, and are nothing to --check', async () => {
    const project = createGitProject(FILES);
    always(project, 'true');
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true', '--ac', 'b');
    const { stdout } = await prove(project, id, ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({ proved: true, left: ['AC-2'] });
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ status: 'pending' });
    await project.run('cs-promise', ['--meet', id, '--ac-id', 'AC-2', '--evidence', 'b']);
    expect(await check(project)).toMatchObject({ code: 0 });
    const env = { CS_CHECKS_ALWAYS: 'false' };
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 0 });
  });

  it('run once, whatever criteria have the same command', async () => {
    const project = createGitProject(FILES);
    always(project, 'echo once >> out/log');
    project.put('out/log', '');
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=echo once >> out/log');
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(readFileSync(join(project.folder, 'out/log'), 'utf8')).toBe('once\n');
    expect(await prove(project, id, ['--ac-id', 'AC-1'])).toMatchObject({ code: 0 });
  });

  it('show no secret', async () => {
    const project = createGitProject(FILES);
    const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
    always(project, `echo ${secret} && false`);
    const id = await met(project);
    const texts = [await prove(project, id), await verify(project, id)];
    for (const { code, stderr, stdout } of texts) {
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain(secret);
    }
  });
});

it('cs prove --json says each criterion’s tier, and what would satisfy one that did not pass', async () => {
  const project = createGitProject(FILES);
  const words = ['--ac', 'a', '--command', 'AC-1=true', '--ac', 'b', '--command', 'AC-2=false'];
  const id = await startWith(project, ...words, '--tier', 'AC-2=2');
  const { stdout } = await prove(project, id, ['--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    criteria: [
      { ac_id: 'AC-1', tier: 1 },
      { ac_id: 'AC-2', tier: 2 },
    ],
    feedback: [
      {
        ac_id: 'AC-2',
        finding: expect.stringContaining('exit code 1'),
        would_satisfy: 'that it passes',
      },
    ],
  });
});
