import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { isStatePath } from '../../domain/promise/tree.ts';
import { errorOf, readPart, type TimeLeft, TOO_LATE } from '../bounded-files.ts';
import { sha256, sha256OfFile } from '../file-digest.ts';
import { filterSettings } from './filters.ts';
import { type GitFolder, gitFolderAbove } from './folder.ts';
import { glanceArguments } from './listing.ts';
import { askGit, GIT_IS_LATE, lookMs } from './process.ts';
import { LARGEST_READ, lookOf, placeOf } from './tree.ts';

/** The length of the digest that an index file ends with, in bytes. It covers the whole file. */
const TRAILER_BYTES = 20;

/**
 * A quick digest of a checkout: of its index as a whole, and of the content of every file that differs from
 * it. The same digest means the same files. Another digest means nothing, because the index changes with
 * every commit. Undefined where this is not enough: without a repository, without a digest in the index,
 * with another repository inside. Throws where a file cannot be read, and where there is no time to look.
 */
export function glanceAt(
  folder: string,
  userIgnores: string | undefined,
  timeLeft: TimeLeft,
): string | undefined {
  const git = gitFolderAbove(folder);
  // Attributes outside of the checkout's content could hide a change from git itself.
  if (git === undefined || existsSync(git.attributes)) return undefined;
  const index = indexDigest(git, timeLeft);
  if (index === undefined) return undefined;
  const answer = askGit(folder, glanceArguments(userIgnores), { mostMs: lookMs(timeLeft) });
  if (!answer.ok) {
    if (answer.reason !== GIT_IS_LATE) return undefined;
    throw Object.assign(new Error(answer.reason), { code: TOO_LATE });
  }
  const paths = new Set(answer.output.toString('latin1').split('\0'));
  let text = `${index}\0${filterSettings(folder, timeLeft)}`;
  for (const path of paths) {
    if (path === '' || isStatePath(path)) continue;
    if (timeLeft() <= 0) return undefined;
    const content = path.endsWith('/') ? undefined : contentOf(folder, path, timeLeft);
    if (content === undefined) return undefined;
    text += `\0${path}\0${content}`;
  }
  return sha256(text);
}

/** The present state of a file that differs from the index; undefined where it is a folder. */
function contentOf(folder: string, path: string, leftMs: TimeLeft): string | undefined {
  const place = placeOf(folder, path);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return 'gone';
  if (stats.isSymbolicLink()) return `link ${readlinkSync(place, 'latin1')}`;
  if (!stats.isFile()) return undefined;
  if (stats.size > LARGEST_READ) return lookOf(stats);
  const limits = { mostBytes: LARGEST_READ, leftMs, follow: false };
  return `${stats.mode} ${sha256OfFile(place, limits)}`;
}

/** The digest that the index file of a repository ends in. */
function indexDigest({ index }: GitFolder, leftMs: TimeLeft): string | undefined {
  const reading = readPart(index, { last: TRAILER_BYTES }, { leftMs, follow: true });
  if (reading.found === 'nothing') return undefined;
  if (reading.found !== 'bytes') throw errorOf(reading);
  // Git can be told to leave the digest out; then there are zeros.
  return reading.bytes.every((byte) => byte === 0) ? undefined : reading.bytes.toString('hex');
}
