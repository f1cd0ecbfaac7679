import { isObject } from '../base/document.ts';
import { isSafeId } from '../base/identifier.ts';
import { VERDICTS, type Verdict } from '../validation/validation-response.ts';
import { type Reading, readingFault } from './resource.ts';

/** A validator's answers to a promise, as they travel: what a run of the same checks elsewhere came to. */
export interface AttestedAnswers {
  readonly promise: string;
  /** The SHA-256 of what was asked: the title, and each criterion with its checks (`definitionText`). */
  readonly asks: string;
  /** The name under which they are stored. */
  readonly validator: string;
  /** When they were given: RFC 3339, in UTC. */
  readonly at: string;
  /** Where the run can be looked at; null where it cannot. */
  readonly url: string | null;
  readonly answers: readonly AttestedAnswer[];
}

export interface AttestedAnswer {
  readonly ac_id: string;
  readonly verdict: Verdict;
  /** What was run and seen. */
  readonly reasoning: string;
  /**
   * The digest of the criterion with its evidence that is answered for, as the record has it (`evidence`); null where
   * the answer is about the criterion's checks alone.
   */
  readonly evidence_digest: string | null;
  readonly results: readonly AttestedResult[];
}

interface AttestedResult {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
}

/** Most answers of one statement. */
const MOST_ANSWERS = 10_000;

/** The predicate of a statement of answers. */
export function answersPredicate(answers: AttestedAnswers): { readonly [key: string]: unknown } {
  return { ...answers };
}

/** Reads such a predicate. Every part must be there: what is stored of it opens a gate. */
export function readAnswers(predicate: {
  readonly [key: string]: unknown;
}): Reading<AttestedAnswers> {
  const { answers, asks, at, promise, url = null, validator } = predicate;
  if (typeof promise !== 'string' || !isSafeId(promise)) {
    return readingFault('its answers are for no promise');
  }
  if (typeof validator !== 'string' || typeof at !== 'string' || validator.trim() === '') {
    return readingFault('its answers do not say whose they are, and when they were given');
  }
  if (typeof asks !== 'string' || !/^[0-9a-f]{64}$/.test(asks)) {
    return readingFault('its answers do not say what was asked');
  }
  if (url !== null && typeof url !== 'string') return readingFault('`url` is not a string');
  if (!Array.isArray(answers) || answers.length === 0 || answers.length > MOST_ANSWERS) {
    return readingFault('it has no answers, or too many');
  }
  const read = answers.map(readAnswer);
  const whole = read.filter((one) => one !== undefined);
  if (whole.length < read.length) return readingFault('one of its answers is none');
  const ids = new Set(whole.map(({ ac_id }) => ac_id));
  if (ids.size < whole.length) return readingFault('it answers twice for one criterion');
  return { ok: true, value: { promise, asks, validator, at, url, answers: whole } };
}

function readAnswer(value: unknown): AttestedAnswer | undefined {
  if (!isObject(value)) return undefined;
  const { ac_id, evidence_digest = null, reasoning, results } = value;
  const verdict = VERDICTS.find((known) => known === value['verdict']);
  if (typeof ac_id !== 'string' || !isSafeId(ac_id) || verdict === undefined) return undefined;
  if (typeof reasoning !== 'string' || !Array.isArray(results)) return undefined;
  if (evidence_digest !== null && typeof evidence_digest !== 'string') return undefined;
  const read = results.map(readResult).filter((one) => one !== undefined);
  return read.length < results.length
    ? undefined
    : { ac_id, verdict, reasoning, evidence_digest, results: read };
}

function readResult(value: unknown): AttestedResult | undefined {
  if (!isObject(value)) return undefined;
  const { detail, name, status } = value;
  return typeof name === 'string' && typeof status === 'string' && typeof detail === 'string'
    ? { name, status, detail }
    : undefined;
}
