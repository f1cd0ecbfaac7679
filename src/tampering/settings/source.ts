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
  readonly from: number;
  readonly to: number;
}

export interface Source {
  readonly tokens: readonly Token[];
  /** For the index of an opening bracket, that of its closing one; the count of tokens where there is none. */
  readonly closing: ReadonlyMap<number, number>;
}

interface StringRule {
  readonly open: string;
  readonly close: string;
  /** Whether a backslash escapes the next character. */
  readonly escapes: boolean;
  readonly multiline: boolean;
  /** Whether `${…}` inside may hold brackets and strings. */
  readonly holes?: boolean;
}

/** How a language writes what is no code, and its strings. */
export interface Lexicon {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  readonly strings: readonly StringRule[];
  /** `/…/` after what no value ends with. */
  readonly regexLiterals?: boolean;
}

/** The longest first. */
const OPERATORS = [
  '>>>=', '===', '!==', '**=', '<<=', '>>=', '>>>', '...', '..=', '..<', '&&=', '||=', '??=', '//=',
  '==', '!=', '<=', '>=', '=>', '->', '::', '&&', '||', '??', '?.', '?:', '..', ':=', '+=', '-=', '*=', '/=',
  '%=', '&=', '|=', '^=', '**', '<<', '++', '--', '<-', '!!',
]; // biome-ignore format: a table
const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const WORD = /[\p{L}_$@#][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[\p{L}_]*/uy;
/** Texts in holes of texts: deeper ones are not told apart. */
const DEEPEST_HOLE = 40;
/** Words behind which a slash begins a regular expression. */
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'await',
  'new',
]);

/** Reads a text. Never throws: what is not closed ends with its line or with the text. */
export function readSource(text: string, lexicon: Lexicon): Source {
  const reader = new SourceReader(text, lexicon);
  return reader.read();
}

class SourceReader {
  private at = 0;
  private line = 1;
  /** Where a line ends that was looked for last. */
  private lineEnd = -1;
  private isFirstOfLine = true;
  private readonly tokens: Token[] = [];

  private readonly text: string;
  private readonly lexicon: Lexicon;

  constructor(text: string, lexicon: Lexicon) {
    this.text = text;
    this.lexicon = lexicon;
  }

  read(): Source {
    while (this.at < this.text.length) {
      if (!(this.readSpace() || this.readComment() || this.readString() || this.readRegex())) {
        this.readWord();
      }
    }
    return { tokens: this.tokens, closing: matchBrackets(this.tokens) };
  }

  private readSpace(): boolean {
    const char = this.text[this.at];
    if (char === '\n') {
      this.at += 1;
      this.line += 1;
      this.isFirstOfLine = true;
      return true;
    }
    if (char === undefined || !/\s/.test(char)) return false;
    this.at += 1;
    return true;
  }

  private readComment(): boolean {
    const open = this.lexicon.lineComments.find((one) => this.text.startsWith(one, this.at));
    const block = this.lexicon.blockComments.find(([one]) => this.text.startsWith(one, this.at));
    if (block === undefined && open === undefined) return false;
    if (block === undefined) this.pass(this.lineEndFrom(this.at));
    else {
      const end = this.text.indexOf(block[1], this.at + block[0].length);
      this.pass(end < 0 ? this.text.length : end + block[1].length);
    }
    return true;
  }

  private readString(): boolean {
    const rule = this.lexicon.strings.find(({ open }) => this.text.startsWith(open, this.at));
    if (rule === undefined) return false;
    // An apostrophe in the text of a page, say.
    const from = this.at + rule.open.length;
    const end = this.endOfString(rule, from);
    if (end === undefined) {
      this.push('symbol', this.at + rule.open.length, rule.open);
      return true;
    }
    const value = this.text.slice(from, end);
    this.push('string', Math.min(end + rule.close.length, this.text.length), value);
    return true;
  }

  /** Where the closing of a string begins; undefined where it must end with its line and does not. */
  private endOfString(
    { close, escapes, holes, multiline }: StringRule,
    from: number,
    depth = 0,
  ): number | undefined {
    for (let at = from; at < this.text.length; at += 1) {
      const char = this.text[at];
      if (char === '\\' && escapes) at += 1;
      else if (this.text.startsWith(close, at)) return at;
      else if (char === '\n' && !multiline) return undefined;
      else if (holes && depth < DEEPEST_HOLE && char === '$' && this.text[at + 1] === '{') {
        at = this.endOfHole(at + 2, depth + 1);
      }
    }
    return multiline ? this.text.length : undefined;
  }

  private endOfHole(from: number, inside: number): number {
    let depth = 1;
    for (let at = from; at < this.text.length; at += 1) {
      const char = this.text[at];
      if (char === '{') depth += 1;
      else if (char === '}') {
        depth -= 1;
        if (depth === 0) return at;
      } else if (char === '`' || char === "'" || char === '"') {
        const rule = {
          open: char,
          close: char,
          escapes: true,
          multiline: char === '`',
          holes: char === '`',
        };
        at = this.endOfString(rule, at + 1, inside) ?? at;
      }
    }
    return this.text.length;
  }

  private readRegex(): boolean {
    if (!this.lexicon.regexLiterals || this.text[this.at] !== '/' || this.isBehindValue())
      return false;
    const found = this.match(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y);
    if (found === undefined) return false;
    this.push('string', this.at + found.length, found);
    return true;
  }

  private isBehindValue(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined) return false;
    // The end of an element: `</div>`.
    if (last.text === '<' && last.kind === 'symbol') return true;
    if (last.kind === 'word') return !BEFORE_REGEX.has(last.text);
    return last.kind !== 'symbol' || /^[)\]}]$/.test(last.text);
  }

  private readWord(): void {
    const value = this.match(NUMBER) ?? this.match(WORD);
    if (value !== undefined) {
      this.push(/^\d/.test(value) ? 'number' : 'word', this.at + value.length, value);
      return;
    }
    const operator = OPERATORS.find((one) => this.text.startsWith(one, this.at));
    const symbol = operator ?? String.fromCodePoint(this.text.codePointAt(this.at) ?? 32);
    this.push('symbol', this.at + symbol.length, symbol);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private push(kind: Token['kind'], to: number, value: string): void {
    const { at: from, isFirstOfLine, line } = this;
    this.tokens.push({
      kind,
      text: this.text.slice(from, to),
      value,
      line,
      isFirstOfLine,
      from,
      to,
    });
    this.isFirstOfLine = false;
    this.pass(to);
  }

  private pass(to: number): void {
    // Looked for once for each line: a line may be as long as the text.
    if (this.lineEnd < this.at) this.lineEnd = this.lineEndFrom(this.at);
    while (this.lineEnd < to) {
      this.line += 1;
      this.lineEnd = this.lineEndFrom(this.lineEnd + 1);
    }
    this.at = to;
  }

  private lineEndFrom(at: number): number {
    const end = this.text.indexOf('\n', at);
    return end < 0 ? this.text.length : end;
  }
}

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
