import { isGlob } from '../domain/base/glob.ts';
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
