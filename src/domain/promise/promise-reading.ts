import { isObject } from '../base/document.ts';
import { ACCEPTERS, type CompletionPromise, WAIVED_BY } from './promise.ts';

/**
 * A document read as a promise, or why it is none. The published schema in `build/schemas/promise.ts`
 * gives the same answer, which a test holds; reading by it would cost every check the start of a schema
 * library.
 */
export type PromiseReading =
  | { readonly ok: true; readonly promise: CompletionPromise }
  | { readonly ok: false; readonly reason: string };

interface Holder {
  readonly [key: string]: unknown;
}

/** Reads a parsed document as a promise. The reason names the first key that is not as it must be. */
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
const TEXTS_OF_ACCEPTANCE = ['session'];
const WORDS_OF_ACCEPTANCE = ['digest', 'by', 'at', 'reason'];
const WORDS_OF_JUDGMENT = ['status', 'verdict'];
const WORDS_OF_CHECK = ['kind'];
const WORDS_OF_PROOF = ['source'];
const TEXTS_OF_PROOF = ['tree', 'checks', 'checkout'];
const WORDS_OF_ATTEMPT = ['by', 'verdict'];
const TEXTS_OF_VERIFICATION = ['verified_at', 'verified_by', 'type', 'proof'];

/**
 * Names the first key that is not as it must be. It runs for every promise at every stop, and one table of
 * rules for all keys took half as long again: keys that most promises lack are read by their own names.
 */
function promiseFault(document: unknown): string | undefined {
  if (!isObject(document)) return 'it is not an object';
  if (!isName(document['id'])) return '`id` is not a non-empty string';
  if (!isName(document['status'])) return '`status` is not a non-empty string';
  return (
    ownershipFault(document['ownership']) ??
    notText(document, TEXTS_OF_PROMISE, '') ??
    tierFault(document['tier'], '') ??
    criteriaFault(document['acceptance_criteria']) ??
    partFault(document['verification'], 'verification', verificationFault) ??
    listFault(document['judgments'], 'judgments', WORDS_OF_JUDGMENT) ??
    acceptedFault(document['accepted']) ??
    partFault(document['give_up_requested'], 'give_up_requested', noFault)
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
    // The place costs a text, which is made only for a fault.
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
    partFault(criterion['waived'], `${place}waived`, waiverFault) ??
    listFault(criterion['checks'], `${place}checks`, WORDS_OF_CHECK) ??
    partFault(criterion['proof'], `${place}proof`, proofFault) ??
    flagFault(criterion['must_show'], `${place}must_show`) ??
    listFault(criterion['attempts'], `${place}attempts`, WORDS_OF_ATTEMPT) ??
    tierFault(criterion['tier'], place)
  );
}

/** The fault of an object that may be missing or null. `faultIn` judges its keys. */
function partFault(
  part: unknown,
  place: string,
  faultIn: (part: Holder, place: string) => string | undefined,
): string | undefined {
  if (part === undefined || part === null) return undefined;
  return isObject(part) ? faultIn(part, place) : `\`${place}\` is not an object`;
}

/** Judges an object whose keys may hold anything. */
function noFault(): undefined {
  return undefined;
}

function proofFault(proof: Holder, place: string): string | undefined {
  if (proof['tree'] === undefined) return `\`${place}.tree\` is missing`;
  const unlisted = ['inputs', 'files'].find((key) => !isTextsOrNothing(proof[key]));
  return unlisted === undefined
    ? (notWord(proof, WORDS_OF_PROOF, `${place}.`) ?? notText(proof, TEXTS_OF_PROOF, `${place}.`))
    : `\`${place}.${unlisted}\` is not a list of strings`;
}

function isTextsOrNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** What demands something is refused where it cannot be read: it might demand it. */
function flagFault(flag: unknown, place: string): string | undefined {
  return flag === undefined || flag === null || typeof flag === 'boolean'
    ? undefined
    : `\`${place}\` is neither true nor false`;
}

/** A tier that is not known is refused: it might ask for more than any known one. */
function tierFault(tier: unknown, place: string): string | undefined {
  return tier === undefined || tier === null || tier === 1 || tier === 2 || tier === 3
    ? undefined
    : `\`${place}tier\` is not 1, 2 or 3`;
}

/** A waiver lifts a criterion, so every part of it must be there. */
function waiverFault(waiver: Holder, place: string): string | undefined {
  const fault = notWord(waiver, WORDS_OF_WAIVER, `${place}.`);
  if (fault !== undefined) return fault;
  if (waiver['by'] !== WAIVED_BY) return `\`${place}.by\` is not "${WAIVED_BY}"`;
  if (!/\S/.test(String(waiver['reason']))) return `\`${place}.reason\` is empty`;
  return partFault(waiver['event'], `${place}.event`, eventFault);
}

/** An acceptance lifts a finding, so every part of it must be there. */
function acceptedFault(list: unknown): string | undefined {
  const fault = listFault(list, 'accepted', WORDS_OF_ACCEPTANCE);
  if (fault !== undefined || !Array.isArray(list)) return fault;
  for (const [index, one] of list.entries()) {
    const inOne = isObject(one) ? acceptanceFault(one, `accepted.${index}.`) : undefined;
    if (inOne !== undefined) return inOne;
  }
  return undefined;
}

function acceptanceFault(one: Holder, place: string): string | undefined {
  const { by, event, reason } = one;
  if (!ACCEPTERS.some((known) => known === by)) {
    return `\`${place}by\` is not one of ${ACCEPTERS.join(', ')}`;
  }
  if (!/\S/.test(String(reason))) return `\`${place}reason\` is empty`;
  return notText(one, TEXTS_OF_ACCEPTANCE, place) ?? partFault(event, `${place}event`, eventFault);
}

function eventFault({ digest, offset }: Holder, place: string): string | undefined {
  if (typeof offset !== 'number') return `\`${place}.offset\` is not a number`;
  return typeof digest === 'string' ? undefined : `\`${place}.digest\` is not a string`;
}

/** A list of records that gates go by: one that cannot be read might have kept a gate shut. */
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

function verificationFault(verification: Holder, place: string): string | undefined {
  return notText(verification, TEXTS_OF_VERIFICATION, `${place}.`);
}

function notText(holder: Holder, keys: readonly string[], place: string): string | undefined {
  for (const key of keys) {
    const value = holder[key];
    if (typeof value !== 'string' && value !== undefined && value !== null) {
      return `\`${place}${key}\` is not a string`;
    }
  }
  return undefined;
}

function notWord(holder: Holder, keys: readonly string[], place: string): string | undefined {
  const wrong = keys.find((key) => typeof holder[key] !== 'string');
  return wrong === undefined ? undefined : `\`${place}${wrong}\` is not a string`;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
