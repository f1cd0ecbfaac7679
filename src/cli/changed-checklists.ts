import { isAbsolute, join } from 'node:path';
import { sha256 } from '../adapters/file-digest.ts';
import { type ChecklistChange, checklistChanges } from '../domain/promise/checklist-change.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { Suite } from '../suite.ts';

/** Largest checklist that is read, in bytes. */
const LARGEST_CHECKLIST = 4 * 1024 * 1024;

/** The checklists of the project that changed since a promise was made of them. */
export function changedChecklists(
  promise: CompletionPromise,
  { environment, files }: Pick<Suite, 'environment' | 'files'>,
): readonly ChecklistChange[] {
  const textOf = (file: string): string | undefined => {
    const path = isAbsolute(file) ? file : join(environment.projectFolder, file);
    const reading = files.readFollowed(path, LARGEST_CHECKLIST);
    return reading.found === 'text' ? reading.text : undefined;
  };
  return checklistChanges(promise, textOf, sha256);
}
