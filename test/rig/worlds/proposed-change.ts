import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runGit } from './git-project.ts';
import { type Outcome, type Project, projectIn, type RunOptions } from './project.ts';
import { removeScratch } from './removal.ts';

/** The files of a commit, by their paths; undefined for one that is gone. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A repository at which somebody proposes changes, and clean checkouts of it, as a pipeline has them. */
export interface ProposedChange {
  readonly folder: string;
  /** Commits to a branch, which begins at `from` where there is none. Gives the commit. */
  commit(branch: string, files: Files, from?: string): string;
  /**
   * A clean clone with a HOME of its own that is empty, and no session. It has checked out the merge of a branch with
   * `main`, as GitHub makes it for a pull request; or just the branch.
   */
  checkout(branch: string, how?: 'merged' | 'as-it-is'): Checkout;
  /** The same with the last commit alone. */
  shallow(branch: string): Checkout;
}

export interface Checkout extends Project {
  readonly home: string;
  git(...args: readonly string[]): string;
  write(path: string, content: string): string;
  /** Runs `cs ci` with these words and variables. */
  ci(args?: readonly string[], options?: RunOptions): Promise<Outcome>;
}

/** A definition of one promise, as a project commits it. */
export function definition(title: string, ...checks: readonly (object | undefined)[]): string {
  return JSON.stringify({
    title,
    acceptance_criteria: checks.map((check, index) => ({
      description: `Point ${index + 1} of ${title} holds`,
      ...(check === undefined ? {} : { checks: [check] }),
    })),
  });
}

/** A check that passes as long as the file says `right`. */
export const RIGHT = { kind: 'command', run: 'grep -q right answer.txt' };

/** A repository whose `main` has a definition that holds: `answer.txt` says `right`. */
export function proposedChange(more: Files = {}): ProposedChange {
  const root = mkdtempSync(join(tmpdir(), 'completion-promise-test-'));
  onTestFinished(() => removeScratch(root));
  const folder = join(root, 'origin');
  mkdirSync(folder);
  runGit(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  const commit: ProposedChange['commit'] = (branch, files, from = 'main') => {
    const known = runGit(folder, ['branch', '--list', branch]).trim() !== '';
    const isFirst = runGit(folder, ['rev-list', '--all', '--max-count=1']) === '';
    if (!isFirst) {
      runGit(folder, ['checkout', '--quiet', ...(known ? [branch] : ['-b', branch, from])]);
    }
    for (const [path, content] of Object.entries(files)) put(folder, path, content);
    runGit(folder, ['add', '--all']);
    runGit(folder, ['commit', '--quiet', '--allow-empty', '-m', 'A commit']);
    const made = runGit(folder, ['rev-parse', 'HEAD']).trim();
    // What a clone takes for the default branch.
    if (branch !== 'main') runGit(folder, ['checkout', '--quiet', 'main']);
    return made;
  };
  commit('main', {
    '.promises/answer.json': definition('The answer', RIGHT),
    ...RIGHT_FILES,
    ...more,
  });
  let clones = 0;
  const clone = (branch: string, ...options: readonly string[]): Checkout => {
    clones += 1;
    const [place, home] = [join(root, `clone-${clones}`), join(root, `home-${clones}`)];
    mkdirSync(home);
    const from = ['clone', '--quiet', '--branch', branch, ...options, `file://${folder}`, place];
    runGit(root, from);
    return checkoutIn(place, home);
  };
  return {
    folder,
    commit,
    checkout(branch, how = 'merged') {
      const made = clone(branch);
      if (how === 'as-it-is' || branch === 'main') return made;
      made.git('checkout', '--quiet', '--detach', 'origin/main');
      made.git('merge', '--quiet', '--no-ff', '--no-edit', `origin/${branch}`);
      return made;
    },
    shallow: (branch) => clone(branch, '--depth=1'),
  };
}

const RIGHT_FILES: Files = { 'answer.txt': 'right\n' };

function put(folder: string, path: string, content: string | undefined): void {
  const target = join(folder, path);
  if (content === undefined) {
    rmSync(target, { force: true });
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

function checkoutIn(folder: string, home: string): Checkout {
  const project = projectIn(folder, home, undefined);
  return {
    ...project,
    home,
    git: (...args) => runGit(folder, args),
    write(path, content) {
      put(folder, path, content);
      return join(folder, path);
    },
    ci: (args = [], options = {}) => project.run('cs', ['ci', ...args], options),
  };
}
