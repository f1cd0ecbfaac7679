import { isObject } from './document.ts';
import { type CompletionPromise, WAIVED_BY } from './promise.ts';

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
const TEXTS_OF_CRITERION = [
  'description',
  'evidence',
  'evidence_type',
  'met_at',
  'met_by',
  'trust',
];
const WORDS_OF_WAIVER = ['by', 'at', 'reason'];
const WORDS_OF_JUDGMENT = ['status', 'verdict'];
const WORDS_OF_CHECK = ['kind'];
const WORDS_OF_PROOF = ['source'];
const TEXTS_OF_PROOF = ['tree', 'checks', 'glance'];
const WORDS_OF_ATTEMPT = ['by', 'verdict'];
const TEXTS_OF_VERIFICATION = ['verified_at', 'verified_by', 'type', 'proof'];

/** Names the first key that is not as it must be. Runs for every file at every stop: no waste here. */
function promiseFault(document: unknown): string | undefined {
  if (!isObject(document)) return 'it is not an object';
  if (!isName(document['id'])) return '`id` is not a non-empty string';
  if (!isName(document['status'])) return '`status` is not a non-empty string';
  return (
    ownershipFault(document['ownership']) ??
    notText(document, TEXTS_OF_PROMISE, '') ??
    tierFault(document['tier'], '') ??
    criteriaFault(document['acceptance_criteria']) ??
    verificationFault(document['verification']) ??
    listFault(document['judgments'], 'judgments', WORDS_OF_JUDGMENT)
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
  return (
    notText(criterion, TEXTS_OF_CRITERION, place) ??
    waiverFault(criterion['waived'], place) ??
    listFault(criterion['checks'], `${place}checks`, WORDS_OF_CHECK) ??
    proofFault(criterion['proof'], `${place}proof`) ??
    objectFault(criterion['control'], `${place}control`) ??
    listFault(criterion['attempts'], `${place}attempts`, WORDS_OF_ATTEMPT) ??
    tierFault(criterion['tier'], place)
  );
}

function proofFault(proof: unknown, place: string): string | undefined {
  if (proof === undefined || proof === null) return undefined;
  if (!isObject(proof)) return `\`${place}\` is not an object`;
  if (proof['tree'] === undefined) return `\`${place}.tree\` is not there`;
  const unlisted = ['inputs', 'files'].find((key) => !isTextsOrNothing(proof[key]));
  return unlisted === undefined
    ? (notWord(proof, WORDS_OF_PROOF, `${place}.`) ?? notText(proof, TEXTS_OF_PROOF, `${place}.`))
    : `\`${place}.${unlisted}\` is not a list of texts`;
}

function objectFault(value: unknown, place: string): string | undefined {
  const isFine = value === undefined || value === null || isObject(value);
  return isFine ? undefined : `\`${place}\` is not an object`;
}

function isTextsOrNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** What asks for more must not be taken for less: a tier that is not known is no tier. */
function tierFault(tier: unknown, place: string): string | undefined {
  return tier === undefined || tier === null || tier === 1 || tier === 2 || tier === 3
    ? undefined
    : `\`${place}tier\` is none of 1, 2, 3`;
}

/** What lifts a criterion must be whole: half a waiver is none, and no gate guesses at it. */
function waiverFault(waiver: unknown, place: string): string | undefined {
  if (waiver === undefined || waiver === null) return undefined;
  if (!isObject(waiver)) return `\`${place}waived\` is not an object`;
  const fault = notWord(waiver, WORDS_OF_WAIVER, `${place}waived.`);
  if (fault !== undefined) return fault;
  if (waiver['by'] !== WAIVED_BY) return `\`${place}waived.by\` is not "${WAIVED_BY}"`;
  const isReasoned = typeof waiver['reason'] === 'string' && /\S/.test(waiver['reason']);
  return isReasoned ? undefined : `\`${place}waived.reason\` is empty`;
}

/** A list of records that gates go by: what cannot be read in there might have kept one shut. */
function listFault(list: unknown, place: string, words: readonly string[]): string | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) return `\`${place}\` is not a list`;
  for (const [index, record] of list.entries()) {
    if (!isObject(record)) return `\`${place}.${index}\` is not an object`;
    const fault = notWord(record, words, `${place}.${index}.`);
    if (fault !== undefined) return fault;
  }
  return undefined;
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

function notWord(
  holder: { readonly [key: string]: unknown },
  keys: readonly string[],
  place: string,
): string | undefined {
  const wrong = keys.find((key) => typeof holder[key] !== 'string');
  return wrong === undefined ? undefined : `\`${place}${wrong}\` is not a string`;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
