import { join } from 'node:path';
import type { BrokenFile } from '../domain/failure.ts';
import type { Finding, Repair, RepairableFinding } from '../domain/finding.ts';
import { isClosed } from '../domain/promise.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { stateFault } from '../domain/stop-gate-state.ts';
import type { Clock, Files } from '../ports.ts';
import type { EventLog } from './event-log.ts';
import { fileSystemFailure } from './fault.ts';
import { readKeptAnswers } from './kept-answers.ts';
import { moveToHistory } from './move-to-history.ts';
import { quarantine } from './quarantine.ts';
import { faultOfFolder, readObject, readPromises, reasonOfCode } from './reading.ts';
import {
  isAnswerLog,
  isGoverningAnswer,
  isPromiseFileName,
  promiseFile,
  SESSION_FILE,
  type StateFolder,
} from './state-folder.ts';

export interface StateHealth {
  /** Everything that is not as it should be, one finding per place. */
  inspect(): readonly Finding[];
  /** Puts one finding right by moving a file; deletes nothing. */
  repair(finding: RepairableFinding): Result<Repair>;
}

export function createStateHealth(
  world: { readonly files: Files; readonly clock: Clock; readonly events: EventLog },
  folder: StateFolder,
): StateHealth {
  const { files } = world;
  return {
    inspect: () =>
      withoutRepetition([
        ...inspectPromises(files, folder, folder.promises),
        ...inspectPromises(files, folder, folder.history),
        ...inspectValidations(files, folder),
        ...inspectSessions(files, folder),
        ...inspectStopGate(files, folder),
      ]),
    repair: (finding) =>
      finding.kind === 'broken'
        ? quarantine(world, folder, finding.file)
        : archive(files, folder, finding),
  };
}

/** One finding per place: a state folder that leads nowhere is met again in each of its parts. */
function withoutRepetition(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    if (!('file' in finding)) return true;
    const isNew = !seen.has(finding.file.path);
    seen.add(finding.file.path);
    return isNew;
  });
}

function inspectPromises(files: Files, folder: StateFolder, place: string): readonly Finding[] {
  const { promises, broken } = readPromises(files, folder.root, place);
  const blocksGates = place === folder.promises;
  return [
    ...broken.map(
      (file): Finding => ({
        kind: isStuck(files, folder, place, file.path) ? 'broken-folder' : 'broken',
        file,
        blocksGates,
      }),
    ),
    ...promises.flatMap(({ id, promise }): readonly Finding[] => [
      ...(promise.id === id ? [] : [{ kind: 'other-id', id, says: promise.id } as const]),
      ...(blocksGates && isClosed(promise)
        ? [{ kind: 'not-archived', id, path: promiseFile(place, id) } as const]
        : []),
    ]),
  ];
}

/** Whether what is broken is the folder itself, or one above it, and is no file or link to move. */
function isStuck(files: Files, folder: StateFolder, place: string, path: string): boolean {
  if (path !== place) return place.startsWith(path);
  if (faultOfFolder(files, folder.root, place) !== undefined) return false;
  const listing = files.list(place);
  return 'code' in listing && listing.code !== 'ENOTDIR';
}

function inspectValidations(files: Files, folder: StateFolder): readonly Finding[] {
  return [
    ...inspectEach(files, folder, folder.validations, isGoverningAnswer, inspectObject),
    ...inspectEach(files, folder, folder.validations, isAnswerLog, inspectAnswers),
  ];
}

function inspectSessions(files: Files, folder: StateFolder): readonly Finding[] {
  const isMeant = (name: string) => name === SESSION_FILE;
  return inspectEach(files, folder, folder.sessions, isMeant, inspectObject);
}

function inspectStopGate(files: Files, folder: StateFolder): readonly Finding[] {
  const whole = inspectFolder(files, folder, folder.stopGate);
  if ('finding' in whole) return [whole.finding];
  const paths = whole.names.filter(isPromiseFileName).map((name) => join(folder.stopGate, name));
  return paths.flatMap((path) => {
    const reading = readObject(files, path);
    if (reading.found !== 'object') return inspectObject(files, path);
    const reason = stateFault(reading.value);
    return reason === undefined ? [] : [brokenFinding({ path, reason })];
  });
}

/** Looks at files of every folder in a folder. Other files there are nobody's business. */
function inspectEach(
  files: Files,
  folder: StateFolder,
  place: string,
  isMeant: (name: string) => boolean,
  inspect: (files: Files, path: string) => readonly Finding[],
): readonly Finding[] {
  const whole = inspectFolder(files, folder, place);
  if ('finding' in whole) return [whole.finding];
  return whole.names.flatMap((name) => {
    const inner = inspectFolder(files, folder, join(place, name));
    if ('finding' in inner) return inner.isFile ? [] : [inner.finding];
    return inner.names.filter(isMeant).flatMap((file) => inspect(files, join(place, name, file)));
  });
}

/** What a folder holds, in order; or what is wrong with it. One that is not there holds nothing. */
function inspectFolder(
  files: Files,
  folder: StateFolder,
  place: string,
): { readonly names: readonly string[] } | { readonly finding: Finding; readonly isFile: boolean } {
  const linked = faultOfFolder(files, folder.root, place);
  if (linked !== undefined) return { finding: brokenFinding(linked), isFile: false };
  const listing = files.list(place);
  if ('names' in listing) return { names: [...listing.names].sort() };
  if (listing.code === 'ENOENT') return { names: [] };
  const file = { path: place, reason: reasonOfCode(listing.code) };
  return { finding: brokenFinding(file), isFile: listing.code === 'ENOTDIR' };
}

/** A file that should hold a JSON object, where it is there at all. */
function inspectObject(files: Files, path: string): readonly Finding[] {
  const reading = readObject(files, path);
  return reading.found === 'broken' ? [brokenFinding({ path, reason: reading.reason })] : [];
}

/** A file of kept answers, one of which may have been a FAIL. */
function inspectAnswers(files: Files, path: string): readonly Finding[] {
  const kept = readKeptAnswers(files, path);
  return 'broken' in kept ? [brokenFinding({ path, reason: kept.broken })] : [];
}

function brokenFinding(file: BrokenFile): Finding {
  return { kind: 'broken', file, blocksGates: false };
}

function archive(
  files: Files,
  folder: StateFolder,
  { id, path }: { readonly id: string; readonly path: string },
): Result<Repair> {
  const to = promiseFile(folder.history, id);
  if (files.exists(to)) return failed({ kind: 'already-archived', id, path: to });
  try {
    files.makeFolder(folder.history);
    moveToHistory(files, folder, path, to);
    return success({ from: path, to, warnings: [] });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a promise to the history', path));
  }
}
