import { basename, join } from 'node:path';
import type { BrokenFile } from '../domain/failure.ts';
import type { Repair } from '../domain/finding.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { compactTimestamp, timestamp } from '../domain/time.ts';
import type { Clock, Files } from '../ports.ts';
import type { EventLog } from './event-log.ts';
import { fileSystemFailure } from './fault.ts';
import { prepareFolder } from './reading.ts';
import { jsonDocument } from './replace-file.ts';
import type { StateFolder } from './state-folder.ts';

/** Moves a broken file of the state out of the way, with a note of where it was. Nothing is deleted. */
export function quarantine(
  { files, clock, events }: { files: Files; clock: Clock; events: EventLog },
  folder: StateFolder,
  { path, reason }: BrokenFile,
): Result<Repair> {
  const now = clock.now();
  try {
    const file = prepareFolder(files, folder.root, folder.quarantine);
    if (file !== undefined) return failed({ kind: 'broken-file', file });
    const name = `${compactTimestamp(now)}-${basename(path)}`;
    const to = freePath(files, join(folder.quarantine, name));
    const note = { moved_from: path, moved_at: timestamp(now), reason };
    files.writeNew(`${to}.note.json`, jsonDocument(note));
    files.rename(path, to);
    files.flushFolder(folder.quarantine);
    const unlogged = events.append({ event: 'file.quarantined', from: path, to });
    return success({ from: path, to, warnings: unlogged === undefined ? [] : [unlogged] });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a file to the quarantine', path));
  }
}

/** The path, or the first with a number behind it that nothing has yet. */
function freePath(files: Files, path: string): string {
  let free = path;
  for (let number = 2; files.exists(free) || files.exists(`${free}.note.json`); number += 1)
    free = `${path}.${number}`;
  return free;
}
