import { isSecretPath } from './secret-files.ts';

/** What a review shows of the changes in a checkout: a summary, a patch, and what is not in the patch. */

/** A file that is not what it was when the work began. */
export interface ChangedFile {
  readonly path: string;
  /** Lines; null where they were not counted. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Git does not track it. */
  readonly isNew: boolean;
  readonly content: 'text' | 'binary' | 'unreadable';
}

/** The patch of a file, or why there is none. */
export type PatchReading =
  | { readonly found: true; readonly text: string }
  | { readonly found: false; readonly why: 'binary' | 'unreadable' };

export type LeftOutReason = 'secret' | 'binary' | 'unreadable' | 'cut' | 'beyond-limit';

/** A changed file that the patch does not show, or not all of. */
export interface LeftOut {
  readonly path: string;
  readonly why: LeftOutReason;
}

export interface ShownChanges {
  readonly summary: string;
  readonly patch: string;
  readonly leftOut: readonly LeftOut[];
}

/** Most of a patch, in bytes of UTF-8 (the seed: 10 KB). */
export const MOST_PATCH_BYTES = 10_240;

/** Files that a summary names; the others are counted. */
const MOST_NAMED = 100;

/** Longest patch of a file that is looked at, in characters: of a longer one nothing is shown. */
const LONGEST_PATCH = 1_000_000;

/** Patches that are asked for: each takes a process. */
const MOST_PATCHES = 300;

/**
 * The smallest changes first, so that most files are shown whole and one generated file does not take
 * all of the room. `clean` takes out of a patch what must not leave the machine: before anything is cut,
 * so that no half of it is left. `patchOf` is asked for no more patches than fit.
 */
export function shownChanges(
  files: readonly ChangedFile[],
  patchOf: (file: ChangedFile) => PatchReading,
  clean: (text: string) => string,
): ShownChanges {
  const leftOut: LeftOut[] = [];
  const patches: string[] = [];
  let left = MOST_PATCH_BYTES;
  let asked = 0;
  for (const file of smallestFirst(files)) {
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

/** Why a file is not shown, whatever room there is. */
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

function smallestFirst(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const size = ({ added, removed }: ChangedFile): number =>
    added === null || removed === null ? Number.MAX_SAFE_INTEGER : added + removed;
  return files.toSorted((a, b) => size(a) - size(b) || inOrder(a.path, b.path));
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function endedLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The beginning of a text: to the end of a line where there is one in its second half, else of a character. */
function cutTo(bytes: Uint8Array, most: number): string {
  const lastLine = bytes.subarray(0, most).lastIndexOf(0x0a) + 1;
  let end = lastLine > most / 2 ? lastLine : most;
  // 10xxxxxx goes on with a character that began before.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

function summaryOf(files: readonly ChangedFile[]): string {
  const sorted = files.toSorted((a, b) => inOrder(a.path, b.path));
  const more = files.length - MOST_NAMED;
  return [
    `${files.length} file(s) changed, +${total(files, 'added')} -${total(files, 'removed')} lines`,
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

/** A path as it stands, or quoted where a line break or a quote in it could pass for something else. */
export function onOneLine(path: string): string {
  const quoted = JSON.stringify(path);
  return quoted === `"${path}"` ? path : quoted;
}
