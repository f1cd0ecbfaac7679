import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { isStatePath } from '../domain/tree.ts';
import { sha256, sha256OfFile } from './file-digest.ts';
import { filterSettings } from './git-filters.ts';
import { type GitFolder, gitFolderAbove } from './git-folder.ts';
import { glanceArguments } from './git-listing.ts';
import { askGit, type TimeLeft } from './git-process.ts';
import { LARGEST_READ, lookOf, placeOf } from './git-tree.ts';

/** How an index file ends: in the digest of all that it holds, flags included. */
const TRAILER_BYTES = 20;

/**
 * A digest of a checkout at a glance: of its index as a whole, and of the content of every file that
 * differs from it. Where it is the same as before, every file is; where it is not, nothing is known,
 * since the index changes with every commit. Nothing where a glance is not enough: without a
 * repository, without a digest in the index, with another repository inside. Throws where a file
 * cannot be read.
 */
export function glanceAt(
  folder: string,
  userIgnores: string | undefined,
  timeLeft: TimeLeft,
): string | undefined {
  const git = gitFolderAbove(folder);
  // Attributes that are no content could hide a change from git itself.
  if (git === undefined || existsSync(git.attributes)) return undefined;
  const index = indexDigest(git);
  if (index === undefined) return undefined;
  const answer = askGit(folder, glanceArguments(userIgnores), { mostMs: timeLeft() });
  if (!answer.ok) return undefined;
  const paths = new Set(answer.output.toString('latin1').split('\0'));
  let text = `${index}\0${filterSettings(folder, timeLeft)}`;
  for (const path of paths) {
    if (path === '' || isStatePath(path)) continue;
    if (timeLeft() <= 0) return undefined;
    const content = path.endsWith('/') ? undefined : contentOf(folder, path);
    if (content === undefined) return undefined;
    text += `\0${path}\0${content}`;
  }
  return sha256(text);
}

/** What a file that differs from the index is now; nothing where it is a folder. */
function contentOf(folder: string, path: string): string | undefined {
  const place = placeOf(folder, path);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return 'gone';
  if (stats.isSymbolicLink()) return `link ${readlinkSync(place, 'latin1')}`;
  if (!stats.isFile()) return undefined;
  return stats.size > LARGEST_READ ? lookOf(stats) : `${stats.mode} ${sha256OfFile(place)}`;
}

/** The digest that the index file of a repository ends in. */
function indexDigest({ index }: GitFolder): string | undefined {
  if (!existsSync(index)) return undefined;
  const descriptor = openSync(index, 'r');
  try {
    const trailer = Buffer.alloc(TRAILER_BYTES);
    readSync(descriptor, trailer, 0, TRAILER_BYTES, fstatSync(descriptor).size - TRAILER_BYTES);
    // Git can be told to leave the digest out; then there are zeros.
    return trailer.every((byte) => byte === 0) ? undefined : trailer.toString('hex');
  } finally {
    closeSync(descriptor);
  }
}
