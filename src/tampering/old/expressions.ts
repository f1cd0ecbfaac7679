import { canonicalText, type Range, type Source, type Token } from './source.ts';

/** An expression of a program: its tokens, so that names in it can be replaced by what they stand for. */
export type Expression = readonly Token[];

/** A call that an expression is as a whole: `a.b(c)`, or `a!(c)`. */
export interface Call {
  /** What stands before the arguments, as canonical text: `a.b`, `a!`. */
  readonly callee: string;
  /** Its last name: `b`. */
  readonly name: string;
  /** What stands before the last name and its dot; empty where nothing does. */
  readonly receiver: Expression;
  readonly args: readonly Expression[];
}

const NO_BRACKETS: ReadonlyMap<number, number> = new Map();
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

/** The tokens of a range. */
export function expressionIn({ tokens }: Source, { from, to }: Range): Expression {
  return tokens.slice(from, to);
}

/** An expression in one way of writing, as `canonicalText` writes a range. */
export function textOf(expression: Expression): string {
  const source = { text: '', tokens: expression, comments: [], closing: NO_BRACKETS };
  return canonicalText(source, { from: 0, to: expression.length });
}

/** The indexes of what stands outside of all brackets, the opening ones included and the closing ones not. */
export function topLevelOf(expression: Expression): readonly number[] {
  const indexes: number[] = [];
  let depth = 0;
  for (const [index, { kind, text }] of expression.entries()) {
    const isSymbol = kind === 'symbol';
    if (isSymbol && CLOSING.test(text)) {
      depth = Math.max(0, depth - 1);
      continue;
    }
    if (depth === 0) indexes.push(index);
    if (isSymbol && OPENING.test(text)) depth += 1;
  }
  return indexes;
}

/** The parts between a symbol, outside of all brackets. An empty last part is left out. */
export function splitAt(expression: Expression, symbol: string): readonly Expression[] {
  const parts: Expression[] = [];
  let start = 0;
  for (const index of topLevelOf(expression)) {
    const token = expression[index];
    if (token?.kind !== 'symbol' || token.text !== symbol) continue;
    parts.push(expression.slice(start, index));
    start = index + 1;
  }
  if (start < expression.length) parts.push(expression.slice(start));
  return parts;
}

/** Where one of some symbols stands outside of all brackets; -1 where none does. */
export function indexOfSymbol(expression: Expression, symbols: readonly string[]): number {
  return (
    topLevelOf(expression).find((index) => {
      const token = expression[index];
      return (
        token?.kind === 'symbol' &&
        symbols.includes(token.text) &&
        !isTypeBracket(expression, index)
      );
    }) ?? -1
  );
}

/** `::<` and what closes it compare nothing. */
function isTypeBracket(expression: Expression, index: number): boolean {
  if (expression[index]?.text === '<') return expression[index - 1]?.text === '::';
  if (expression[index]?.text !== '>') return false;
  const before = expression.slice(Math.max(0, index - 20), index);
  return before.some(({ text }, at) => text === '<' && before[at - 1]?.text === '::');
}

/** An expression without brackets around the whole of it. */
export function withoutParentheses(expression: Expression): Expression {
  let inner = expression;
  for (let depth = 0; depth < 50 && inner[0]?.text === '(' && isOneBracket(inner); depth += 1) {
    // `(a, b)` is a value of its own.
    const content = inner.slice(1, -1);
    if (content.length === 0 || splitAt(content, ',').length > 1) break;
    inner = content;
  }
  return inner;
}

function isOneBracket(expression: Expression): boolean {
  if (expression.at(-1)?.text !== ')') return false;
  let depth = 0;
  for (const [index, { kind, text }] of expression.entries()) {
    if (kind !== 'symbol') continue;
    if (OPENING.test(text)) depth += 1;
    else if (CLOSING.test(text)) depth -= 1;
    if (depth === 0) return index === expression.length - 1;
  }
  return false;
}

/** The call that an expression is as a whole; undefined where it is none. */
export function callOf(expression: Expression): Call | undefined {
  const last = expression.at(-1);
  if (last?.kind !== 'symbol' || !CLOSING.test(last.text)) return undefined;
  const top = topLevelOf(expression);
  const open = top.at(-1);
  if (open === undefined || open === 0) return undefined;
  const isMacro = expression[open - 1]?.text === '!';
  if (expression[open]?.text !== '(' && !isMacro) return undefined;
  const callee = expression.slice(0, open);
  if (!isChain(callee)) return undefined;
  const nameAt = nameIndexOf(callee, isMacro);
  const name = callee[nameAt];
  if (name?.kind !== 'word') return undefined;
  const hasReceiver = /^(?:\.|::|\?\.)$/.test(callee[nameAt - 1]?.text ?? '');
  return {
    callee: textOf(callee),
    name: name.text,
    receiver: hasReceiver ? callee.slice(0, nameAt - 1) : [],
    args: splitAt(expression.slice(open + 1, -1), ','),
  };
}

/** The last name of a callee, before type arguments: `parse` of `text.parse::<i32>`. */
function nameIndexOf(callee: Expression, isMacro: boolean): number {
  if (isMacro) return callee.length - 2;
  if (callee.at(-1)?.text !== '>') return callee.length - 1;
  const open = callee.findLastIndex(
    ({ text }, index) => text === '<' && callee[index - 1]?.text === '::',
  );
  return open < 2 ? callee.length - 1 : open - 2;
}

/** Whether tokens are names, calls and indexes joined by dots, and no operation. */
function isChain(expression: Expression): boolean {
  const top = topLevelOf(expression);
  return top.every((index) => {
    const token = expression[index];
    if (token === undefined) return false;
    if (token.kind !== 'symbol') return token.text !== 'return' && token.text !== 'func';
    if (/^(?:\.|::|\?|!|[([{])$/.test(token.text)) return token.text !== '!' || index > 0;
    return isPartOfType(expression, index);
  });
}

/** Whether a symbol stands inside of `::<…>`. */
function isPartOfType(expression: Expression, index: number): boolean {
  const open = expression.findIndex(
    ({ text }, at) => text === '<' && expression[at - 1]?.text === '::',
  );
  return open >= 0 && index >= open && expression.slice(index).some(({ text }) => text === '>');
}

/** A number as it is written, `1e-9`, `1_000`, `0.5f64`; undefined for anything else. */
export function numberOf(expression: Expression): number | undefined {
  const [first, second] = expression;
  const isNegative = first?.text === '-';
  const token = isNegative ? second : first;
  if (token?.kind !== 'number' || expression.length > (isNegative ? 2 : 1)) return undefined;
  const digits = token.text.replaceAll('_', '').replace(/(?<=[\d.])[fiu](?:\d+|size)$/, '');
  const value = Number(digits);
  return Number.isFinite(value) ? (isNegative ? -value : value) : undefined;
}

/** Whether an expression is one value as written: a number, a string, or a word such as `true`. */
export function isPlainLiteral(expression: Expression): boolean {
  const [first] = expression;
  if (expression.length === 2 && first?.text === '-') return expression[1]?.kind === 'number';
  if (expression.length !== 1 || first === undefined) return false;
  return first.kind === 'number' || first.kind === 'string' || LITERAL_WORDS.has(first.text);
}

const LITERAL_WORDS = new Set(['true', 'false', 'nil', 'None']);

/** A short text for messages and places where a whole expression would be too much. */
export function shortened(text: string, most: number): string {
  return text.length > most ? text.slice(0, most) : text;
}
