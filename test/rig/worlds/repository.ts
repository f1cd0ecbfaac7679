import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import { isSettled } from '../../../src/adapters/git/look.ts';
import type { TreeDigest, TreeScope } from '../../../src/domain/promise/tree.ts';
import { removeScratch } from './removal.ts';

/** Scratch folders and git repositories for tests in the same process. */

// What looks at checkouts keep lies in the user's folder: here it is one of the tests' own.
const state = mkdtempSync(join(tmpdir(), 'completion-promise-state-'));
process.env['XDG_STATE_HOME'] = state;
process.once('exit', () => rmSync(state, { recursive: true, force: true }));

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-test-'));
  if (isForManyTests) process.once('exit', () => removeScratch(folder));
  else onTestFinished(() => removeScratch(folder));
  return folder;
}

let isForManyTests = false;

/** Makes something before the tests that share it: its scratch folders stay until all tests have ended. */
export function madeForManyTests<Made>(make: () => Made): Made {
  isForManyTests = true;
  try {
    return make();
  } finally {
    isForManyTests = false;
  }
}

export interface Scratch {
  readonly folder: string;
  /** Writes a file and the folders above it. */
  write(path: string, content: string | Uint8Array, mode?: number): void;
  remove(path: string): void;
  /** The fingerprint of the project as it is now. */
  tree(scope?: Partial<TreeScope>): TreeDigest;
}

export interface Repository extends Scratch {
  git(...args: readonly string[]): string;
  /** Commits everything that is there. */
  commit(): void;
}

export function scratchProject(folder = scratchFolder()): Scratch {
  return {
    folder,
    write(path, content, mode) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
      if (mode !== undefined) chmodSync(place, mode);
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    tree(parts = {}) {
      const scope = { inputs: null, files: [], ...parts };
      return createNodeCheckout(folder, NO_DEADLINE).snapshot().digest(scope);
    },
  };
}

/** Comes when the files that there are count as settled: a look at them is believed from then on. */
export async function settled(): Promise<void> {
  const made = Date.now();
  while (!isSettled(made, Date.now())) await new Promise((resolve) => setTimeout(resolve, 50));
}

const COMMITTER = { NAME: 'Ada', EMAIL: 'ada@example.com' };

/** Runs git in a folder, with a user and nothing of the machine's own configuration. */
function runGit(folder: string, args: readonly string[]): string {
  // Nothing is tidied up behind a commit, which is a program more each time.
  return execFileSync('git', ['-c', 'maintenance.auto=false', ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: COMMITTER.NAME,
      GIT_AUTHOR_EMAIL: COMMITTER.EMAIL,
      GIT_COMMITTER_NAME: COMMITTER.NAME,
      GIT_COMMITTER_EMAIL: COMMITTER.EMAIL,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
}

/** A folder that is a git repository already. */
function repositoryIn(folder: string): Repository {
  const git: Repository['git'] = (...args) => runGit(folder, args);
  return {
    ...scratchProject(folder),
    git,
    commit() {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'a commit');
    },
  };
}

/** A git repository without commits. */
export function emptyRepository(folder = scratchFolder()): Repository {
  mkdirSync(folder, { recursive: true });
  runGit(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  return repositoryIn(folder);
}

let template: string | undefined;

/** A repository with files of every sort, all of them committed: a copy of one that is made once. */
export function filledRepository(folder = scratchFolder()): Repository {
  template ??= makeTemplate();
  cpSync(template, folder, { recursive: true });
  const repository = repositoryIn(folder);
  // The index knows files by their inodes and times, which are others in a copy.
  repository.git('update-index', '-q', '--refresh');
  return repository;
}

function makeTemplate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-repository-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const repository = emptyRepository(folder);
  repository.write('.gitignore', 'ignored/\n*.log\n');
  repository.write('a.txt', 'one\n');
  repository.write('src/b.txt', 'two\n');
  repository.write('src/deep/c.txt', 'three\n');
  repository.write('run.sh', '#!/bin/sh\n', 0o755);
  repository.commit();
  return folder;
}

/** The digest of a fingerprint that there must be. */
export function digestIn(tree: TreeDigest): string {
  if (!tree.bound) throw new Error(`not bound: ${tree.why}: ${tree.reason}`);
  return tree.digest;
}

/** Whether something that is done to a project changes its fingerprint. */
export function changes(project: Pick<Scratch, 'tree'>, act: () => void): boolean {
  const before = digestIn(project.tree());
  act();
  return digestIn(project.tree()) !== before;
}
