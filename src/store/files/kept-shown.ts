import { canonicalText } from '../../domain/base/canonical.ts';
import { isObject, parseDocument } from '../../domain/base/document.ts';
import { type Shown, shownIn } from '../../domain/shown/outcome.ts';
import type { Files, Seals } from '../../ports.ts';
import { appendTo } from './logs.ts';
import { stateFolderOf } from './state-folder.ts';
import { prepareRoot } from './writing.ts';

/** How much of the file is read, in bytes: some thousand outcomes. */
const MOST_READ = 1024 * 1024;

/**
 * What runs without the work said, in the project's state folder, by what it depends on. A line counts only with the seal
 * of the user's own key. What cannot be kept or read is found anew.
 */
export function openKeptShown(files: Files, projectFolder: string, seals: Seals) {
  const { root, shown: path } = stateFolderOf(projectFolder);
  const sealed = (key: string, shown: Shown): string => canonicalText(['shown', key, shown]);
  return {
    read(key: string): Shown | undefined {
      const reading = files.readSlice(path, { last: MOST_READ });
      if (reading.found !== 'bytes') return undefined;
      const lines = reading.bytes.toString('utf8').split('\n');
      for (const line of lines.filter((one) => one.includes(key)).reverse()) {
        const document = parseDocument(line);
        if (!document.ok || !isObject(document.value)) continue;
        const { seal, shown } = document.value;
        const read = isObject(shown) ? shownIn(shown) : undefined;
        if (read === undefined || typeof seal !== 'string') continue;
        if (isSealed(sealed(key, read), seal, seals)) return read;
      }
      return undefined;
    },
    write(key: string, shown: Shown): void {
      try {
        const line = { key, shown, seal: seals.seal(sealed(key, shown)) };
        appendTo(files, path, line, 'keep what a run without the work said', () =>
          files.exists(root) ? undefined : prepareRoot(files, root),
        );
      } catch {
        // The key cannot be read: the run is made again.
      }
    },
  };
}

function isSealed(text: string, seal: string, seals: Seals): boolean {
  try {
    return seals.isSealed(text, seal);
  } catch {
    return false;
  }
}
