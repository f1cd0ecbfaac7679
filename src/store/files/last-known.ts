import { dirname, join } from 'node:path';
import { digestOf } from '../../domain/base/digest.ts';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { errorCode, isSystemError } from '../../domain/base/system-error.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import {
  type KnownPlace,
  lastKnownText,
  readLastKnown,
  uncheckedLine,
  uncheckedStops,
} from '../../domain/session/last-known.ts';
import type { Chance, Files } from '../../ports.ts';
import type { LastKnownStates } from '../last-known.ts';

/** What it takes to keep them. */
interface LastKnownWorld {
  readonly files: Files;
  readonly chance: Chance;
  /** The folder of what the suite keeps for the user. */
  readonly userStateFolder: string;
}

/** Most that is read of the stops at which a store could not be reached, in bytes: some thousands. */
const LARGEST_UNCHECKED = 1024 * 1024;

/** What closes a line that a writer was cut off in. */
const TORN_END = '#torn';

/**
 * A folder of files in the user's state folder: for each session and project what the store said last, and beside it
 * the stops at which it could not be reached. They belong to the user alone, as what was promised does.
 */
export function createLastKnownStates(world: LastKnownWorld): LastKnownStates {
  const { files } = world;
  const pathOf = (place: KnownPlace) => knownFile(world.userStateFolder, place);
  const uncheckedPath = (place: KnownPlace) => `${pathOf(place)}${UNCHECKED}`;
  const isOwn = (path: string): boolean =>
    files.isOwnFolder(world.userStateFolder) && files.isOwnFolder(dirname(path));
  const textAt = (path: string, limit: number): string | undefined => {
    const reading = files.read(path, limit);
    return reading.found === 'text' && isOwn(path) ? reading.text : undefined;
  };
  return {
    read(place) {
      const text = textAt(pathOf(place), LARGEST_DOCUMENT);
      return text === undefined ? undefined : readLastKnown(text);
    },
    keep(place, known) {
      try {
        const path = pathOf(place);
        if (known === undefined) {
          if (files.exists(path)) files.remove(path);
          return;
        }
        files.makePrivateFolder(dirname(path));
        if (!isOwn(path)) return;
        const draft = `${path}.${world.chance.hex(6)}`;
        files.replacePrivate(path, draft, lastKnownText(place, known));
      } catch (error) {
        if (!isSystemError(error)) throw error;
      }
    },
    unchecked(place) {
      return uncheckedStops(textAt(uncheckedPath(place), LARGEST_UNCHECKED) ?? '');
    },
    addUnchecked: (place, stop) =>
      refusalOf(uncheckedPath(place), () => {
        const path = uncheckedPath(place);
        files.makePrivateFolder(dirname(path));
        files.appendPrivate(path, uncheckedLine(stop), TORN_END, false);
      }),
    forgetUnchecked: (place) =>
      refusalOf(uncheckedPath(place), () => {
        const path = uncheckedPath(place);
        if (files.exists(path)) files.remove(path);
      }),
  };
}

const UNCHECKED = '.unchecked';

/** The file of a session in a project of a store. The names may be any texts. */
function knownFile(userStateFolder: string, { project, session, store }: KnownPlace): string {
  const place = digestOf(JSON.stringify([store, project]));
  return join(userStateFolder, 'last-known', `${memoryIdOf(session)}.${place}.json`);
}

function refusalOf(path: string, act: () => void): Failure | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const action = 'keep what the store said last';
    return { kind: 'file-system', action, path, code: errorCode(error) };
  }
}
