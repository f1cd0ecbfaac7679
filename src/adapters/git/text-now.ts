import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { NO_DEADLINE, readBounded } from '../bounded-files.ts';
import { attempt } from '../quiet-looks.ts';
import { placeOf } from './latin-paths.ts';

/** Largest text of a change that is looked at, in bytes. */
export const LARGEST_TEXT = 1024 * 1024;
/** The same of one that may be a test. */
export const LARGEST_TEST = 4 * LARGEST_TEXT;

/** How much of a file git looks at to tell whether it is binary, in bytes. */
const LOOKED_AT = 8000;

/** What a file holds now. `outside`: links lead to it that leave the folder. */
export type NowReading =
  | { readonly found: 'bytes'; readonly bytes: Buffer }
  | { readonly found: 'nothing' | 'outside' | 'too-large' | 'unreadable' };

/** Reads the files of a folder as they are now. Paths are in Latin-1. */
interface TextReader {
  read(path: string, mostBytes?: number): NowReading;
  /**
   * Whether a file is another than a blob of git's; `unseen` where only the sizes can be compared and are equal, as
   * with an empty `id`.
   */
  differs(path: string, id: string, size: number): 'missing' | 'differs' | 'same' | 'unseen';
}

export function createTextReader(folder: string): TextReader {
  const real = attempt(() => realpathSync(folder)) ?? folder;
  const isInside = (place: string | Buffer): boolean => {
    const below = attempt(() => relative(real, realpathSync.native(place, 'utf8')));
    return below !== undefined && !isAbsolute(below) && below.split(/[\\/]/, 1)[0] !== '..';
  };
  const read = (path: string, mostBytes = LARGEST_TEXT): NowReading => {
    const place = placeOf(folder, path);
    const stats = attempt(() => lstatSync(place, { throwIfNoEntry: false }));
    if (stats === undefined || stats.isDirectory()) return { found: 'nothing' };
    if (!isInside(place)) {
      // A link that leads nowhere has no content either.
      return {
        found: attempt(() => realpathSync.native(place)) === undefined ? 'nothing' : 'outside',
      };
    }
    // A pipe or a device is not even opened: that alone can have an effect.
    const target = stats.isSymbolicLink() ? attempt(() => statSync(place)) : stats;
    if (target?.isFile() === false) {
      return { found: target.isDirectory() ? 'nothing' : 'unreadable' };
    }
    const reading = readBounded(place, { mostBytes, leftMs: NO_DEADLINE, follow: true });
    if (reading.found === 'bytes') return reading;
    if (reading.found === 'too-large') return { found: 'too-large' };
    return {
      found: reading.found === 'nothing' || reading.found === 'folder' ? 'nothing' : 'unreadable',
    };
  };
  return { read, differs: (path, id, size) => differsFrom(placeOf(folder, path), id, size) };
}

function differsFrom(
  place: string | Buffer,
  id: string,
  size: number,
): ReturnType<TextReader['differs']> {
  const stats = attempt(() => lstatSync(place, { throwIfNoEntry: false }));
  if (stats === undefined) return 'missing';
  if (!stats.isFile() || stats.size !== size) return 'differs';
  if (id === '') return 'unseen';
  const limits = { mostBytes: LARGEST_TEXT, leftMs: NO_DEADLINE, follow: false };
  const reading = readBounded(place, limits);
  if (reading.found !== 'bytes') return 'differs';
  return blobId(reading.bytes, id.length) === id ? 'same' : 'differs';
}

/** The id that git gives a content, in a repository whose ids have so many digits. */
function blobId(bytes: Buffer, digits: number): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash(digits === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Whether some bytes are no text, as git sees it; a text in UTF-16 is one. */
export function isBinary(bytes: Buffer): boolean {
  return encodingOf(bytes) === 'utf-8' && bytes.subarray(0, LOOKED_AT).includes(0);
}

/** A text with one sort of line ends, and without a mark of its byte order. */
export function textOf(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\r\n', '\n');
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Git may keep in UTF-8 what a checkout has in UTF-16. */
function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return unmarkedEncoding(bytes.subarray(0, LOOKED_AT));
}

/** Fewest bytes by which UTF-16 is told that does not say so: what is shorter may be binary by chance. */
const FEWEST_BYTES = 16;

/** Most letters of a program are below 256: in UTF-16 one byte of their two is zero, and always the same one. */
function unmarkedEncoding(bytes: Buffer): Encoding {
  if (bytes.length < FEWEST_BYTES || !bytes.includes(0)) return 'utf-8';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = bytes.length / 2;
  if (even === 0 && odd > most / 2) return 'utf-16le';
  return odd === 0 && even > most / 2 ? 'utf-16be' : 'utf-8';
}
