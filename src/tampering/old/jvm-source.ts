/** Java and Kotlin as statements and as chains of calls. */

import type { Lexicon, Range, Source, Token } from './source.ts';
import { canonicalText, insideOf, partsOf } from './source.ts';

export type JvmDialect = 'java' | 'kotlin';

export interface JvmCode {
  readonly source: Source;
  readonly dialect: JvmDialect;
}

const plain = (open: string) => ({ open, close: open, escapes: true, multiline: false });
const long = (open: string, escapes: boolean) => ({ open, close: open, escapes, multiline: true });
const COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;

export const JVM_LEXICONS: Readonly<Record<JvmDialect, Lexicon>> = {
  java: { ...COMMENTS, strings: [long('"""', true), plain('"'), plain("'")] },
  kotlin: {
    ...COMMENTS,
    nestsComments: true,
    strings: [
      { ...long('"""', false), holes: true },
      { ...plain('"'), holes: true },
      plain("'"),
      plain('`'),
    ],
  },
};

/** What goes on with a statement behind its block. */
const GOES_ON_BEHIND_BLOCK = new Set([
  '.',
  ',',
  ')',
  ']',
  ';',
  '::',
  '?',
  '==',
  '!=',
  '&&',
  '||',
  'else',
  'catch',
  'finally',
]);
/** A line that begins so belongs to the statement above it. */
const GOES_ON_WITH = new Set([
  '.',
  '?.',
  '?:',
  '&&',
  '||',
  'else',
  'catch',
  'finally',
  '{',
  '=',
  ':',
  '->',
  '::',
  ')',
  ']',
  ',',
  '}',
]);
/** Behind these no statement ends with its line. */
const GOES_ON_AFTER = new Set([
  '=',
  ',',
  '.',
  '?.',
  '&&',
  '||',
  '+',
  '-',
  '*',
  '/',
  '==',
  '!=',
  '<',
  '<=',
  '>=',
  '->',
  '?:',
  '?',
  '<<',
  'else',
  'in',
  'is',
  'as',
  'by',
]);
const HEADED = new Set(['if', 'while', 'for']);

export function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

export function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

/** Where an annotation ends that may begin there; the same place where none does. */
export function endOfAnnotation({ tokens, closing }: Source, from: number, to: number): number {
  if (tokens[from]?.kind !== 'word' || !tokens[from].text.startsWith('@')) return from;
  if (tokens[from].text === '@interface') return from;
  let at = from + 1;
  // `@field:Mock`, `@org.junit.Test`
  while (at + 1 < to && (isSymbol(tokens[at], '.') || isSymbol(tokens[at], ':'))) at += 2;
  if (!isSymbol(tokens[at], '(') || at >= to) return Math.min(at, to);
  return Math.min((closing.get(at) ?? to) + 1, to);
}

function endOfAnnotations(source: Source, from: number, to: number): number {
  let at = from;
  for (;;) {
    const end = endOfAnnotation(source, at, to);
    if (end === at) return at;
    at = end;
  }
}

/** The statements of a block, or the members of a class, without their semicolons; at most `limit` of them. */
export function statementsOf(
  code: JvmCode,
  { from, to }: Range,
  limit = Number.POSITIVE_INFINITY,
): readonly Range[] {
  const { source } = code;
  const found: Range[] = [];
  let start = from;
  while (start < to && found.length < limit) {
    const end = endOfStatement(code, start, to);
    if (end > start) found.push({ from: start, to: end });
    start = isSymbol(source.tokens[end], ';') || end === start ? end + 1 : end;
  }
  return found;
}

function endOfStatement(code: JvmCode, start: number, to: number): number {
  const { dialect, source } = code;
  const { closing, tokens } = source;
  const head = endOfAnnotations(source, start, to);
  let lastOpen = -1;
  for (let at = head; at < to; ) {
    if (isSymbol(tokens[at], ';')) {
      const goesOn = isWord(tokens[at + 1], 'else') && at + 1 < to;
      if (!goesOn) return at;
      at += 1;
      continue;
    }
    if (at > head && dialect !== 'java' && endsBefore(source, at, lastOpen)) return at;
    const close = closing.get(at);
    if (close === undefined) {
      at += 1;
      continue;
    }
    lastOpen = at;
    at = Math.min(close + 1, to);
    if (dialect === 'java' && isSymbol(tokens[lastOpen], '{')) {
      const isLoop = isWord(tokens[start], 'do') && isWord(tokens[at], 'while');
      if (!isLoop && !GOES_ON_BEHIND_BLOCK.has(tokens[at]?.text ?? '')) return at;
    }
  }
  return to;
}

function endsBefore({ closing, tokens }: Source, at: number, lastOpen: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined || !token.isFirstOfLine) return false;
  if (token.kind !== 'string' && GOES_ON_WITH.has(token.text)) return false;
  const isWildcard = isSymbol(before, '*') && isSymbol(tokens[at - 2], '.');
  if (before.kind !== 'string' && GOES_ON_AFTER.has(before.text) && !isWildcard) return false;
  const isHead = closing.get(lastOpen) === at - 1 && HEADED.has(tokens[lastOpen - 1]?.text ?? '');
  return !isHead;
}

const NEW = /"(?:[^"\\]|\\[\s\S])*"|(?<![\w$.@])new (?=[A-Z])/g;

/** A range in one way of writing: what is built is named without `new`, as in Kotlin. */
export function jvmText(source: Source, range: Range): string {
  const text = canonicalText(source, range);
  return text.includes('new ') ? text.replace(NEW, (one) => (one === 'new ' ? '' : one)) : text;
}

/** One name of a chain, `isEqualTo(3)` of `assertThat(x).isEqualTo(3)`. */
export interface Link {
  readonly name: string;
  /** Where its name stands; the dot before it is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly isCall: boolean;
  /** Behind `?.`. */
  readonly isSafe: boolean;
  readonly isNew: boolean;
  /** What stands in its angle brackets. */
  readonly type: string;
  readonly arguments: readonly Range[];
  /** The inside of the block that follows it. */
  readonly block?: Range | undefined;
}

/** The links of the expression that begins there, as far as it is a chain. */
export function chainOf(code: JvmCode, { from, to }: Range): readonly Link[] {
  const { tokens } = code.source;
  const links: Link[] = [];
  let at = from;
  let isNew = false;
  if (isWord(tokens[at], 'new')) {
    isNew = true;
    at += 1;
  }
  let isSafe = false;
  while (at < to) {
    const link = readLink(code, at, to, { isNew, isSafe });
    if (link === undefined) break;
    links.push(link);
    at = link.to;
    while (at < to && isSymbol(tokens[at], '!!')) at += 1;
    const mark = tokens[at];
    if (at >= to || !(isSymbol(mark, '.') || isSymbol(mark, '?.') || isSymbol(mark, '::'))) break;
    isSafe = mark?.text === '?.';
    isNew = isNew && !link.isCall;
    at += 1;
  }
  return links;
}

function readLink(
  code: JvmCode,
  from: number,
  to: number,
  marks: { readonly isNew: boolean; readonly isSafe: boolean },
): Link | undefined {
  const { closing, tokens } = code.source;
  const first = tokens[from];
  if (first === undefined) return undefined;
  let at = from;
  let type = '';
  if (isSymbol(first, '<')) {
    // `Matchers.<String>any()`
    const end = endOfTypes(code.source, at, to);
    if (end === undefined) return undefined;
    at = end;
  }
  const named = tokens[at];
  if (named === undefined || at >= to) return undefined;
  const isGroup = isSymbol(named, '(') || isSymbol(named, '[');
  if (named.kind === 'symbol' && !isGroup) return undefined;
  const name = isGroup || named.kind === 'number' ? '' : named.value;
  at = isGroup ? Math.min((closing.get(at) ?? to) + 1, to) : at + 1;
  const types = endOfTypes(code.source, at, to);
  if (types !== undefined) {
    type = canonicalText(code.source, { from: at + 1, to: types - 1 });
    at = types;
  }
  return readCall(code, { ...marks, name, from, type }, at, to);
}

function readCall(
  code: JvmCode,
  start: Pick<Link, 'name' | 'from' | 'type' | 'isNew' | 'isSafe'>,
  from: number,
  to: number,
): Link {
  const { closing, tokens } = code.source;
  let at = from;
  let isCall = false;
  let values: readonly Range[] = [];
  let block: Range | undefined;
  while (at < to && isSymbol(tokens[at], '(') && !tokens[at]?.isFirstOfLine) {
    const inside = insideOf(code.source, at);
    values = [...values, ...partsOf(code.source, { ...inside, to: Math.min(inside.to, to) })];
    isCall = true;
    at = Math.min((closing.get(at) ?? to) + 1, to);
  }
  const takesBlock = code.dialect !== 'java' || start.isNew;
  if (takesBlock && at < to && isSymbol(tokens[at], '{')) {
    block = { from: at + 1, to: Math.min(closing.get(at) ?? to, to) };
    isCall = true;
    at = Math.min(block.to + 1, to);
  }
  while (at < to && isSymbol(tokens[at], '[')) at = Math.min((closing.get(at) ?? to) + 1, to);
  return { ...start, to: at, isCall, arguments: values, block };
}

/** Behind the `>` of type arguments in front of a call; undefined where there are none. */
function endOfTypes({ tokens }: Source, from: number, to: number): number | undefined {
  if (!isSymbol(tokens[from], '<')) return undefined;
  let depth = 0;
  for (let at = from; at < Math.min(to, from + 60); at += 1) {
    const { kind = 'symbol', text = '' } = tokens[at] ?? {};
    if (kind === 'number' || kind === 'string') return undefined;
    if (kind === 'symbol') {
      if (!/^(?:[<>.,?*:[\]&]|>>|>>>)$/.test(text)) return undefined;
      if (text === '<') depth += 1;
      else if (text.startsWith('>')) depth -= text.length;
      if (depth <= 0) return /^[({]$|^\w/.test(tokens[at + 1]?.text ?? '') ? at + 1 : undefined;
    }
  }
  return undefined;
}

/** Where a symbol or a word stands in a range, outside of brackets; undefined where it does not. */
export function placeOf(
  { closing, tokens }: Source,
  { from, to }: Range,
  isIt: (token: Token, at: number) => boolean,
): number | undefined {
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token === undefined) return undefined;
    if (isIt(token, at)) return at;
    const end = closing.get(at);
    if (end !== undefined) at = end;
  }
  return undefined;
}

/** A range without the brackets around all of it. */
export function withoutBrackets(source: Source, range: Range): Range {
  let { from, to } = range;
  while (
    to - from > 2 &&
    isSymbol(source.tokens[from], '(') &&
    source.closing.get(from) === to - 1
  ) {
    from += 1;
    to -= 1;
  }
  return { from, to };
}

/** The blocks and the expressions of the lambdas that stand in a range, the outer ones only. */
export function lambdasIn(code: JvmCode, { from, to }: Range): readonly Range[] {
  const { closing, tokens } = code.source;
  const found: Range[] = [];
  for (let at = from; at < to; at += 1) {
    if (isSymbol(tokens[at], '->') && code.dialect === 'java') {
      const range = lambdaBody(code, at + 1, to);
      found.push(range);
      at = range.to;
    } else if (isSymbol(tokens[at], '{') && code.dialect !== 'java') {
      const end = Math.min(closing.get(at) ?? to, to);
      found.push(withoutParameters(code, { from: at + 1, to: end }));
      at = end;
    }
  }
  return found;
}

function lambdaBody(code: JvmCode, from: number, to: number): Range {
  const { closing, tokens } = code.source;
  if (isSymbol(tokens[from], '{')) {
    return { from: from + 1, to: Math.min(closing.get(from) ?? to, to) };
  }
  let at = from;
  while (at < to && !/^[,;)\]}]$/.test(tokens[at]?.text ?? '')) {
    at = (closing.get(at) ?? at) + 1;
  }
  return { from, to: Math.min(at, to) };
}

/** A Kotlin block without the `a, b ->` that it begins with. */
export function withoutParameters({ source }: JvmCode, { from, to }: Range): Range {
  for (let at = from; at < Math.min(to, from + 24); at += 1) {
    const { kind = 'symbol', text = '' } = source.tokens[at] ?? {};
    if (kind === 'symbol' && text === '->') return { from: at + 1, to };
    if (kind === 'string' || kind === 'number') break;
    if (kind === 'symbol' && !/^[,:<>?.()]$/.test(text)) break;
  }
  return { from, to };
}
