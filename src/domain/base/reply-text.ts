import { isObject } from './document.ts';

/** Longest reply that is looked through, and most places where JSON is looked for. */
const LONGEST_REPLY = 400_000;
const MOST_BEGINNINGS = 400;

/**
 * The JSON objects in a model's reply, outermost only: it may stand alone, in a code fence, or with
 * words around it. The caller decides which of them is the answer.
 */
export function objectsIn(reply: string): readonly unknown[] {
  const text = reply.slice(0, LONGEST_REPLY);
  const whole = parsed(text.trim());
  if (whole !== undefined) return Array.isArray(whole) ? whole.filter(isObject) : [whole];
  const found: unknown[] = [];
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MOST_BEGINNINGS; tries += 1) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (value !== undefined) found.push(value);
    start = text.indexOf('{', value === undefined ? start + 1 : end);
  }
  return found;
}

/** How often a reply names a key, however it is spelled: of two alike the last would count. */
export function timesNamed(reply: string, key: string): number {
  const plain = reply.replace(/\\u00([2-7][0-9a-f])/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain.split(`"${key}"`).length - 1;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where the object that begins at a brace ends, strings taken into account. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}
