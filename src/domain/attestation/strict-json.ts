import { type ParsedDocument, parseDocument } from '../base/document.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Reads bytes as one JSON document that every reader takes for the same: UTF-8 without a mark in front, no key twice
 * in one object, within the limits of all documents. The reason says what is wrong in words for a person.
 */
export function parseStrictly(bytes: Uint8Array): ParsedDocument {
  const text = textOf(bytes);
  if (text === undefined) return { ok: false, reason: 'it is not valid UTF-8' };
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return { ok: false, reason: 'it begins with a byte order mark' };
  }
  const document = parseDocument(text);
  if (!document.ok) return document;
  const key = repeatedKey(text);
  return key === undefined ? document : { ok: false, reason: `it has the key ${key} twice` };
}

/** Bytes as UTF-8; undefined where they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text as UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * The first key that an object of a JSON text has twice, as it is written there. Readers differ in which of the two
 * they take. `text` is valid JSON.
 */
function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      const written = text.slice(at, end + 1);
      at = end;
      if (!isKey(text, end + 1)) continue;
      // One key can be written in several ways: "a" and "\u0061".
      const key: unknown = JSON.parse(written);
      const keys = open.at(-1);
      if (keys?.has(String(key))) return written;
      keys?.add(String(key));
    }
  }
  return undefined;
}

/** Where a string ends that begins at a quotation mark: at the next one that is not escaped. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}

const BLANKS = ' \t\r\n';

function isKey(text: string, from: number): boolean {
  let at = from;
  while (BLANKS.includes(text[at] ?? ':')) at += 1;
  return text[at] === ':';
}
