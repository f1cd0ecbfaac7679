import { dirname, join } from 'node:path';
import type { Failure } from '../domain/failure.ts';
import { idFault, isSafeId } from '../domain/identifier.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { timestamp } from '../domain/time.ts';
import { type StoredAnswer, type ValidationResponse, verdictOf } from '../domain/validation.ts';
import { fileSystemFailure } from './fault.ts';
import { faultOfFolder, prepareFolder, readObject } from './reading.ts';
import type { RecordWorld } from './record-world.ts';
import { jsonDocument, replaceFile } from './replace-file.ts';
import type { StateFolder } from './state-folder.ts';

/** What validators answered, one governing answer per criterion. */
export interface ValidationStore {
  /** Files an answer with its `_metadata`; a later answer takes its place. */
  store(
    promise: string,
    criterion: string,
    response: ValidationResponse,
  ): Result<{ readonly path: string; readonly warnings: readonly Failure[] }>;
  /** The governing answer for a criterion. The ids may be anything; unsafe ones have no answer. */
  answerFor(promise: string, criterion: string): StoredAnswer;
}

export function createValidationStore(world: RecordWorld, folder: StateFolder): ValidationStore {
  const { files, clock, events, draftName } = world;
  const pathOf = (promise: string, criterion: string) =>
    join(folder.validations, promise, `${criterion}-validation.json`);

  function write(promise: string, criterion: string, response: ValidationResponse): Result<string> {
    const path = pathOf(promise, criterion);
    try {
      const file =
        prepareFolder(files, folder.root, folder.commits) ??
        prepareFolder(files, folder.root, folder.validations) ??
        prepareFolder(files, folder.root, dirname(path));
      if (file !== undefined) return failed({ kind: 'broken-file', file });
      const stored_at = timestamp(clock.now());
      const _metadata = { promise_id: promise, ac_id: criterion, stored_at };
      const content = jsonDocument({ ...response, _metadata });
      replaceFile(files, folder, path, content, draftName());
      files.flushFolder(dirname(path));
      return success(path);
    } catch (error) {
      return failed(fileSystemFailure(error, 'store a validation', path));
    }
  }

  return {
    store(promise, criterion, response) {
      const fault = idFault('promise id', promise) ?? idFault('criterion id', criterion);
      if (fault !== undefined) return failed(fault);
      const written = write(promise, criterion, response);
      if (!written.ok) return written;
      const unlogged = events.append({
        event: 'validation.stored',
        promise_id: promise,
        ac_id: criterion,
        verdict: verdictOf(response) ?? 'unknown',
      });
      const warnings = unlogged === undefined ? [] : [unlogged];
      return success({ path: written.value, warnings });
    },
    answerFor(promise, criterion) {
      if (!isSafeId(promise) || !isSafeId(criterion)) return { found: 'none' };
      const path = pathOf(promise, criterion);
      const linked = faultOfFolder(files, folder.root, dirname(path));
      if (linked !== undefined) return { found: 'unreadable', reason: linked.reason };
      const answer = readObject(files, path);
      if (answer.found === 'nothing') return { found: 'none' };
      return answer.found === 'broken'
        ? { found: 'unreadable', reason: answer.reason }
        : { found: 'answer', response: answer.value };
    },
  };
}
