import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Change, CONTENT, NO_CONTENT } from '../../rig/values/checkout-changes.ts';
import { checkoutOfEverything, EVERYTHING } from '../../rig/worlds/everything.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { check, criterionOf, promiseOf, prove, startWith } from '../../rig/worlds/proving.ts';

/** A checkout with every kind of thing in it, and a promise that was proved there. */
async function provedProject(): Promise<{ readonly project: GitProject; readonly id: string }> {
  const project = checkoutOfEverything();
  const id = await startWith(project, '--ac', 'Tests pass', '--command', 'AC-1=true');
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  return { project, id };
}

/** Rows of the tables of adapters/git, where it is decided what counts as content. */
const shown = (table: readonly Change[], ...names: readonly string[]) =>
  table.filter(([what]) => names.includes(what));

describe('a proof is stale where', () => {
  it.each(
    shown(
      CONTENT,
      'a tracked file is edited to the same length, and its times are set back',
      'an untracked file is there',
      'a symbolic link leads elsewhere',
      'the content of a submodule is edited',
      'an edit is committed',
    ),
  )('%s', async (_what, change) => {
    const { id, project } = await provedProject();
    change(project, (name) => join(project.folder, name));
    const { code, stderr, stdout } = await check(project);
    expect(code).toBe(2);
    expect(stdout).toContain('Open: its proof is stale, changed since');
    expect(stderr).toMatch(/AC-1 \(Tests pass: its proof is stale/);
    expect(stderr).toContain(`Next: cs prove ${id}`);
  });
});

it('a stale proof keeps a promise from being verified, and proving it again opens the gate', async () => {
  const { id, project } = await provedProject();
  expect(await check(project)).toMatchObject({ code: 0 });
  project.put('src/app.js', 'export const answer = 43;\n');
  const verified = await project.run('cs-verify', ['--promise', id]);
  expect(verified.code).toBe(1);
  expect(verified.stderr).toContain('[AC-1] Tests pass: its proof is stale');
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  expect(await check(project)).toMatchObject({ code: 0 });
});

describe('a stale proof names what changed since:', () => {
  it.each<[string, (project: GitProject) => void, string]>([
    ['a tracked file', ({ put }) => put('src/other.js', 'changed\n'), ': src/other.js'],
    [
      'an untracked and a hidden one',
      ({ put }) => {
        put('new one.txt', 'x\n');
        put('.hidden', 'changed\n');
      },
      ': .hidden, new one.txt',
    ],
    [
      'a file whose times were set back',
      ({ folder, put }) => {
        put('src/other.js', 'changed\n');
        utimesSync(join(folder, 'src/other.js'), 1, 1);
      },
      ': src/other.js',
    ],
    [
      'the first of many',
      ({ put }) => ['a', 'b', 'c', 'd', 'e'].map((name) => put(`1${name}`, 'x\n')),
      ': 1a, 1b, 1c and 2 more',
    ],
    [
      'nothing that is still there',
      ({ folder }) => rmSync(join(folder, 'src/other.js')),
      ': a file was added, changed or removed',
    ],
  ])('%s', async (_what, change, named) => {
    const { id, project } = await provedProject();
    change(project);
    const words = `its proof is stale, changed since${named}`;
    const { stderr, stdout } = await check(project);
    expect(stdout.split('\n')).toContain(`      Open: ${words}`);
    expect(stderr).toContain(`AC-1 (Tests pass: ${words})`);
    const verified = await project.run('cs-verify', ['--promise', id]);
    expect(verified.stderr).toContain(`[AC-1] Tests pass: ${words}\n`);
  });

  it.each<[string, unknown]>([
    ['of a clock that was ahead', 4_000_000_000_000],
    ['of no time at all', 'yesterday'],
    ['of an earlier version', undefined],
  ])('not by a time %s', async (_what, last_change) => {
    const { id, project } = await provedProject();
    const stored = promiseOf(project, id);
    const [first] = stored.acceptance_criteria ?? [];
    const proof = { ...first?.proof, last_change };
    project.write(`promises/${id}.json`, { ...stored, acceptance_criteria: [{ ...first, proof }] });
    project.put('src/app.js', 'changed\n');
    const { code, stdout } = await check(project);
    expect(code).toBe(2);
    expect(stdout).toContain('its proof is stale, changed since');
    expect(stdout).not.toContain('src/app.js');
  });
});

describe('a proof holds where', () => {
  it.each(
    shown(
      NO_CONTENT,
      'what was there is committed',
      'a file is touched',
      'an ignored file is edited',
      'the suite’s own state changes',
    ),
  )('%s', async (_what, change) => {
    const { project } = await provedProject();
    change(project, (name) => join(project.folder, name));
    expect(await check(project)).toMatchObject({ code: 0, stderr: '' });
  });
});

it('a promise whose proof holds is verified', async () => {
  const { id, project } = await provedProject();
  project.commit();
  expect(await project.run('cs-verify', ['--promise', id])).toMatchObject({ code: 0 });
});

it('no option of cs-verify passes over a stale proof', async () => {
  const { id, project } = await provedProject();
  project.put('src/app.js', '');
  const skips = ['--skip-validation-check', '--skip-llm-gate', '--proof', 'I saw it'];
  const { code, stderr, stdout } = await project.run('cs-verify', ['--promise', id, ...skips]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Not proved: AC-1');
  expect(stderr).toContain(`Next: cs prove ${id}`);
  expect(stderr).not.toContain('--skip');
});

it('a stale proof is named as data', async () => {
  const { id, project } = await provedProject();
  project.put('src/app.js', '');
  const { stdout } = await check(project, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    may_end: false,
    in_progress: [{ id, open: [{ ac_id: 'AC-1', lacks: 'proof', proof: 'stale' }] }],
    next_actions: [`cs prove ${id}`],
  });
});

it('checks that changed since they passed are not proved', async () => {
  const { id, project } = await provedProject();
  await project.run('cs-promise', ['--add-check', id, '--ac-id', 'AC-1', '--command', 'echo more']);
  const { code, stderr } = await check(project);
  expect(code).toBe(2);
  expect(stderr).toContain('its checks changed since they passed');
});

it('a project in a folder of a repository depends on all of the repository', async () => {
  const project = createGitProject({ 'package/app.js': 'one\n', 'shared.js': 'one\n' });
  const folder = join(project.folder, 'package');
  const options = { env: { CLAUDE_PROJECT_DIR: folder } };
  const words = ['--create', 'P', '--ac', 'a', '--command', 'AC-1=test -f app.js'];
  const created = await project.run('cs-promise', words, options);
  const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
  await project.run('cs-promise', ['--start', id], options);
  expect(await prove(project, id, [], options)).toMatchObject({ code: 0 });
  expect(await project.run('cs-verify', ['--check'], options)).toMatchObject({ code: 0 });
  project.put('shared.js', 'two\n');
  expect(await project.run('cs-verify', ['--check'], options)).toMatchObject({ code: 2 });
});

it('only the criterion whose proof is stale is named', async () => {
  const project = createGitProject(EVERYTHING);
  const id = await startWith(project, '--ac', 'one', '--ac', 'two');
  for (const [ac, inputs] of [
    ['AC-1', 'src/app.js'],
    ['AC-2', 'src/other.js'],
  ] as const) {
    const words = ['--add-check', id, '--ac-id', ac, '--command', `true ${ac}`, '--inputs', inputs];
    await project.run('cs-promise', words);
  }
  await prove(project, id);
  project.put('src/other.js', '');
  const { stderr } = await check(project);
  expect(stderr).toContain('AC-2 (two: its proof is stale');
  expect(stderr).not.toContain('AC-1');
  expect(criterionOf(project, id).proof).toMatchObject({ inputs: ['src/app.js'] });
});
