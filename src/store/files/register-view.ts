import { join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import {
  LARGEST_REGISTER,
  parseRegister,
  type RegisteredPromise,
  type RegisterLine,
  registeredIn,
} from '../../domain/session/register.ts';
import type { Files } from '../../ports.ts';
import type { RegisterView } from '../register.ts';
import { reasonUnread } from './reading.ts';

/** The folder of the sessions' registers in the user's state folder. */
export function registerFolder(userStateFolder: string): string {
  return join(userStateFolder, 'sessions');
}

/** The register of a session in a folder of registers. The id may be any text. */
export function registerFile(folder: string, session: string): string {
  return join(folder, memoryIdOf(session) + ENDING);
}

const ENDING = '.jsonl';

/** A register, or a mark in a project, as it was read. */
interface ReadRegister {
  readonly isThere: boolean;
  /** Its text where it has one, and the lines in it. */
  readonly text: string | undefined;
  readonly lines: readonly RegisterLine[];
  /** Why it says nothing that could be relied on, in words for a person; undefined where it does. */
  readonly fault: string | undefined;
}

export function readRegisterFile(files: Files, path: string): ReadRegister {
  const reading = files.read(path, LARGEST_REGISTER);
  const isThere = reading.found !== 'nothing';
  if (reading.found === 'text')
    return { isThere, text: reading.text, ...parseRegister(reading.text) };
  const fault = isThere ? reasonUnread(reading, LARGEST_REGISTER) : undefined;
  return { isThere, text: undefined, lines: [], fault };
}

export function isRegisterName(name: string): boolean {
  return name.endsWith(ENDING);
}

/** The names of the registers in a folder of them; none where it cannot be listed. */
export function registerNames(files: Files, folder: string): readonly string[] {
  const listing = files.list(folder);
  return 'names' in listing ? listing.names.filter(isRegisterName) : [];
}

/** The names of the sessions that have a register in a folder: their ids, where an id names its file. */
export function registeredSessions(files: Files, folder: string): readonly string[] {
  return registerNames(files, folder).map((name) => name.slice(0, -ENDING.length));
}

/**
 * What the lanes read of the register: one small file for each id of a session. A session that registered
 * nothing costs one look. Files in a folder that is a link or another user's are not used.
 */
export function createRegisterView(files: Files, userStateFolder: string): RegisterView {
  const folder = registerFolder(userStateFolder);
  return {
    read(sessions) {
      const promises: RegisteredPromise[] = [];
      const broken: BrokenFile[] = [];
      for (const session of new Set(sessions)) {
        const path = registerFile(folder, session);
        const { fault, isThere, lines } = readRegisterFile(files, path);
        if (!isThere || !isOwnRegister(files, userStateFolder)) continue;
        if (fault === undefined) promises.push(...registeredIn(lines));
        else broken.push({ path, reason: fault });
      }
      return { promises, broken };
    },
  };
}

/** Whether the folders of the register are there, are no links and belong to the user. */
export function isOwnRegister(files: Files, userStateFolder: string): boolean {
  return files.isOwnFolder(userStateFolder) && files.isOwnFolder(registerFolder(userStateFolder));
}
