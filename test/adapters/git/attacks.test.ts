import {
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { TreeDigest } from '../../../src/domain/promise/tree.ts';
import { proveIn } from '../../rig/worlds/proved-tree.ts';
import {
  emptyRepository,
  filledRepository,
  madeForManyTests,
  type Repository,
  scratchFolder,
  settled,
} from '../../rig/worlds/repository.ts';

/**
 * The contract of a look at a checkout. Each line is one way in which a look that believes git, or what it saw before,
 * misses what a program reads: something is done before a proof and something after it.
 */

type Act = (repository: Repository) => void;

const nothing: Act = () => undefined;
const all =
  (...acts: readonly Act[]): Act =>
  (repository) => {
    for (const act of acts) act(repository);
  };
const git =
  (...args: readonly string[]): Act =>
  (repository) =>
    void repository.git(...args);
const config = (name: string, value: string): Act => git('config', name, value);
const commit: Act = (repository) => repository.commit();
const put =
  (path: string, content: string, mode?: number): Act =>
  ({ write }) =>
    write(path, content, mode);
const remove =
  (path: string): Act =>
  (repository) =>
    repository.remove(path);
const at =
  (path: string, act: (place: string) => void): Act =>
  ({ folder }) =>
    act(join(folder, path));
const link = (target: string, path: string): Act => at(path, (place) => symlinkSync(target, place));
const touch = (path: string): Act => at(path, (place) => utimesSync(place, new Date(), new Date()));

const edit = put('a.txt', 'two\n');
/** As long as what was there, and as old. */
const unaged =
  (act: Act, path = 'a.txt'): Act =>
  (repository) => {
    const place = join(repository.folder, path);
    const { atime, mtime } = statSync(place);
    act(repository);
    utimesSync(place, atime, mtime);
  };
const quietEdit = unaged(edit);

/** A folder with the files as they are now, in which git is told to look for them. */
const lookElsewhere: Act = ({ folder, git: ask }) => {
  const copy = scratchFolder();
  cpSync(folder, copy, { recursive: true });
  ask('config', 'core.worktree', copy);
};
/** A filter that gives the old content out for any. */
const lyingFilter = config('filter.old.clean', 'echo one');
const inner = ({ folder }: Repository, path = 'nested'): Repository =>
  filledRepository(join(folder, path));
const inside =
  (act: Act, path = 'nested'): Act =>
  ({ folder }) =>
    act(emptyRepository(join(folder, path)));
const withInner: Act = (repository) => void inner(repository);
const withSubmodule =
  (path: string): Act =>
  (repository) => {
    const allow = ['-c', 'protocol.file.allow=always'];
    repository.git(...allow, 'submodule', '--quiet', 'add', filledRepository().folder, path);
    repository.commit();
  };
const withSeparateGit =
  (path: string): Act =>
  ({ folder }) => {
    const nested = join(folder, 'nested');
    const repository = filledRepository(nested);
    const place = join(scratchFolder(), path);
    mkdirSync(dirname(place), { recursive: true });
    repository.git('init', '--quiet', '--separate-git-dir', place);
  };
const withMonitor: Act = (repository) => {
  const { folder, git: ask, write } = repository;
  write('.git/monitor', '#!/bin/sh\nprintf "token\\0"\n', 0o755);
  ask('config', 'core.fsmonitor', join(folder, '.git/monitor'));
  ask('update-index', '--fsmonitor');
  ask('status');
};
const withUntrackedCache: Act = all(
  config('core.untrackedCache', 'true'),
  git('update-index', '--force-untracked-cache'),
  git('status'),
);
const attributesBeside: Act = (repository) => {
  const path = join(scratchFolder(), 'attributes');
  writeFileSync(path, 'a.txt filter=old\n');
  config('core.attributesFile', path)(repository);
};
const forced = (path: string): Act => all(put(path, 'one\n'), git('add', '--force', path), commit);

const ATTACKS: readonly (readonly [what: string, before: Act, after: Act])[] = [
  // Flags of the index.
  ['assume-unchanged', git('update-index', '--assume-unchanged', 'a.txt'), edit],
  [
    'assume-unchanged since',
    nothing,
    all(git('update-index', '--assume-unchanged', 'a.txt'), edit),
  ],
  ['skip-worktree', git('update-index', '--skip-worktree', 'a.txt'), edit],
  [
    'skip-worktree, and the file is gone',
    git('update-index', '--skip-worktree', 'a.txt'),
    remove('a.txt'),
  ],
  [
    'core.ignoreStat',
    all(config('core.ignoreStat', 'true'), git('update-index', '--refresh')),
    edit,
  ],
  ['a lying fsmonitor', withMonitor, edit],
  ['a lying fsmonitor, asked since', nothing, all(withMonitor, edit, git('status'))],
  [
    'bits of the index that a monitor sets',
    all(withMonitor, git('update-index', '--fsmonitor-valid', 'a.txt')),
    edit,
  ],
  ['a split index', git('update-index', '--split-index'), quietEdit],
  ['an untracked cache', withUntrackedCache, put('src/new.txt', 'x')],
  ['an index from the future', at('.git/index', (place) => utimesSync(place, 9e8, 2e9)), quietEdit],

  // Sizes and times.
  ['the same size', nothing, edit],
  ['the same size and time', nothing, quietEdit],
  [
    'the same size and time, by another file in its place',
    nothing,
    ({ folder, write }) => {
      const place = join(folder, 'a.txt');
      const { atime, mtime } = statSync(place);
      write('.git/draft', 'two\n');
      utimesSync(join(folder, '.git/draft'), atime, mtime);
      renameSync(join(folder, '.git/draft'), place);
    },
  ],
  [
    'two files of one size and time change places',
    all(put('b.txt', 'two\n'), commit, ({ folder }) => {
      for (const name of ['a.txt', 'b.txt']) utimesSync(join(folder, name), 1e9, 1e9);
    }),
    ({ folder }) => {
      const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((name) => join(folder, name));
      for (const [from, to] of [
        [a, c],
        [b, a],
        [c, b],
      ] as const)
        renameSync(from ?? '', to ?? '');
    },
  ],
  ['core.trustctime=false', config('core.trustctime', 'false'), quietEdit],
  ['core.checkStat=minimal', config('core.checkStat', 'minimal'), quietEdit],
  [
    'a file that is too large to be read, of the same size and time',
    at('large.bin', (place) => {
      writeFileSync(place, '');
      truncateSync(place, 300 * 1024 * 1024);
    }),
    unaged(
      at('large.bin', (place) => writeFileSync(place, 'x', { flag: 'r+' })),
      'large.bin',
    ),
  ],

  // Where git looks.
  ['core.worktree leads elsewhere', lookElsewhere, edit],
  ['core.worktree leads elsewhere since', nothing, all(lookElsewhere, edit)],
  [
    'core.worktree of a repository inside leads elsewhere',
    (repository) => lookElsewhere(inner(repository)),
    put('nested/a.txt', 'two\n'),
  ],
  [
    'core.worktree of a submodule leads elsewhere',
    all(withSubmodule('sub'), (repository) => {
      repository.git('-C', 'sub', 'config', 'core.worktree', filledRepository().folder);
    }),
    put('sub/a.txt', 'two\n'),
  ],
  [
    'core.worktree of a separate git folder leads elsewhere',
    all(withSeparateGit('git'), (repository) => {
      repository.git('-C', 'nested', 'config', 'core.worktree', filledRepository().folder);
    }),
    put('nested/a.txt', 'two\n'),
  ],
  ['the repository says that it has no files', config('core.bare', 'true'), edit],

  // Filters, from any source of attributes.
  [
    'a filter by the attributes of the checkout',
    put('.gitattributes', 'a.txt filter=old\n'),
    all(lyingFilter, edit),
  ],
  [
    'attributes are in the index, and their file is gone',
    all(
      put('.gitattributes', 'a.txt filter=old\n'),
      git('add', '--all'),
      remove('.gitattributes'),
      lyingFilter,
    ),
    edit,
  ],
  [
    'attributes are ignored themselves',
    all(put('.gitignore', '.gitattributes\n'), commit, put('.gitattributes', '* filter=old\n')),
    all(lyingFilter, edit),
  ],
  [
    'attributes lie in .git/info',
    all(put('.git/info/attributes', 'a.txt filter=old\n'), lyingFilter),
    edit,
  ],
  ['attributes lie in a file beside the checkout', all(attributesBeside, lyingFilter), edit],
  [
    'a filter that was there before is asked for by attributes that are no content',
    lyingFilter,
    all(put('.git/info/attributes', 'a.txt filter=old\n'), edit),
  ],
  [
    'a filter that bears the name of the one for large files',
    put('.gitattributes', 'a.txt filter=lfs\n'),
    all(config('filter.lfs.clean', 'echo one'), edit),
  ],
  [
    'git took the file for unchanged while a filter was on',
    put('.git/info/attributes', 'a.txt filter=old\n'),
    all(lyingFilter, edit, git('status'), git('config', '--unset', 'filter.old.clean')),
  ],
  [
    'git took it for unchanged, and that was committed',
    all(put('.git/info/attributes', 'a.txt filter=old\n'), lyingFilter),
    all(edit, commit, remove('.git/info/attributes')),
  ],
  ['core.autocrlf', config('core.autocrlf', 'true'), put('a.txt', 'one\r\n')],
  ['core.autocrlf since', nothing, all(config('core.autocrlf', 'input'), put('a.txt', 'one\r\n'))],
  [
    'line ends by attributes',
    all(put('.gitattributes', '*.txt text eol=lf\n'), commit),
    put('a.txt', 'one\r\n'),
  ],
  [
    'the ident attribute',
    all(put('.gitattributes', '*.txt ident\n'), put('a.txt', '$Id$\n'), commit),
    put('a.txt', '$Id: rm -rf $\n'),
  ],
  [
    'an encoding of the working tree',
    all(put('.gitattributes', '*.txt working-tree-encoding=UTF-16LE\n'), commit),
    put('src/b.txt', 'x'),
  ],

  // What is excluded.
  [
    '.git/info/exclude hides a new file',
    put('.git/info/exclude', 'new.txt\n'),
    put('new.txt', 'x'),
  ],
  [
    '.git/info/exclude hides a file that was there',
    all(put('.git/info/exclude', 'new.txt\n'), put('new.txt', 'x')),
    put('new.txt', 'y'),
  ],
  [
    'core.excludesFile hides a new file',
    (repository) => {
      const path = join(scratchFolder(), 'excludes');
      writeFileSync(path, 'new.txt\n');
      config('core.excludesFile', path)(repository);
    },
    put('new.txt', 'x'),
  ],
  ['status.showUntrackedFiles=no', config('status.showUntrackedFiles', 'no'), put('new.txt', 'x')],
  ['a tracked file that is ignored', forced('kept.log'), put('kept.log', 'two\n')],
  [
    'a tracked file that is ignored was gone',
    all(forced('kept.log'), remove('kept.log')),
    put('kept.log', 'two\n'),
  ],
  [
    'a tracked file in an ignored folder was gone with it',
    all(forced('ignored/kept'), remove('ignored')),
    put('ignored/kept', 'two\n'),
  ],
  ['an ignored file is tracked since', put('kept.log', 'one\n'), git('add', '--force', 'kept.log')],
  [
    'a new file in an empty folder',
    at('empty', (place) => mkdirSync(place)),
    put('empty/new.txt', 'x'),
  ],
  [
    'a new file in a folder that held ignored files alone',
    put('logs/x.log', 'x'),
    put('logs/new.txt', 'x'),
  ],
  ['a new file in a new hidden folder', nothing, put('.cache/x/y', 'x')],
  ['a new file is empty', nothing, put('new.txt', '')],
  [
    'a new rule ignores a file that is not tracked',
    put('new.txt', 'x'),
    put('.gitignore', 'ignored/\n*.log\nnew.txt\n'),
  ],
  [
    'a rule that is ignored itself does not ignore a new file any more',
    put('src/.gitignore', '.gitignore\nnew.txt\n'),
    all(put('src/.gitignore', '.gitignore\n'), put('src/new.txt', 'x')),
  ],

  // Repositories inside.
  ['a repository inside', withInner, put('nested/a.txt', 'two\n')],
  ['a new file in a repository inside', withInner, put('nested/deep/new.txt', 'x')],
  [
    'a new file in a repository inside that only the rules around it ignore',
    (repository) => emptyRepository(join(repository.folder, 'nested')).write('a.txt', 'one\n'),
    put('nested/new.log', 'x'),
  ],
  [
    'a file of a repository inside that git was told to overlook',
    (repository) => {
      inner(repository).git('update-index', '--assume-unchanged', 'a.txt');
    },
    put('nested/a.txt', 'two\n'),
  ],
  ['a repository inside that came since', nothing, withInner],
  [
    'a folder that became a repository since, and was edited in',
    nothing,
    all(
      inside(() => undefined, 'src'),
      put('src/b.txt', 'one\n'),
    ),
  ],
  [
    'a repository two levels inside',
    (repository) => void inner(inner(repository)),
    put('nested/nested/a.txt', 'two\n'),
  ],
  [
    'a repository inside calls itself a linked worktree',
    (repository) => {
      mkdirSync(join(repository.folder, '.git/worktrees/fake'), { recursive: true });
      const place = join(repository.folder, '.git/worktrees/fake/git');
      inner(repository).git('init', '--quiet', '--separate-git-dir', place);
    },
    put('nested/a.txt', 'two\n'),
  ],
  [
    'a linked worktree inside that is none any more',
    git('worktree', 'add', '--quiet', 'inside'),
    ({ folder, git: ask }) => {
      const text = readFileSync(join(folder, 'inside/.git'));
      ask('worktree', 'remove', 'inside');
      mkdirSync(join(folder, 'inside'));
      writeFileSync(join(folder, 'inside/.gitt'), text);
    },
  ],
  [
    'a folder that looks like a repository',
    put('src/HEAD', 'ref: refs/heads/main\n'),
    put('src/new.txt', 'x'),
  ],

  // Submodules.
  ['a submodule', withSubmodule('sub'), put('sub/a.txt', 'two\n')],
  [
    'a submodule, and diff.ignoreSubmodules',
    all(withSubmodule('sub'), config('diff.ignoreSubmodules', 'all')),
    put('sub/a.txt', 'two\n'),
  ],
  ['a new file in a submodule', withSubmodule('sub'), put('sub/new.txt', 'x')],
  [
    'a submodule below worktrees/',
    withSubmodule('worktrees/sub'),
    put('worktrees/sub/a.txt', 'two\n'),
  ],
  [
    'a separate git folder below worktrees/',
    withSeparateGit('worktrees/git'),
    put('nested/a.txt', 'two\n'),
  ],
  ['a submodule that is there no more', withSubmodule('sub'), remove('sub/a.txt')],

  // Links.
  [
    'a link to a file that git ignores',
    all(put('ignored/x', 'one'), link('ignored/x', 'link')),
    put('ignored/x', 'two'),
  ],
  [
    'a link to a file that git ignores, of the same size and time',
    all(put('ignored/x', 'one'), link('ignored/x', 'link')),
    unaged(put('ignored/x', 'two'), 'ignored/x'),
  ],
  ['a link led to nothing', link('ignored/x', 'link'), put('ignored/x', 'one')],
  [
    'a link leads to another file of the same content',
    all(put('b.txt', 'one\n'), link('a.txt', 'link'), commit),
    all(remove('link'), link('b.txt', 'link')),
  ],
  [
    'a link over another link',
    all(put('ignored/x', 'one'), link('x', 'ignored/over'), link('ignored/over', 'link')),
    put('ignored/x', 'two'),
  ],
  [
    'a link becomes a file, and git is told that links are files',
    all(link('a.txt', 'link'), commit),
    all(config('core.symlinks', 'false'), remove('link'), put('link', 'a.txt')),
  ],
  [
    'a file becomes a link to the same content',
    all(put('b', 'one\n'), commit),
    all(remove('b'), link('a.txt', 'b')),
  ],
  [
    'a folder becomes a link to a folder of the same files',
    nothing,
    ({ folder }) => {
      renameSync(join(folder, 'src'), join(folder, 'moved'));
      symlinkSync('moved', join(folder, 'src'));
    },
  ],
  [
    'a file has another name, and the name another file',
    put('b.txt', 'two\n'),
    ({ folder }) => {
      linkSync(join(folder, 'b.txt'), join(folder, '.git/b'));
      renameSync(join(folder, '.git/b'), join(folder, 'a.txt'));
    },
  ],

  // Modes and kinds.
  [
    'core.fileMode=false',
    config('core.fileMode', 'false'),
    at('run.sh', (place) => chmodSync(place, 0o644)),
  ],
  [
    'core.fileMode=false since',
    nothing,
    all(
      config('core.fileMode', 'false'),
      at('run.sh', (place) => chmodSync(place, 0o644)),
    ),
  ],
  ['a file becomes executable', nothing, at('a.txt', (place) => chmodSync(place, 0o755))],
  ['core.ignoreCase', nothing, all(config('core.ignoreCase', 'true'), put('A.TXT', 'new\n'))],
  ['a file becomes a folder', nothing, all(remove('a.txt'), put('a.txt/inner', 'one\n'))],
  ['core.precomposeUnicode', config('core.precomposeUnicode', 'true'), put('u\u0308', 'x')],
  ['core.quotePath', config('core.quotePath', 'true'), put('ünï\ncode', 'x')],

  // The suite's state is left out, and nothing that only looks like it.
  [
    "a folder that is called like another project's state",
    put('sub/.claude/completion-state/code.js', '1;\n'),
    put('sub/.claude/completion-state/code.js', '2;\n'),
  ],
];

/** What changes no content: the proof holds. */
const HARMLESS: readonly (readonly [what: string, before: Act, after: Act])[] = [
  ['nothing happens', nothing, nothing],
  ['a commit', edit, commit],
  ['a new file is committed', put('new.txt', 'not added yet'), commit],
  ['git is told to look elsewhere', nothing, lookElsewhere],
  ['a filter is set up', nothing, all(put('.git/info/attributes', '* filter=old\n'), lyingFilter)],
  ['line ends are set up', nothing, config('core.autocrlf', 'true')],
  ['a file is told to be overlooked', nothing, git('update-index', '--skip-worktree', 'a.txt')],
  ['a linked worktree is made inside', nothing, git('worktree', 'add', '-q', 'nested/worktree')],
  [
    'a linked worktree inside is edited',
    git('worktree', 'add', '-q', 'nested/worktree'),
    put('nested/worktree/a.txt', 'two\n'),
  ],
  ['its index is thrown away', nothing, remove('.git/index')],
  ['a file is touched', nothing, touch('a.txt')],
  ['a file is written anew', nothing, put('a.txt', 'one\n')],
  ['an edit is undone', edit, all(put('a.txt', 'three\n'), edit)],
  [
    'a file is put in its place by another of the same bytes',
    nothing,
    all(remove('a.txt'), put('a.txt', 'one\n')),
  ],
  ['the group may write to a file', nothing, at('a.txt', (place) => chmodSync(place, 0o664))],
  ['an ignored file is written', nothing, put('ignored/x', 'x')],
  ['an empty folder is made', nothing, at('empty', (place) => mkdirSync(place))],
  ["the suite's own state changes", nothing, put('.claude/completion-state/promises/p.json', '{}')],
  [
    'the state of a project inside changes',
    nothing,
    put('src/.claude/completion-state/events.jsonl', '{}'),
  ],
  [
    'a commit in a repository inside',
    (repository) => inner(repository).write('new.txt', 'x'),
    inside(commit),
  ],
  ['a link to a file is committed', link('a.txt', 'link'), commit],
  [
    'what a link leads to is touched',
    all(put('ignored/x', 'x'), link('ignored/x', 'link')),
    touch('ignored/x'),
  ],
];

describe.each([
  ['a proof is stale after', ATTACKS, 'stale'],
  ['a proof holds after', HARMLESS, 'fresh'],
] as const)('%s', (_said, rows, expected) => {
  const standings = new Map<string, readonly [Repository, () => string]>();
  beforeAll(async () => {
    madeForManyTests(() => {
      for (const [what, before] of rows) {
        const repository = filledRepository();
        before(repository);
        standings.set(what, [repository, proveIn(repository.folder)]);
      }
    });
    await settled();
    for (const [, standing] of standings.values()) standing();
  });

  it.each(rows)('%s', (what, _before, after) => {
    const [repository, standing] = standings.get(what) ?? [];
    if (repository === undefined || standing === undefined) throw new Error('no such line');
    expect(standing()).toBe('fresh');
    after(repository);
    expect(standing()).toBe(expected);
    expect(repository.tree()).toEqual(treeAnew(repository));
  });
});

/** The fingerprint where nothing is known of earlier looks. */
function treeAnew({ tree }: Repository): TreeDigest {
  vi.stubEnv('XDG_STATE_HOME', scratchFolder());
  try {
    return tree();
  } finally {
    vi.unstubAllEnvs();
  }
}
