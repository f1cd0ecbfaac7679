import { rmSync } from 'node:fs';

/** How often a folder is removed into which a process that is about to end may still write. */
const MOST_TRIES = 20;

/**
 * Removes a scratch folder. Node's own retries do not list a folder again, so that a file which came meanwhile
 * would make each of them fail.
 */
export function removeScratch(folder: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 1 });
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}
