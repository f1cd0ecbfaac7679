import { join } from 'node:path';
import { kindOf } from '../domain/base/ancestry.ts';
import { agentIn } from '../domain/base/person.ts';
import { pidOfRecord, readRecord, recordName, recordText } from '../domain/session/host-record.ts';
import type { Files } from '../ports.ts';
import { NO_DEADLINE, namesBounded } from './bounded-files.ts';
import { startOfProcess } from './host-process.ts';
import { ancestors } from './node-ancestry.ts';
import { isRunning } from './process-table.ts';
import { userStateFolder } from './user-folder.ts';

/** Where the hooks of a host leave which session runs in its process. */
const FOLDER = 'hosts';

const LARGEST_RECORD = 1024;

/** Most records that are looked at: each is of a process that ran once. */
const MOST_RECORDS = 10_000;

/** The session that runs in the nearest process above this one of which a hook left one. */
export function recordedSession(files: Files): string | undefined {
  const names = recordNames();
  if (names.length === 0) return undefined;
  for (const { pid } of ancestors()) {
    if (!names.some((name) => pidOfRecord(name) === pid)) continue;
    const reading = files.readFollowed(recordPath(pid), LARGEST_RECORD);
    const record = reading.found === 'text' ? readRecord(reading.text) : undefined;
    if (record !== undefined && record.boot === bootOf(files)) return record.session;
  }
  return undefined;
}

/**
 * Leaves the session of a hook under the process of its host, and takes out what processes left that are gone. Throws
 * where it cannot be written: a command then acts for every session of the project.
 */
export function recordSession(session: string, files: Files): void {
  const pid = hostAbove();
  if (pid === undefined) return;
  const path = recordPath(pid);
  const text = recordText({ session, boot: bootOf(files) });
  const reading = files.readFollowed(path, LARGEST_RECORD);
  if (reading.found === 'text' && reading.text === text) return;
  files.makePrivateFolder(folder());
  files.replacePrivate(path, `${path}.${process.pid}`, text);
  for (const name of recordNames()) {
    const other = pidOfRecord(name);
    if (other !== undefined && !isRunning(other)) files.remove(join(folder(), name));
  }
}

/** The process that called this hook: the nearest agent above it, else the nearest program that is no shell. */
function hostAbove(): number | undefined {
  const all = [...ancestors()];
  const found =
    all.find(({ words }) => agentIn(words) !== undefined) ??
    all.find(({ words }) => kindOf(words) !== 'shell');
  return found?.pid;
}

function recordPath(pid: number): string {
  return join(folder(), recordName(pid, startOfProcess(pid)));
}

function folder(): string {
  return join(userStateFolder(), FOLDER);
}

function recordNames(): readonly string[] {
  const listing = namesBounded(folder(), { mostNames: MOST_RECORDS, leftMs: NO_DEADLINE });
  return 'names' in listing ? listing.names : [];
}

/** Which start of the machine this is, where it says so. */
function bootOf(files: Files): string {
  const reading = files.readFollowed('/proc/sys/kernel/random/boot_id', LARGEST_RECORD);
  return reading.found === 'text' ? reading.text.trim() : '';
}
