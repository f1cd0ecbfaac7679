import { failed, type Result, success } from '../domain/result.ts';
import type { Files } from '../ports.ts';
import { reasonOfCode } from './reading.ts';

/** Largest log that is read, in bytes: some 400,000 calls. */
const LARGEST_LOG = 128 * 1024 * 1024;

/** The lines of an append-only file; none where it is not there. Fails where it cannot be read whole. */
export function readLines(files: Files, path: string): Result<readonly string[]> {
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  const reading = files.read(path, LARGEST_LOG);
  switch (reading.found) {
    case 'text':
      return success(reading.text.split('\n').filter((line) => line.trim() !== ''));
    case 'nothing':
      return success([]);
    case 'link':
      return broken('it is a link, and links to files are not followed');
    case 'folder':
      return broken('it is a folder');
    case 'not-utf-8':
      return broken('it is not valid UTF-8');
    case 'too-large':
      return broken(`it is larger than ${LARGEST_LOG >> 20} MB: move it away to begin a new one`);
    case 'error':
      return broken(reasonOfCode(reading.code));
  }
}
