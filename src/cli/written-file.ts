import { basename, dirname, join, resolve } from 'node:path';
import { writeNewInPieces } from '../adapters/pieces.ts';
import { fromCurrentFolder } from '../adapters/surroundings.ts';
import { rememberWritten } from '../adapters/written-files.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { errorCode } from '../domain/base/system-error.ts';
import type { World } from '../ports.ts';
import { usage } from './usage.ts';

/**
 * Writes a file that a person named, in one step: a reader sees the old text or the new, and a kill leaves the old one.
 * A link is followed. Gives the path that was written. Fails where something else than a file is there, and where the
 * system refuses. `option`: the one that named it.
 */
export function writeNamedFile(
  path: string,
  pieces: Iterable<string>,
  option: string,
  { chance, files }: Pick<World, 'files' | 'chance'>,
): Result<string> {
  const named = resolve(fromCurrentFolder(path));
  const target = files.realPath(named) ?? named;
  const { found } = files.readSlice(target, { from: 0, most: 1 });
  if (found !== 'bytes' && found !== 'nothing') {
    const what = found === 'folder' ? 'a folder' : 'not a file that can be replaced';
    return usage(`${option} ${path} is ${what}`, 'Name a file, or - for standard output.');
  }
  // Beside it: a rename that is one step stays on one disk.
  const draft = join(dirname(target), `.${basename(target).slice(0, 100)}.${chance.hex(6)}.draft`);
  try {
    const digest = writeNewInPieces(draft, pieces);
    files.rename(draft, target);
    rememberWritten(files.realPath(target) ?? target, digest);
    return success(named);
  } catch (error) {
    if (files.exists(draft)) files.remove(draft);
    const code = errorCode(error);
    return failed({ kind: 'file-system', action: 'write the file', path, code });
  }
}
