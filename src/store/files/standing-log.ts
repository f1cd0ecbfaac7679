import { canonicalText } from '../../domain/base/canonical.ts';
import type { Failure } from '../../domain/base/failure.ts';
import {
  readStandingLine,
  type StandingLine,
  type StandingRun,
} from '../../domain/session/standing-log.ts';
import type { Files, Seals } from '../../ports.ts';
import { appendTo } from './logs.ts';
import { stateFolderOf } from './state-folder.ts';
import { fileSystemFailure, prepareRoot } from './writing.ts';

/**
 * What is kept of a project's standing checks, in its state folder: lines that any process adds, read from the end. A
 * run counts only with the seal of the user's own key, so that no line that was written by hand passes for one.
 */
export interface StandingLog {
  /** The lines, the oldest first. Empty where the file cannot be read. */
  read(): readonly StandingLine[];
  /** Adds a line. Gives the failure where it cannot be kept. */
  append(line: StandingLine): Failure | undefined;
}

/** How much of the file is read, in bytes: some hundreds of turns. Above four times that, it is cut down. */
const MOST_READ = 256 * 1024;

const KEEP = 'keep how the standing checks stand';

export function openStandingLog(
  { files, uniqueName }: { readonly files: Files; readonly uniqueName: () => string },
  projectFolder: string,
  seals: Seals,
): StandingLog {
  const { root, standing: path } = stateFolderOf(projectFolder);
  const project = files.realPath(projectFolder) ?? projectFolder;
  const sealed = (run: StandingRun): string => canonicalText(['standing', project, run]);
  const isSealed = (run: StandingRun, seal: string): boolean => {
    try {
      return seals.isSealed(sealed(run), seal);
    } catch {
      return false;
    }
  };
  const tail = (): string => {
    const reading = files.readSlice(path, { last: MOST_READ });
    if (reading.found !== 'bytes') return '';
    const text = reading.bytes.toString('utf8');
    // Where the file is longer, the first line that is read has lost its beginning.
    const isCut = reading.size > reading.bytes.length;
    return isCut ? text.slice(text.indexOf('\n') + 1) : text;
  };
  return {
    read: () =>
      tail()
        .split('\n')
        .flatMap((line) => readStandingLine(line, isSealed) ?? []),
    append(line) {
      try {
        const kept = line.kind === 'run' ? { ...line, seal: seals.seal(sealed(line)) } : line;
        return appendTo(files, path, kept, KEEP, () => {
          const fault = files.exists(root) ? undefined : prepareRoot(files, root);
          if (fault === undefined) cutDown();
          return fault;
        });
      } catch (error) {
        return fileSystemFailure(error, KEEP, path);
      }
    },
  };

  /** A line that another process adds meanwhile may be lost: its check then runs once more. */
  function cutDown(): void {
    const end = files.readSlice(path, { last: 1 });
    if (end.found !== 'bytes' || end.size < 4 * MOST_READ) return;
    const draft = `${path}.${uniqueName()}`;
    files.writeNew(draft, tail());
    files.rename(draft, path);
  }
}
