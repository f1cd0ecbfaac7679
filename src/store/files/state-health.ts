import { basename, dirname, join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Finding, Repair } from '../../domain/judging/finding.ts';
import { readLedgerLine } from '../../domain/promise/ledger.ts';
import { type ChainFault, createLedgerChain } from '../../domain/promise/ledger-chain.ts';
import { isClosed } from '../../domain/promise/promise.ts';
import { LARGEST_REGISTER, parseRegister } from '../../domain/session/register.ts';
import { stateFault } from '../../domain/session/stop-gate-state.ts';
import type { Clock, Digests, Files } from '../../ports.ts';
import type { Register } from '../register.ts';
import type { BrokenChain, StateHealth } from '../state-health.ts';
import { faultOfLedger, type Ledger } from './ledger.ts';
import { createLedgerWalk } from './ledger-walk.ts';
import { moveToHistory } from './promise-store.ts';
import { quarantine } from './quarantine.ts';
import { faultOfFolder, readObject, readPromises, reasonOfCode, reasonUnread } from './reading.ts';
import { registerNames } from './register-view.ts';
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
        ...inspectEach(files, folder, folder.validations, isGoverningAnswer, inspectObject),
        ...inspectEach(files, folder, folder.validations, isAnswerLog, inspectAnswers),
        ...inspectEach(files, folder, folder.sessions, isSessionFile, inspectObject),
        ...inspectStopGate(files, folder),
        ...inspectMarks(files, folder),
        ...inspectLedger(world, folder),
      ]),
    brokenChain: async () => brokenChain(world, folder.events),
    repair: async (finding) =>
      finding.kind === 'broken'
        ? setAside(world, folder, finding.file)
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

function inspectStopGate(files: Files, folder: StateFolder): readonly Finding[] {
  const whole = inspectFolder(files, folder, folder.stopGate);
  if ('finding' in whole) return [whole.finding];
  const paths = whole.names.filter(isIdFileName).map((name) => join(folder.stopGate, name));
  return paths.flatMap((path) => {
    const reading = readObject(files, path);
    if (reading.found !== 'object') return inspectObject(files, path);
    const reason = stateFault(reading.value);
    return reason === undefined ? [] : [brokenFinding({ path, reason })];
  });
}

/** What could not be written into the user's register: a broken one is taken over by no hook. */
function inspectMarks(files: Files, folder: StateFolder): readonly Finding[] {
  const whole = inspectFolder(files, folder, folder.register);
  if ('finding' in whole) return [whole.finding];
  return registerNames(files, folder.register).flatMap((name) => {
    const path = join(folder.register, name);
    const reading = files.read(path, LARGEST_REGISTER);
    if (reading.found === 'nothing') return [];
    const reason =
      reading.found === 'text'
        ? parseRegister(reading.text).fault
        : reasonUnread(reading, LARGEST_REGISTER);
    return reason === undefined ? [] : [brokenFinding({ path, reason })];
  });
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

/** A ledger to which no line can be added: no change can be made then. */
function inspectLedger(world: HealthWorld, folder: StateFolder): readonly Finding[] {
  const file = faultOfLedger(world, folder.events);
  return file === undefined ? [] : [brokenFinding(file)];
}

/** Where the ledger's chain does not hold. A log of a version that chained nothing has none. */
function brokenChain({ digests, files }: HealthWorld, place: string): BrokenChain | undefined {
  const chain = createLedgerChain((bytes) => digests.ofStart(place, bytes));
  const lines = createLedgerWalk({ digests, files }, place);
  let fault: ChainFault | undefined;
  const reason = lines.readOn((line) => {
    fault ??= chain.follow(line, readLedgerLine(line.text));
  });
  if (reason !== undefined) return { place, reason };
  const rest = lines.rest();
  if (rest !== undefined) fault ??= chain.follow(rest, readLedgerLine(rest.text));
  fault ??= chain.finish();
  return fault === undefined ? undefined : { place, fault };
}

function isSessionFile(name: string): boolean {
  return name === SESSION_FILE;
}

/** Inspects the files that `isMeant` takes in every folder of a folder, and passes over all others. */
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

/** A file that should hold a JSON object, where it is there at all. */
function inspectObject(files: Files, path: string): readonly Finding[] {
  const reading = readObject(files, path);
  return reading.found === 'broken' ? [brokenFinding({ path, reason: reading.reason })] : [];
}

/** A file of kept answers. A broken one is a finding: it may hold a FAIL. */
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
