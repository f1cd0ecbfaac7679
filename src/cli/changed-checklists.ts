import { isAbsolute, join } from 'node:path';
import { sha256 } from '../adapters/file-digest.ts';
import { type ChecklistChange, checklistChanges } from '../domain/promise/checklist-change.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { Suite } from '../suite.ts';

/** Largest checklist that is read, in bytes. */
const LARGEST_CHECKLIST = 4 * 1024 * 1024;

/**
 * Tells which checklists of the project changed since a promise was made of them. Each is read once, and none for
 * promises that were made otherwise.
 */
export function checklistLooks({
  environment,
  files,
}: Pick<Suite, 'environment' | 'files'>): (
  promise: CompletionPromise,
) => readonly ChecklistChange[] {
  const read = new Map<string, string | undefined>();
  const textOf = (file: string): string | undefined => {
    if (read.has(file)) return read.get(file);
    const path = isAbsolute(file) ? file : join(environment.projectFolder, file);
    const reading = files.readFollowed(path, LARGEST_CHECKLIST);
    const text = reading.found === 'text' ? reading.text : undefined;
    read.set(file, text);
    return text;
  };
  return (promise) => checklistChanges(promise, textOf, sha256);
}
