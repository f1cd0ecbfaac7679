/** Values of JavaScript in one way of writing, with local names replaced by what they stand for. */

import { closingOf, functionAt, textAt } from './javascript-syntax.ts';
import type { Range, Source, Token } from './source.ts';
import { insideOf, partsOf } from './source.ts';

/** What a name stands for: its value in one way of writing, and where that is written. */
export interface Binding {
  readonly text: string;
  readonly isLiteral: boolean;
  readonly range: Range;
}

/** The names that hold at a place; undefined where a name is hidden by another of which nothing is known. */
export interface Scope {
  readonly names: Map<string, Binding | undefined>;
  readonly parent?: Scope | undefined;
}

/** Longer values are not put in the place of their names: both would be hard to read, and nobody inlines them. */
const LONGEST_VALUE = 200;

export function innerScope(parent: Scope): Scope {
  return { names: new Map(), parent };
}

export function bindingOf(scope: Scope | undefined, name: string): Binding | undefined {
  for (let level = scope; level !== undefined; level = level.parent) {
    if (level.names.has(name)) return level.names.get(name);
  }
  return undefined;
}

interface Writing {
  /** The names that are replaced. */
  readonly scope?: Scope | undefined;
  readonly onlyLiterals?: boolean;
  readonly withoutAwait?: boolean;
}

/**
 * A range in one way of writing: white space, quotes, semicolons, commas behind the last part and brackets around a
 * single parameter make no difference.
 */
export function written(source: Source, range: Range, writing: Writing = {}): string {
  const words: string[] = [];
  let last: Token | undefined;
  const dropped = new Set<number>();
  for (let at = range.from; at < range.to; at += 1) {
    const token = source.tokens[at];
    if (token === undefined) break;
    if (dropped.has(at) || isDropped(source, at, range, { writing, dropped })) continue;
    const isApart = last !== undefined && last.kind !== 'symbol' && token.kind !== 'symbol';
    words.push(isApart ? ' ' : '', replacement(source, at, writing) ?? textOf(token));
    last = token;
  }
  return words.join('');
}

function textOf({ kind, text, value }: Token): string {
  if (kind !== 'string' || text.startsWith('/')) return text;
  return `"${value.replace(/\\(['"`])/g, '$1')}"`;
}

function isDropped(
  source: Source,
  at: number,
  range: Range,
  { dropped, writing }: { readonly writing: Writing; readonly dropped: Set<number> },
): boolean {
  const token = source.tokens[at];
  if (token === undefined || token.kind === 'string') return false;
  if (token.text === ';') return true;
  if (token.text === ',') return at + 1 < range.to && /^[)\]}]$/.test(textAt(source, at + 1));
  if (token.text === 'await') return writing.withoutAwait === true;
  if (token.text !== '(') return false;
  const close = source.closing.get(at) ?? range.to;
  const isParameter = close === at + 2 && textAt(source, close + 1) === '=>';
  const isAwaited = writing.withoutAwait === true && textAt(source, at + 1) === 'await';
  if (!(isParameter || isAwaited) || isBehindName(source, at)) return false;
  dropped.add(close);
  return true;
}

function isBehindName(source: Source, at: number): boolean {
  const before = source.tokens[at - 1];
  return before?.kind === 'word' && !/^(?:async|await|return|new|typeof|in|of)$/.test(before.text);
}

function replacement(source: Source, at: number, writing: Writing): string | undefined {
  const token = source.tokens[at];
  if (writing.scope === undefined || token?.kind !== 'word') return undefined;
  const before = textAt(source, at - 1);
  if (before === '.' || before === '?.' || textAt(source, at + 1) === ':') return undefined;
  const binding = bindingOf(writing.scope, token.text);
  if (binding === undefined || (writing.onlyLiterals && !binding.isLiteral)) return undefined;
  const isKey =
    /^[{,]$/.test(before) && /^[},]$/.test(textAt(source, at + 1)) && isInObject(source, at);
  return isKey ? `${token.text}:${binding.text}` : binding.text;
}

/** Whether the bracket around a token is a brace. */
function isInObject(source: Source, at: number): boolean {
  let depth = 0;
  for (let index = at - 1; index >= Math.max(0, at - 400); index -= 1) {
    const text = textAt(source, index);
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text)) {
      if (depth === 0) return text === '{';
      depth -= 1;
    }
  }
  return false;
}

/** A value without what makes no difference to it: brackets around it, `await`, a cast behind it. */
export function bare(source: Source, range: Range): Range {
  let { from, to } = range;
  for (let isSame = false; !isSame; ) {
    isSame = true;
    const text = textAt(source, from);
    if (text === 'await' || text === 'void') {
      from += 1;
      isSame = false;
    } else if (text === '(' && source.closing.get(from) === to - 1 && to - from > 2) {
      from += 1;
      to -= 1;
      isSame = false;
    } else if (textAt(source, to - 1) === '!' && to - from > 1) {
      to -= 1;
      isSame = false;
    }
  }
  for (let at = from + 1; at < to; at += 1) {
    if (source.closing.has(at)) at = closingOf(source, at, to);
    else if (/^(?:as|satisfies)$/.test(textAt(source, at)) && textAt(source, at - 1) !== '.') {
      return { from, to: at };
    }
  }
  return { from, to };
}

export function subjectText(source: Source, range: Range, scope: Scope): string {
  return written(source, bare(source, range), { scope, withoutAwait: true });
}

export function expectedText(source: Source, range: Range, scope: Scope): string {
  const value = bare(source, range);
  return written(source, value, { scope, onlyLiterals: true });
}

const LITERAL_WORDS = /^(?:true|false|null|undefined|NaN|Infinity)$/;

/** Whether a range is a value that is written out: it names nothing and calls nothing. */
export function isLiteral(source: Source, range: Range): boolean {
  const { from, to } = bare(source, range);
  if (to <= from) return false;
  for (let at = from; at < to; at += 1) {
    const token = source.tokens[at];
    if (token === undefined) return false;
    const isKey = textAt(source, at + 1) === ':';
    if (token.kind === 'word' && !(isKey || LITERAL_WORDS.test(token.text))) return false;
    if (token.kind === 'string' && token.text.startsWith('`') && token.value.includes('${')) {
      return false;
    }
    if (token.kind === 'symbol' && !/^[-+[\]{},:]$/.test(token.text)) return false;
  }
  return true;
}

/** Keeps what a declaration gives to its names: `const sum = add(1, 2)`, `const { status } = await get()`. */
export function declare(
  source: Source,
  pattern: Range,
  value: Range | undefined,
  scope: Scope,
): void {
  const first = textAt(source, pattern.from);
  const right = value === undefined ? undefined : shortValue(source, value, scope);
  if (first !== '{' && first !== '[') {
    if (first !== '') scope.names.set(first, right);
    return;
  }
  for (const [index, part] of partsOf(source, insideOf(source, pattern.from)).entries()) {
    const key = textAt(source, part.from);
    const isRenamed = textAt(source, part.from + 1) === ':';
    const name = isRenamed ? textAt(source, part.from + 2) : key;
    if (!/^[\p{L}_$]/u.test(name)) continue;
    const isPlain = right !== undefined && part.to - part.from === (isRenamed ? 3 : 1);
    const suffix = first === '{' ? `.${key}` : `[${index}]`;
    const text = `${right?.text}${suffix}`;
    scope.names.set(name, isPlain ? { text, isLiteral: false, range: part } : undefined);
  }
}

function shortValue(source: Source, value: Range, scope: Scope): Binding | undefined {
  const range = bare(source, value);
  if (range.to <= range.from || functionAt(source, range.from, range.to) !== undefined) {
    return undefined;
  }
  if (range.to - range.from > LONGEST_VALUE) return undefined;
  if (hasFunction(source, range)) return undefined;
  const text = subjectText(source, range, scope);
  if (text.length > LONGEST_VALUE) return undefined;
  return { text, isLiteral: isLiteral(source, range), range };
}

function hasFunction(source: Source, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    if (/^(?:function|class)$/.test(textAt(source, at))) return true;
    if (textAt(source, at) === '=>' && textAt(source, at + 1) === '{') return true;
  }
  return false;
}

/** Hides the names of parameters. */
export function hideNames(source: Source, { from, to }: Range, scope: Scope): void {
  for (let at = from; at < to; at += 1) {
    const token = source.tokens[at];
    if (token?.kind === 'word') scope.names.set(token.text, undefined);
  }
}
