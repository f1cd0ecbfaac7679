/** A text of a program as tokens: words, numbers, strings and symbols, without comments, with its brackets matched. */

export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'symbol';
  /** As it is written. */
  readonly text: string;
  /** What a string holds, escapes as written; else the text. */
  readonly value: string;
  /** Counted from 1. */
  readonly line: number;
  /** Columns of white space before the first token of its line; tabs count as 8. */
  readonly indent: number;
  readonly isFirstOfLine: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Comment {
  readonly text: string;
  readonly line: number;
}

export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** For the index of an opening bracket, that of its closing one; the count of tokens where there is none. */
  readonly closing: ReadonlyMap<number, number>;
}

export interface StringRule {
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
  readonly nestsComments?: boolean;
  /** The longest opening first. */
  readonly strings: readonly StringRule[];
  /** Letters that may stand right before a string and belong to it. */
  readonly stringPrefix?: RegExp;
  /** `/…/` after what no value ends with. */
  readonly regexLiterals?: boolean;
  /** `'a` without a closing quote is a word: a lifetime or a label. */
  readonly lifetimes?: boolean;
  /** Operators of other languages that this one reads as single symbols: `x<-1`. */
  readonly foreignOperators?: readonly string[];
  /** `r#"…"#` with any number of hashes. */
  readonly hashStrings?: boolean;
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
  private indent = 0;
  private isFirstOfLine = true;
  private readonly tokens: Token[] = [];
  private readonly comments: Comment[] = [];

  private readonly text: string;
  private readonly lexicon: Lexicon;
  private readonly operators: readonly string[];

  constructor(text: string, lexicon: Lexicon) {
    this.text = text;
    const { foreignOperators = [], stringPrefix } = lexicon;
    this.operators = OPERATORS.filter((one) => !foreignOperators.includes(one));
    this.lexicon =
      stringPrefix === undefined ? lexicon : { ...lexicon, stringPrefix: sticky(stringPrefix) };
  }

  read(): Source {
    this.readIndent();
    while (this.at < this.text.length) {
      if (!(this.readSpace() || this.readComment() || this.readString() || this.readRegex())) {
        this.readWord();
      }
    }
    return {
      text: this.text,
      tokens: this.tokens,
      comments: this.comments,
      closing: matchBrackets(this.tokens),
    };
  }

  private readSpace(): boolean {
    const char = this.text[this.at];
    if (char === '\n') {
      this.at += 1;
      this.line += 1;
      this.readIndent();
      return true;
    }
    if (char === undefined || !/\s/.test(char)) return false;
    this.at += 1;
    return true;
  }

  private readIndent(): void {
    let indent = 0;
    for (; this.text[this.at] === ' ' || this.text[this.at] === '\t'; this.at += 1) {
      indent += this.text[this.at] === '\t' ? 8 : 1;
    }
    this.indent = indent;
    this.isFirstOfLine = true;
  }

  private readComment(): boolean {
    const open = this.lexicon.lineComments.find((one) => this.text.startsWith(one, this.at));
    const block = this.lexicon.blockComments.find(([one]) => this.text.startsWith(one, this.at));
    if (block === undefined && open === undefined) return false;
    const end = block === undefined ? this.endOfLine() : this.endOfBlock(block);
    const text = this.text.slice(this.at, end);
    this.comments.push({ text, line: this.line });
    this.pass(end);
    return true;
  }

  private endOfLine(): number {
    return this.lineEndFrom(this.at);
  }

  private endOfBlock([open, close]: readonly [string, string]): number {
    let depth = 1;
    let at = this.at + open.length;
    while (depth > 0) {
      const end = this.text.indexOf(close, at);
      if (end < 0) return this.text.length;
      const inner = this.lexicon.nestsComments ? this.text.indexOf(open, at) : -1;
      const isInner = inner >= 0 && inner < end;
      depth += isInner ? 1 : -1;
      at = isInner ? inner + open.length : end + close.length;
    }
    return at;
  }

  private readString(): boolean {
    const { hashStrings, lifetimes, stringPrefix, strings } = this.lexicon;
    const prefix = stringPrefix === undefined ? '' : (this.match(stringPrefix) ?? '');
    if (hashStrings) {
      const raw = this.match(/b?r(#*)"/y);
      if (raw !== undefined) {
        const hashes = raw.replace(/^b?r|"$/g, '');
        const end = this.text.indexOf(`"${hashes}`, this.at + raw.length);
        const stop = end < 0 ? this.text.length : end + 1 + hashes.length;
        this.push('string', stop, this.text.slice(this.at + raw.length, end < 0 ? stop : end));
        return true;
      }
    }
    const from = this.at + prefix.length;
    const rule = strings.find(({ open }) => this.text.startsWith(open, from));
    if (rule === undefined) return false;
    if (lifetimes && rule.open === "'") {
      const char = this.match(/'(?:\\.[^']*|[^'\\])'/uy);
      const label = char === undefined ? this.match(/'[\p{L}_]\w*/uy) : undefined;
      if (label !== undefined) this.push('word', this.at + label.length, label);
      else if (char !== undefined) this.push('string', this.at + char.length, char.slice(1, -1));
      else this.push('symbol', this.at + 1, "'");
      return true;
    }
    // An apostrophe in the text of a page, say.
    const end = this.endOfString(rule, from + rule.open.length);
    if (end === undefined) {
      if (prefix !== '') return false;
      this.push('symbol', this.at + rule.open.length, rule.open);
      return true;
    }
    const value = this.text.slice(from + rule.open.length, end);
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
    const operator = this.operators.find((one) => this.text.startsWith(one, this.at));
    const symbol = operator ?? String.fromCodePoint(this.text.codePointAt(this.at) ?? 32);
    this.push('symbol', this.at + symbol.length, symbol);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private push(kind: Token['kind'], to: number, value: string): void {
    const { at: from, indent, isFirstOfLine, line } = this;
    this.tokens.push({
      kind,
      text: this.text.slice(from, to),
      value,
      line,
      indent,
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

function sticky(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, 'y');
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

/**
 * A range in one way of writing: white space, quotes and commas behind the last part make no difference. Strings
 * stand in double quotes.
 */
export function canonicalText(source: Source, { from, to }: Range): string {
  const words: string[] = [];
  let last: Token | undefined;
  const tuples = new OneTuples();
  const end = Math.min(to, source.tokens.length);
  for (let at = Math.max(from, 0); at < end; at += 1) {
    const token = source.tokens[at];
    if (token === undefined) break;
    const isTrailing =
      token.text === ',' && at + 1 < to && /^[)\]}]$/.test(source.tokens[at + 1]?.text ?? '');
    if (isTrailing && !tuples.isInOne()) continue;
    tuples.pass(token, source.tokens[at - 1]);
    const isApart = last !== undefined && last.kind !== 'symbol' && token.kind !== 'symbol';
    const isString = token.kind === 'string' && !token.text.startsWith('/');
    if (isApart) words.push(' ');
    words.push(isString ? `${prefixOf(token)}"${token.value}"` : token.text);
    last = token;
  }
  return words.join('');
}

/** The prefix that makes another value of a string: `b"x"`, `f"{x}"`. */
function prefixOf({ text }: Token): string {
  return /^[rR]?([bBfFtT])/.exec(text)?.[1]?.toLowerCase() ?? '';
}

/** Words that call nothing where a bracket stands behind them. */
const BEFORE_TUPLE = /^(?:return|in|not|and|or|is|assert|yield|else|if|await|except|match|case)$/;

/** Follows the brackets of a range: the comma of `(1,)` makes it another value than `(1)`. */
class OneTuples {
  private readonly open: { readonly isCall: boolean; commas: number }[] = [];

  pass({ kind, text }: Token, before: Token | undefined): void {
    if (kind !== 'symbol') return;
    if (text in OPENING) {
      this.open.push({ isCall: text !== '(' || isBeforeCall(before), commas: 0 });
    } else if (/^[)\]}]$/.test(text)) this.open.pop();
    else if (text === ',') {
      const last = this.open.at(-1);
      if (last !== undefined) last.commas += 1;
    }
  }

  /** Whether the next comma is the first in a bracket that is no call's. */
  isInOne(): boolean {
    const last = this.open.at(-1);
    return last !== undefined && !last.isCall && last.commas === 0;
  }
}

function isBeforeCall(before: Token | undefined): boolean {
  if (before === undefined) return false;
  if (before.kind === 'word') return !BEFORE_TUPLE.test(before.text);
  return before.kind === 'string' || /^[)\]}>!]$/.test(before.text);
}

/** A range as it is written, on one line. */
export function writtenText({ text, tokens }: Source, { from, to }: Range): string {
  const first = tokens[from];
  const last = tokens[to - 1];
  return first === undefined || last === undefined || to <= from
    ? ''
    : text.slice(first.from, last.to).replace(/\s+/g, ' ');
}
