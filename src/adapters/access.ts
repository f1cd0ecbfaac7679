import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../domain/base/system-error.ts';

/**
 * The system's code of why a folder cannot be read and written; undefined where it can. A folder that does
 * not exist is judged by the nearest existing folder above it. Writes nothing.
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
