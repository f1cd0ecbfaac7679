import { join } from 'node:path';
import type { Files } from '../ports.ts';
import type { StateFolder } from './state-folder.ts';

/**
 * Replaces a file in one step, so that a reader sees the old text or the new. For files whose last
 * writer wins; promises, which many change at once, go through the commits. `draftName` is one that
 * the commits gave, so that they can sweep up after a writer that was killed. Their folder is there.
 */
export function replaceFile(
  files: Files,
  folder: StateFolder,
  path: string,
  content: string,
  draftName: string,
): void {
  const draft = join(folder.commits, draftName);
  try {
    files.writeNew(draft, content);
    files.rename(draft, path);
  } catch (error) {
    if (files.exists(draft)) files.remove(draft);
    throw error;
  }
}

/** A value as the text of a state file. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
