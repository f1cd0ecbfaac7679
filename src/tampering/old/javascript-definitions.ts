/** What a file of JavaScript takes from others, under which names it asserts, and what it defines. */

import type { Definition, Import } from '../test-file.ts';
import type { AssertingNames } from './javascript-assertions.ts';
import { braceBehind, closingOf, statementEnd, textAt } from './javascript-syntax.ts';
import type { TestName } from './javascript-test-calls.ts';
import { RUNS } from './javascript-test-calls.ts';
import { written } from './javascript-values.ts';
import type { Comment, Range, Source } from './source.ts';
import { insideOf, partsOf } from './source.ts';

/** What a file imports, each name with the one that it has where it comes from. */
interface NamedImport extends Import {
  readonly originals: ReadonlyMap<string, string>;
}

export function importsOf(source: Source): readonly NamedImport[] {
  const imports: NamedImport[] = [];
  for (const [at, token] of source.tokens.entries()) {
    if (token.kind !== 'word') continue;
    const before = textAt(source, at - 1);
    if (before === '.') continue;
    if (token.text === 'import' || token.text === 'export') imports.push(...importAt(source, at));
    else if (token.text === 'require') imports.push(...requireAt(source, at));
  }
  return imports;
}

function importAt(source: Source, at: number): readonly NamedImport[] {
  if (textAt(source, at + 1) === '(') return requireAt(source, at);
  const only = source.tokens[at + 1];
  if (only?.kind === 'string' && textAt(source, at) === 'import') {
    return [{ from: only.value, names: [], originals: new Map() }];
  }
  for (let index = at + 1; index < Math.min(source.tokens.length, at + 400); index += 1) {
    const from = source.tokens[index + 1];
    if (textAt(source, index) === 'from' && from?.kind === 'string') {
      const originals = namesIn(source, { from: at + 1, to: index });
      return [{ from: from.value, names: [...originals.keys()], originals }];
    }
    if (/^(?:[;=(]|const|function|class)$/.test(textAt(source, index))) return [];
  }
  return [];
}

/** `const { a: b } = require('x')`, `const x = await import('x')`. */
function requireAt(source: Source, at: number): readonly NamedImport[] {
  const path = source.tokens[at + 2];
  if (textAt(source, at + 1) !== '(' || path?.kind !== 'string') return [];
  let end = at - 1;
  if (textAt(source, end) === 'await') end -= 1;
  if (textAt(source, end) !== '=') return [{ from: path.value, names: [], originals: new Map() }];
  let start = end - 1;
  while (start > 0 && end - start < 200 && !/^(?:const|let|var|;)$/.test(textAt(source, start))) {
    start -= 1;
  }
  const originals = namesIn(source, { from: start + 1, to: end });
  const member = textAt(source, at + 4) === '.' ? textAt(source, at + 5) : undefined;
  if (member !== undefined) {
    for (const [name, own] of originals) if (own === 'default') originals.set(name, member);
  }
  return [{ from: path.value, names: [...originals.keys()], originals }];
}

function namesIn(source: Source, { from, to }: Range): Map<string, string> {
  const names = new Map<string, string>();
  for (let at = from; at < to; at += 1) {
    const text = textAt(source, at);
    if (text === '{') {
      for (const part of partsOf(source, { from: at + 1, to: closingOf(source, at, to) })) {
        const words = source.tokens
          .slice(part.from, part.to)
          .filter(({ kind, text: word }) => kind === 'word' && !/^(?:as|type)$/.test(word))
          .map(({ text: word }) => word);
        const [own] = words;
        const name = words.at(-1);
        if (own !== undefined && name !== undefined) names.set(name, own);
      }
      at = closingOf(source, at, to);
    } else if (source.tokens[at]?.kind === 'word' && !/^(?:as|type)$/.test(text)) {
      names.set(text, 'default');
    }
  }
  return names;
}

const ASSERT_MODULES =
  /^(?:node:)?assert(?:\/strict)?$|^(?:chai|ava|tape|tap|uvu|uvu\/assert|power-assert|@hapi\/code|qunit|unexpected)$|std@?[^/]*\/(?:testing|assert)|@std\/assert|^jsr:@std\/assert/;
const TEST_MODULES =
  /^(?:node:test|vitest|@jest\/globals|mocha|ava|tape|tap|uvu|bun:test|jasmine|@playwright\/test|qunit|@japa\/runner)$|@std\/testing/;

/** Under which names a file asserts. */
export function assertingNames(
  imports: readonly NamedImport[],
  testParameters: ReadonlySet<string>,
): AssertingNames {
  const functions = new Map<string, string>();
  const owners = new Set(['t', ...testParameters]);
  for (const { from, originals } of imports) {
    const isAssert = ASSERT_MODULES.test(from);
    if (!isAssert && !TEST_MODULES.test(from)) continue;
    for (const [name, own] of originals) {
      const isOwner = isAssert && /^(?:default|assert|strict)$/.test(own);
      if (isOwner && !/^(?:test|it)$/.test(name)) owners.add(name);
      else if (isAssert || own === 'expect' || own === 'assert') functions.set(name, own);
    }
  }
  const isBrowser = imports.some(
    ({ from }) => /^@playwright\//.test(from) || /playwright/.test(from),
  );
  return { functions, owners, isBrowser };
}

/** Other names for what makes tests: what is imported by another name, and `const maybe = ci ? it.skip : it`. */
export function testNamesOf(
  source: Source,
  imports: readonly NamedImport[],
): ReadonlyMap<string, TestName> {
  const names = new Map<string, TestName>();
  for (const { from, originals } of imports) {
    if (!TEST_MODULES.test(from)) continue;
    for (const [name, own] of originals) {
      const isWhole = own === 'default' && /^(?:node:test|ava|tape)$/.test(from);
      const kind = kindOf(isWhole ? 'test' : own);
      if (kind !== undefined && name !== own) names.set(name, { kind, mode: RUNS });
    }
  }
  for (const [at, { text }] of source.tokens.entries()) {
    if (text !== 'const' && text !== 'let') continue;
    const found = aliasAt(source, at, names);
    if (found !== undefined) names.set(textAt(source, at + 1), found);
  }
  return names;
}

function kindOf(name: string): TestName['kind'] | undefined {
  if (/^(?:it|test|specify)$/.test(name)) return 'test';
  return /^(?:describe|context|suite)$/.test(name) ? 'suite' : undefined;
}

function aliasAt(
  source: Source,
  at: number,
  names: ReadonlyMap<string, TestName>,
): TestName | undefined {
  if (textAt(source, at + 2) !== '=') return undefined;
  const end = Math.min(statementEnd(source, at + 3, source.tokens.length), at + 40);
  const text = written(source, { from: at + 3, to: end });
  const plain =
    /(?:^|[?:(])(it|test|specify|describe|context|suite)((?:\.(?:skip|only|todo|fails|failing|concurrent|fixme))*)(?=$|[:)])/.exec(
      text,
    );
  const isExtended = /^(\w+)\.extend(?:<.*>)?\(/.exec(text);
  if (isExtended?.[1] !== undefined) {
    const name = isExtended[1];
    const isTest = kindOf(name) === 'test' || names.has(name) || /^base/.test(name);
    return isTest ? { kind: 'test', mode: RUNS } : undefined;
  }
  const kind = kindOf(plain?.[1] ?? '');
  if (plain === null || kind === undefined) return undefined;
  if (text.includes('?')) {
    return /\.(?:skip|todo)/.test(text)
      ? { kind, mode: { mode: 'conditional', text } }
      : { kind, mode: RUNS };
  }
  const mode = /\.(?:skip|todo|fixme)/.test(text)
    ? 'skipped'
    : /\.only/.test(text)
      ? 'focused'
      : /\.fail/.test(text)
        ? 'expected-to-fail'
        : 'runs';
  return { kind, mode: mode === 'runs' ? RUNS : { mode, text } };
}

/** Every function, method, class, constant and type of a file, comments before it included. */
export function definitionsIn(
  source: Source,
  range: Range,
  comments: CommentsByEnd = commentsByEnd(source),
): readonly Definition[] {
  const found: Definition[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const named = definitionAt(source, at, range.to);
    const token = source.tokens[at];
    if (named === undefined || token === undefined) continue;
    const start = startOf(source, at);
    const line = source.tokens[start]?.line ?? token.line;
    const text = written(source, { from: start, to: named.to });
    found.push({ name: named.name, line, text: `${commentBefore(comments, line)}${text}` });
  }
  return found;
}

/** With the words before it: `export default async`. */
function startOf(source: Source, at: number): number {
  let start = at;
  while (
    /^(?:export|default|async|abstract|static|public|private|protected|declare|readonly)$/.test(
      textAt(source, start - 1),
    )
  ) {
    start -= 1;
  }
  return start;
}

function definitionAt(
  source: Source,
  at: number,
  limit: number,
): { readonly name: string; readonly to: number } | undefined {
  const token = source.tokens[at];
  if (token === undefined || token.kind === 'symbol') return undefined;
  const next = source.tokens[at + 1];
  const isProperty = /^(?:\.|\?\.)$/.test(textAt(source, at - 1));
  if (token.kind === 'word' && !isProperty) {
    if (/^(?:function|class|interface|enum|type|namespace)$/.test(token.text)) {
      return wordDefinition(source, at, limit);
    }
    if (/^(?:const|let|var)$/.test(token.text) && next?.kind === 'word') {
      return { name: next.text, to: statementEnd(source, at, limit) };
    }
    if (
      token.text === 'exports' &&
      textAt(source, at + 1) === '.' &&
      textAt(source, at + 3) === '='
    ) {
      return { name: textAt(source, at + 2), to: statementEnd(source, at, limit) };
    }
  }
  return memberDefinition(source, at, limit);
}

function wordDefinition(
  source: Source,
  at: number,
  limit: number,
): { readonly name: string; readonly to: number } | undefined {
  const star = textAt(source, at + 1) === '*' ? 1 : 0;
  const name = source.tokens[at + 1 + star];
  const isDefault = textAt(source, at - 1) === 'default' || textAt(source, at - 2) === 'default';
  const isNamed = name?.kind === 'word' && !/^(?:extends|implements)$/.test(name.text);
  if (!isNamed && !isDefault) return undefined;
  const text = textAt(source, at);
  if (text === 'type') {
    if (!/^(?:=|<)$/.test(textAt(source, at + 2))) return undefined;
    return { name: name?.text ?? '', to: statementEnd(source, at, limit) };
  }
  const brace =
    text === 'function' ? functionBrace(source, at, limit) : nextBrace(source, at, limit);
  if (brace === undefined) return undefined;
  const to = Math.min(closingOf(source, brace, limit) + 1, limit);
  return { name: isNamed ? name.text : 'default', to };
}

function functionBrace(source: Source, at: number, limit: number): number | undefined {
  let open = at + 1;
  while (open < Math.min(limit, at + 60) && textAt(source, open) !== '(') open += 1;
  return textAt(source, open) === '('
    ? braceBehind(source, closingOf(source, open, limit) + 1, limit)
    : undefined;
}

function nextBrace(source: Source, at: number, limit: number): number | undefined {
  for (let index = at; index < Math.min(limit, at + 120); index += 1) {
    if (textAt(source, index) === '{') return index;
    if (textAt(source, index) === ';') return undefined;
  }
  return undefined;
}

/** `total() {…}` in a class or an object, `total: () => …`, `total = () => …`. */
function memberDefinition(
  source: Source,
  at: number,
  limit: number,
): { readonly name: string; readonly to: number } | undefined {
  const token = source.tokens[at];
  if (token?.kind !== 'word') return undefined;
  if (
    !/^(?:[{},;]|async|static|get|set|\*|public|private|protected|readonly|override|)$/.test(
      textAt(source, at - 1),
    ) &&
    !token.isFirstOfLine
  ) {
    return undefined;
  }
  const next = textAt(source, at + 1);
  if (next === '(' && !/^(?:if|for|while|switch|catch|function|return|with)$/.test(token.text)) {
    const close = closingOf(source, at + 1, limit);
    const brace = braceBehind(source, close + 1, limit);
    if (brace === undefined || textAt(source, at - 1) === '.') return undefined;
    return { name: token.text, to: Math.min(closingOf(source, brace, limit) + 1, limit) };
  }
  if (next !== ':' && next !== '=') return undefined;
  const isFunction =
    /^(?:async|function)$/.test(textAt(source, at + 2)) ||
    (textAt(source, at + 2) === '(' &&
      textAt(source, closingOf(source, at + 2, limit) + 1) === '=>');
  return isFunction ? { name: token.text, to: memberEnd(source, at + 2, limit) } : undefined;
}

function memberEnd(source: Source, from: number, limit: number): number {
  for (let at = from; at < limit; at += 1) {
    if (source.closing.has(at)) at = closingOf(source, at, limit);
    else if (/^(?:,|;|\}|\))$/.test(textAt(source, at))) return at;
    else if (at > from && source.tokens[at]?.isFirstOfLine && textAt(source, at - 1) === '}')
      return at;
  }
  return limit;
}

/** The comments of a file by the line that each ends in. */
type CommentsByEnd = ReadonlyMap<number, Comment>;

export function commentsByEnd(source: Source): CommentsByEnd {
  return new Map(
    source.comments.map((comment) => [
      comment.line + (comment.text.match(/\n/g)?.length ?? 0),
      comment,
    ]),
  );
}

/** The comment that ends right above a line, with those right above it. */
function commentBefore(comments: CommentsByEnd, line: number): string {
  const found: string[] = [];
  for (
    let comment = comments.get(line - 1);
    comment !== undefined && found.length < 100;
    comment = comments.get(comment.line - 1)
  ) {
    found.unshift(comment.text.replace(/\s+/g, ' '));
  }
  return found.length === 0 ? '' : `${found.join(' ')} `;
}

/** Where the body of a class is, that begins there. */
export function classBody(source: Source, at: number, limit: number): Range | undefined {
  const brace = nextBrace(source, at, limit);
  return brace === undefined ? undefined : { ...insideOf(source, brace) };
}
