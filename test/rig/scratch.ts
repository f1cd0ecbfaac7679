import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Folders for temporary files, the usual one first. */
const CANDIDATES = [tmpdir(), '/var/tmp', '/dev/shm'];

/**
 * Has the scratch projects of a run lie where nothing above them is a repository or a project: programs that ran before
 * may have left a `.git` in the usual folder for temporary files (the sandbox of Codex does), and the search for the
 * project would end there.
 */
export default function chooseScratchFolder(): void {
  const folder = CANDIDATES.find((one) => existsSync(one) && !isBelowProject(one));
  if (folder === undefined) throw new Error(`There is a .git or a .claude above ${CANDIDATES}`);
  if (folder !== tmpdir()) process.env['TMPDIR'] = folder;
}

function isBelowProject(folder: string): boolean {
  if (['.git', '.claude'].some((name) => existsSync(join(folder, name)))) return true;
  return dirname(folder) !== folder && isBelowProject(dirname(folder));
}
