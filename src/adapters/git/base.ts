import type { GitResult } from '../../ports.ts';
import { isFolder } from '../quiet-looks.ts';
import { isBelowGit } from './folder.ts';
import { askGit, type GitQuestion } from './process.ts';

/** Git's answer of one line. */
export function gitLine(
  folder: string,
  args: readonly string[],
  question?: GitQuestion,
): GitResult<string> {
  const answer = askGit(folder, args, question);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  return { ok: true, value: answer.output.toString('utf8').trim() };
}

/** Git's answer of a list whose entries each end with a zero byte. */
export function gitPaths(
  folder: string,
  args: readonly string[],
  question?: GitQuestion,
): GitResult<readonly string[]> {
  const answer = askGit(folder, args, question);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  const names = answer.output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  return { ok: true, value: names };
}

/** Untracked files that no rule ignores. */
export function untrackedPaths(
  folder: string,
  question?: GitQuestion,
): GitResult<readonly string[]> {
  return gitPaths(folder, ['ls-files', '-z', '-o', '--exclude-standard'], question);
}

/** The commit that a revision names. */
export function commitNamed(
  folder: string,
  revision: string,
  question?: GitQuestion,
): GitResult<string> {
  const name = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = gitLine(folder, name, question);
  return commit.ok ? commit : { ok: false, reason: `there is no commit ${revision}` };
}

/** The last commit before a time; empty where there was none yet. Fails where there is no repository. */
export function commitBefore(
  folder: string,
  time: string,
  question?: GitQuestion,
): GitResult<string> {
  const repository = gitLine(folder, ['rev-parse', '--git-dir'], question);
  if (!repository.ok) {
    const isNone = /not a git repository/i.test(repository.reason);
    return isNone ? { ok: false, reason: 'the project is not in a git repository' } : repository;
  }
  const head = askGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], question);
  return head.ok
    ? gitLine(folder, ['rev-list', '-1', `--before=${time}`, 'HEAD'], question)
    : { ok: true, value: '' };
}

/** How long git may take to name the commit that is checked out, in milliseconds. */
const HEAD_MS = 2000;

/**
 * The commit that is checked out; null where the repository has none yet. Undefined outside of git, and where git
 * does not say.
 */
export function headCommit(folder: string): string | null | undefined {
  // Git is not started where it has nothing to say.
  if (!isFolder(folder) || !isBelowGit(folder)) return undefined;
  const question = { mostMs: HEAD_MS };
  const head = askGit(
    folder,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'],
    question,
  );
  if (head.ok) return head.output.toString('utf8').trim();
  // Git says nothing of a branch without commits, and names everything else.
  const branch = gitLine(folder, ['symbolic-ref', '--quiet', 'HEAD'], question);
  return head.code === 1 && branch.ok ? null : undefined;
}
