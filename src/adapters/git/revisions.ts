import type { RevisionEntry } from '../../domain/ci/definition-set.ts';
import type { GitResult, Revisions } from '../../ports.ts';
import { commitNamed, gitLine } from './base.ts';
import { blobsOf } from './blobs.ts';
import { askGit } from './process.ts';

/** Largest file of a revision that is read, in bytes. */
const LARGEST_ENTRY = 1024 * 1024;

/** The commits of the repository that a folder lies in. `mostMs`: how long one question may take, in milliseconds. */
export function createRevisions(folder: string, mostMs: number): Revisions {
  const question = { mostMs };
  const answers = (...args: readonly string[]): boolean => askGit(folder, args, question).ok;
  return {
    head: () => headOf(folder, mostMs),
    commitOf: (revision) => commitNamed(folder, revision, question),
    mergeBase(one, other) {
      const answer = gitLine(folder, ['merge-base', one, other], question);
      const [first = ''] = answer.ok ? answer.value.split('\n') : [];
      return first === '' ? undefined : first;
    },
    holds: (commit, other) =>
      answers('merge-base', '--is-ancestor', other, commit) ||
      parentsOf(folder, commit, mostMs).includes(other),
    isShallow() {
      const answer = gitLine(folder, ['rev-parse', '--is-shallow-repository'], question);
      return answer.ok && answer.value === 'true';
    },
    pathsAt(commit) {
      const list = ['ls-tree', '-r', '-z', '--name-only', commit];
      const answer = askGit(folder, ['--no-replace-objects', ...list], question);
      if (!answer.ok) return { ok: false, reason: answer.reason };
      return { ok: true, value: answer.output.toString('utf8').split('\0').filter(Boolean) };
    },
    isPushed(commit) {
      const containing = ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes'];
      const found = gitLine(folder, containing, question);
      const isThere = found.ok && found.value !== '';
      return isThere && answers('diff-index', '--quiet', '--no-ext-diff', commit, '--');
    },
    entriesAt: (commit, path) => entriesAt(folder, commit, path, mostMs),
    contentsOf(entries) {
      const read = entries.filter(({ size }) => size <= LARGEST_ENTRY);
      const contents = blobsOf(folder, new Map(read.map(({ id, size }) => [id, size])));
      return contents.ok ? contents.value : new Map();
    },
    holdsToken: () =>
      answers('config', '--local', '--includes', '--name-only', '--get-regexp', 'extraheader$'),
  };
}

function headOf(folder: string, mostMs: number): GitResult<string> {
  const repository = gitLine(folder, ['rev-parse', '--git-dir'], { mostMs });
  if (!repository.ok) {
    const isNone = /not a git repository/i.test(repository.reason);
    return isNone ? { ok: false, reason: 'the project is not in a git repository' } : repository;
  }
  const head = commitNamed(folder, 'HEAD', { mostMs });
  return head.ok ? head : { ok: false, reason: 'the repository has no commit yet' };
}

/** The parents of a commit as it names them, whether or not they were fetched. */
function parentsOf(folder: string, commit: string, mostMs: number): readonly string[] {
  const args = ['--no-replace-objects', 'cat-file', 'commit', commit];
  const answer = askGit(folder, args, { mostMs });
  const [header = ''] = answer.ok ? answer.output.toString('utf8').split('\n\n', 1) : [];
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
}

function entriesAt(
  folder: string,
  commit: string,
  path: string,
  mostMs: number,
): GitResult<readonly RevisionEntry[]> {
  const list = ['--no-replace-objects', '--literal-pathspecs', 'ls-tree', '-l', '-z', commit, '--'];
  const answer = askGit(folder, [...list, path], { mostMs });
  if (!answer.ok) return { ok: false, reason: answer.reason };
  const entries = answer.output.toString('utf8').split('\0').flatMap(entryIn);
  return { ok: true, value: entries };
}

function entryIn(line: string): readonly RevisionEntry[] {
  const [, mode, id, size, path] = /^(\d+) blob (\w+) +(\d+)\t([\s\S]+)$/.exec(line) ?? [];
  return mode === undefined || id === undefined || path === undefined
    ? []
    : [{ path, mode, id, size: Number(size) }];
}
