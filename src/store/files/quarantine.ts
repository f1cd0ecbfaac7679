import { basename, join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { compactTimestamp, timestamp } from '../../domain/base/time.ts';
import type { Repair } from '../../domain/judging/finding.ts';
import type { Clock, Files } from '../../ports.ts';
import type { Ledger } from './ledger.ts';
import { recordAfterwards } from './recorded-change.ts';
import type { StateFolder } from './state-folder.ts';
import { fileSystemFailure, jsonDocument, prepareFolders } from './writing.ts';

interface QuarantineWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly ledger: Ledger;
}

/**
 * Moves a broken file of the state out of the way, with a note of where it was. Nothing is deleted. The ledger is
 * told afterwards: it may be what is broken.
 */
export async function quarantine(
  world: QuarantineWorld,
  folder: StateFolder,
  { path, reason }: BrokenFile,
): Promise<Result<Repair>> {
  const { clock, files } = world;
  const now = clock.now();
  try {
    const fault = prepareFolders(files, folder, [folder.quarantine, folder.commits]);
    if (fault !== undefined) return failed(fault);
    const name = `${compactTimestamp(now)}-${basename(path)}`;
    const to = freePath(files, join(folder.quarantine, name));
    const note = { moved_from: path, moved_at: timestamp(now), reason };
    files.writeNew(`${to}.note.json`, jsonDocument(note));
    files.rename(path, to);
    files.flushFolder(folder.quarantine);
    const event = { event: 'file.quarantined', from: path, to } as const;
    const warnings = await recordAfterwards(world, { events: [event] });
    return success({ from: path, to, warnings });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a file to the quarantine', path));
  }
}

/** The path, or the first with a number behind it that nothing has yet. */
export function freePath(files: Files, path: string): string {
  let free = path;
  for (let number = 2; files.exists(free) || files.exists(`${free}.note.json`); number += 1)
    free = `${path}.${number}`;
  return free;
}
