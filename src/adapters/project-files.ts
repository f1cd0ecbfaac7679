import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/base/system-error.ts';
import type { PathLook, ProjectFiles } from '../ports.ts';
import { LARGEST_FILE, readBounded, streamBounded, type TimeLeft } from './bounded-files.ts';
import { isInsideFolder } from './inside-folder.ts';
import { findFiles } from './project-walk.ts';
import { attempt } from './quiet-looks.ts';

/** The files of a project's folder. `leftMs`: how much time is left for reading them. */
export function createProjectFiles(folder: string, leftMs: TimeLeft): ProjectFiles {
  return {
    // None where there are too many, so that the check fails.
    find: (globs) => attempt(() => findFiles(folder, globs, leftMs)) ?? [],
    look: (path) => look(join(folder, path)),
    stamp: (path) => attempt(() => stampOf(join(folder, path))),
    leadsOut(path) {
      const place = join(folder, path);
      return existsSync(place) && !isInsideFolder(place, folder);
    },
    bytes(path, limit) {
      const reading = readBounded(join(folder, path), { mostBytes: limit, leftMs, follow: true });
      return reading.found === 'bytes' ? reading.bytes : undefined;
    },
    stream(path, onChunk) {
      const limits = { mostBytes: LARGEST_FILE, leftMs, follow: true };
      return streamBounded(join(folder, path), limits, onChunk) === undefined;
    },
  };
}

/** Links are followed, so a link that is pointed elsewhere has another stamp as well. */
function stampOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}

function look(path: string): PathLook {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { there: 'nothing' };
    if (stats.isDirectory()) return { there: 'folder' };
    // Reading a pipe or a device may never end.
    if (!stats.isFile()) return { there: 'unreadable', code: 'it is not a regular file' };
    return stats.size > LARGEST_FILE
      ? { there: 'unreadable', code: 'it is larger than 4 GB' }
      : { there: 'file', size: stats.size };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOTDIR' || code === 'ENOENT'
      ? { there: 'nothing' }
      : { there: 'unreadable', code };
  }
}
