/** The classes, functions and fields of Java and Kotlin. */

import type { Definition } from '../test-file.ts';
import type { JvmCode } from './jvm-source.ts';
import { endOfAnnotation, isSymbol, placeOf, statementsOf } from './jvm-source.ts';
import type { Comment, Range } from './source.ts';
import { canonicalText, insideOf, partsOf, writtenText } from './source.ts';

export interface Annotation {
  /** Without its package: `Test`. */
  readonly name: string;
  readonly text: string;
  readonly arguments: readonly Range[];
}

export interface Declaration {
  readonly kind: 'type' | 'function' | 'value';
  readonly name: string;
  readonly line: number;
  readonly range: Range;
  readonly annotations: readonly Annotation[];
  readonly modifiers: readonly string[];
  /** What stands in its braces, or behind the `=` of a function. */
  readonly body?: Range | undefined;
  /** Between its name and its body: parameters, types that it extends. */
  readonly head: Range;
}

const MODIFIERS = new Set([
  'public', 'private', 'protected', 'internal', 'static', 'final', 'abstract', 'open', 'override', 'suspend', 'inline',
  'data', 'sealed', 'lateinit', 'const', 'synchronized', 'default', 'inner', 'companion', 'operator', 'infix',
  'native', 'transient', 'volatile', 'strictfp', 'tailrec', 'value', 'annotation', 'non', 'expect', 'actual',
]); // biome-ignore format: a list
const TYPES = new Set(['class', 'interface', 'enum', 'record', 'object', '@interface', 'trait']);
const NO_DECLARATION = new Set([
  'return', 'throw', 'if', 'for', 'while', 'try', 'switch', 'do', 'else', 'case', 'new', 'assert', 'import', 'package',
]); // biome-ignore format: a list

export function declarationsIn(code: JvmCode, range: Range): readonly Declaration[] {
  return statementsOf(code, range).flatMap((statement) => declarationOf(code, statement) ?? []);
}

function declarationOf(code: JvmCode, range: Range): Declaration | undefined {
  const { source } = code;
  const annotations: Annotation[] = [];
  const modifiers: string[] = [];
  let at = range.from;
  for (; at < range.to; ) {
    const end = endOfAnnotation(source, at, range.to);
    if (end > at) {
      annotations.push(annotationOf(code, { from: at, to: end }));
      at = end;
    } else if (source.tokens[at]?.kind === 'word' && MODIFIERS.has(source.tokens[at]?.text ?? '')) {
      modifiers.push(source.tokens[at]?.text ?? '');
      at += 1;
    } else break;
  }
  const first = source.tokens[at];
  if (first === undefined || at >= range.to || NO_DECLARATION.has(first.text)) return undefined;
  const found =
    first.kind === 'word' && TYPES.has(first.text)
      ? typeAt(code, at, range.to)
      : (functionAt(code, at, range.to) ?? valueAt(code, at, range.to));
  if (found === undefined) return undefined;
  return { ...found, range, annotations, modifiers };
}

type Bare = Omit<Declaration, 'range' | 'annotations' | 'modifiers'>;

function annotationOf({ source }: JvmCode, range: Range): Annotation {
  const open = placeOf(source, range, (token) => isSymbol(token, '('));
  const words = source.tokens
    .slice(range.from, open ?? range.to)
    .filter(({ kind }) => kind === 'word');
  return {
    name: (words.at(-1)?.text ?? '').replace(/^@/, ''),
    text: writtenText(source, range),
    arguments: open === undefined ? [] : partsOf(source, insideOf(source, open)),
  };
}

function typeAt({ source }: JvmCode, from: number, to: number): Bare {
  let at = from + 1;
  // `enum class`, `companion object {`
  if (TYPES.has(source.tokens[at]?.text ?? '') && source.tokens[at]?.kind === 'word') at += 1;
  const named = source.tokens[at];
  const open = placeOf(source, { from: at, to }, (token) => isSymbol(token, '{'));
  const name = named?.kind === 'word' ? named.text : 'Companion';
  const line = source.tokens[from]?.line ?? 1;
  const body = open === undefined ? undefined : insideOf(source, open);
  return { kind: 'type', name, line, body, head: { from: Math.min(at + 1, to), to: open ?? to } };
}

function functionAt(code: JvmCode, from: number, to: number): Bare | undefined {
  const { source } = code;
  const { tokens } = source;
  const isFun = tokens[from]?.text === 'fun' && tokens[from].kind === 'word';
  if (code.dialect === 'kotlin' && !isFun) return undefined;
  const open = placeOf(
    source,
    { from, to },
    (token) => /^[(={]$/.test(token.text) && token.kind === 'symbol',
  );
  const named = tokens[(open ?? from) - 1];
  if (open === undefined || !isSymbol(tokens[open], '(') || open === from || named === undefined)
    return undefined;
  if (named.kind !== 'word' && named.kind !== 'string') return undefined;
  if (/^(?:this|super)$/.test(named.text) || (isSymbol(tokens[open - 2], '.') && !isFun))
    return undefined;
  const close = Math.min(source.closing.get(open) ?? to, to);
  const mark = placeOf(
    source,
    { from: close + 1, to },
    (token) => isSymbol(token, '{') || isSymbol(token, '='),
  );
  const isBlock = mark !== undefined && isSymbol(tokens[mark], '{');
  const body =
    mark === undefined ? undefined : isBlock ? insideOf(source, mark) : { from: mark + 1, to };
  if (code.dialect !== 'kotlin' && body === undefined && open - from < 2) return undefined;
  return {
    kind: 'function',
    name: named.value,
    line: named.line,
    body,
    head: { from: open, to: mark ?? to },
  };
}

function valueAt({ dialect, source }: JvmCode, from: number, to: number): Bare | undefined {
  const { tokens } = source;
  const first = tokens[from];
  if (dialect === 'kotlin') {
    const isValue = first?.kind === 'word' && /^(?:val|var|typealias)$/.test(first.text);
    const named = tokens[from + 1];
    if (!isValue || named === undefined || from + 1 >= to) return undefined;
    return { kind: 'value', name: named.value, line: named.line, head: { from: from + 2, to } };
  }
  const equals = placeOf(source, { from, to }, (token) => isSymbol(token, '=')) ?? to;
  const named = tokens[equals - 1];
  if (named?.kind !== 'word' || equals - from < 2) return undefined;
  return { kind: 'value', name: named.text, line: named.line, head: { from: equals, to } };
}

/** The comments that begin between two lines: they stand in order. */
function commentsBetween(
  comments: readonly Comment[],
  above: number,
  below: number,
): readonly Comment[] {
  let low = 0;
  for (let high = comments.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.line ?? 0) > above) high = middle;
    else low = middle + 1;
  }
  let end = low;
  while (end < comments.length && (comments[end]?.line ?? below) < below) end += 1;
  return comments.slice(low, end);
}

/** What a declaration says, with the comment that stands right above it, in one way of writing. */
export function definitionOf({ source }: JvmCode, { line, name, range }: Declaration): Definition {
  const above = source.tokens[range.from - 1]?.line ?? 0;
  const start = source.tokens[range.from]?.line ?? line;
  const comment = commentsBetween(source.comments, above, start).map(({ text }) =>
    text
      .replace(/^[/*\s]+|[*/\s]+$/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ \* /g, ' '),
  );
  return { name, line, text: [...comment, canonicalText(source, range)].join('\n') };
}

/** All that a range defines, what stands in its classes too. Never throws. */
export function definitionsIn(code: JvmCode, range: Range, depth = 0): readonly Definition[] {
  if (depth > 20) return [];
  return declarationsIn(code, range).flatMap((declaration) => [
    definitionOf(code, declaration),
    ...(declaration.kind === 'type' && declaration.body !== undefined
      ? definitionsIn(code, declaration.body, depth + 1)
      : []),
  ]);
}
