import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import { isLeftBySuite } from '../../domain/promise/ledger.ts';
import type { Files } from '../../ports.ts';
import type { FileRecord } from '../state-view.ts';
import { readLedgerTail } from './ledger-reading.ts';
import { type FolderWorld, idFile } from './state-folder.ts';

/**
 * How the file of a promise stands to the ledger: whether the last line on it explains the bytes that it has now.
 * `made`: what the register has as made, by digest.
 */
export function fileRecordOf(
  id: string,
  made: string,
  { digests, files, folder }: FolderWorld,
): FileRecord {
  if (!isSafeId(id)) return { digest: undefined, isRecorded: false };
  const text = [folder.promises, folder.history]
    .map((place) => textOf(files, idFile(place, id)))
    .find((found) => found !== undefined);
  const digest = text === undefined ? undefined : digests.of(text);
  // The ledger knows a promise by this path, wherever it lies.
  const { records } = readLedgerTail({ digests, files }, folder.events, [`promises/${id}.json`]);
  const last = records.at(-1);
  if (last === undefined) return { digest, isRecorded: false };
  const isRecorded =
    digest === undefined ? last.after === null : isLeftBySuite(digest, last, [made]);
  return { digest, isRecorded };
}

function textOf(files: Files, path: string): string | undefined {
  const reading = files.read(path, LARGEST_DOCUMENT);
  return reading.found === 'text' ? reading.text : undefined;
}
