import type { GitResult } from '../../ports.ts';
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
