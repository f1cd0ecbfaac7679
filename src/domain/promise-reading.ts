import { isObject } from './document.ts';
import type { CompletionPromise } from './promise.ts';

/**
 * What reading a document as a promise came to. The published schema in `schemas/promise.ts` gives
 * the same answer (a test holds the two together), at the start-up time of a schema library.
 */
export type PromiseReading =
  | { readonly ok: true; readonly promise: CompletionPromise }
  | { readonly ok: false; readonly reason: string };

/** Reads a parsed document as a promise; the reason names the first key that is not as it must be. */
export function readPromise(document: unknown): PromiseReading {
  return isPromise(document)
    ? { ok: true, promise: document }
    : { ok: false, reason: `it is not a promise: ${promiseFault(document) ?? 'unknown fault'}` };
}

function isPromise(document: unknown): document is CompletionPromise {
  return promiseFault(document) === undefined;
}

const TEXTS_OF_PROMISE = ['title', 'summary'];
const TEXTS_OF_OWNERSHIP = ['owned_since', 'created_by', 'created_at'];
const TEXTS_OF_CRITERION = ['description', 'evidence', 'evidence_type', 'met_at', 'met_by'];
const TEXTS_OF_VERIFICATION = ['verified_at', 'verified_by', 'type', 'proof'];

/** Names the first key that is not as it must be. Runs for every file at every stop: no waste here. */
function promiseFault(document: unknown): string | undefined {
  if (!isObject(document)) return 'it is not an object';
  if (!isName(document['id'])) return '`id` is not a non-empty string';
  if (!isName(document['status'])) return '`status` is not a non-empty string';
  return (
    ownershipFault(document['ownership']) ??
    notText(document, TEXTS_OF_PROMISE, '') ??
    criteriaFault(document['acceptance_criteria']) ??
    verificationFault(document['verification'])
  );
}

function ownershipFault(ownership: unknown): string | undefined {
  if (!isObject(ownership)) return '`ownership` is not an object';
  const owner = ownership['owned_by'];
  if (owner !== null && typeof owner !== 'string') {
    return '`ownership.owned_by` is neither a string nor null';
  }
  return notText(ownership, TEXTS_OF_OWNERSHIP, 'ownership.');
}

function criteriaFault(criteria: unknown): string | undefined {
  if (criteria === undefined || criteria === null) return undefined;
  if (!Array.isArray(criteria)) return '`acceptance_criteria` is not a list';
  for (let index = 0; index < criteria.length; index += 1) {
    const criterion: unknown = criteria[index];
    // The place is put into words only where it is needed.
    if (criterionFault(criterion, '') !== undefined) {
      return criterionFault(criterion, `acceptance_criteria.${index}.`);
    }
  }
  return undefined;
}

function criterionFault(criterion: unknown, place: string): string | undefined {
  if (!isObject(criterion)) return `\`${place.slice(0, -1)}\` is not an object`;
  if (!isName(criterion['id'])) return `\`${place}id\` is not a non-empty string`;
  if (typeof criterion['status'] !== 'string') return `\`${place}status\` is not a string`;
  return notText(criterion, TEXTS_OF_CRITERION, place);
}

function verificationFault(verification: unknown): string | undefined {
  if (verification === undefined || verification === null) return undefined;
  if (!isObject(verification)) return '`verification` is not an object';
  return notText(verification, TEXTS_OF_VERIFICATION, 'verification.');
}

function notText(
  holder: { readonly [key: string]: unknown },
  keys: readonly string[],
  place: string,
): string | undefined {
  for (const key of keys) {
    const value = holder[key];
    if (typeof value !== 'string' && value !== undefined && value !== null) {
      return `\`${place}${key}\` is not a string`;
    }
  }
  return undefined;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
