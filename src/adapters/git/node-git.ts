import type { Git } from '../../ports.ts';
import { commitNamed, gitPaths } from './base.ts';
import { changedPathsSince } from './changed-paths.ts';
import { changedTextsSince } from './text-changes.ts';

/** Git, asked in the project's folder. `mostMs`: how long it may take to find a commit, in milliseconds. */
export function createNodeGit(folder: string, mostMs: number): Git {
  return {
    commitOf: (revision) => commitNamed(folder, revision, { mostMs }),
    tracked(paths) {
      const asked = ['--literal-pathspecs', 'ls-files', '-z', '-c', '--', ...paths];
      const listed = gitPaths(folder, asked, { mostMs });
      return new Set(listed.ok ? listed.value : []);
    },
    changedSince: (beginning) => changedPathsSince(folder, beginning),
    changedTexts: (since) => changedTextsSince(folder, since),
  };
}
