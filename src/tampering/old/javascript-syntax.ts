/** JavaScript and TypeScript as far as tests are read in it: chains of calls, functions, ends of statements. */

import type { Lexicon, Range, Source, Token } from './source.ts';
import { insideOf, partsOf } from './source.ts';

export const JAVASCRIPT_LEXICON: Lexicon = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  strings: [
    { open: '`', close: '`', escapes: true, multiline: true, holes: true },
    { open: '"', close: '"', escapes: true, multiline: false },
    { open: "'", close: "'", escapes: true, multiline: false },
  ],
  regexLiterals: true,
  foreignOperators: ['<-'],
};

/** Words that begin no chain of names and calls. */
const KEYWORDS = new Set(
  (
    'if else for while do switch case default break continue return throw try catch finally function async await ' +
    'const let var new typeof delete void in of instanceof class extends export import from as satisfies yield ' +
    'interface type enum declare abstract static readonly public private protected get set'
  ).split(' '),
);
/** Keywords that are names where a call or a dot follows: `get(…)`, `type.name`. */
const SOFT_KEYWORDS = new Set(
  'async as from get set of type declare static import satisfies'.split(' '),
);
/** Words behind which a statement goes on in the next line. */
const OPEN_WORDS = new Set(
  'await new typeof delete void in of instanceof as satisfies extends const let var case else'.split(
    ' ',
  ),
);
/** Words with which a line goes on. */
const CONTINUING_WORDS = new Set(['instanceof', 'in', 'as', 'satisfies']);

export type Link =
  | { readonly kind: 'name'; readonly name: string; readonly from: number; readonly to: number }
  | {
      readonly kind: 'call';
      readonly args: readonly Range[];
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'index' | 'template' | 'group'; readonly from: number; readonly to: number };

/** A name with all that follows it: `expect(sum).not.toBe(3)`. */
export interface Chain extends Range {
  readonly links: readonly Link[];
}

export interface FunctionLiteral extends Range {
  readonly parameters: Range;
  /** Without its braces. */
  readonly body: Range;
  readonly isBlock: boolean;
  readonly isAsync: boolean;
}

export function textAt({ tokens }: Source, at: number): string {
  const token = tokens[at];
  return token === undefined || token.kind === 'string' ? '' : token.text;
}

/** Where the bracket that opens there is closed; never beyond the limit. */
export function closingOf(source: Source, open: number, limit: number): number {
  return Math.min(source.closing.get(open) ?? limit, limit);
}

function isKeyword(source: Source, at: number): boolean {
  const text = textAt(source, at);
  if (!KEYWORDS.has(text)) return false;
  return !(SOFT_KEYWORDS.has(text) && /^(?:\.|\?\.|\()$/.test(textAt(source, at + 1)));
}

/** Whether a chain may begin there: a word that is no property and no keyword. */
export function isChainStart(source: Source, at: number): boolean {
  const token = source.tokens[at];
  if (token === undefined) return false;
  const before = textAt(source, at - 1);
  if (before === '.' || before === '?.') return false;
  if (token.kind === 'word') return !isKeyword(source, at);
  return token.kind === 'string' && textAt(source, at + 1) === '.' && !token.text.startsWith('<');
}

/** Reads the chain that begins at a word, a string or an opening bracket. */
export function chainAt(source: Source, at: number, limit: number): Chain {
  const links: Link[] = [];
  const first = source.tokens[at];
  const isBracket = source.closing.has(at);
  const start = isBracket ? Math.min(closingOf(source, at, limit) + 1, limit) : at + 1;
  if (first?.kind === 'word') links.push({ kind: 'name', name: first.text, from: at, to: start });
  else links.push({ kind: 'group', from: at, to: start });
  let end = start;
  for (
    let link = linkAt(source, end, limit);
    link !== undefined;
    link = linkAt(source, end, limit)
  ) {
    links.push(link);
    end = link.to;
  }
  return { from: at, to: end, links };
}

function linkAt(source: Source, at: number, limit: number): Link | undefined {
  if (at >= limit) return undefined;
  const token = source.tokens[at];
  const text = textAt(source, at);
  if (text === '.' || text === '?.') return memberAt(source, at, limit);
  if (text === '(') return callAt(source, at, limit);
  if (text === '[') {
    if (token?.isFirstOfLine) return undefined;
    return { kind: 'index', from: at, to: Math.min(closingOf(source, at, limit) + 1, limit) };
  }
  if (text === '!' && /^(?:\.|\[|\(|\)|,|;)$/.test(textAt(source, at + 1))) {
    return linkAt(source, at + 1, limit);
  }
  if (token?.kind === 'string' && token.text.startsWith('`') && !token.isFirstOfLine) {
    return { kind: 'template', from: at, to: at + 1 };
  }
  if (text === '<') {
    const open = behindTypeArguments(source, at, limit);
    return open === undefined ? undefined : linkAt(source, open, limit);
  }
  return undefined;
}

function memberAt(source: Source, at: number, limit: number): Link | undefined {
  const next = source.tokens[at + 1];
  if (next === undefined || at + 1 >= limit) return undefined;
  if (next.kind === 'word') return { kind: 'name', name: next.text, from: at, to: at + 2 };
  return textAt(source, at) === '?.' ? linkAt(source, at + 1, limit) : undefined;
}

function callAt(source: Source, at: number, limit: number): Link {
  const inside = insideOf(source, at);
  const to = Math.min(inside.to, limit);
  const args = partsOf(source, { from: inside.from, to });
  return { kind: 'call', args, from: at, to: Math.min(to + 1, limit) };
}

/** Where the arguments of a call begin behind `<…>`; undefined where it is a comparison. */
function behindTypeArguments(source: Source, at: number, limit: number): number | undefined {
  let depth = 0;
  // No list of types is longer than this.
  const end = Math.min(limit, at + 120);
  for (let index = at; index < end; index += 1) {
    const text = textAt(source, index);
    if (text === '<') depth += 1;
    else if (text === '>' || text === '>>' || text === '>>>') depth -= text.length;
    else if (text === ';' || text === '&&' || text === '||' || text === ')') return undefined;
    else if (source.closing.has(index)) index = closingOf(source, index, end);
    if (depth <= 0) {
      const next = textAt(source, index + 1);
      return next === '(' || source.tokens[index + 1]?.text.startsWith('`') ? index + 1 : undefined;
    }
  }
  return undefined;
}

/** The function that begins there: an arrow, a `function`, or a shortened method. */
export function functionAt(source: Source, at: number, limit: number): FunctionLiteral | undefined {
  const isAsync = textAt(source, at) === 'async' && textAt(source, at + 1) !== '=>';
  const start = isAsync ? at + 1 : at;
  if (textAt(source, start) === 'function') {
    return wordFunctionAt(source, { at, start, limit, isAsync });
  }
  const isBracket = textAt(source, start) === '(';
  if (!isBracket && source.tokens[start]?.kind !== 'word') return undefined;
  const end = isBracket ? closingOf(source, start, limit) : start;
  const arrow = arrowBehind(source, end + 1, limit, isBracket);
  if (arrow === undefined) return undefined;
  const parameters = isBracket ? { from: start + 1, to: end } : { from: start, to: start + 1 };
  if (textAt(source, arrow + 1) === '{') {
    const to = closingOf(source, arrow + 1, limit);
    const body = { from: arrow + 2, to };
    return { from: at, to: Math.min(to + 1, limit), parameters, body, isBlock: true, isAsync };
  }
  const body = { from: arrow + 1, to: limit };
  return { from: at, to: limit, parameters, body, isBlock: false, isAsync };
}

function wordFunctionAt(
  source: Source,
  place: { at: number; start: number; limit: number; isAsync: boolean },
): FunctionLiteral | undefined {
  const { at, isAsync, limit, start } = place;
  let open = start + 1;
  // A star, a name and types may stand before the parameters.
  while (open < limit && open < start + 40 && textAt(source, open) !== '(') open += 1;
  if (textAt(source, open) !== '(') return undefined;
  const end = closingOf(source, open, limit);
  const brace = braceBehind(source, end + 1, limit);
  if (brace === undefined) return undefined;
  const to = closingOf(source, brace, limit);
  return {
    from: at,
    to: Math.min(to + 1, limit),
    parameters: { from: open + 1, to: end },
    body: { from: brace + 1, to },
    isBlock: true,
    isAsync,
  };
}

/** The brace of a body, behind the type that it may give. */
export function braceBehind(source: Source, at: number, limit: number): number | undefined {
  if (textAt(source, at) === '{') return at;
  if (textAt(source, at) !== ':') return undefined;
  for (let index = at + 1; index < Math.min(limit, at + 80); index += 1) {
    const text = textAt(source, index);
    const before = textAt(source, index - 1);
    const isType = /^(?::|\||&|=>|<|,)$/.test(before);
    if (text === '{' && !isType) return index;
    if (text === ';' || text === ')') return undefined;
    if (source.closing.has(index)) index = closingOf(source, index, limit);
  }
  return undefined;
}

function arrowBehind(
  source: Source,
  at: number,
  limit: number,
  mayHaveType: boolean,
): number | undefined {
  if (at >= limit) return undefined;
  if (textAt(source, at) === '=>') return at;
  if (!mayHaveType || textAt(source, at) !== ':') return undefined;
  for (let index = at + 1; index < Math.min(limit, at + 60); index += 1) {
    const text = textAt(source, index);
    if (text === '=>') return index;
    if (/^(?:[;,?=)]|&&|\|\|)$/.test(text)) return undefined;
    if (source.closing.has(index)) index = closingOf(source, index, limit);
  }
  return undefined;
}

/** Where the statement that begins there ends: at its semicolon, or before the line that begins the next one. */
export function statementEnd(source: Source, at: number, limit: number): number {
  for (let index = at; index < limit; index += 1) {
    const token = source.tokens[index];
    if (token === undefined) return index;
    if (token.kind === 'symbol' && token.text === ';') return index;
    if (index > at && token.isFirstOfLine && beginsStatement(source, index)) return index;
    if (source.closing.has(index)) index = closingOf(source, index, limit);
  }
  return limit;
}

function beginsStatement({ tokens }: Source, at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined) return true;
  return canEnd(before) && canBegin(token);
}

function canEnd({ kind, text }: Token): boolean {
  if (kind === 'word') return !OPEN_WORDS.has(text);
  return kind !== 'symbol' || /^(?:[)\]}!]|\+\+|--)$/.test(text);
}

function canBegin({ kind, text }: Token): boolean {
  if (kind === 'word') return !CONTINUING_WORDS.has(text);
  if (kind === 'string') return !text.startsWith('`');
  return kind === 'number' || /^(?:[{}!]|\+\+|--)$/.test(text);
}

/** The names that a chain's links give with dots, up to the first that is no name: `client.get`. */
export function dottedName(links: readonly Link[]): string {
  const names: string[] = [];
  for (const link of links) {
    if (link.kind !== 'name') break;
    names.push(link.name);
  }
  return names.join('.');
}

/** What a string holds; undefined where the range is anything else. */
export function stringIn({ tokens }: Source, { from, to }: Range): string | undefined {
  const token = tokens[from];
  if (to !== from + 1 || token?.kind !== 'string' || token.text.startsWith('/')) return undefined;
  return token.value;
}
