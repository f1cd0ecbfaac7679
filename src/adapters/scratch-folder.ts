import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes an empty folder of its own, which must be removed again. */
export function makeScratchFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'completion-promise-')));
}

/** What a program left running may hold on to it for a moment on Windows. */
export function removeScratchFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
