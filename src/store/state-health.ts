import { basename, join } from 'node:path';
import type { BrokenFile, Failure } from '../domain/failure.ts';
import type { Finding, Repair } from '../domain/finding.ts';
import { isClosed } from '../domain/promise.ts';
import type { PromiseReader } from '../domain/promise-reading.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { compactTimestamp, timestamp } from '../domain/time.ts';
import type { Clock, Files } from '../ports.ts';
import type { EventLog } from './event-log.ts';
import { fileSystemFailure } from './fault.ts';
import { readDocument, readPromises } from './reading.ts';
import { jsonDocument } from './replace-file.ts';
import { promiseFile, type StateFolder } from './state-folder.ts';

export interface StateHealth {
  inspect(): readonly Finding[];
  /** Puts one finding right by moving files; deletes nothing. */
  repair(finding: Finding): Result<Repair | undefined>;
}

export function createStateHealth(
  world: { readonly files: Files; readonly clock: Clock; readonly events: EventLog },
  folder: StateFolder,
  readPromise: PromiseReader,
): StateHealth {
  const { files } = world;
  return {
    inspect: () => [
      ...inspectPromises(files, folder, folder.promises, readPromise),
      ...inspectPromises(files, folder, folder.history, readPromise),
      ...inspectValidations(files, folder),
    ],
    repair(finding) {
      switch (finding.kind) {
        case 'broken':
          return quarantine(world, folder, finding.file);
        case 'not-archived':
          return archive(files, folder, finding);
        case 'broken-folder':
        case 'other-id':
          return success(undefined);
      }
    },
  };
}

function inspectPromises(
  files: Files,
  folder: StateFolder,
  place: string,
  readPromise: PromiseReader,
): readonly Finding[] {
  const { promises, broken } = readPromises(files, folder.root, place, readPromise);
  const blocksGates = place === folder.promises;
  return [
    ...broken.map(
      (file): Finding => ({
        kind: file.path === place ? 'broken-folder' : 'broken',
        file,
        blocksGates,
      }),
    ),
    ...promises.flatMap(({ id, promise }): readonly Finding[] => [
      ...(promise.id === id ? [] : [{ kind: 'other-id', id, says: promise.id } as const]),
      ...(blocksGates && isClosed(promise)
        ? [{ kind: 'not-archived', id, path: promiseFile(place, id) } as const]
        : []),
    ]),
  ];
}

function inspectValidations(files: Files, folder: StateFolder): readonly Finding[] {
  const namesIn = (path: string) => {
    const listing = files.list(path);
    return 'names' in listing ? [...listing.names].sort() : [];
  };
  return namesIn(folder.validations).flatMap((promise) =>
    namesIn(join(folder.validations, promise))
      .filter((name) => name.endsWith('-validation.json'))
      .flatMap((name): readonly Finding[] => {
        const path = join(folder.validations, promise, name);
        const document = readDocument(files, folder.root, path);
        return document.found === 'broken'
          ? [{ kind: 'broken', file: { path, reason: document.reason }, blocksGates: false }]
          : [];
      }),
  );
}

function quarantine(
  { files, clock, events }: { files: Files; clock: Clock; events: EventLog },
  folder: StateFolder,
  { path, reason }: BrokenFile,
): Result<Repair> {
  const now = clock.now();
  try {
    files.makeFolder(folder.quarantine);
    const to = freePath(
      files,
      join(folder.quarantine, `${compactTimestamp(now)}-${basename(path)}`),
    );
    files.rename(path, to);
    const note = { moved_from: path, moved_at: timestamp(now), reason };
    files.writeNew(`${to}.note.json`, jsonDocument(note));
    files.flushFolder(folder.quarantine);
    events.append({ event: 'file.quarantined', from: path, to });
    return success({ from: path, to });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a file to the quarantine', path));
  }
}

function archive(
  files: Files,
  folder: StateFolder,
  { id, path }: { readonly id: string; readonly path: string },
): Result<Repair> {
  const to = promiseFile(folder.history, id);
  const taken: Failure = { kind: 'already-archived', id, path: to };
  if (files.modified(to) !== undefined) return failed(taken);
  try {
    files.makeFolder(folder.history);
    files.rename(path, to);
    return success({ from: path, to });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a promise to the history', path));
  }
}

/** The path, or the first with a number behind it that nothing has yet. */
function freePath(files: Files, path: string): string {
  let free = path;
  for (let number = 2; files.modified(free) !== undefined; number += 1) free = `${path}.${number}`;
  return free;
}
