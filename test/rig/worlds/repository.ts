import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import type { KnownTree, TreeDigest, TreeScope } from '../../../src/domain/promise/tree.ts';
import { removeScratch } from './removal.ts';

/** Scratch folders and git repositories for tests in the same process. */

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
  const seen = new Map<string, KnownTree>();
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
      const now = createNodeCheckout(folder, NO_DEADLINE).snapshot();
      const digest = now.digest(scope);
      const last = seen.get(JSON.stringify(scope));
      if (last !== undefined) expectSameAtAGlance(folder, scope, last, digest);
      waitForNextTick();
      const glance = createNodeCheckout(folder, NO_DEADLINE, aMomentLater).snapshot().glance(scope);
      if (digest.bound && glance !== undefined) {
        seen.set(JSON.stringify(scope), { glance, digest: digest.digest });
      }
      return digest;
    },
  };
}

/** A time at which nothing was just changed. */
export const aMomentLater = (): number => Date.now() + 60_000;

let tickFile: string | undefined;

/** Comes back when a change of a file gets another time than those that were made before. */
export function waitForNextTick(): void {
  if (tickFile === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'completion-promise-tick-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    tickFile = join(folder, 'tick');
  }
  const changedAt = (path: string): bigint => {
    writeFileSync(path, 'x');
    return statSync(path, { bigint: true }).ctimeNs;
  };
  const first = changedAt(tickFile);
  while (changedAt(tickFile) === first);
}

/** What was known before may save work, and never changes the answer. */
function expectSameAtAGlance(
  folder: string,
  scope: TreeScope,
  known: KnownTree,
  digest: TreeDigest,
): void {
  const glanced = createNodeCheckout(folder, NO_DEADLINE).snapshot().digest(scope, known);
  if (JSON.stringify(glanced) !== JSON.stringify(digest)) {
    throw new Error(`at a glance ${JSON.stringify(glanced)}, and ${JSON.stringify(digest)}`);
  }
}

const COMMITTER = { NAME: 'Ada', EMAIL: 'ada@example.com' };

/** Runs git in a folder, with a user and nothing of the machine's own configuration. */
function runGit(folder: string, args: readonly string[]): string {
  return execFileSync('git', args, {
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
