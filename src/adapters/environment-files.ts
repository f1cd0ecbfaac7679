import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { environmentValues, isEnvironmentFile } from '../domain/secret-files.ts';
import { gitPaths } from './git-base.ts';

/** Most files of variables that are read, and the largest of them in bytes. */
const MOST_FILES = 200;
const LARGEST_FILE = 1024 * 1024;

/**
 * The values that a project's files of variables set, wherever they lie, ignored by git or not: whatever
 * they were copied to, they are not for anybody else. What cannot be read has no values. `leftMs`: how much
 * time is left for looking, in milliseconds.
 */
export function environmentFileValues(folder: string, leftMs: () => number): readonly string[] {
  const paths = new Set([
    ...namesIn(folder),
    ...listed(folder, ['-c', '-o', '--exclude-standard'], leftMs()),
    ...listed(folder, ['-o', '-i', '--exclude-standard', '--', ...NAMED_SO], leftMs()),
  ]);
  const files = [...paths].filter(isOwnEnvironmentFile).slice(0, MOST_FILES);
  return [...new Set(files.flatMap((path) => valuesIn(join(folder, path))))];
}

/** In folders that git ignores as well, of which only such names are wanted. */
const NAMED_SO = [':(glob,icase)**/.env*', ':(glob,icase)**/*.env'];

/** Not those of dependencies: they are examples, and their words are everybody's. */
function isOwnEnvironmentFile(path: string): boolean {
  return isEnvironmentFile(path) && !path.split('/').includes('node_modules');
}

function listed(folder: string, which: readonly string[], mostMs: number): readonly string[] {
  const paths = gitPaths(folder, ['ls-files', '-z', ...which], mostMs);
  return paths.ok ? paths.value : [];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function valuesIn(path: string): readonly string[] {
  try {
    const stats = statSync(path);
    const isReadable = stats.isFile() && stats.size <= LARGEST_FILE;
    return isReadable ? environmentValues(readFileSync(path, 'utf8')) : [];
  } catch {
    return [];
  }
}
