import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { readCostLine } from '../../domain/judging/cost-line.ts';
import type { Files } from '../../ports.ts';
import type { CostLog } from '../cost-log.ts';
import { reasonUnread } from './reading.ts';
import type { StateFolder } from './state-folder.ts';
import { fileSystemFailure, prepareRoot } from './writing.ts';

/** Largest log that is read, in bytes: some 400,000 calls. */
const LARGEST_LOG = 128 * 1024 * 1024;

/** The lines of an append-only file; none where there is no file. Fails where it cannot be read whole. */
export function readLines(files: Files, path: string): Result<readonly string[]> {
  const reading = files.read(path, LARGEST_LOG);
  switch (reading.found) {
    case 'text':
      return success(reading.text.split('\n').filter((line) => line.trim() !== ''));
    case 'nothing':
      return success([]);
    default: {
      const reason = reasonUnread(reading, LARGEST_LOG);
      return failed({ kind: 'broken-file', file: { path, reason } });
    }
  }
}

/**
 * Adds one line to an append-only file, once `prepare` has seen to its folder. Gives the failure of either.
 * `action` completes "cannot …".
 */
export function appendTo(
  files: Files,
  path: string,
  line: object,
  action: string,
  prepare: () => Failure | undefined,
): Failure | undefined {
  try {
    const fault = prepare();
    if (fault === undefined) files.appendLine(path, JSON.stringify(line));
    return fault;
  } catch (error) {
    return fileSystemFailure(error, action, path);
  }
}

export function createCostLog(files: Files, { costLog, root }: StateFolder): CostLog {
  return {
    append: async (line) =>
      appendTo(files, costLog, line, 'write to the cost log', () => {
        // A session without a promise may be the first to write anything here.
        return files.exists(root) ? undefined : prepareRoot(files, root);
      }),
    async read() {
      const texts = readLines(files, costLog);
      if (!texts.ok) return texts;
      const lines = texts.value.flatMap((text) => readCostLine(text) ?? []);
      return success({ lines, skipped: texts.value.length - lines.length });
    },
  };
}
