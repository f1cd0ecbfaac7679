import { dirname, join } from 'node:path';
import { governingAnswer, withGoverningFile } from '../domain/answers.ts';
import type { Failure } from '../domain/failure.ts';
import { idFault, isSafeId } from '../domain/identifier.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { timestamp } from '../domain/time.ts';
import { type StoredAnswer, type ValidationResponse, verdictOf } from '../domain/validation.ts';
import { fileSystemFailure } from './fault.ts';
import { readKeptAnswers } from './kept-answers.ts';
import { faultOfFolder, prepareFolder, readObject } from './reading.ts';
import type { RecordWorld } from './record-world.ts';
import { jsonDocument, replaceFile } from './replace-file.ts';
import { answerLogName, governingAnswerName, type StateFolder } from './state-folder.ts';

/** Who gives an answer, and what evidence it is about. */
export interface AnswerOrigin {
  readonly storedBy: string;
  readonly sessionId: string | null;
  /** The digest of the criterion's evidence; null where the criterion is not known. */
  readonly evidenceDigest: string | null;
}

export interface StoredValidation {
  /** The file of the governing answer. */
  readonly path: string;
  /** The answer that Gate 2 goes by now; another than the stored one where a FAIL stands. */
  readonly governing: ValidationResponse;
  readonly warnings: readonly Failure[];
}

/** What validators answered: every answer, and for each criterion the one that governs. */
export interface ValidationStore {
  /** Keeps an answer with its `_metadata`, and files the governing one. */
  store(
    promise: string,
    criterion: string,
    response: ValidationResponse,
    origin: AnswerOrigin,
  ): Result<StoredValidation>;
  /** The governing answer for a criterion. The ids may be anything; unsafe ones have no answer. */
  answerFor(promise: string, criterion: string): StoredAnswer;
}

export function createValidationStore(world: RecordWorld, folder: StateFolder): ValidationStore {
  const { files, clock, events, draftName } = world;
  const fileOf = (promise: string, criterion: string) =>
    join(folder.validations, promise, governingAnswerName(criterion));
  const logOf = (promise: string, criterion: string) =>
    join(folder.validations, promise, answerLogName(criterion));

  const readLog = (promise: string, criterion: string) =>
    readKeptAnswers(files, logOf(promise, criterion));

  function keep(promise: string, criterion: string, answer: ValidationResponse): void {
    files.appendLine(logOf(promise, criterion), JSON.stringify(answer));
  }

  /** Keeps what another program filed, before the file is replaced. */
  function keepForeign(promise: string, criterion: string): void {
    const file = readObject(files, fileOf(promise, criterion));
    const kept = readLog(promise, criterion);
    if (file.found !== 'object') return;
    const answers = 'answers' in kept ? kept.answers : [];
    const isForeign = withGoverningFile(answers, file.value).length > answers.length;
    if (isForeign) keep(promise, criterion, file.value);
  }

  function write(
    promise: string,
    criterion: string,
    answer: ValidationResponse,
  ): Result<Omit<StoredValidation, 'warnings'>> {
    const path = fileOf(promise, criterion);
    try {
      const file =
        prepareFolder(files, folder.root, folder.commits) ??
        prepareFolder(files, folder.root, folder.validations) ??
        prepareFolder(files, folder.root, dirname(path));
      if (file !== undefined) return failed({ kind: 'broken-file', file });
      keepForeign(promise, criterion);
      keep(promise, criterion, answer);
      const kept = readLog(promise, criterion);
      const governing = ('answers' in kept ? governingAnswer(kept.answers) : undefined) ?? answer;
      replaceFile(files, folder, path, jsonDocument(governing), draftName());
      files.flushFolder(dirname(path));
      return success({ path, governing });
    } catch (error) {
      return failed(fileSystemFailure(error, 'store a validation', path));
    }
  }

  return {
    store(promise, criterion, response, { evidenceDigest, sessionId, storedBy }) {
      const fault = idFault('promise id', promise) ?? idFault('criterion id', criterion);
      if (fault !== undefined) return failed(fault);
      const _metadata = {
        promise_id: promise,
        ac_id: criterion,
        stored_at: timestamp(clock.now()),
        stored_by: storedBy,
        session_id: sessionId,
        evidence_digest: evidenceDigest,
      };
      const written = write(promise, criterion, { ...response, _metadata });
      if (!written.ok) return written;
      const unlogged = events.append({
        event: 'validation.stored',
        promise_id: promise,
        ac_id: criterion,
        verdict: verdictOf(response) ?? 'unknown',
        stored_by: storedBy,
      });
      return success({ ...written.value, warnings: unlogged === undefined ? [] : [unlogged] });
    },
    answerFor(promise, criterion) {
      if (!isSafeId(promise) || !isSafeId(criterion)) return { found: 'none' };
      const path = fileOf(promise, criterion);
      const linked = faultOfFolder(files, folder.root, dirname(path));
      if (linked !== undefined) return { found: 'unreadable', reason: linked.reason };
      const file = readObject(files, path);
      if (file.found === 'broken') return { found: 'unreadable', reason: file.reason };
      const kept = readLog(promise, criterion);
      if ('broken' in kept) return { found: 'unreadable', reason: kept.broken };
      const filed = file.found === 'object' ? file.value : undefined;
      const governing = governingAnswer(withGoverningFile(kept.answers, filed));
      return governing === undefined ? { found: 'none' } : { found: 'answer', response: governing };
    },
  };
}
