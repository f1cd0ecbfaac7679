import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type Remote, remotesIn } from '../../domain/settings/git-remotes.ts';
import { attempt } from '../quiet-looks.ts';
import { gitFolderAbove, workTreeOf } from './folder.ts';
import { gitText } from './links.ts';

/** The largest configuration of a repository that is read, in bytes. */
const LARGEST_CONFIGURATION = 1024 * 1024;

/** The repository that a folder lies in, as git's own files tell of it. */
export interface Repository {
  readonly remotes: readonly Remote[];
  /** The folder's path from the top of its checkout, with `/`; empty for the top. */
  readonly within: string;
}

/**
 * The repository of a folder, by its own configuration; undefined outside of one, and where that cannot be read. No
 * program is started, so nothing of the project runs.
 */
export function repositoryOf(folder: string): Repository | undefined {
  return attempt(() => {
    const git = gitFolderAbove(folder);
    const top = workTreeOf(folder);
    if (git === undefined || top === undefined) return undefined;
    const text = gitText(git.config, LARGEST_CONFIGURATION) ?? '';
    const within = relative(top, realpathSync(folder)).split(sep).join('/');
    return { remotes: remotesIn(text), within };
  });
}
