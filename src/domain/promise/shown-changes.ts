import { inOrder } from '../base/canonical.ts';
import { counted } from '../base/counted.ts';
import { isSecretPath } from '../base/secret-files.ts';

/** The changes in a checkout as a review shows them: a summary, a patch, and the files that the patch leaves out. */

/** A file that changed since the work began. */
export interface ChangedFile {
  readonly path: string;
  /** Numbers of lines; null where git did not count them. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Whether git does not track the file. */
  readonly isNew: boolean;
  readonly content: 'text' | 'binary' | 'unreadable';
}

/** The patch of a file, or why there is none. */
export type PatchReading =
  | { readonly found: true; readonly text: string }
  | { readonly found: false; readonly why: 'binary' | 'unreadable' };

export type LeftOutReason = 'secret' | 'binary' | 'unreadable' | 'cut' | 'beyond-limit';

/** A changed file that the patch shows in part or not at all. */
export interface LeftOut {
  readonly path: string;
  readonly why: LeftOutReason;
}

export interface ShownChanges {
  readonly summary: string;
  readonly patch: string;
  readonly leftOut: readonly LeftOut[];
}

/** Longest patch that is shown, in bytes of UTF-8. It bounds the cost of a review. */
export const MOST_PATCH_BYTES = 10_240;

/** How many files a summary names. It counts the others. */
const MOST_NAMED = 100;

/** Longest patch of one file, in characters. A longer one is left out. */
const LONGEST_PATCH = 1_000_000;

/** How many patches are asked for at most, since each takes a process. */
const MOST_PATCHES = 300;

/** What a review wants to see first, and how much of it. */
export interface ShownFirst {
  /** Whether the question names a file: those come before all others. */
  readonly isNamed?: (path: string) => boolean;
  /** Longest patch of all files together, in bytes of UTF-8. */
  readonly mostBytes?: number;
}

/**
 * Chooses what a review shows of changed files. The smallest changes come first, so that most files are
 * shown whole and one generated file does not take all of the room. `clean` removes secrets from a patch;
 * it runs before the patch is cut, so that no half of a secret stays. `patchOf` is called for no more
 * patches than fit.
 */
export function shownChanges(
  files: readonly ChangedFile[],
  patchOf: (file: ChangedFile) => PatchReading,
  clean: (text: string) => string,
  { isNamed = () => false, mostBytes = MOST_PATCH_BYTES }: ShownFirst = {},
): ShownChanges {
  const leftOut: LeftOut[] = [];
  const patches: string[] = [];
  let left = mostBytes;
  let asked = 0;
  for (const file of smallestFirst(files, isNamed)) {
    const { path } = file;
    const hasRoom = left > 0 && asked < MOST_PATCHES;
    const reading = hasRoom ? readingOf(file, patchOf) : (reasonOf(file) ?? 'beyond-limit');
    asked += 1;
    if (typeof reading === 'string') {
      leftOut.push({ path, why: reading });
      continue;
    }
    const whole = endedLine(clean(reading.text));
    const bytes = encode(whole);
    const shown = bytes.length <= left ? whole : cutTo(bytes, left);
    if (shown !== '') patches.push(shown);
    if (bytes.length > left) leftOut.push({ path, why: shown === '' ? 'beyond-limit' : 'cut' });
    left = bytes.length > left ? 0 : left - bytes.length;
  }
  return {
    summary: summaryOf(files),
    patch: patches.join(''),
    leftOut: leftOut.toSorted((a, b) => inOrder(a.path, b.path)),
  };
}

/** Why a file is left out even where there is room. */
function reasonOf({ content, path }: ChangedFile): LeftOutReason | undefined {
  if (isSecretPath(path)) return 'secret';
  return content === 'text' ? undefined : content;
}

function readingOf(
  file: ChangedFile,
  patchOf: (file: ChangedFile) => PatchReading,
): { readonly text: string } | LeftOutReason {
  const reason = reasonOf(file);
  if (reason !== undefined) return reason;
  const reading = patchOf(file);
  if (!reading.found) return reading.why;
  return reading.text.length > LONGEST_PATCH ? 'beyond-limit' : { text: reading.text };
}

function smallestFirst(
  files: readonly ChangedFile[],
  isNamed: (path: string) => boolean,
): readonly ChangedFile[] {
  const size = ({ added, removed }: ChangedFile): number =>
    added === null || removed === null ? Number.MAX_SAFE_INTEGER : added + removed;
  const rank = ({ path }: ChangedFile): number => (isNamed(path) ? 0 : 1);
  return files.toSorted(
    (a, b) => rank(a) - rank(b) || size(a) - size(b) || inOrder(a.path, b.path),
  );
}

function endedLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * The beginning of a text. It ends behind the last line break within `most` bytes if that lies in the
 * second half of them, else behind the last whole character.
 */
function cutTo(bytes: Uint8Array, most: number): string {
  const lastLine = bytes.subarray(0, most).lastIndexOf(0x0a) + 1;
  let end = lastLine > most / 2 ? lastLine : most;
  // In UTF-8 a byte 10xxxxxx continues a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

function summaryOf(files: readonly ChangedFile[]): string {
  const sorted = files.toSorted((a, b) => inOrder(a.path, b.path));
  const more = files.length - MOST_NAMED;
  return [
    `${counted(files.length, 'file')} changed, +${total(files, 'added')} -${total(files, 'removed')} lines`,
    ...sorted.slice(0, MOST_NAMED).map(summaryLine),
    ...(more > 0 ? [`${more} more`] : []),
  ].join('\n');
}

function summaryLine({ added, content, isNew, path, removed }: ChangedFile): string {
  const counts = added === null || removed === null ? '' : ` +${added} -${removed}`;
  const kind = content === 'text' ? '' : ` (${content})`;
  return `${onOneLine(path)}${isNew ? ' (new)' : ''}${counts}${kind}`;
}

function total(files: readonly ChangedFile[], key: 'added' | 'removed'): number {
  return files.reduce((sum, file) => sum + (file[key] ?? 0), 0);
}

/** A path as it is, or quoted where it has a line break or a quote, which could pass for other text. */
export function onOneLine(path: string): string {
  const quoted = JSON.stringify(path);
  return quoted === `"${path}"` ? path : quoted;
}
