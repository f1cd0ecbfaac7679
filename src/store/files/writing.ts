import { dirname, join } from 'node:path';
import { DEEPEST_NESTING, isNestedDeeper, LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { errorCode, isSystemError } from '../../domain/base/system-error.ts';
import type { Files } from '../../ports.ts';
import { faultOfFolder } from './reading.ts';
import type { StateFolder } from './state-folder.ts';

/** A system's error as a failure; throws what is no system error. `action` completes "cannot …". */
export function fileSystemFailure(error: unknown, action: string, path: string): Failure {
  if (!isSystemError(error)) throw error;
  return { kind: 'file-system', action, path: placeOfError(error) ?? path, code: errorCode(error) };
}

/** What the system refused. Of a rename it is where the file should come to: the suite made it where it was. */
function placeOfError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('dest' in error) return String(error.dest);
  return 'path' in error ? String(error.path) : undefined;
}

/** Does something with files, and turns what the file system throws into a failure. */
export async function guarded<Value>(
  action: string,
  path: string,
  act: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await act();
  } catch (error) {
    return failed(fileSystemFailure(error, action, path));
  }
}

/** A value as the text of a state file. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A value as the text of its file. Fails where the text could not be read back. */
export function storableText(
  thing: { readonly id: string; readonly what?: string },
  value: unknown,
): Result<string> {
  if (isNestedDeeper(value, DEEPEST_NESTING)) {
    return failed({ kind: 'not-storable', ...thing, reason: 'it is nested too deeply' });
  }
  const text = jsonDocument(value);
  return Buffer.byteLength(text) > LARGEST_DOCUMENT
    ? failed({
        kind: 'not-storable',
        ...thing,
        reason: 'it would become too large to read again',
      })
    : success(text);
}

/** What it takes to replace a file. */
export interface DraftWorld {
  readonly files: Files;
  /** Gives names for drafts that the commits sweep up after a writer that was killed. */
  readonly draftName: () => string;
}

/**
 * Replaces a file in one step, so that a reader sees the old text or the new. For files whose last writer
 * wins; what many processes change at once goes through the commits, whose folder must be there.
 */
export function replaceFile(
  { draftName, files }: DraftWorld,
  folder: StateFolder,
  path: string,
  content: string,
): void {
  replaceByDraft(files, join(folder.commits, draftName()), path, content);
}

/** Replaces what stands at a path, a link itself included, by a file that is written whole as a new draft. */
export function replaceByDraft(
  files: Files,
  draft: string,
  path: string,
  content: string | Uint8Array,
): void {
  try {
    files.writeNew(draft, content);
    files.rename(draft, path);
  } catch (error) {
    if (files.exists(draft)) files.remove(draft);
    throw error;
  }
}

/** Makes folders of the state where they are missing, in this order. Gives the first one's fault instead. */
export function prepareFolders(
  files: Files,
  { root }: StateFolder,
  folders: readonly string[],
): Failure | undefined {
  const unusable = prepareRoot(files, root);
  if (unusable !== undefined) return unusable;
  for (const folder of folders) {
    const fault = faultOfFolder(files, root, dirname(folder)) ?? faultOfFolder(files, root, folder);
    if (fault === undefined) makeLastingFolder(files, folder);
    const file = fault ?? faultOfFolder(files, root, folder);
    if (file !== undefined) return { kind: 'broken-file', file };
  }
  return undefined;
}

/** Makes the state folder itself where it is missing, with what keeps it out of git. Gives its fault instead. */
export function prepareRoot(files: Files, root: string): Failure | undefined {
  const file = faultOfFolder(files, root, root);
  if (file !== undefined) return { kind: 'broken-file', file };
  if (!files.exists(root)) makeLastingFolder(files, root);
  // In one with anything in it, its user may have said otherwise.
  const listing = files.list(root);
  if ('names' in listing && listing.names.length === 0) {
    // A process that was killed may have made it, or the one around it, without forcing them to the disk.
    for (const place of [root, dirname(root)]) files.flushFolder(dirname(place));
    keepUncommitted(files, root);
  }
  return undefined;
}

/**
 * Makes a folder where it is missing, and those above it. Each is forced to the disk in the one around it: else a power cut
 * takes along what was forced to the disk inside of it.
 */
function makeLastingFolder(files: Files, path: string): void {
  const missing: string[] = [];
  for (let place = path; !files.exists(place) && dirname(place) !== place; place = dirname(place)) {
    missing.push(place);
  }
  files.makeFolder(path);
  for (const place of missing) files.flushFolder(dirname(place));
}

/** The file by which git takes nothing of a state folder. */
const UNCOMMITTED = { name: '.gitignore', text: '*\n' } as const;

function keepUncommitted(files: Files, root: string): void {
  try {
    files.writeNew(join(root, UNCOMMITTED.name), UNCOMMITTED.text);
  } catch (error) {
    // Another process made the folder at the same time.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
