import { chmodSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { EVERYTHING } from '../worlds/everything.ts';
import { type GitProject, runGit } from '../worlds/git-project.ts';

/** Something that is done to a checkout with every kind of thing in it. */
export type Change = readonly [
  what: string,
  change: (project: GitProject, path: (name: string) => string) => void,
];

/** What changes its content. */
export const CONTENT: readonly Change[] = [
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
      put('src/link.js', EVERYTHING['src/app.js']);
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

/** What leaves its content as it was. */
export const NO_CONTENT: readonly Change[] = [
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
