import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../domain/system-error.ts';

/**
 * Why a folder cannot be read and written, as the system's code; nothing where it can. Of one that is
 * not there, the next above it that is there is asked. Writes nothing.
 */
export function folderRefusal(folder: string): string | undefined {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    return statSync(place).isDirectory() ? undefined : 'ENOTDIR';
  } catch (error) {
    return errorCode(error);
  }
}
