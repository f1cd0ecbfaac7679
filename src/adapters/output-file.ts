import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { sha256 } from './file-digest.ts';
import { patientRename } from './patient-rename.ts';
import { attempt } from './quiet-looks.ts';
import { fromCurrentFolder } from './surroundings.ts';
import { rememberWritten } from './written-files.ts';

/**
 * Writes a file that a person named, whole or not at all: what was there stays until all of it is on the disk. A link
 * is followed. What is no regular file, a pipe or a device, is written to as it is. Throws an error with the system's
 * code.
 */
export function writeOutputFile(named: string, text: string): void {
  const path = fromCurrentFolder(named);
  const stats = attempt(() => statSync(path));
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) {
    writeFileSync(path, text);
    return;
  }
  const target = attempt(() => realpathSync.native(path)) ?? path;
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true, mode: (stats?.mode ?? 0o666) & 0o777 });
    patientRename(() => renameSync(draft, target));
    rememberWritten(target, sha256(text));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
