import { basename, join } from 'node:path';
import type { BrokenFile, Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { compactTimestamp, timestamp } from '../../domain/base/time.ts';
import type { Repair } from '../../domain/judging/finding.ts';
import type { Clock, Files } from '../../ports.ts';
import type { IntendedChange, Ledger } from './ledger.ts';
import { actRecorded, recordAfterwards } from './recorded-change.ts';
import type { StateFolder } from './state-folder.ts';
import { fileSystemFailure, jsonDocument, prepareFolders } from './writing.ts';

interface QuarantineWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly ledger: Ledger;
}

/**
 * Moves a broken file of the state out of the way, with a note of where it was. Nothing is deleted. The ledger is
 * told before; afterwards where it is what is broken, and where it cannot be told, which is a warning then.
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
    const move = (): void => {
      files.writeNew(`${to}.note.json`, jsonDocument(note));
      files.rename(path, to);
      files.flushFolder(folder.quarantine);
    };
    const change = { events: [{ event: 'file.quarantined', from: path, to } as const] };
    const warnings =
      path === folder.events
        ? await recordMoved(world, change, move)
        : await moveRecorded(world, change, move);
    return success({ from: path, to, warnings });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a file to the quarantine', path));
  }
}

/** Moves, and tells the ledger that begins anew then. */
function recordMoved(
  world: QuarantineWorld,
  change: IntendedChange,
  move: () => void,
): Promise<readonly Failure[]> {
  move();
  return recordAfterwards(world, change);
}

/** Tells the ledger, and moves, whatever comes of telling. */
async function moveRecorded(
  world: QuarantineWorld,
  change: IntendedChange,
  move: () => void,
): Promise<readonly Failure[]> {
  const recorded = await actRecorded(world, () => success({ change, act: move }));
  if (recorded.ok) return [];
  move();
  return [recorded.failure];
}

/** The path, or the first with a number behind it that nothing has yet. */
export function freePath(files: Files, path: string): string {
  let free = path;
  for (let number = 2; files.exists(free) || files.exists(`${free}.note.json`); number += 1)
    free = `${path}.${number}`;
  return free;
}
