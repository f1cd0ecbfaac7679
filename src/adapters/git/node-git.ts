import type { Git } from '../../ports.ts';
import { commitNamed } from './base.ts';
import { changedPathsSince } from './changed-paths.ts';
import { changedTextsSince } from './text-changes.ts';

/** Git, asked in the project's folder. `mostMs`: how long it may take to find a commit, in milliseconds. */
export function createNodeGit(folder: string, mostMs: number): Git {
  return {
    commitOf: (revision) => commitNamed(folder, revision, { mostMs }),
    changedSince: (beginning) => changedPathsSince(folder, beginning),
    changedTexts: (since) => changedTextsSince(folder, since),
  };
}
