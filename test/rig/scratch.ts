import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Folders for temporary files, the usual one first. */
const CANDIDATES = [tmpdir(), '/var/tmp', '/dev/shm'];

/** A file system in memory, where nothing waits for a disk: a fifth less time. Torture stays on the disk. */
const MEMORY = '/dev/shm';

/** What a run needs of it at most, in bytes. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Has the scratch projects of a run lie where nothing above them is a repository or a project: programs that ran before
 * may have left a `.git` in the usual folder for temporary files (the sandbox of Codex does), and the search for the
 * project would end there.
 */
export default function chooseScratchFolder(): void {
  const isTorture = process.env['TORTURE_SECONDS'] !== undefined;
  const isChosen = process.env['TMPDIR'] !== undefined;
  const candidates =
    isTorture || isChosen || !isMemoryUsable() ? CANDIDATES : [MEMORY, ...CANDIDATES];
  const folder = candidates.find((one) => existsSync(one) && !isBelowProject(one));
  if (folder === undefined) throw new Error(`There is a .git or a .claude above ${CANDIDATES}`);
  if (folder !== tmpdir()) process.env['TMPDIR'] = folder;
}

/** Whether there is room, and programs may run. */
function isMemoryUsable(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return false;
  const folder = mkdtempSync(join(MEMORY, 'completion-promise-'));
  try {
    writeFileSync(join(folder, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(join(folder, 'program')).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isBelowProject(folder: string): boolean {
  if (['.git', '.claude'].some((name) => existsSync(join(folder, name)))) return true;
  return dirname(folder) !== folder && isBelowProject(dirname(folder));
}
