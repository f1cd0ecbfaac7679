import { basename } from 'node:path';
import { readAnswers } from '../domain/answer-reading.ts';
import { LARGEST_DOCUMENT } from '../domain/document.ts';
import type { ValidationResponse } from '../domain/validation.ts';
import type { Files } from '../ports.ts';
import { reasonUnread } from './reading.ts';

/** The answers that were kept for a criterion, oldest first, or why they cannot be read. */
export type KeptAnswers =
  | { readonly answers: readonly ValidationResponse[] }
  | { readonly broken: string };

/** Reads the file of kept answers; one that is not there holds none. */
export function readKeptAnswers(files: Files, path: string): KeptAnswers {
  const log = files.read(path, LARGEST_DOCUMENT);
  if (log.found === 'nothing') return { answers: [] };
  if (log.found !== 'text') return { broken: reasonUnread(log, LARGEST_DOCUMENT) };
  const kept = readAnswers(log.text);
  return kept.ok ? { answers: kept.answers } : { broken: `${basename(path)}: ${kept.reason}` };
}
