import { type Setting, withoutQuotes } from './setting.ts';
import {
  canonicalText,
  insideOf,
  PROGRAM,
  partsOf,
  type Range,
  readSource,
  type Source,
} from './source.ts';

/** No configuration nests deeper; what does is none. */
const MAXIMUM_DEPTH = 60;

/** The settings of JSON, with comments or without, and of the object literals in a program of JavaScript or TypeScript. */
export function objectSettings(text: string): readonly Setting[] {
  const source = readSource(text, PROGRAM);
  const settings: Setting[] = [];
  readObjects(source, { from: 0, to: source.tokens.length }, [], settings);
  return settings;
}

function readObjects(source: Source, range: Range, path: readonly string[], into: Setting[]): void {
  if (path.length > MAXIMUM_DEPTH) return;
  for (let at = range.from; at < range.to; at += 1) {
    const { text } = source.tokens[at] ?? { text: '' };
    const end = Math.min(source.closing.get(at) ?? at, range.to);
    if (text === '{') {
      readMembers(source, insideOf(source, at), path, into);
      at = end;
    } else if (text === '=' && source.tokens[at - 2]?.text === '.') {
      readAssignment(source, at, path, into);
    }
  }
}

/** `config.retries = 2;` */
function readAssignment(
  source: Source,
  at: number,
  path: readonly string[],
  into: Setting[],
): void {
  const key = source.tokens[at - 1];
  const value = source.tokens[at + 1];
  if (key === undefined || value === undefined || value.text === '{') return;
  const end = value.text === '[' ? (source.closing.get(at + 1) ?? at + 1) : at + 1;
  readValue(source, { from: at + 1, to: end + 1 }, [...path, key.value], key.line, into);
}

function readMembers(source: Source, range: Range, path: readonly string[], into: Setting[]): void {
  for (const part of partsOf(source, range)) {
    const key = source.tokens[part.from];
    const isMember =
      key !== undefined && key.kind !== 'symbol' && source.tokens[part.from + 1]?.text === ':';
    if (path.length > MAXIMUM_DEPTH) return;
    if (isMember)
      readValue(source, { from: part.from + 2, to: part.to }, [...path, key.value], key.line, into);
    else readObjects(source, part, [...path, '#'], into);
  }
}

function readValue(
  source: Source,
  range: Range,
  path: readonly string[],
  line: number,
  into: Setting[],
): void {
  const first = source.tokens[range.from]?.text;
  if (first === '{' && source.closing.get(range.from) === range.to - 1) {
    readMembers(source, insideOf(source, range.from), path, into);
    return;
  }
  const value = withoutQuotes(canonicalText(source, range));
  if (first !== '[') {
    into.push({ path, value, items: [], line });
    readObjects(source, range, path, into);
    return;
  }
  const items: string[] = [];
  for (const [index, part] of partsOf(source, insideOf(source, range.from)).entries()) {
    if (source.tokens[part.from]?.text === '{')
      readObjects(source, part, [...path, `#${index}`], into);
    else items.push(withoutQuotes(canonicalText(source, part)));
  }
  into.push({ path, value: items.join(', '), items, line });
}
