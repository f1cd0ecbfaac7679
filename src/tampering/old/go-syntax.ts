import type { Definition } from '../test-file.ts';
import {
  canonicalText,
  insideOf,
  type Lexicon,
  type Range,
  readSource,
  type Source,
} from './source.ts';

const LEXICON: Lexicon = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  strings: [
    { open: '`', close: '`', escapes: false, multiline: true },
    { open: '"', close: '"', escapes: true, multiline: false },
    { open: "'", close: "'", escapes: true, multiline: false },
  ],
};

/** A function or method of a Go file. */
export interface GoFunction {
  readonly name: string;
  readonly line: number;
  /** The type whose method it is, without pointer. */
  readonly receiver: string;
  /** The name by which its receiver is called inside. */
  readonly receiverName: string;
  readonly parameters: Range;
  /** What stands inside of its braces. */
  readonly body: Range;
  readonly range: Range;
}

export function readGo(text: string): Source {
  return readSource(text, LEXICON);
}

/**
 * The statements of a range, as Go's rule for the end of a line has them: behind a name, a literal, a closing bracket,
 * `return` and the like.
 */
export function statementsOf({ closing, tokens }: Source, { from, to }: Range): readonly Range[] {
  const statements: Range[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    const last = tokens[at - 1];
    const isSemicolon = token?.text === ';' && !isHeaded(tokens[start]?.text);
    const isEnd =
      at > start && token?.isFirstOfLine && last !== undefined && mayEnd(last.text, last.kind);
    if (isSemicolon || isEnd) {
      if (at > start) statements.push({ from: start, to: at });
      start = isSemicolon ? at + 1 : at;
    }
    const end = closing.get(at);
    if (end !== undefined) at = Math.min(end, to) - (end < to ? 0 : 1);
  }
  if (start < to) statements.push({ from: start, to });
  return statements;
}

/** Statements whose header has semicolons of its own. */
function isHeaded(word: string | undefined): boolean {
  return word === 'if' || word === 'for' || word === 'switch';
}

function mayEnd(text: string, kind: string): boolean {
  return kind !== 'symbol' || /^(?:[)\]}]|\+\+|--)$/.test(text);
}

/** The last `{` of a range outside of other brackets: that of the body. -1 where there is none. */
export function lastBraceOf({ closing, tokens }: Source, { from, to }: Range): number {
  let last = -1;
  for (let at = from; at < to; at += 1) {
    const end = closing.get(at);
    if (end === undefined) continue;
    if (tokens[at]?.text === '{') last = at;
    at = Math.min(end, to);
  }
  return last;
}

/** The functions and methods of a file, in order. */
export function functionsOf(source: Source): readonly GoFunction[] {
  return statementsOf(source, { from: 0, to: source.tokens.length }).flatMap((range) => {
    const read = functionAt(source, range);
    return read === undefined ? [] : [read];
  });
}

function functionAt(source: Source, range: Range): GoFunction | undefined {
  const { closing, tokens } = source;
  const at = range.from;
  if (tokens[at]?.text !== 'func') return undefined;
  const hasReceiver = tokens[at + 1]?.text === '(';
  const receiver = hasReceiver ? insideOf(source, at + 1) : { from: at, to: at };
  const nameAt = hasReceiver ? receiver.to + 1 : at + 1;
  const name = tokens[nameAt];
  const open = lastBraceOf(source, range);
  if (name?.kind !== 'word' || open < 0) return undefined;
  const generic =
    tokens[nameAt + 1]?.text === '[' ? (closing.get(nameAt + 1) ?? nameAt) + 1 : nameAt + 1;
  const receiverWords = tokens
    .slice(receiver.from, receiver.to)
    .filter(({ kind }) => kind === 'word');
  const words = hasReceiver ? receiverWords : [];
  return {
    name: name.text,
    line: tokens[at]?.line ?? 1,
    receiver: (words[1] ?? words[0])?.text ?? '',
    receiverName: words[0]?.text ?? '',
    parameters: tokens[generic]?.text === '(' ? insideOf(source, generic) : { from: at, to: at },
    body: insideOf(source, open),
    range,
  };
}

/** The comments right above a line, in one way of writing. */
export function commentAbove(
  source: Source,
  line: number,
  byLastLine = lastLinesOf(source),
): string {
  const parts: string[] = [];
  for (let at = line - 1; at > 0; ) {
    const found = byLastLine.get(at);
    if (found === undefined) break;
    parts.unshift(found.text.replace(/\s+/g, ' ').trim());
    at = found.line - 1;
  }
  return parts.join(' ');
}

/** The comments of a text by the line on which each ends. */
export function lastLinesOf({
  comments,
}: Source): ReadonlyMap<number, { readonly text: string; readonly line: number }> {
  return new Map(
    comments.map(
      (comment) => [comment.line + comment.text.split('\n').length - 1, comment] as const,
    ),
  );
}

/** What a file defines, but for what is left out by its name. */
export function definitionsOf(
  source: Source,
  isLeftOut: (range: Range) => boolean = () => false,
): readonly Definition[] {
  const above = lastLinesOf(source);
  const { tokens } = source;
  const definition = (name: string, range: Range, whole: Range, prefix: string): Definition => {
    const line = tokens[whole.from]?.line ?? 1;
    const comment = commentAbove(source, line, above);
    return {
      name,
      line,
      text: `${comment}${comment === '' ? '' : ' '}${prefix}${canonicalText(source, range)}`,
    };
  };
  return statementsOf(source, { from: 0, to: tokens.length }).flatMap((range) => {
    const word = tokens[range.from]?.text ?? '';
    if (isLeftOut(range)) return [];
    if (word === 'func') {
      const read = functionAt(source, range);
      return read === undefined ? [] : [definition(read.name, range, range, '')];
    }
    if (!/^(?:type|var|const)$/.test(word)) return [];
    const isGroup = tokens[range.from + 1]?.text === '(';
    const members = isGroup
      ? statementsOf(source, insideOf(source, range.from + 1))
      : [{ from: range.from + 1, to: range.to }];
    return members.flatMap((member) => {
      const name = tokens[member.from];
      if (name?.kind !== 'word') return [];
      return [definition(name.text, member, isGroup ? member : range, `${word} `)];
    });
  });
}
