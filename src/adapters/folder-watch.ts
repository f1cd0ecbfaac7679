import { type FSWatcher, watch } from 'node:fs';

/** Tells of changes in a folder, as far as the system does. */
export interface FolderWatch {
  /**
   * Waits for a change since the last wait, for at most so many milliseconds, or until the signal is aborted. A
   * system that tells of no change, as network file systems do, is waited for as long.
   */
  change(mostMs: number, signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** Watches a folder, which need not be there yet. Never throws. */
export function watchFolder(path: string): FolderWatch {
  let watcher: FSWatcher | undefined;
  let hasChanged = false;
  let wake = (): void => {};
  const notice = (): void => {
    hasChanged = true;
    wake();
  };
  const stop = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const begin = (): void => {
    try {
      watcher = watch(path, notice);
      // A folder that went is looked for again at the next wait.
      watcher.on('error', stop);
    } catch {
      watcher = undefined;
    }
  };
  return {
    async change(mostMs, signal) {
      if (watcher === undefined) begin();
      if (!hasChanged && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, mostMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        });
        signal.removeEventListener('abort', wake);
      }
      hasChanged = false;
    },
    stop,
  };
}
