import { type CheckResult, failedCheck } from '../domain/base/check-result.ts';
import { isGlob } from '../domain/base/glob.ts';
import { canBeArtifact, MOST_ARTIFACTS } from '../domain/promise/artifact.ts';
import type { KnownCheck } from '../domain/promise/check.ts';
import type { ProjectFiles } from '../ports.ts';

/** What changes when a file is written, by its path. */
export type Stamps = ReadonlyMap<string, string>;

/** The files that a path or a glob means, with what changes when they are written. */
export function stampsOf(path: string, files: ProjectFiles): Stamps {
  // A file's very name may hold the characters of a glob: a file of that name is the one that is meant.
  const isOne = !isGlob(path) || files.stamp(path) !== undefined;
  const found = isOne ? [path] : files.find([path]);
  return new Map(
    found.flatMap((one): readonly (readonly [string, string])[] => {
      const stamp = files.stamp(one);
      return stamp === undefined ? [] : [[one, stamp]];
    }),
  );
}

/** What the paths and globs of artifacts meant before anything ran, by each. */
export type BeforeRun = ReadonlyMap<string, Stamps>;

export function beforeRun(checks: readonly KnownCheck[], files: ProjectFiles): BeforeRun {
  const globs = checks.flatMap(({ artifacts }) => artifacts);
  return new Map(globs.map((glob) => [glob, stampsOf(glob, files)]));
}

/** The files that one path or glob of artifacts means after a run, or a result that says why there are none. */
export interface LeftFiles {
  readonly glob: string;
  readonly paths: readonly string[];
  readonly fault: CheckResult | undefined;
}

/**
 * The artifacts that a run left for its checks: files that it wrote, that can be artifacts and that git does not track.
 * `tracked`: of some paths those that git tracks.
 */
export function leftFiles(
  checks: readonly KnownCheck[],
  before: BeforeRun,
  files: ProjectFiles,
  tracked: (paths: readonly string[]) => ReadonlySet<string>,
): readonly LeftFiles[] {
  const globs = [...new Set(checks.flatMap(({ artifacts }) => artifacts))];
  const sought = globs.map((glob) => {
    const now = [...stampsOf(glob, files)];
    const written = now.filter(([path, stamp]) => before.get(glob)?.get(path) !== stamp);
    const fit = written.map(([path]) => path).filter(canBeArtifact);
    return { glob, now: now.length, written: written.length, fit };
  });
  const all = sought.flatMap(({ fit }) => fit);
  const known = all.length === 0 ? new Set() : tracked(all);
  return sought.map(({ fit, glob, ...counts }) => {
    const paths = fit.filter((path) => !known.has(path) && !isGlob(path) && !files.leadsOut(path));
    const why = reasonOf({ ...counts, fit: fit.length, paths });
    const fault = why === undefined ? undefined : failedCheck(`artifact_${glob}`, why);
    return { glob, paths: fault === undefined ? paths : [], fault };
  });
}

interface Counts {
  readonly now: number;
  readonly written: number;
  readonly fit: number;
  readonly paths: readonly string[];
}

/** Why nothing is kept for a path or a glob; undefined where something is. */
function reasonOf({ fit, now, paths, written }: Counts): string | undefined {
  if (now === 0) return 'the command did not write it';
  if (written === 0) return 'it is older than this run; the command must write it';
  if (fit === 0)
    return 'files with this ending are not kept: an artifact is a picture, a log, a report or an archive';
  if (paths.length === 0)
    return 'it is no artifact: git tracks it, a link leads out, or its name holds one of * ? [ ] { }';
  return paths.length > MOST_ARTIFACTS
    ? `${paths.length} files match it; at most ${MOST_ARTIFACTS} are kept`
    : undefined;
}
