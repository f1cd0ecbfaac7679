import { failed, type Result, success } from '../domain/result.ts';
import type { Files } from '../ports.ts';
import { reasonUnread } from './reading.ts';

/** Largest log that is read, in bytes: some 400,000 calls. */
const LARGEST_LOG = 128 * 1024 * 1024;

/** The lines of an append-only file; none where it is not there. Fails where it cannot be read whole. */
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
