import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './environment.ts';

/** Makes a new empty folder, which the caller must remove. */
export function makeScratchFolder(): string {
  return realpathSync(mkdtempSync(join(temporaryFolder(), 'completion-promise-')));
}

/** On Windows a program that still runs may hold the folder open for a moment. */
export function removeScratchFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
