import { join } from 'node:path';
import type { Failure, FailureOf } from '../../domain/base/failure.ts';
import { errorCode, isSystemError } from '../../domain/base/system-error.ts';
import { timestamp } from '../../domain/base/time.ts';
import {
  LARGEST_REGISTER,
  linesThatCount,
  parseRegister,
  placeOf,
  type RegisterLine,
  registeredIn,
  type WrittenPromise,
} from '../../domain/session/register.ts';
import type { Files, World } from '../../ports.ts';
import type { Register } from '../register.ts';
import { createLineFiles, type LineFiles } from './line-files.ts';
import {
  createRegisterView,
  isOwnRegister,
  readRegisterFile,
  registeredSessions,
  registerFile,
  registerFolder,
  registerNames,
} from './register-view.ts';
import { stateFolderOf } from './state-folder.ts';
import { prepareFolders } from './writing.ts';

/** What it takes to write the register. */
export interface RegisterWorld extends Pick<World, 'chance' | 'clock' | 'files'> {
  /** The folder of what the suite keeps for the user. */
  readonly userStateFolder: string;
  /** The top of the checkout that a folder is in; undefined where it is in none. */
  readonly checkoutTop: (folder: string) => string | undefined;
}

/** A register of more bytes is cut down to the lines that count, where that is half of it or less. */
const CUT_ABOVE = 64 * 1024;

/** Most sessions that are given at once: to look at one takes a file or two. */
const MOST_SESSIONS = 1000;

const KEPT_IN_PROJECT =
  'write to the register of your promises, so the entry stays in the project until the next hook and a promise removed before then goes unnoticed';

type Place = Pick<WrittenPromise, 'project' | 'id'>;

/**
 * The register in the user's state folder. Where it cannot be written, lines go to a mark in the state folder of
 * the project that they are about, until a hook takes them over.
 */
export function createFileRegister(world: RegisterWorld): Register {
  const { chance, clock, files, userStateFolder } = world;
  const lines = createLineFiles(files, () => chance.hex(6));
  const view = createRegisterView(files, userStateFolder);
  const parts: Parts = { ...world, lines };
  const at = () => timestamp(clock.now());
  let unwritten: Unwritten | undefined;
  const mark = (session: string, line: RegisterLine, why: Unwritten): Failure | undefined => {
    unwritten ??= why;
    return appendMark(parts, session, line);
  };
  const write = (session: string, line: RegisterLine): Failure | undefined => {
    const why = append(parts, session, line);
    return why === undefined ? undefined : mark(session, line, why);
  };
  return {
    ...view,
    intend(session, promise) {
      const line: RegisterLine = { at: at(), state: 'intended', promise };
      const fault = append(parts, session, line);
      if (fault === undefined) return undefined;
      const top = world.checkoutTop(promise.project);
      const isFoundByGates = top === undefined || files.realPath(top) === promise.project;
      return isFoundByGates
        ? mark(session, line, fault)
        : { kind: 'register-unwritable', path: fault.path, code: fault.code, top };
    },
    made: (session, promise, ledger) =>
      write(session, { at: at(), state: 'made', promise, ledger }),
    left: (session, place, how) =>
      isThere(parts, session, place)
        ? write(session, { at: at(), state: 'left', ...place, how })
        : undefined,
    altered: (session, { id, project }, lessenings) =>
      write(session, { at: at(), state: 'altered', project, id, lessenings }),
    told: (session, place, now) =>
      write(session, {
        at: at(),
        state: 'told',
        ...place,
        ...(now ?? { digest: null, outline: null }),
      }),
    takeOver: (sessions, project) =>
      [...new Set(sessions)].flatMap((session) => takeOver(parts, session, project) ?? []),
    unwritten() {
      const why = unwritten;
      unwritten = undefined;
      return why && { ...why, action: KEPT_IN_PROJECT };
    },
    sessions: () =>
      registeredSessions(files, registerFolder(userStateFolder)).slice(0, MOST_SESSIONS),
    forget: (place) => forget(parts, place, at()),
  };
}

interface Parts extends RegisterWorld {
  readonly lines: LineFiles;
}

type Unwritten = FailureOf<'file-system'>;

/** Adds a line to a session's register. Gives why it cannot be written. */
function append(parts: Parts, session: string, line: RegisterLine): Unwritten | undefined {
  const { files, userStateFolder } = parts;
  const path = registerFile(registerFolder(userStateFolder), session);
  try {
    files.makePrivateFolder(registerFolder(userStateFolder));
    if (!isOwnRegister(files, userStateFolder)) return unwritten(userStateFolder, 'EPERM');
    addTo(parts, path, line);
    return undefined;
  } catch (error) {
    return unwrittenBy(error, path);
  }
}

/** Adds a line to the mark in the project that it is about. */
function appendMark(parts: Parts, session: string, line: RegisterLine): Failure | undefined {
  const folder = stateFolderOf(placeOf(line).project);
  const path = registerFile(folder.register, session);
  try {
    const fault = prepareFolders(parts.files, folder, [folder.register]);
    if (fault === undefined) addTo(parts, path, line);
    return fault;
  } catch (error) {
    return unwrittenBy(error, path);
  }
}

function unwritten(path: string, code: string): Unwritten {
  return { kind: 'file-system', action: 'write to the register', path, code };
}

/** Throws what is no system error. */
function unwrittenBy(error: unknown, path: string): Unwritten {
  if (!isSystemError(error)) throw error;
  return unwritten(path, errorCode(error));
}

/** Adds a line to a register or a mark, and cuts it down where that is worth it. Throws as the system does. */
function addTo({ lines }: Parts, path: string, line: RegisterLine): void {
  const size = lines.append(path, JSON.stringify(line), isDurable(line));
  if (size > CUT_ABOVE || line.state === 'left') lines.cut(path, LARGEST_REGISTER, cutDown);
}

/** Whether a line must be on the disk before what follows it. */
function isDurable({ state }: RegisterLine): boolean {
  return state === 'intended' || state === 'altered';
}

/** The text of a register without what no longer counts; undefined where that would not halve it. */
function cutDown(text: string): string | undefined {
  const { fault, lines } = parseRegister(text);
  if (fault !== undefined) return undefined;
  const kept = linesThatCount(lines)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const isWorthIt = text.length > CUT_ABOVE && kept.length * 2 <= text.length;
  return kept === '' || isWorthIt ? kept : undefined;
}

/** Whether a session has a promise, by the register or by the mark in the project. */
function isThere(parts: Parts, session: string, { id, project }: Place): boolean {
  const folders = [registerFolder(parts.userStateFolder), stateFolderOf(project).register];
  return folders.some((folder) =>
    registeredIn(readRegisterFile(parts.files, registerFile(folder, session)).lines).some(
      (promise) => promise.id === id && promise.project === project,
    ),
  );
}

/**
 * Moves the lines of a mark into the register, without those that are there already, as after a hook that was
 * killed here. A mark that names another project is none of this project's: only its own lines are taken.
 */
function takeOver(parts: Parts, session: string, project: string): Failure | undefined {
  const { files, lines } = parts;
  const folder = stateFolderOf(project).register;
  const path = registerFile(folder, session);
  const { fault, isThere: isMarked, lines: marked, text } = readRegisterFile(files, path);
  if (!isMarked) return undefined;
  if (fault !== undefined) return { kind: 'broken-file', file: { path, reason: fault } };
  const register = registerFile(registerFolder(parts.userStateFolder), session);
  const known = new Set(
    readRegisterFile(files, register).lines.map((line) => JSON.stringify(line)),
  );
  for (const line of marked) {
    if (placeOf(line).project !== project || known.has(JSON.stringify(line))) continue;
    // Where it still cannot be written, the mark stays for a hook that can.
    if (append(parts, session, line) !== undefined) return undefined;
  }
  const isRemoved = lines.cut(path, LARGEST_REGISTER, (now) => (now === text ? '' : undefined));
  if (isRemoved) removeIfEmpty(files, folder);
  return undefined;
}

/** Another session may have its mark there. */
function removeIfEmpty(files: Files, folder: string): void {
  try {
    files.removeFolder(folder);
  } catch {}
}

/** Takes a promise out of the registers of all sessions. */
function forget(parts: Parts, { id, project }: Place, at: string): readonly Failure[] {
  const folder = registerFolder(parts.userStateFolder);
  const line: RegisterLine = { at, state: 'left', project, id, how: 'set aside' };
  return registerNames(parts.files, folder).flatMap((name) => {
    const path = join(folder, name);
    const isNamed = registeredIn(readRegisterFile(parts.files, path).lines).some(
      (promise) => promise.id === id && promise.project === project,
    );
    if (!isNamed) return [];
    try {
      addTo(parts, path, line);
      return [];
    } catch (error) {
      return [unwrittenBy(error, path)];
    }
  });
}
