import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentFileValues } from '../../../src/adapters/environment-files.ts';
import { createGitChanges } from '../../../src/adapters/git/changes.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { createProject } from '../../rig/worlds/project.ts';

const plenty = () => 60_000;

/** After the first commit of every project here, and before all others. */
const BEGUN = '2026-02-01T00:00:00Z';
const LATER = '2026-03-01T00:00:00Z';

function changesIn({ folder }: { readonly folder: string }, at = BEGUN, commit?: string | null) {
  const changes = createGitChanges(folder, plenty).since({ at, commit });
  if (!changes.ok) throw new Error(changes.reason);
  const { files, patchOf } = changes.value;
  return {
    ...changes.value,
    lines: files.map(({ added, content, isNew, path, removed }) =>
      [path, isNew ? 'new' : 'tracked', content, added, removed].join(' '),
    ),
    patch: (path: string) => {
      const file = files.find((one) => one.path === path);
      const reading = file === undefined ? undefined : patchOf(file);
      return reading?.found === true ? reading.text : reading?.why;
    },
  };
}

const BASE = { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' };

describe('what changed since the work began', () => {
  it.each<[string, (project: GitProject) => void, readonly string[]]>([
    ['nothing', () => undefined, []],
    ['a change', ({ put }) => put('a.txt', 'one\n2\n3\n'), ['a.txt tracked text 2 1']],
    ['a new file', ({ put }) => put('n/c.txt', 'x\ny'), ['n/c.txt new text 2 0']],
    [
      'a change that was committed',
      ({ put, commit }) => {
        put('c.txt', 'x\n');
        commit('later', LATER);
      },
      ['c.txt tracked text 1 0'],
    ],
    ['a file that is gone', ({ git }) => git('rm', '-q', 'b.txt'), ['b.txt tracked text 0 1']],
    [
      'a rename is both',
      ({ git }) => git('mv', 'b.txt', 'c.txt'),
      ['b.txt tracked text 0 1', 'c.txt tracked text 1 0'],
    ],
    ['a new binary file', ({ put }) => put('c.bin', 'x\0y'), ['c.bin new binary  ']],
    ['a changed binary file', ({ put }) => put('a.txt', 'x\0y'), ['a.txt tracked binary  ']],
    ['the state of the suite is none', ({ write }) => write('x.json', {}), []],
    [
      'names with odd characters',
      ({ put }) => put('ä [*] "q".txt', 'x\n'),
      ['ä [*] "q".txt new text 1 0'],
    ],
  ])('%s', (_what, change, expected) => {
    const project = createGitProject(BASE);
    change(project);
    expect(changesIn(project).lines).toEqual(expected);
  });

  it('everything is new where there was no commit before', () => {
    const project = createGitProject(BASE);
    expect(changesIn(project, '2025-01-01T00:00:00Z').lines).toEqual([
      'a.txt tracked text 2 0',
      'b.txt tracked text 1 0',
    ]);
  });

  it.each<[string, (head: string) => string | null | undefined, readonly string[]]>([
    ['the commit that is known', (head) => head, ['late.txt tracked text 1 0']],
    ['its date, where none is known', () => undefined, []],
    ['its date, where the commit is gone', () => '0123456789', []],
    [
      'nothing, where there was no commit',
      () => null,
      ['a.txt tracked text 2 0', 'b.txt tracked text 1 0', 'late.txt tracked text 1 0'],
    ],
  ])('a commit with an old date is measured from %s', (_what, commitFor, expected) => {
    const project = createGitProject(BASE);
    const head = project.git('rev-parse', 'HEAD').trim();
    project.put('late.txt', 'x\n');
    project.commit('backdated', '2020-01-01T00:00:00Z');
    expect(changesIn(project, BEGUN, commitFor(head)).lines).toEqual(expected);
  });

  it('a folder that took the place of a file brings none of its files along', () => {
    const project = createGitProject({ ...BASE, conf: 'x\n' });
    project.git('rm', '-q', 'conf');
    project.put('conf/.netrc', 'machine a password b\n');
    project.git('add', '--all');
    const { patch } = changesIn(project);
    expect(patch('conf')).toMatch(/^diff --git a\/conf b\/conf\ndeleted file/);
    expect(patch('conf')).not.toContain('password');
  });

  it('what is in a submodule is not looked at, whatever git is set to', () => {
    const inner = createGitProject({ x: 'x\n' });
    const project = createGitProject(BASE);
    project.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      inner.folder,
      'm',
    );
    project.commit('with a submodule', '2026-01-31T00:00:00Z');
    project.git('config', 'diff.submodule', 'diff');
    project.put('m/server.pem', 'SECRET\n');
    project.git('-C', 'm', 'add', '--all');
    project.git('-C', 'm', '-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'x');
    expect(changesIn(project).patch('m')).toContain('Subproject commit');
    expect(changesIn(project).patch('m')).not.toContain('SECRET');
  });

  it('there is no answer outside of a repository', () => {
    const beginning = { at: BEGUN, commit: undefined };
    expect(createGitChanges(createProject().folder, plenty).since(beginning)).toEqual({
      ok: false,
      reason: 'the project is not in a git repository',
    });
  });
});

describe('a patch', () => {
  it.each<[string, string, string, RegExp]>([
    ['of a change', 'a.txt', 'one\n2\n', /^diff --git a\/a\.txt b\/a\.txt\n[\s\S]*\n-two\n\+2\n$/],
    [
      'of a new file',
      'c.txt',
      'x\n',
      /^diff --git a\/c\.txt[\s\S]*\nnew file mode 100644\n--- \/dev\/null\n\+\+\+ b\/c\.txt\n@@ -0,0 \+1,1 @@\n\+x\n$/,
    ],
    ['of a new file without an end', 'c.txt', 'x', /\n\+x\n\\ No newline at end of file\n$/],
    ['of a name that is a pattern', '[a].txt', 'x\n', /\+x\n$/],
    ['of a name that begins with a colon', ':(top)a.txt', 'x\n', /\+x\n$/],
  ])('%s', (_what, path, content, expected) => {
    const project = createGitProject(BASE);
    project.put(path, content);
    expect(changesIn(project).patch(path)).toMatch(expected);
    project.git('add', '--all');
    expect(changesIn(project).patch(path)).toMatch(/\n\+\w/);
  });

  it('of a link names where it leads, and does not follow it', () => {
    const project = createGitProject({ ...BASE, '.gitignore': '.env\n' });
    project.put('.env', 'TOKEN=abcdefgh1234\n');
    symlinkSync('.env', join(project.folder, 'link'));
    expect(changesIn(project).patch('link')).toContain('new file mode 120000');
    expect(changesIn(project).patch('link')).not.toContain('abcdefgh1234');
  });

  it('runs no program that the configuration names', () => {
    const project = createGitProject({ ...BASE, '.gitattributes': '*.txt diff=odd\n' });
    project.put('spy.sh', '#!/bin/sh\ntouch "$0.was-run"\necho spied\n');
    const spy = join(project.folder, 'spy.sh');
    chmodSync(spy, 0o755);
    for (const key of ['diff.external', 'diff.odd.command', 'diff.odd.textconv']) {
      project.git('config', key, spy);
    }
    project.git('config', 'color.diff', 'always');
    project.put('a.txt', 'changed\n');
    const { lines, patch } = changesIn(project);
    expect(patch('a.txt')).toContain('\n+changed\n');
    expect(lines.filter((line) => line.includes('was-run'))).toEqual([]);
    expect(changesIn(project).lines.filter((line) => line.includes('was-run'))).toEqual([]);
  });

  it('of a file that is gone meanwhile cannot be read', () => {
    const project = createGitProject(BASE);
    const path = project.put('c.txt', 'x\n');
    const { patch } = changesIn(project);
    project.git('clean', '-fdq', path);
    expect(patch('c.txt')).toBe('unreadable');
  });
});

it('what a file held before is there, and nothing for one that was not', () => {
  const project = createGitProject({ 'p/.env': 'A=abcdefgh\n' });
  project.git('rm', '-q', 'p/.env');
  const { before } = changesIn(project);
  expect([before('p/.env'), before('nowhere')]).toEqual(['A=abcdefgh\n', undefined]);
});

it('values of files of variables are found wherever they lie, ignored or not', () => {
  const project = createGitProject({
    '.env': 'A=tracked-value\n',
    '.gitignore': '.env.*\nnode_modules\nconfig/\n',
  });
  project.put('.env.local', 'B=ignored-value\n');
  project.put('packages/a/.env.test', 'C=nested-ignored\n');
  project.put('packages/b/prod.env', 'D=nested-untracked\n');
  project.put('node_modules/x/.env', 'E=of-a-dependency\n');
  project.put('config/.env', 'F=ignored-with-its-folder\n');
  expect(environmentFileValues(project.folder, plenty).toSorted()).toEqual([
    'ignored-value',
    'ignored-with-its-folder',
    'nested-ignored',
    'nested-untracked',
    'tracked-value',
  ]);
  const plain = createProject();
  plain.write('../../.env', 'F=without-git\n');
  expect(environmentFileValues(plain.folder, plenty)).toEqual(['without-git']);
});
