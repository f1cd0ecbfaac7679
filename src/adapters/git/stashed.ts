import { askGit } from './process.ts';

/** How long git is asked, in milliseconds. */
const MOST_MS = 2000;

/** Whether the newest stash of a project's repository took its state folder away, as `git stash --all` does. */
export function hasStashedState(projectFolder: string): boolean {
  const words = ['ls-tree', '--name-only', 'refs/stash^3', '--', '.claude/completion-state'];
  const answer = askGit(projectFolder, words, { mostMs: MOST_MS });
  return answer.ok && answer.output.length > 0;
}
