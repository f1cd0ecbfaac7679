import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeEntry } from '../../domain/promise/tree.ts';
import { assertTimeLeft, type TimeLeft } from '../bounded-files.ts';
import { attempt } from '../quiet-looks.ts';

/** How many files are looked at before the next look at the clock. */
const LOOKED_AT_ONCE = 256;

/**
 * When each file was last changed, by its path from `folder`, in milliseconds since 1970: by the system's own time of
 * a change, which no program can set, and of a link also that of what it leads to. What cannot be looked at is left
 * out. Throws an error with a code where no time is left.
 */
export function changeTimes(
  folder: string,
  entries: readonly TreeEntry[],
  timeLeft: TimeLeft,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const [index, { path }] of entries.entries()) {
    if (index % LOOKED_AT_ONCE === 0) assertTimeLeft(timeLeft);
    const place = join(folder, path);
    const own = attempt(() => lstatSync(place));
    if (own === undefined) continue;
    const behind = own.isSymbolicLink() ? attempt(() => statSync(place)) : undefined;
    times.set(path, Math.max(own.ctimeMs, behind?.ctimeMs ?? 0));
  }
  return times;
}
