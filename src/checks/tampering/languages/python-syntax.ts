/** A Python text as statements with their blocks, and what its expressions are made of. */
import {
  canonicalText,
  insideOf,
  type Lexicon,
  partsOf,
  type Range,
  readSource,
  type Source,
  type Token,
} from '../source.ts';

const PYTHON: Lexicon = {
  lineComments: ['#'],
  blockComments: [],
  strings: [
    { open: '"""', close: '"""', escapes: true, multiline: true },
    { open: "'''", close: "'''", escapes: true, multiline: true },
    { open: '"', close: '"', escapes: true, multiline: false },
    { open: "'", close: "'", escapes: true, multiline: false },
  ],
  stringPrefix: /[rRbBuUfFtT]{1,2}/,
  foreignOperators: ['<-', '++', '--', '!!'],
};

const COMPOUND = new Set(
  'if elif else for while try except finally with def class match case'.split(' '),
);
const SIMPLE = new Set(
  'assert return raise import from del global nonlocal pass break continue yield await'.split(' '),
);

export interface Statement {
  /** The word that says what it is: `def`, `if`, `assert`; empty for an expression or an assignment. */
  readonly keyword: string;
  readonly isAsync: boolean;
  /** The statement without the blocks and their colon, from its keyword. */
  readonly head: Range;
  readonly block: readonly Statement[];
  /** Without their `@`. */
  readonly decorators: readonly Range[];
  readonly line: number;
  /** With decorators and block. */
  readonly all: Range;
}

export interface Argument {
  readonly name: string | undefined;
  readonly value: Range;
}

export interface Call {
  /** With its dots, as far as it is made of names: `client.get`; `.get` behind another call. */
  readonly name: string;
  readonly callee: Range;
  readonly args: readonly Argument[];
}

/** Tokens of a Python text: lines that a backslash joins are one, and the `@` of a decorator stands alone. */
export function pythonSource(text: string): Source {
  const read = readSource(text, PYTHON);
  const tokens: Token[] = [];
  const places: number[] = [];
  let isJoined = false;
  for (const token of read.tokens) {
    places.push(tokens.length);
    if (token.text === '\\') {
      isJoined = true;
      continue;
    }
    tokens.push(...pieces(token, token.isFirstOfLine && !isJoined));
    isJoined = false;
  }
  const place = (at: number): number => places[at] ?? tokens.length;
  const closing = new Map([...read.closing].map(([open, close]) => [place(open), place(close)]));
  return { text: read.text, tokens, comments: read.comments, closing };
}

function pieces(token: Token, isFirstOfLine: boolean): readonly Token[] {
  if (token.kind !== 'word' || !token.text.startsWith('@')) return [{ ...token, isFirstOfLine }];
  const name = token.text.slice(1);
  const at: Token = {
    ...token,
    kind: 'symbol',
    text: '@',
    value: '@',
    to: token.from + 1,
    isFirstOfLine,
  };
  if (name === '') return [at];
  return [at, { ...token, text: name, value: name, from: token.from + 1, isFirstOfLine: false }];
}

/** The statements of a text. What is half-written is read as far as it goes. */
export function readStatements(source: Source): readonly Statement[] {
  return new StatementReader(source).readBlock(0);
}

class StatementReader {
  private at = 0;
  private readonly source: Source;
  private readonly lines: readonly Range[];

  constructor(source: Source) {
    this.source = source;
    this.lines = logicalLines(source);
  }

  readBlock(indent: number): readonly Statement[] {
    const statements: Statement[] = [];
    let decorators: Range[] = [];
    for (let line = this.lines[this.at]; line !== undefined; line = this.lines[this.at]) {
      if (this.indentOf(line) < indent) break;
      this.at += 1;
      if (this.source.tokens[line.from]?.text === '@') {
        decorators.push({ from: line.from + 1, to: line.to });
        continue;
      }
      statements.push(...this.readLine(line, decorators));
      decorators = [];
    }
    return statements;
  }

  private indentOf(line: Range): number {
    return this.source.tokens[line.from]?.indent ?? 0;
  }

  private readLine(line: Range, decorators: readonly Range[]): readonly Statement[] {
    const colon = this.colonOf(line);
    if (colon === undefined) return this.readSimple(line);
    const { tokens } = this.source;
    const isAsync = tokens[line.from]?.text === 'async';
    const from = line.from + (isAsync ? 1 : 0);
    let block = this.readSimple({ from: colon + 1, to: line.to });
    const next = this.lines[this.at];
    if (block.length === 0 && next !== undefined && this.indentOf(next) > this.indentOf(line)) {
      block = this.readBlock(this.indentOf(next));
    }
    return [
      {
        keyword: tokens[from]?.text ?? '',
        isAsync,
        head: { from, to: colon },
        block,
        decorators,
        line: tokens[from]?.line ?? 1,
        all: {
          from: (decorators[0]?.from ?? line.from + 1) - 1,
          to: block.at(-1)?.all.to ?? line.to,
        },
      },
    ];
  }

  /** Where the head of a compound statement ends; undefined for a simple one. */
  private colonOf({ from, to }: Range): number | undefined {
    const { closing, tokens } = this.source;
    const first = tokens[from]?.text === 'async' ? from + 1 : from;
    const word = tokens[first]?.text ?? '';
    if (!COMPOUND.has(word) || tokens[first]?.kind !== 'word') return undefined;
    if (/^(match|case)$/.test(word) && /^[=.:,)]$/.test(tokens[first + 1]?.text ?? '=')) {
      return undefined;
    }
    let lambdas = 0;
    for (let at = first + 1; at < to; at += 1) {
      const end = closing.get(at);
      const text = tokens[at]?.text;
      if (end !== undefined && end < to) at = end;
      else if (text === 'lambda') lambdas += 1;
      else if (text === ':' && lambdas === 0) return at;
      else if (text === ':') lambdas -= 1;
    }
    return undefined;
  }

  private readSimple(line: Range): readonly Statement[] {
    return partsOf(this.source, line, ';')
      .filter(({ from, to }) => from < to)
      .map((head) => {
        const first = this.source.tokens[head.from];
        const isWord = first?.kind === 'word' && SIMPLE.has(first.text);
        return {
          keyword: isWord ? first.text : '',
          isAsync: false,
          head,
          block: [],
          decorators: [],
          line: first?.line ?? 1,
          all: head,
        };
      });
  }
}

function logicalLines({ closing, tokens }: Source): readonly Range[] {
  const lines: Range[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    if (at > from && tokens[at]?.isFirstOfLine) {
      lines.push({ from, to: at });
      from = at;
    }
    const end = closing.get(at);
    if (end !== undefined && end < tokens.length) at = end;
  }
  if (from < tokens.length) lines.push({ from, to: tokens.length });
  return lines;
}

/** All statements of blocks, the outer ones first; what is nested in functions and classes only where asked for. */
export function* statementsIn(
  statements: readonly Statement[],
  isIntoDefinitions = true,
): Generator<Statement> {
  for (const statement of statements) {
    yield statement;
    if (isIntoDefinitions || !isDefinition(statement)) {
      yield* statementsIn(statement.block, isIntoDefinitions);
    }
  }
}

export function isDefinition({ keyword }: Statement): boolean {
  return keyword === 'def' || keyword === 'class';
}

/** The name of a function or class; empty where it is not written yet. */
export function nameOf(source: Source, { head }: Statement): string {
  const token = source.tokens[head.from + 1];
  return token?.kind === 'word' ? token.text : '';
}

/** The parameters of a function or the bases of a class. */
export function parametersOf(source: Source, { head }: Statement): readonly Argument[] {
  const open = head.from + 2;
  return source.tokens[open]?.text === '(' && open < head.to ? argumentsAt(source, open) : [];
}

/** Where a word or symbol stands outside of brackets. */
export function placeOf(source: Source, { from, to }: Range, text: string): number | undefined {
  for (let at = from; at < to; at += 1) {
    const token = source.tokens[at];
    if (token?.text === text && token.kind !== 'string') return at;
    at = Math.min(source.closing.get(at) ?? at, to);
  }
  return undefined;
}

/** The parts that stand between a word outside of brackets: `or`, `and`. */
export function partsBetween(source: Source, range: Range, word: string): readonly Range[] {
  const parts: Range[] = [];
  let from = range.from;
  for (
    let at = placeOf(source, range, word);
    at !== undefined;
    at = placeOf(source, { from, to: range.to }, word)
  ) {
    parts.push({ from, to: at });
    from = at + 1;
  }
  return [...parts, { from, to: range.to }];
}

/** A range without brackets around all of it and without `await`; a tuple and a generator keep theirs. */
export function unwrapped(source: Source, range: Range): Range {
  const { closing, tokens } = source;
  let { from, to } = range;
  while (from < to) {
    if (tokens[from]?.text === 'await') from += 1;
    else if (tokens[from]?.text === '(' && closing.get(from) === to - 1 && to - from > 2) {
      const inside = { from: from + 1, to: to - 1 };
      if (placeOf(source, inside, ',') !== undefined) break;
      if (placeOf(source, inside, 'for') !== undefined) break;
      ({ from, to } = inside);
    } else break;
  }
  return { from, to };
}

/** A range that is a call as a whole: `f(1)`, `a.b(2)`, `f(1).g(2)`. */
export function callIn(source: Source, range: Range): Call | undefined {
  const { from, to } = unwrapped(source, range);
  const { closing, tokens } = source;
  if (to - from < 3 || tokens[to - 1]?.text !== ')' || tokens[from]?.kind === 'number') {
    return undefined;
  }
  for (let at = from; at < to; at += 1) {
    const end = closing.get(at);
    if (end === undefined) {
      const token = tokens[at];
      if (token?.kind === 'symbol' && token.text !== '.') return undefined;
      if (token?.kind === 'word' && OPERATOR_WORDS.has(token.text)) return undefined;
      continue;
    }
    if (end === to - 1 && at > from) {
      const callee = { from, to: at };
      return { name: dottedName(source, at), callee, args: argumentsAt(source, at) };
    }
    at = end;
  }
  return undefined;
}

const OPERATOR_WORDS = new Set('and or not in is if else lambda for yield'.split(' '));

/** The name that ends before a bracket, with its dots: `a.b.c`; with a leading dot where a call or index stands before it. */
export function dottedName({ tokens }: Source, open: number): string {
  let from = open - 1;
  if (tokens[from]?.kind !== 'word') return '';
  while (tokens[from - 1]?.text === '.' && tokens[from - 2]?.kind === 'word') from -= 2;
  const name = tokens.slice(from, open).map(({ text }) => text);
  return `${tokens[from - 1]?.text === '.' ? '.' : ''}${name.join('')}`;
}

/** The arguments of the bracket that opens there. */
export function argumentsAt(source: Source, open: number): readonly Argument[] {
  return partsOf(source, insideOf(source, open))
    .filter(({ from, to }) => from < to)
    .map((value) => {
      const isNamed =
        source.tokens[value.from]?.kind === 'word' && source.tokens[value.from + 1]?.text === '=';
      return isNamed
        ? { name: source.tokens[value.from]?.text, value: { from: value.from + 2, to: value.to } }
        : { name: undefined, value };
    });
}

/** Every call in a range, also inside of others, by the place of its bracket. */
export function* callsIn(
  source: Source,
  { from, to }: Range,
): Generator<{ readonly name: string; readonly open: number }> {
  for (let at = from + 1; at < to; at += 1) {
    if (source.tokens[at]?.text !== '(' || source.tokens[at]?.kind !== 'symbol') continue;
    const before = source.tokens[at - 1];
    if (before?.kind !== 'word' || KEYWORDS.has(before.text)) continue;
    if (source.tokens[at - 2]?.text === 'def' || source.tokens[at - 2]?.text === 'class') continue;
    yield { name: dottedName(source, at), open: at };
  }
}

const KEYWORDS = new Set([...COMPOUND, ...SIMPLE, ...OPERATOR_WORDS, 'as', 'async', 'print']);

/** The last part of a dotted name. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The name and value of `name = value`, also with an annotation; undefined for every other statement. */
export function assignmentIn(
  source: Source,
  { head, keyword }: Statement,
): { readonly target: Range; readonly value: Range } | undefined {
  if (keyword !== '') return undefined;
  const place = placeOf(source, head, '=');
  if (place === undefined || place === head.from) return undefined;
  const colon = placeOf(source, { from: head.from, to: place }, ':');
  return {
    target: { from: head.from, to: colon ?? place },
    value: { from: place + 1, to: head.to },
  };
}

/** Whether a range is one name without dots. */
export function simpleName({ tokens }: Source, { from, to }: Range): string | undefined {
  const token = tokens[from];
  return to - from === 1 && token?.kind === 'word' && !/^(True|False|None)$/.test(token.text)
    ? token.text
    : undefined;
}

/** A block in one way of writing, in which the place of each statement can be told; doc strings left out. */
export function blockText(source: Source, statements: readonly Statement[]): string {
  return statements
    .filter(({ head }, index) => index > 0 || !isText(source, head))
    .map(({ block, decorators, head, isAsync }) =>
      [
        ...decorators.map((one) => `@${canonicalText(source, one)} `),
        isAsync ? 'async ' : '',
        canonicalText(source, head),
        block.length > 0 ? `{${blockText(source, block)}}` : '',
      ].join(''),
    )
    .join(';');
}

/** Whether a range is nothing but a string. */
export function isText({ tokens }: Source, { from, to }: Range): boolean {
  return to > from && tokens.slice(from, to).every(({ kind }) => kind === 'string');
}
