import { basename, dirname, join } from 'node:path';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import { idFault, isSafeId } from '../../domain/base/identifier.ts';
import { failed, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { FileRecord } from '../../domain/promise/ledger.ts';
import { answersUntil, governingAnswer, withGoverningFile } from '../../domain/standing/answers.ts';
import { readAnswers } from '../../domain/validation/answer-reading.ts';
import {
  type AnswerFor,
  answersIn,
  type StoredAnswer,
  verdictOf,
} from '../../domain/validation/validation.ts';
import type { ValidationResponse } from '../../domain/validation/validation-response.ts';
import type { Files } from '../../ports.ts';
import type { StoredValidation, ValidationStore } from '../validation-store.ts';
import { currentText } from './change-in-turn.ts';
import { faultOfFolder, readObject, reasonUnread } from './reading.ts';
import { actRecorded, type RecordWorld, recordOfTexts } from './recorded-change.ts';
import { answerLogName, governingAnswerName, type StateFolder } from './state-folder.ts';
import { guarded, jsonDocument, prepareFolders, replaceFile } from './writing.ts';

export function createFileValidationStore(
  world: RecordWorld,
  folder: StateFolder,
): ValidationStore {
  const { clock, files } = world;
  return {
    async store(promise, criterion, response, { evidenceDigest, sessionId, storedBy }) {
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
      const place = placeOf(folder, promise, criterion);
      return guarded('store a validation', place.governing, async () => {
        const fault = prepareFolders(files, folder, foldersOf(folder, place));
        if (fault !== undefined) return failed(fault);
        return actRecorded(world, () => {
          const written = plan(files, place, { ...response, _metadata });
          const event = {
            event: 'validation.stored',
            promise_id: promise,
            ac_id: criterion,
            verdict: verdictOf(response) ?? 'unknown',
            stored_by: storedBy,
          } as const;
          const change = { events: [event], files: recordsOf(world, folder, place, written) };
          return success({ change, act: () => write(world, folder, place, written) });
        });
      });
    },
    answersTo: async (promise, criteria, until) =>
      readGoverningAnswers(files, folder, promise, criteria, until),
  };
}

/** The files of one criterion's answers. */
interface AnswerPlace {
  readonly governing: string;
  readonly log: string;
}

function placeOf({ validations }: StateFolder, promise: string, criterion: string): AnswerPlace {
  const folder = join(validations, promise);
  return {
    governing: join(folder, governingAnswerName(criterion)),
    log: join(folder, answerLogName(criterion)),
  };
}

function foldersOf({ commits, validations }: StateFolder, place: AnswerPlace): readonly string[] {
  return [commits, validations, dirname(place.governing)];
}

/** What storing an answer comes to. */
interface PlannedAnswers {
  /** The lines that are added to the kept answers. */
  readonly added: readonly string[];
  /** The text of the kept answers before; nothing where there is none, null where it cannot be read. */
  readonly logBefore: string | undefined | null;
  readonly governing: ValidationResponse;
}

function plan(files: Files, place: AnswerPlace, answer: ValidationResponse): PlannedAnswers {
  const reading = files.read(place.log, LARGEST_DOCUMENT);
  const isRead = reading.found === 'text' || reading.found === 'nothing';
  const logBefore = reading.found === 'text' ? reading.text : undefined;
  const added = [...foreignAnswer(files, place), answer].map((one) => JSON.stringify(one));
  const kept = isRead ? readAnswers(withLines(logBefore ?? '', added)) : undefined;
  const governing = (kept?.ok ? governingAnswer(kept.answers) : undefined) ?? answer;
  return { added, logBefore: isRead ? logBefore : null, governing };
}

/** A text of lines with further ones, each on a line of its own even where the last one was cut off. */
function withLines(text: string, lines: readonly string[]): string {
  const isTorn = text !== '' && !text.endsWith('\n');
  return `${text}${isTorn ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`;
}

/** What the ledger says of both files. */
function recordsOf(
  world: RecordWorld,
  folder: StateFolder,
  place: AnswerPlace,
  { added, governing, logBefore }: PlannedAnswers,
): readonly FileRecord[] {
  const { digests, files } = world;
  const before = currentText(files, place.governing);
  const log = (text: string | undefined) =>
    recordOfTexts({ digests, folder }, place.log, text, withLines(text ?? '', added));
  return [
    recordOfTexts({ digests, folder }, place.governing, before, jsonDocument(governing)),
    ...(logBefore === null ? [] : [log(logBefore)]),
  ];
}

function write(
  world: RecordWorld,
  folder: StateFolder,
  place: AnswerPlace,
  { added, governing }: PlannedAnswers,
): StoredValidation {
  const { files } = world;
  const path = place.governing;
  for (const line of added) files.appendLine(place.log, line);
  replaceFile(world, folder, path, jsonDocument(governing));
  files.flushFolder(dirname(path));
  return { place: path, governing, warnings: [] };
}

/** An answer that another program put into the governing file, which is kept before that is replaced. */
function foreignAnswer(files: Files, place: AnswerPlace): readonly ValidationResponse[] {
  const file = readObject(files, place.governing);
  if (file.found !== 'object') return [];
  const kept = readKeptAnswers(files, place.log);
  const answers = 'answers' in kept ? kept.answers : [];
  const isForeign = withGoverningFile(answers, file.value).length > answers.length;
  return isForeign ? [file.value] : [];
}

/**
 * The governing answers for some criteria of a promise. Unsafe ids have no answer. `until`: the timestamp after which
 * answers are passed over.
 */
export function readGoverningAnswers(
  files: Files,
  folder: StateFolder,
  promise: string,
  criteria: readonly { readonly id: string }[],
  until?: string,
): AnswerFor {
  if (!isSafeId(promise)) return answersIn(new Map());
  const linked = faultOfFolder(files, folder.root, join(folder.validations, promise));
  const answerTo = (criterion: string): StoredAnswer =>
    linked === undefined
      ? governingAt(files, placeOf(folder, promise, criterion), until)
      : { found: 'unreadable', reason: linked.reason };
  const ids = criteria.map(({ id }) => id).filter(isSafeId);
  return answersIn(new Map(ids.map((id) => [id, answerTo(id)])));
}

function governingAt(files: Files, place: AnswerPlace, until: string | undefined): StoredAnswer {
  const file = readObject(files, place.governing);
  if (file.found === 'broken') return { found: 'unreadable', reason: file.reason };
  const kept = readKeptAnswers(files, place.log);
  if ('broken' in kept) return { found: 'unreadable', reason: kept.broken };
  const filed = file.found === 'object' ? file.value : undefined;
  const governing = governingAnswer(answersUntil(withGoverningFile(kept.answers, filed), until));
  return governing === undefined ? { found: 'none' } : { found: 'answer', response: governing };
}

/** The answers that were kept for a criterion, oldest first, or why they cannot be read. */
type KeptAnswers =
  | { readonly answers: readonly ValidationResponse[] }
  | { readonly broken: string };

/** Reads the file of kept answers; none where there is no file. */
export function readKeptAnswers(files: Files, path: string): KeptAnswers {
  const log = files.read(path, LARGEST_DOCUMENT);
  if (log.found === 'nothing') return { answers: [] };
  if (log.found !== 'text') return { broken: reasonUnread(log, LARGEST_DOCUMENT) };
  const kept = readAnswers(log.text);
  return kept.ok ? { answers: kept.answers } : { broken: `${basename(path)}: ${kept.reason}` };
}
