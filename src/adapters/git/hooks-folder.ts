import { join, resolve } from 'node:path';
import { gitLine } from './base.ts';
import { workTreeOf } from './folder.ts';
import { askGit } from './process.ts';

/** Where git looks for the hooks of a repository. */
export interface HooksPlace {
  /** The top of the checkout. */
  readonly top: string;
  /** The repository's own folder of hooks, which all of its worktrees share. */
  readonly own: string;
  /** The folder that `core.hooksPath` names in its place. */
  readonly configured: string | undefined;
}

/** The place of the repository that a folder lies in; undefined outside of git, and where git does not say. */
export function hooksPlaceOf(folder: string): HooksPlace | undefined {
  const top = workTreeOf(folder);
  const common = top === undefined ? undefined : gitLine(top, ['rev-parse', '--git-common-dir']);
  if (top === undefined || !common?.ok) return undefined;
  const named = askGit(top, ['config', '--type=path', '-z', '--get-all', 'core.hooksPath']);
  // The last one is that of the question: git is asked without hooks.
  const paths = named.ok ? named.output.toString('utf8').split('\0').slice(0, -2) : [];
  const configured = paths.at(-1);
  return {
    top,
    own: join(resolve(top, common.value), 'hooks'),
    configured: configured ? resolve(top, configured) : undefined,
  };
}
