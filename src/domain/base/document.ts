/**
 * JSON documents of the state folder, which other programs and people may have written.
 */

/** Largest state file that is read, in bytes. 10,000 criteria with 1,000 characters of evidence fit. */
export const LARGEST_DOCUMENT = 32 * 1024 * 1024;

/** Deepest nesting that is read: far beyond any promise, far below where JSON.stringify overflows. */
export const DEEPEST_NESTING = 200;

/** Most objects and lists in one file. Far more than 10,000 criteria take, and parsed in a moment. */
export const MOST_CONTAINERS = 500_000;

export type ParsedDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** What some editors write in front of a text. JSON does not know it. */
const BYTE_ORDER_MARK = '\ufeff';

/** Reads a text as one JSON document; the reason says what is wrong with it in words for a person. */
export function parseDocument(text: string): ParsedDocument {
  // Counted before anything is built of it: a small file can ask for gigabytes.
  const containers = countContainers(text);
  if (containers > MOST_CONTAINERS) {
    return { ok: false, reason: `it contains more than ${MOST_CONTAINERS} objects and lists` };
  }
  try {
    const value: unknown = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    return containers > DEEPEST_NESTING && isNestedDeeper(value, DEEPEST_NESTING)
      ? { ok: false, reason: `it is nested deeper than ${DEEPEST_NESTING} levels` }
      : { ok: true, value };
  } catch {
    const reason = text.trim() === '' ? 'it is empty' : 'it is not valid JSON';
    return { ok: false, reason };
  }
}

/** How many objects and lists a text can hold at the most, counted no further than the limit. */
function countContainers(text: string): number {
  let count = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > MOST_CONTAINERS) return count;
    }
  }
  return count;
}

/** Whether a JSON value holds objects or arrays in each other more than `levels` deep. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (!holdsValues(value)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isNestedDeeper(inner, levels - 1));
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

/** An amount of money or tokens: a number from 0 to `most`. */
export function isAmount(value: unknown, most = Number.POSITIVE_INFINITY): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** A value of outside data that should be a text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts in a list of outside data; none where the value is no list. */
export function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

/** A member of a JSON document, by the names that lead to it; undefined where there is none. */
export function memberIn(text: string | undefined, ...path: readonly string[]): unknown {
  const document = text === undefined ? undefined : parseDocument(text);
  let value: unknown = document?.ok === true ? document.value : undefined;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value;
}
