import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGitProject, type GitProject, LONG_AGO, runGit } from './git-project.ts';
import type { RunOptions } from './project.ts';

/** A project with a linked worktree beside it, in which a session works. */
export interface LinkedProject extends GitProject {
  readonly linked: LinkedWorktree;
}

export interface LinkedWorktree {
  /** Its top, with every link in the path followed. */
  readonly folder: string;
  /** Runs a command of the suite in it. */
  readonly there: RunOptions;
  put(path: string, content: string): void;
  git(...args: readonly string[]): string;
  commit(date?: string): void;
}

/** The content that the worktree has and the project has not. */
export const NEW_FILE = 'work.txt';

/** A repository of these files, and a worktree of a branch of it that holds one file more, not committed. */
export function createLinkedProject(files: Readonly<Record<string, string>> = {}): LinkedProject {
  const ignored = { '.gitignore': '.claude/completion-state/\nnode_modules/\n' };
  const project = createGitProject({ ...ignored, 'a.txt': 'one\n', ...files });
  const linked = addWorktree(project, join(project.folder, '..', 'linked'));
  linked.put(NEW_FILE, 'done\n');
  return { ...project, linked };
}

/** Adds a worktree of a new branch to a project's repository. */
export function addWorktree(project: GitProject, place: string): LinkedWorktree {
  project.git('worktree', 'add', '--quiet', '-b', `branch-${place.length}`, place);
  const folder = realpathSync(place);
  const git: LinkedWorktree['git'] = (...args) => runGit(folder, args);
  return {
    folder,
    there: { cwd: folder },
    git,
    put(path, content) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    },
    commit(date = LONG_AGO) {
      git('add', '--all');
      runGit(folder, ['commit', '--quiet', '--allow-empty', '-m', 'The work'], date);
    },
  };
}

/** Brings the worktree's branch into the project, and removes the worktree. */
export function mergeAndRemove({ git, linked }: LinkedProject): void {
  linked.commit();
  const branch = linked.git('branch', '--show-current').trim();
  git('merge', '--quiet', '--ff-only', branch);
  git('worktree', 'remove', '--force', linked.folder);
}
