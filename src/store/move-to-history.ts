import type { Files } from '../ports.ts';
import type { StateFolder } from './state-folder.ts';

/** Moves the file of a promise that has ended from the open ones to the history. */
export function moveToHistory(files: Files, folder: StateFolder, from: string, to: string): void {
  files.rename(from, to);
  files.flushFolder(folder.history);
  files.flushFolder(folder.promises);
}
