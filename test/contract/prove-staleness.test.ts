import { chmodSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject, runGit } from '../rig/git-project.ts';
import { check, criterionOf, prove, startWith } from '../rig/proving.ts';

const FILES = {
  'src/app.js': 'export const answer = 42;\n',
  'src/other.js': 'export const other = 1;\n',
  'run.sh': '#!/bin/sh\n',
  '.hidden': 'hidden\n',
  'ä "quoted" name.txt': 'text\n',
  '.gitignore': 'ignored/\n*.log\n',
};

/** A repository with every kind of thing in it, and a promise that was proved there. */
async function provedProject(): Promise<{ readonly project: GitProject; readonly id: string }> {
  const project = createGitProject(FILES);
  symlinkSync('app.js', join(project.folder, 'src', 'link.js'));
  project.put('inner/file.txt', 'inner\n');
  const inner = join(project.folder, 'inner');
  runGit(inner, ['init', '--quiet', '--initial-branch=main']);
  runGit(inner, ['add', '--all']);
  runGit(inner, ['commit', '--quiet', '-m', 'Inner']);
  project.git('submodule', '--quiet', 'add', './inner', 'module');
  project.commit();
  project.put('ignored/cache.txt', 'one\n');
  project.put('draft.txt', 'not added yet\n');
  const id = await startWith(project, '--ac', 'Tests pass', '--command', 'AC-1=true');
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  expect(await check(project)).toMatchObject({ code: 0 });
  return { project, id };
}

type Change = readonly [
  what: string,
  change: (project: GitProject, path: (name: string) => string) => void,
];

const CONTENT: readonly Change[] = [
  ['a tracked file is edited', ({ put }) => void put('src/app.js', 'export const answer = 43;\n')],
  [
    'a tracked file is edited to the same length, and its times are set back',
    ({ put }, path) => {
      const { atime, mtime } = statSync(path('src/app.js'));
      put('src/app.js', 'export const answer = 41;\n');
      utimesSync(path('src/app.js'), atime, mtime);
    },
  ],
  ['a tracked file is removed', (_project, path) => rmSync(path('src/other.js'))],
  ['a file is renamed', ({ git }) => void git('mv', 'src/other.js', 'src/another.js')],
  [
    'a file is renamed behind git’s back',
    (_project, path) => renameSync(path('run.sh'), path('go.sh')),
  ],
  ['a file becomes executable', (_project, path) => chmodSync(path('run.sh'), 0o755)],
  ['a hidden file is edited', ({ put }) => void put('.hidden', 'changed\n')],
  ['a file with an odd name is edited', ({ put }) => void put('ä "quoted" name.txt', 'changed\n')],
  ['an untracked file is there', ({ put }) => void put('src/new.js', 'export {};\n')],
  [
    'an untracked file with a newline in its name is there',
    ({ put }) => void put('a\nb.txt', 'x\n'),
  ],
  ['a hidden untracked file is there', ({ put }) => void put('.new/.file', 'x\n')],
  ['an untracked file is edited', ({ put }) => void put('draft.txt', 'changed\n')],
  [
    'a symbolic link leads elsewhere',
    (_project, path) => {
      rmSync(path('src/link.js'));
      symlinkSync('other.js', path('src/link.js'));
    },
  ],
  [
    'a symbolic link becomes a file of the same content',
    ({ put }, path) => {
      rmSync(path('src/link.js'));
      put('src/link.js', FILES['src/app.js']);
    },
  ],
  ['the content of a submodule is edited', ({ put }) => void put('module/file.txt', 'changed\n')],
  ['an untracked file is in a submodule', ({ put }) => void put('module/new.txt', 'x\n')],
  ['a repository inside is edited', ({ put }) => void put('inner/file.txt', 'changed\n')],
  ['what git ignores is changed', ({ put }) => void put('.gitignore', 'ignored/\n')],
  [
    'a file is there that only .git/info/exclude hides',
    ({ put }) => {
      put('.git/info/exclude', 'secret.js\n');
      put('src/secret.js', 'export {};\n');
    },
  ],
  [
    'a tracked file is edited where a lying fsmonitor says that nothing was',
    ({ git, put }, path) => {
      put('.git/monitor', '#!/bin/sh\nprintf "token\\0"\n');
      chmodSync(path('.git/monitor'), 0o755);
      git('config', 'core.fsmonitor', path('.git/monitor'));
      git('update-index', '--fsmonitor');
      git('status');
      put('src/app.js', 'export const answer = 43;\n');
    },
  ],
  [
    'an edit is committed',
    ({ commit, put }) => {
      put('src/app.js', 'export const answer = 43;\n');
      commit();
    },
  ],
];

const NO_CONTENT: readonly Change[] = [
  ['what was there is committed', ({ commit }) => commit()],
  ['it is staged', ({ git }) => void git('add', '--all')],
  ['the commit is amended', ({ git }) => void git('commit', '--quiet', '--amend', '-m', 'Other')],
  ['another branch is checked out', ({ git }) => void git('checkout', '--quiet', '-b', 'other')],
  ['history is cut off', ({ git }) => void git('update-ref', '-d', 'HEAD')],
  ['a file is touched', (_project, path) => utimesSync(path('src/app.js'), new Date(), new Date())],
  ['a file is no longer tracked', ({ git }) => void git('rm', '--quiet', '--cached', 'run.sh')],
  [
    'an edit is taken back',
    ({ git, put }) => {
      put('src/app.js', 'export const answer = 43;\n');
      git('checkout', '--quiet', '--', 'src/app.js');
    },
  ],
  [
    'a commit is made in a submodule',
    (_project, path) =>
      void runGit(path('module'), ['commit', '--quiet', '--allow-empty', '-m', 'Other']),
  ],
  ['an ignored file is edited', ({ put }) => void put('ignored/cache.txt', 'two\n')],
  ['an ignored file is there', ({ put }) => void put('src/debug.log', 'x\n')],
  ['the suite’s own state changes', ({ write }) => void write('sessions/x/notes.txt', 'x\n')],
  [
    'the state of a project inside changes',
    ({ put }) => void put('src/.claude/completion-state/promises/x.json', '{}\n'),
  ],
  ['the index is written anew', ({ git }) => void git('update-index', '--really-refresh')],
];

describe('a proof is stale where', () => {
  it.each(CONTENT)('%s', async (_what, change) => {
    const { id, project } = await provedProject();
    change(project, (name) => join(project.folder, name));
    const { code, stderr, stdout } = await check(project);
    expect(code).toBe(2);
    expect(stdout).toContain('Open: its proof is stale: what it depends on changed since');
    expect(stderr).toMatch(/AC-1 \(Tests pass: its proof is stale/);
    expect(stderr).toContain(`Next: cs prove ${id}`);
    const verified = await project.run('cs-verify', ['--promise', id]);
    expect(verified.code).toBe(1);
    expect(verified.stderr).toContain('[AC-1] Tests pass: its proof is stale');
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});

describe('a proof holds where', () => {
  it.each(NO_CONTENT)('%s', async (_what, change) => {
    const { id, project } = await provedProject();
    change(project, (name) => join(project.folder, name));
    expect(await check(project)).toMatchObject({ code: 0, stderr: '' });
    expect(await project.run('cs-verify', ['--promise', id])).toMatchObject({ code: 0 });
  });
});

it('no option of cs-verify passes over a stale proof', async () => {
  const { id, project } = await provedProject();
  project.put('src/app.js', '');
  const skips = ['--skip-validation-check', '--skip-llm-gate', '--proof', 'I saw it'];
  const { code, stderr, stdout } = await project.run('cs-verify', ['--promise', id, ...skips]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('not proved: AC-1');
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
  const project = createGitProject(FILES);
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
