import { type CostLine, readCostLine } from '../domain/cost-line.ts';
import type { Failure } from '../domain/failure.ts';
import { type Result, success } from '../domain/result.ts';
import type { Files } from '../ports.ts';
import { fileSystemFailure } from './fault.ts';
import { readLines } from './line-file.ts';
import { faultOfFolder } from './reading.ts';
import type { StateFolder } from './state-folder.ts';

/** The append-only log of what every model call used and cost. */
export interface CostLog {
  /** Adds one line. A failure is given back and not thrown: the call has been made. */
  append(line: CostLine): Failure | undefined;
  /** Every call that can be read, oldest first; `skipped` counts lines that are torn or foreign. */
  read(): Result<{ readonly lines: readonly CostLine[]; readonly skipped: number }>;
}

export function createCostLog(files: Files, folder: StateFolder): CostLog {
  return {
    append(line) {
      try {
        // A session without a promise may be the first to write anything here.
        if (!files.exists(folder.root)) {
          const fault = faultOfFolder(files, folder.root, folder.root);
          if (fault !== undefined) return { kind: 'broken-file', file: fault };
          files.makeFolder(folder.root);
        }
        files.appendLine(folder.costLog, JSON.stringify(line));
        return undefined;
      } catch (error) {
        return fileSystemFailure(error, 'write to the cost log', folder.costLog);
      }
    },
    read() {
      const texts = readLines(files, folder.costLog);
      if (!texts.ok) return texts;
      const lines = texts.value.flatMap((text) => readCostLine(text) ?? []);
      return success({ lines, skipped: texts.value.length - lines.length });
    },
  };
}
