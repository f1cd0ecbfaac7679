/**
 * JSON documents as they are found in the state folder, where anybody may have written them.
 */

/** Largest state file that is read, in bytes. 10,000 criteria with 1,000 characters of evidence fit. */
export const LARGEST_DOCUMENT = 32 * 1024 * 1024;

/** Deepest nesting that is read: far beyond any promise, far below where JSON.stringify overflows. */
export const DEEPEST_NESTING = 200;

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** What some editors write in front of a text. JSON does not know it. */
const BYTE_ORDER_MARK = '\ufeff';

/** Reads a text as one JSON document; the reason says what is wrong with it in words for a person. */
export function parseDocument(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    return hasManyOpenings(text, DEEPEST_NESTING) && isNestedDeeper(value, DEEPEST_NESTING)
      ? { ok: false, reason: `it is nested deeper than ${DEEPEST_NESTING} levels` }
      : { ok: true, value };
  } catch {
    const reason = text.trim() === '' ? 'it is empty' : 'it is not valid JSON';
    return { ok: false, reason };
  }
}

/** Whether a text opens at least so many objects and lists: with fewer, none is nested that deep. */
function hasManyOpenings(text: string, openings: number): boolean {
  let left = openings;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0 && left > 0; left -= 1) {
      at = text.indexOf(bracket, at + 1);
    }
  }
  return left <= 0;
}

/** Whether a JSON value holds objects or arrays in each other more than `levels` deep. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (!holdsValues(value)) return false;
  if (levels === 0) return true;
  for (const key in value) {
    if (isNestedDeeper(value[key], levels - 1)) return true;
  }
  return false;
}

function holdsValues(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** A JSON object, as opposed to an array, null or a plain value. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
