import type { GitResult } from '../ports.ts';
import { askGit } from './git-process.ts';

/** What git answers on one line. */
export function gitLine(
  folder: string,
  args: readonly string[],
  otherwise?: string,
  mostMs?: number,
): GitResult<string> {
  const answer = askGit(folder, args, undefined, mostMs);
  if (!answer.ok) return { ok: false, reason: otherwise ?? answer.reason };
  return { ok: true, value: answer.output.toString('utf8').trim() };
}

/** What git answers as a list that ends each entry with a zero byte. */
export function gitPaths(
  folder: string,
  args: readonly string[],
  mostMs?: number,
): GitResult<readonly string[]> {
  const answer = askGit(folder, args, undefined, mostMs);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  const names = answer.output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  return { ok: true, value: names };
}

/** Untracked files that no rule ignores. */
export function untrackedPaths(folder: string, mostMs?: number): GitResult<readonly string[]> {
  return gitPaths(folder, ['ls-files', '-z', '-o', '--exclude-standard'], mostMs);
}

/** The last commit before a time; empty where there was none yet. Fails where there is no repository. */
export function commitBefore(folder: string, time: string, mostMs?: number): GitResult<string> {
  const repository = gitLine(folder, ['rev-parse', '--git-dir'], undefined, mostMs);
  if (!repository.ok) {
    const isNone = /not a git repository/i.test(repository.reason);
    return isNone ? { ok: false, reason: 'the project is in no git repository' } : repository;
  }
  const head = askGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], undefined, mostMs);
  return head.ok
    ? gitLine(folder, ['rev-list', '-1', `--before=${time}`, 'HEAD'], undefined, mostMs)
    : { ok: true, value: '' };
}
