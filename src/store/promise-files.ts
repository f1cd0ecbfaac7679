import { idFault } from '../domain/identifier.ts';
import { isClosed } from '../domain/promise.ts';
import { readPromise } from '../domain/promise-reading.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { Files } from '../ports.ts';
import type { FoundPromise } from './promise-store.ts';
import { faultOfFolder, type PromiseListing, readDocument, readPromises } from './reading.ts';
import { promiseFile, type StateFolder } from './state-folder.ts';

/** A promise as its file holds it just now, with the text that a change must start from. */
export interface PromiseOnDisk extends FoundPromise {
  readonly text: string;
  readonly path: string;
}

/** The reading half of the file store. */
export interface PromiseFiles {
  listActive(): Result<PromiseListing>;
  listHistory(): Result<PromiseListing>;
  find(id: string): Result<PromiseOnDisk>;
}

export function createPromiseFiles(files: Files, folder: StateFolder): PromiseFiles {
  /** A broken file is left out and listed; a folder that cannot be read at all is a failure. */
  function listFolder(place: string): Result<PromiseListing> {
    const listing = readPromises(files, folder.root, place);
    const whole = listing.broken.find(({ path }) => place.startsWith(path));
    return whole === undefined ? success(listing) : failed({ kind: 'broken-file', file: whole });
  }

  function findIn(place: string, id: string): Result<PromiseOnDisk> | undefined {
    const path = promiseFile(place, id);
    const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
    const folderFault = faultOfFolder(files, folder.root, place);
    if (folderFault !== undefined) return failed({ kind: 'broken-file', file: folderFault });
    const document = readDocument(files, path);
    if (document.found === 'nothing') return undefined;
    if (document.found === 'broken') return broken(document.reason);
    const reading = readPromise(document.value);
    if (!reading.ok) return broken(reading.reason);
    const { promise } = reading;
    const ended = place === folder.history || isClosed(promise);
    return success({ id, promise, ended, text: document.text, path });
  }

  return {
    listActive() {
      const active = listFolder(folder.promises);
      if (!active.ok) return active;
      const { promises, broken } = active.value;
      return success({ promises: promises.filter(({ promise }) => !isClosed(promise)), broken });
    },
    listHistory() {
      const active = listFolder(folder.promises);
      if (!active.ok) return active;
      const history = listFolder(folder.history);
      if (!history.ok) return history;
      const unmoved = active.value.promises.filter(({ promise }) => isClosed(promise));
      return success({
        promises: [...history.value.promises, ...unmoved],
        broken: history.value.broken,
      });
    },
    find(id) {
      const fault = idFault('promise id', id);
      if (fault !== undefined) return failed(fault);
      return (
        findIn(folder.promises, id) ??
        findIn(folder.history, id) ??
        failed({ kind: 'promise-not-found', id })
      );
    },
  };
}
