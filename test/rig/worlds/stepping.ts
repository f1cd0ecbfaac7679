import type { Files } from '../../../src/ports.ts';

/** Thrown in place of a process's death: nothing after it runs, not even a clean-up. */
export class Killed extends Error {}

/**
 * The same files, with `onStep` called before each operation and given its number, from 0. Whatever
 * `onStep` throws ends the operation, and every later one of the same view ends the same way: a
 * process that was killed does nothing more.
 */
export function stepping(files: Files, onStep: (step: number, operation: string) => void): Files {
  let step = 0;
  let death: unknown;
  const before = (operation: string) => {
    if (death !== undefined) throw death;
    try {
      onStep(step, operation);
    } catch (error) {
      death = error;
      throw error;
    } finally {
      step += 1;
    }
  };
  return {
    read: (path, limit) => {
      before('read');
      return files.read(path, limit);
    },
    readGiven: (path, limit) => {
      before('readGiven');
      return files.readGiven(path, limit);
    },
    readFollowed: (path, limit) => {
      before('readFollowed');
      return files.readFollowed(path, limit);
    },
    replacePrivate: (path, draft, text) => {
      before('replacePrivate');
      files.replacePrivate(path, draft, text);
    },
    readSlice: (path, slice) => {
      before('readSlice');
      return files.readSlice(path, slice);
    },
    list: (folder) => {
      before('list');
      return files.list(folder);
    },
    realPath: (path) => {
      before('realPath');
      return files.realPath(path);
    },
    exists: (path) => {
      before('exists');
      return files.exists(path);
    },
    modified: (path) => {
      before('modified');
      return files.modified(path);
    },
    isOwnFolder: (path) => {
      before('isOwnFolder');
      return files.isOwnFolder(path);
    },
    rights: (path) => {
      before('rights');
      return files.rights(path);
    },
    writeNew: (path, text, rights) => {
      before('writeNew');
      files.writeNew(path, text, rights);
    },
    appendLine: (path, line) => {
      before('appendLine');
      files.appendLine(path, line);
    },
    appendPrivate: (path, line, tornEnd, isDurable) => {
      before('appendPrivate');
      return files.appendPrivate(path, line, tornEnd, isDurable);
    },
    identityOf: (path) => {
      before('identityOf');
      return files.identityOf(path);
    },
    appendAt: (path, size, text) => {
      before('appendAt');
      return files.appendAt(path, size, text);
    },
    rename: (from, to) => {
      before('rename');
      files.rename(from, to);
    },
    remove: (path) => {
      before('remove');
      files.remove(path);
    },
    removeFolder: (path) => {
      before('removeFolder');
      files.removeFolder(path);
    },
    makeFolder: (path) => {
      before('makeFolder');
      files.makeFolder(path);
    },
    makePrivateFolder: (path) => {
      before('makePrivateFolder');
      files.makePrivateFolder(path);
    },
    flushFolder: (path) => {
      before('flushFolder');
      files.flushFolder(path);
    },
    pointLink: (path, target, draft) => {
      before('pointLink');
      files.pointLink(path, target, draft);
    },
  };
}
