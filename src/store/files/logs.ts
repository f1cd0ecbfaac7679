import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { type CostLine, readCostLine } from '../../domain/judging/cost-line.ts';
import type { Files } from '../../ports.ts';
import type { CostLog } from '../cost-log.ts';
import { createLineWalk, walkFromEnd } from './line-walk.ts';
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

/** Stands for bytes that are no UTF-8. A line that a crash cut off has none: what it was written of is ASCII. */
const NO_TEXT = '\ufffd';

export function createCostLog(files: Files, { costLog, root }: StateFolder): CostLog {
  return {
    append: async (line) =>
      appendTo(files, costLog, line, 'write to the cost log', () => {
        // A session without a promise may be the first to write anything here.
        return files.exists(root) ? undefined : prepareRoot(files, root);
      }),
    async read(take) {
      let skipped = 0;
      let isText = true;
      const takeText = (text: string): void => {
        const line = readCostLine(text);
        isText &&= line !== undefined || !text.includes(NO_TEXT);
        if (line !== undefined) take(line);
        else if (text.trim() !== '') skipped += 1;
      };
      const walk = createLineWalk(files, costLog);
      for (const { bytes } of walk.lines()) takeText(bytes.toString('utf8'));
      const reason = walk.fault();
      if (reason !== undefined) return brokenLog(costLog, reason);
      takeText(walk.rest()?.bytes.toString('utf8') ?? '');
      return isText
        ? success({ skipped })
        : brokenLog(costLog, reasonUnread({ found: 'not-utf-8' }, LARGEST_LOG));
    },
    async since(moment) {
      const found: CostLine[] = [];
      let isText = true;
      const { reason } = walkFromEnd(files, costLog, {}, (texts) => {
        const lines = texts.flatMap((text) => {
          const line = readCostLine(text);
          isText &&= line !== undefined || !text.includes(NO_TEXT);
          return line ?? [];
        });
        const meant = lines.filter(({ timestamp }) => Date.parse(timestamp) >= moment);
        for (const line of meant) found.push(line);
        // Clocks that are apart put lines out of order, though hardly thousands in a row.
        return lines.length > 0 && meant.length === 0;
      });
      if (reason !== undefined) return brokenLog(costLog, reason);
      return isText
        ? success(found)
        : brokenLog(costLog, reasonUnread({ found: 'not-utf-8' }, LARGEST_LOG));
    },
  };
}

function brokenLog(path: string, reason: string): Result<never> {
  return failed({ kind: 'broken-file', file: { path, reason } });
}
