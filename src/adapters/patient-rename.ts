import { renameSync } from 'node:fs';
import { errorCode } from '../domain/base/system-error.ts';
import { writeDraft } from './bounded-files.ts';

/** What Windows answers while another program holds the target open, a virus scanner say. */
const PASSING_CODES = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Pauses between tries, in milliseconds: about a second in all, which outlasts a scanner. */
const PAUSES_MS = [5, 10, 20, 40, 80, 160, 320, 400];

/**
 * Renames, and on Windows tries again for a bounded time while the target is open elsewhere. On
 * other systems the same codes mean that it will never work: the first error is thrown at once.
 */
export function patientRename(
  rename: () => void,
  platform: NodeJS.Platform = process.platform,
  pause: (milliseconds: number) => void = pauseThread,
): void {
  for (const milliseconds of PAUSES_MS) {
    try {
      rename();
      return;
    } catch (error) {
      if (platform !== 'win32' || !PASSING_CODES.has(errorCode(error))) throw error;
      pause(milliseconds);
    }
  }
  rename();
}

function pauseThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Puts a draft in the place of a file in one step. It is not forced to the disk. */
export function replaceByDraft(path: string, draft: string, content: string | Uint8Array): void {
  writeDraft(draft, content);
  patientRename(() => renameSync(draft, path));
}
