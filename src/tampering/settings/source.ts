/** A configuration that is a program, as tokens: words, numbers, strings and symbols, without comments, with its brackets matched. */

export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'symbol';
  /** As it is written. */
  readonly text: string;
  /** What a string holds, escapes as written; else the text. */
  readonly value: string;
  /** Counted from 1. */
  readonly line: number;
  readonly isFirstOfLine: boolean;
}

export interface Source {
  readonly tokens: readonly Token[];
  /** For the index of an opening bracket, that of its closing one; the count of tokens where there is none. */
  readonly closing: ReadonlyMap<number, number>;
}

const TEXTS = /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^\\`])*(?:`|$)/u
  .source;
/** Behind what no value ends with. */
const REGEX =
  /\/(?<=(?:^|[(,=:[!&|?{};>]|\b(?:return|typeof))\s*\/)(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/u
    .source;
const OTHERS =
  /(?<number>\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[\p{L}\d_]*)|(?<word>[\p{L}_$@#][\p{L}\p{N}_$]*)|(?<symbol>[=!<>]=+|=>|[\s\S])/u
    .source;

function lexiconOf(comment: RegExp, string: string): RegExp {
  return new RegExp(`(?:\\s+|${comment.source})|(?<string>${string})|${OTHERS}`, 'guy');
}

/** Languages with the comments of C. */
export const PROGRAM = lexiconOf(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/u, `${TEXTS}|${REGEX}`);
export const PYTHON = lexiconOf(/#[^\n]*/u, TEXTS);

/** Reads a text by a pattern that matches one token, or what stands between two. Never throws: what is not closed ends with its line or with the text. */
export function readSource(text: string, lexicon: RegExp): Source {
  const tokens: Token[] = [];
  let line = 1;
  let isFirstOfLine = true;
  for (const { 0: written, groups = {} } of text.matchAll(lexicon)) {
    const [kind] = KINDS.filter((one) => groups[one] !== undefined);
    if (kind !== undefined) {
      const isQuoted = kind === 'string' && !written.startsWith('/');
      const value = isQuoted
        ? written.slice(1, /^(.).*\1$/s.test(written) ? -1 : undefined)
        : written;
      tokens.push({ kind, text: written, value, line, isFirstOfLine });
      isFirstOfLine = false;
    }
    const breaks = written.split('\n').length - 1;
    line += breaks;
    if (kind === undefined && breaks > 0) isFirstOfLine = true;
  }
  return { tokens, closing: matchBrackets(tokens) };
}

const KINDS = ['string', 'number', 'word', 'symbol'] as const;
const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function matchBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: { readonly at: number; readonly close: string }[] = [];
  const counts: Record<string, number> = { ')': 0, ']': 0, '}': 0 };
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue;
    const close = OPENING[text];
    if (close !== undefined) {
      open.push({ at, close });
      counts[close] = (counts[close] ?? 0) + 1;
    } else if (text === ')' || text === ']' || text === '}') {
      // One that is missing does not take the rest of the text with it.
      if ((counts[text] ?? 0) === 0) continue;
      const level = open.findLastIndex((one) => one.close === text);
      for (const one of open.splice(level)) {
        closing.set(one.at, at);
        counts[one.close] = (counts[one.close] ?? 0) - 1;
      }
    }
  }
  for (const { at } of open) closing.set(at, tokens.length);
  return closing;
}

/** A range of tokens: from the first to the one behind the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The parts of a range that stand between commas, or another symbol, outside of further brackets. */
export function partsOf(source: Source, { from, to }: Range, separator = ','): readonly Range[] {
  const parts: Range[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const end = source.closing.get(at);
    if (end !== undefined) at = Math.min(end, to);
    else if (source.tokens[at]?.text === separator && source.tokens[at]?.kind === 'symbol') {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  if (start < to) parts.push({ from: start, to });
  return parts;
}

/** What stands inside of the bracket that opens there. */
export function insideOf(source: Source, open: number): Range {
  return { from: open + 1, to: source.closing.get(open) ?? source.tokens.length };
}

/** A range in one way of writing: white space, quotes and commas behind the last part make no difference. Strings stand in double quotes. */
export function canonicalText(source: Source, { from, to }: Range): string {
  const words: string[] = [];
  let last: Token | undefined;
  const end = Math.min(to, source.tokens.length);
  for (let at = Math.max(from, 0); at < end; at += 1) {
    const token = source.tokens[at];
    if (token === undefined) break;
    const next = at + 1 < to ? (source.tokens[at + 1]?.text ?? '') : '';
    if (token.text === ',' && /^[)\]}]$/.test(next)) continue;
    if (last !== undefined && last.kind !== 'symbol' && token.kind !== 'symbol') words.push(' ');
    const isString = token.kind === 'string' && !token.text.startsWith('/');
    words.push(isString ? `"${token.value}"` : token.text);
    last = token;
  }
  return words.join('');
}
