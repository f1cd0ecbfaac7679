import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isSafeId } from '../../domain/base/identifier.ts';
import type { HookHost } from '../../domain/host/hook-host.ts';
import type { Step, TranscriptPlace } from '../../domain/session/transcripts/place.ts';
import { NO_DEADLINE, namesBounded, readPart } from '../bounded-files.ts';
import { type Environment, userFolderOf } from '../environment.ts';

/** The transcript of a session, and the host that writes it. */
export interface FoundTranscript {
  readonly path: string;
  readonly host: HookHost;
}

/** As many as a user of years has: to go through them takes some hundredths of a second. */
const MOST_NAMES = 20_000;

/** Whose transcripts are looked for: those of the session's own host first. */
export type TranscriptHosts = Pick<Environment, 'host' | 'hosts'>;

/**
 * The transcript of a session by its ids, whatever host it runs in: of the files of one host the one that was written
 * last. Nothing where there is none. `mostNames`: how many names of folders and files are gone through for each id in each
 * of them.
 */
export function findTranscript(
  { host, hosts }: TranscriptHosts,
  sessions: readonly string[],
  mostNames: number = MOST_NAMES,
): FoundTranscript | undefined {
  const ids = sessions.filter(isSafeId);
  const others = hosts.filter(({ name }) => name !== host?.name);
  for (const one of host === undefined ? others : [host, ...others]) {
    const path = one.transcriptPlace && lastWritten(one.transcriptPlace, ids, mostNames);
    if (path !== undefined) return { path, host: one };
  }
  return undefined;
}

function lastWritten(
  place: TranscriptPlace,
  sessions: readonly string[],
  mostNames: number,
): string | undefined {
  const found = sessions.flatMap((session) => filesOf(place, session, mostNames));
  return found.sort((a, b) => b.at - a.at)[0]?.path;
}

interface DatedFile {
  readonly path: string;
  readonly at: number;
}

/** The files of a session in the folder of one host. */
function filesOf(place: TranscriptPlace, session: string, mostNames: number): readonly DatedFile[] {
  const files: DatedFile[] = [];
  const left = { names: mostNames };
  for (const path of pathsOn(place.way(session), userFolderOf(place.folder), left)) {
    const at = writtenAt(path);
    if (at === undefined || !isOf(place, path, session)) continue;
    files.push({ path, at });
    if (place.isDated) break;
  }
  return files;
}

/** When a file was written last; nothing for links, and for what is no file or cannot be looked at. */
function writtenAt(path: string): number | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.mtimeMs : undefined;
  } catch {
    return undefined;
  }
}

/** The paths that a way leads to, the last of the names first. There may be no file at an exact name. */
function* pathsOn(
  [step, ...rest]: readonly Step[],
  folder: string,
  left: { names: number },
): Generator<string> {
  if (step === undefined) {
    yield folder;
  } else if (typeof step === 'string') {
    yield* pathsOn(rest, join(folder, step), left);
  } else {
    for (const name of namesIn(folder, left).filter(step).toSorted().reverse()) {
      yield* pathsOn(rest, join(folder, name), left);
    }
  }
}

function namesIn(folder: string, left: { names: number }): readonly string[] {
  const listing = namesBounded(folder, { mostNames: left.names, leftMs: NO_DEADLINE });
  if (!('names' in listing)) return [];
  // A folder with nothing in it is a look as well.
  left.names -= listing.names.length + 1;
  return listing.names;
}

/** How much is looked at of the first line of a file. */
const MOST_OF_LINE = 64 * 1024;

function isOf({ isOf: tells }: TranscriptPlace, path: string, session: string): boolean {
  if (tells === undefined) return true;
  const reading = readPart(path, { first: MOST_OF_LINE }, { leftMs: NO_DEADLINE, follow: false });
  if (reading.found !== 'bytes') return false;
  const [first = ''] = reading.bytes.toString('utf8').split('\n', 1);
  return tells(first, session);
}
