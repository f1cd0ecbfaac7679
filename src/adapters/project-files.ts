import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/system-error.ts';
import type { PathLook, ProjectFiles } from '../ports.ts';
import { readInPieces } from './file-pieces.ts';
import { findFiles } from './project-walk.ts';

/** The files of a project's folder. */
export function createProjectFiles(folder: string): ProjectFiles {
  return {
    find: (globs) => foundFiles(folder, globs),
    look: (path) => look(join(folder, path)),
    bytes(path, limit) {
      const there = look(join(folder, path));
      if (there.there !== 'file' || there.size > limit) return undefined;
      const chunks: Buffer[] = [];
      let length = 0;
      const isWhole = stream(join(folder, path), (chunk) => {
        length += chunk.length;
        if (length <= limit) chunks.push(Buffer.from(chunk));
      });
      return isWhole && length <= limit ? Buffer.concat(chunks) : undefined;
    },
    stream: (path, onChunk) => stream(join(folder, path), onChunk),
  };
}

/** None where there are more than can be looked at: a check of so many files finds none of them. */
function foundFiles(folder: string, globs: readonly string[]): readonly string[] {
  try {
    return findFiles(folder, globs);
  } catch {
    return [];
  }
}

function look(path: string): PathLook {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { there: 'nothing' };
    if (stats.isDirectory()) return { there: 'folder' };
    // A pipe or a device has no content that could be looked at, and may never end.
    return stats.isFile()
      ? { there: 'file', size: stats.size }
      : { there: 'unreadable', code: 'it is no regular file' };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOTDIR' || code === 'ENOENT'
      ? { there: 'nothing' }
      : { there: 'unreadable', code };
  }
}

function stream(path: string, onChunk: (chunk: Buffer) => void): boolean {
  try {
    readInPieces(path, onChunk);
    return true;
  } catch {
    return false;
  }
}
