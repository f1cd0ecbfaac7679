import { basename, dirname, join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Finding, Repair } from '../../domain/judging/finding.ts';
import { isClosed } from '../../domain/promise/promise.ts';
import { stateFault } from '../../domain/session/stop-gate-state.ts';
import type { Clock, Digests, Files } from '../../ports.ts';
import type { Register } from '../register.ts';
import type { StateHealth } from '../state-health.ts';
import { faultOfLedger, type Ledger } from './ledger.ts';
import { moveToHistory } from './promise-store.ts';
import { quarantine } from './quarantine.ts';
import { faultOfFolder, readObject, readPromises, reasonOfCode } from './reading.ts';
import { isRegisterName, readRegisterFile } from './register-view.ts';
import {
  idFile,
  idOfFileName,
  isAnswerLog,
  isGoverningAnswer,
  isIdFileName,
  projectOf,
  SESSION_FILE,
  type StateFolder,
} from './state-folder.ts';
import { readKeptAnswers } from './validation-store.ts';
import { fileSystemFailure } from './writing.ts';

interface HealthWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly ledger: Ledger;
  readonly folderRefusal: (folder: string) => string | undefined;
  readonly register: Register;
}

export function createFileHealth(world: HealthWorld, folder: StateFolder): StateHealth {
  const { files } = world;
  return {
    place: folder.root,
    isShared: false,
    quarantine: folder.quarantine,
    isThere: async () => files.exists(folder.root),
    refusal: async () => world.folderRefusal(folder.root),
    inspect: async () =>
      withoutRepetition([
        ...inspectPromises(files, folder, folder.promises),
        ...inspectPromises(files, folder, folder.history),
        ...keptIn(world, folder).flatMap((kept) => inspectKept(files, folder, kept)),
      ]),
    repair: async (finding) =>
      finding.kind === 'broken'
        ? setAside(world, folder, finding.file)
        : archive(files, folder, finding),
  };
}

/** Files of one kind that the state keeps beside its promises. */
interface Kept {
  /** The folder that holds them, or whose folders hold them. */
  readonly place: string;
  readonly isInEach?: true;
  /** Which files are meant; all others are passed over. */
  isMeant(name: string): boolean;
  /** Why a file cannot be used, in words for a person; undefined where it can. */
  fault(path: string): string | undefined;
}

function keptIn(world: HealthWorld, folder: StateFolder): readonly Kept[] {
  const { files } = world;
  const ofObject = (path: string): string | undefined => {
    const reading = readObject(files, path);
    return reading.found === 'broken' ? reading.reason : undefined;
  };
  return [
    { place: folder.validations, isInEach: true, isMeant: isGoverningAnswer, fault: ofObject },
    {
      place: folder.validations,
      isInEach: true,
      isMeant: isAnswerLog,
      // A broken one is a finding: it may hold a FAIL.
      fault(path) {
        const kept = readKeptAnswers(files, path);
        return 'broken' in kept ? kept.broken : undefined;
      },
    },
    {
      place: folder.sessions,
      isInEach: true,
      isMeant: (name) => name === SESSION_FILE,
      fault: ofObject,
    },
    {
      place: folder.stopGate,
      isMeant: isIdFileName,
      fault(path) {
        const reading = readObject(files, path);
        return reading.found === 'object' ? stateFault(reading.value) : ofObject(path);
      },
    },
    // What could not be written into the user's register: a broken mark is taken over by no hook.
    {
      place: folder.register,
      isMeant: isRegisterName,
      fault: (path) => readRegisterFile(files, path).fault,
    },
    // A ledger to which no line can be added: no change can be made then.
    {
      place: folder.root,
      isMeant: (name) => name === basename(folder.events),
      fault: (path) => faultOfLedger(world, path)?.reason,
    },
  ];
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
  const blocksGates = place === folder.promises;
  const { promises, broken } = readPromises(
    files,
    folder.root,
    place,
    (promise, id) => promise.id !== id || (blocksGates && isClosed(promise)),
  );
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
        ? [{ kind: 'not-archived', id, path: idFile(place, id) } as const]
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

/** Moves a broken file away. A promise that a person had moved is asked of no session any more. */
async function setAside(
  world: HealthWorld,
  folder: StateFolder,
  file: BrokenFile,
): Promise<Result<Repair>> {
  const moved = await quarantine(world, folder, file);
  const name = basename(file.path);
  if (!moved.ok || dirname(file.path) !== folder.promises || !isIdFileName(name)) return moved;
  const project = world.files.realPath(projectOf(folder));
  if (project === undefined) return moved;
  const unforgotten = world.register.forget({ project, id: idOfFileName(name) });
  return success({ ...moved.value, warnings: [...moved.value.warnings, ...unforgotten] });
}

function inspectKept(
  files: Files,
  folder: StateFolder,
  { fault, isInEach, isMeant, place }: Kept,
): readonly Finding[] {
  const whole = inspectFolder(files, folder, place);
  if ('finding' in whole) return [whole.finding];
  const look = (at: string, names: readonly string[]) =>
    names.filter(isMeant).flatMap((name) => {
      const path = join(at, name);
      const reason = fault(path);
      return reason === undefined ? [] : [brokenFinding({ path, reason })];
    });
  if (isInEach === undefined) return look(place, whole.names);
  return whole.names.flatMap((name) => {
    const inner = inspectFolder(files, folder, join(place, name));
    if ('finding' in inner) return inner.isFile ? [] : [inner.finding];
    return look(join(place, name), inner.names);
  });
}

/** The names in a folder, sorted, or what is wrong with it. A folder that does not exist is empty. */
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

function brokenFinding(file: BrokenFile): Finding {
  return { kind: 'broken', file, blocksGates: false };
}

function archive(
  files: Files,
  folder: StateFolder,
  { id, path }: { readonly id: string; readonly path: string },
): Result<Repair> {
  const to = idFile(folder.history, id);
  if (files.exists(to)) return failed({ kind: 'already-archived', id, path: to });
  try {
    files.makeFolder(folder.history);
    moveToHistory(files, folder, path, to);
    return success({ from: path, to, warnings: [] });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a promise to the history', path));
  }
}
