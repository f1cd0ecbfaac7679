import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a new empty folder, which the caller must remove. */
export function makeScratchFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'completion-promise-')));
}

/** On Windows a program that still runs may hold the folder open for a moment. */
export function removeScratchFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
