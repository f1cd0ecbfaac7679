/** The rows of tables: of `it.each`, and of lists that loops go through. */

import type { Link } from './javascript-syntax.ts';
import { chainAt, stringIn, textAt } from './javascript-syntax.ts';
import { bare, written } from './javascript-values.ts';
import type { Range, Source } from './source.ts';
import { insideOf, partsOf } from './source.ts';

export interface Cases {
  readonly rows: readonly string[];
  /** Whether there are rows that cannot be counted. */
  readonly hasOthers: boolean;
}

export const NO_CASES: Cases = { rows: [], hasOthers: false };

export function joined(one: Cases, other: Cases): Cases {
  if (one.rows.length === 0 && !one.hasOthers) return other;
  return { rows: [...one.rows, ...other.rows], hasOthers: one.hasOthers || other.hasOthers };
}

/** Lists of a file. */
export interface Lists {
  /** Where each is written, by their names. */
  readonly named: ReadonlyMap<string, Range>;
  /** The rows of those that have been read, by where they begin: many tests may take the same. */
  readonly read: Map<number, Cases>;
}

/** The rows of a table as `.each` takes it. */
export function casesOfTable(source: Source, table: Link, lists: Lists): Cases {
  if (table.kind === 'template') return casesOfText(source.tokens[table.from]?.value ?? '');
  if (table.kind !== 'call') return NO_CASES;
  const [list, ...more] = table.args;
  if (list === undefined) return NO_CASES;
  const text = more.length > 0 ? stringIn(source, list) : undefined;
  return text === undefined ? casesOfList(source, list, lists) : { rows: [], hasOthers: true };
}

/** The rows of a list that is written out, there or where its name is declared. */
export function casesOfList(source: Source, list: Range, lists: Lists, depth = 0): Cases {
  const range = bare(source, list);
  const first = textAt(source, range.from);
  const slice = depth > 3 ? undefined : sliceOf(source, range);
  if (slice !== undefined) {
    const { hasOthers, rows } = casesOfList(source, slice.list, lists, depth + 1);
    return { rows: rows.slice(...slice.bounds), hasOthers };
  }
  if (first === '[') return casesOfParts(source, range, lists, depth);
  if (first === 'Object' || first === 'new') return casesOfObject(source, range, lists, depth);
  const named = range.to === range.from + 1 ? lists.named.get(first) : undefined;
  if (named === undefined || depth > 3) return { rows: [], hasOthers: true };
  const known = lists.read.get(named.from) ?? casesOfList(source, named, lists, depth + 1);
  lists.read.set(named.from, known);
  return known;
}

/** `TABLE.slice(0, 2)`: a part of a list, and from where to where. */
function sliceOf(
  source: Source,
  range: Range,
): { readonly list: Range; readonly bounds: readonly [number, number | undefined] } | undefined {
  const { links, to } = chainAt(source, range.from, range.to);
  const [name, call] = links.slice(-2);
  if (to < range.to || name?.kind !== 'name' || call?.kind !== 'call') return undefined;
  if (name.name !== 'slice' || links.length < 3) return undefined;
  const [from = 0, end, ...others] = call.args.map((one) => Number(written(source, one)));
  const isKnown = others.length === 0 && [from, end ?? 0].every(Number.isInteger);
  return isKnown ? { list: { from: range.from, to: name.from }, bounds: [from, end] } : undefined;
}

function casesOfParts(source: Source, range: Range, lists: Lists, depth: number): Cases {
  // A list that something is done with: `[…].concat(others)`, `[…].filter(…)`.
  const isChanged = chainAt(source, range.from, range.to).links.length > 1;
  const parts = partsOf(source, insideOf(source, range.from)).map((part) => {
    if (textAt(source, part.from) !== '...') {
      return { rows: [rowText(source, part)], hasOthers: false };
    }
    return casesOfList(source, { from: part.from + 1, to: part.to }, lists, depth + 1);
  });
  return {
    rows: parts.flatMap(({ rows }) => rows),
    hasOthers: isChanged || parts.some(({ hasOthers }) => hasOthers),
  };
}

/** A list of one value is the value. */
function rowText(source: Source, part: Range): string {
  const text = written(source, part);
  const isList = textAt(source, part.from) === '[' && source.closing.get(part.from) === part.to - 1;
  const inner = isList ? partsOf(source, insideOf(source, part.from)) : [];
  const [only] = inner;
  return inner.length === 1 && only !== undefined ? written(source, only) : text;
}

/** `Object.entries({…})`, `new Map([…])`, `new Set([…])`. */
function casesOfObject(source: Source, range: Range, lists: Lists, depth: number): Cases {
  const start = textAt(source, range.from) === 'new' ? range.from + 1 : range.from;
  const { links } = chainAt(source, start, range.to);
  const call = links.find((link) => link.kind === 'call');
  const [argument] = call?.kind === 'call' ? call.args : [];
  if (argument === undefined || depth > 3) return { rows: [], hasOthers: true };
  const name = textAt(source, argument.from);
  const value = lists.named.get(name) ?? argument;
  if (textAt(source, value.from) !== '{') return casesOfList(source, value, lists, depth + 1);
  const parts = partsOf(source, insideOf(source, value.from));
  return { rows: parts.map((part) => written(source, part)), hasOthers: false };
}

/** `a | b | sum` and rows with `${1} | ${2} | ${3}`. */
function casesOfText(text: string): Cases {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, '').trim())
    .filter((line) => line !== '');
  const rows = lines.slice(1).map((line) => {
    const cells = line.split('|').map((cell) => cellText(cell.trim()));
    return cells.length === 1 ? `${cells[0]}` : `[${cells.join(',')}]`;
  });
  return { rows, hasOthers: false };
}

function cellText(cell: string): string {
  const inner = cell.startsWith('${') && cell.endsWith('}') ? cell.slice(2, -1).trim() : cell;
  return inner.replace(/^'([^'"]*)'$/, '"$1"');
}

/** Finds every list and object that a name is given where it is declared. */
export function listsOf(source: Source): Lists {
  const named = new Map<string, Range>();
  for (const [at, token] of source.tokens.entries()) {
    if (token.kind !== 'word' || !/^(?:const|let|var)$/.test(token.text)) continue;
    const name = textAt(source, at + 1);
    const value = valueBehind(source, at + 2);
    if (name !== '' && value !== undefined) named.set(name, value);
  }
  return { named, read: new Map() };
}

function valueBehind(source: Source, at: number): Range | undefined {
  for (let index = at; index < Math.min(source.tokens.length, at + 40); index += 1) {
    const text = textAt(source, index);
    if (text === '=') return listAt(source, index + 1);
    if (/^(?:;|=>|\(|\{)$/.test(text) || (index === at && text !== ':')) return undefined;
  }
  return undefined;
}

function listAt(source: Source, from: number): Range | undefined {
  const first = textAt(source, from);
  const isSlice = textAt(source, from + 1) === '.' && textAt(source, from + 2) === 'slice';
  if (first !== '[' && first !== '{' && !isSlice) return undefined;
  const { to } = chainAt(source, from, source.tokens.length);
  return { from, to };
}

/** Whether a range, or a name of the file, is a list of which the rows can be read. */
export function isList(source: Source, range: Range, lists: Lists, depth = 0): boolean {
  const first = textAt(source, range.from);
  if (first === '[') return true;
  const slice = sliceOf(source, range);
  if (depth > 3) return false;
  if (slice !== undefined) return isList(source, slice.list, lists, depth + 1);
  if (first === 'Object') {
    return !casesOfList(source, range, lists).hasOthers;
  }
  const named = range.to === range.from + 1 ? lists.named.get(first) : undefined;
  return named !== undefined && isList(source, named, lists, depth + 1);
}
