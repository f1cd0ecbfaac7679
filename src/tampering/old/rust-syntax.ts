import type { Definition } from '../test-file.ts';
import { commentAbove, lastLinesOf } from './go-syntax.ts';
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
  nestsComments: true,
  strings: [
    { open: '"', close: '"', escapes: true, multiline: true },
    { open: "'", close: "'", escapes: true, multiline: false },
  ],
  stringPrefix: /[bc]/,
  lifetimes: true,
  hashStrings: true,
};

/** Something that a Rust file or module defines, or a macro that it calls there. */
export interface RustItem {
  /** `fn`, `mod`, `struct`, …; `!` for a call of a macro. */
  readonly keyword: string;
  readonly name: string;
  readonly line: number;
  /** What stands inside of `#[…]`, each. */
  readonly attributes: readonly Range[];
  /** From the first attribute to the end. */
  readonly range: Range;
  /** What stands inside of its braces, or of a macro's brackets. */
  readonly body: Range | undefined;
  /** What stands inside of the parentheses behind the name of a function. */
  readonly parameters: Range | undefined;
}

const KEYWORDS = new Set([
  'fn', 'mod', 'struct', 'enum', 'trait', 'impl', 'const', 'static', 'type', 'use', 'union', 'macro_rules', 'extern',
]); // biome-ignore format: a table
/** Items that end with a semicolon, whatever braces they hold. */
const ENDS_WITH_SEMICOLON = /^(?:const|static|type|use|extern)$/;
const BLOCKS = /^(?:if|for|while|loop|match|unsafe|async|fn|mod|impl|trait|struct|enum|\{)$/;

export function readRust(text: string): Source {
  return readSource(text, LEXICON);
}

/** The items of a file, or of what stands inside of a module or macro. */
export function itemsOf(source: Source, range: Range): readonly RustItem[] {
  const items: RustItem[] = [];
  for (let at = range.from; at < range.to; ) {
    const item = itemAt(source, at, range.to);
    if (item === undefined) at += 1;
    else {
      items.push(item);
      at = Math.max(at + 1, item.range.to);
    }
  }
  return items;
}

function itemAt(source: Source, from: number, to: number): RustItem | undefined {
  const { closing, tokens } = source;
  const attributes: Range[] = [];
  let at = from;
  for (; tokens[at]?.text === '#' && at < to; ) {
    const open = tokens[at + 1]?.text === '!' ? at + 2 : at + 1;
    if (tokens[open]?.text !== '[') break;
    if (open === at + 1) attributes.push(insideOf(source, open));
    at = (closing.get(open) ?? to) + 1;
  }
  const keywordAt = keywordFrom(source, at, to);
  if (keywordAt === undefined) return undefined;
  const keyword = tokens[keywordAt]?.text ?? '';
  const isMacro = !KEYWORDS.has(keyword);
  const nameAt = isMacro ? keywordAt : keyword === 'macro_rules' ? keywordAt + 2 : keywordAt + 1;
  const { body, end } = endOfItem(source, keyword, keywordAt, to);
  const parameters = keyword === 'fn' ? parametersFrom(source, nameAt, end) : undefined;
  return {
    keyword: isMacro ? '!' : keyword,
    name: tokens[nameAt]?.text ?? '',
    line: tokens[keywordAt]?.line ?? 1,
    attributes,
    range: { from, to: end },
    body,
    parameters,
  };
}

/** Where the keyword of an item stands, behind `pub(crate)`, `async` and the like, or the name of a macro. */
function keywordFrom({ closing, tokens }: Source, from: number, to: number): number | undefined {
  for (let at = from; at < to && at < from + 12; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'symbol', text: '' };
    const isQualifier = /^(?:pub|async|unsafe|default)$/.test(text) || kind === 'string';
    const isOther =
      /^(?:const|extern)$/.test(text) &&
      /^(?:fn|unsafe|async|extern)$/.test(tokens[at + 1]?.text ?? '');
    const isAbi = text === 'extern' && tokens[at + 1]?.kind === 'string';
    if (KEYWORDS.has(text) && !isOther && !isAbi) return at;
    if (
      kind === 'word' &&
      tokens[at + 1]?.text === '!' &&
      /^[([{]$/.test(tokens[at + 2]?.text ?? '')
    )
      return at;
    if (text === '(') at = closing.get(at) ?? to;
    else if (!isQualifier && !isOther && !isAbi) return undefined;
  }
  return undefined;
}

function endOfItem(
  source: Source,
  keyword: string,
  from: number,
  to: number,
): { readonly body: Range | undefined; readonly end: number } {
  const { closing, tokens } = source;
  const isMacro = !KEYWORDS.has(keyword);
  for (let at = from; at < to; at += 1) {
    const text = tokens[at]?.text;
    if (text === ';') return { body: undefined, end: at + 1 };
    const close = closing.get(at);
    if (close === undefined) continue;
    const end = Math.min(close, to);
    const isBody = isMacro ? at === from + 2 : text === '{' && !ENDS_WITH_SEMICOLON.test(keyword);
    if (isBody) {
      const hasSemicolon = isMacro && tokens[end + 1]?.text === ';';
      return { body: { from: at + 1, to: end }, end: Math.min(end + (hasSemicolon ? 2 : 1), to) };
    }
    at = end;
  }
  return { body: undefined, end: to };
}

function parametersFrom(source: Source, nameAt: number, end: number): Range | undefined {
  for (let at = nameAt; at < end; at += 1) {
    if (source.tokens[at]?.text === '(') return insideOf(source, at);
    if (source.tokens[at]?.text === '{') return undefined;
  }
  return undefined;
}

/** The statements of a block: up to a semicolon, or to the end of a block that stands for itself. */
export function rustStatementsOf(
  { closing, tokens }: Source,
  { from, to }: Range,
): readonly Range[] {
  const statements: Range[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const text = tokens[at]?.text;
    if (text === ';') {
      if (at > start) statements.push({ from: start, to: at });
      start = at + 1;
      continue;
    }
    const close = closing.get(at);
    if (close === undefined) continue;
    const isAttribute =
      text === '[' && /^[#!]$/.test(tokens[at - 1]?.text ?? '') && tokens[start]?.text === '#';
    at = Math.min(close, to);
    if (isAttribute && tokens[at + 1]?.text !== '#') {
      // An attribute of a statement goes with it, without being its first word.
      statements.push({ from: start, to: Math.min(at + 1, to) });
      start = at + 1;
      continue;
    }
    const next = tokens[at + 1]?.text ?? '';
    const isOwn = BLOCKS.test(tokens[start]?.text ?? '') && tokens[close]?.text === '}';
    if (isOwn && !/^(?:else|\.|\?|as|==|!=|&&|\|\|)$/.test(next)) {
      statements.push({ from: start, to: Math.min(at + 1, to) });
      start = at + 1;
    }
  }
  if (start < to) statements.push({ from: start, to });
  return statements;
}

/** What a file defines, without what is left out; members of `impl`, `trait` and `mod` alone as well. */
export function rustDefinitionsOf(
  source: Source,
  isLeftOut: (item: RustItem) => boolean,
  range: Range = { from: 0, to: source.tokens.length },
  depth = 0,
  above = lastLinesOf(source),
): readonly Definition[] {
  return itemsOf(source, range).flatMap((item) => {
    if (isLeftOut(item) || /^(?:use|extern|!)$/.test(item.keyword) || depth > 20) return [];
    const line = source.tokens[item.range.from]?.line ?? item.line;
    const comment = commentAbove(source, line, above);
    const text = `${comment}${comment === '' ? '' : ' '}${canonicalText(source, item.range)}`;
    const hasMembers = /^(?:impl|trait|mod)$/.test(item.keyword) && item.body !== undefined;
    const members = hasMembers
      ? rustDefinitionsOf(source, isLeftOut, item.body, depth + 1, above)
      : [];
    const isNamed = item.keyword !== 'mod' && item.keyword !== 'impl';
    const name = item.keyword === 'impl' ? implementedName(source, item) : item.name;
    const own =
      isNamed || (item.keyword === 'impl' && name !== '') ? [{ name, line: item.line, text }] : [];
    return [...own, ...members];
  });
}

/** The type that an `impl` is for. */
function implementedName({ tokens }: Source, { body, range }: RustItem): string {
  const header = tokens.slice(range.from, Math.max(range.from, (body?.from ?? range.to) - 1));
  const at = header.findIndex(({ text }) => text === 'for');
  const names = header
    .slice(at < 0 ? 0 : at + 1)
    .filter(({ kind, text }) => kind === 'word' && /^[A-Z]\w/.test(text));
  return names[0]?.text ?? '';
}
