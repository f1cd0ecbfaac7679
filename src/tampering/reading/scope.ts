import { canonicalText, type Writing } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import type { Binding, Dialect } from './dialect.ts';

/** What names stand for, and which side of a comparison is the one that is tested. */

/** The names of a function, or of a file. */
export class Scope {
  private readonly bindings = new Map<string, Binding[]>();
  private readonly dialect: Dialect;
  private readonly outer: Scope | undefined;

  /** Reads what some statements bind, those in them included, but for what is left out. */
  constructor(
    dialect: Dialect,
    statements: readonly SyntaxNode[],
    outer?: Scope,
    isLeftOut?: (node: SyntaxNode) => boolean,
  ) {
    this.dialect = dialect;
    this.outer = outer;
    for (const statement of statements) {
      for (const node of statement.within(isLeftOut)) this.take(dialect.bindings(node));
    }
  }

  take(bindings: readonly Binding[]): void {
    for (const one of bindings) {
      const known = this.bindings.get(one.name);
      if (known === undefined) this.bindings.set(one.name, [one]);
      else known.push(one);
    }
  }

  /** The names that are bound here. */
  names(): Iterable<string> {
    return this.bindings.keys();
  }

  /** All that gives a name a value here; what is around it is not looked at. */
  bindingsOf(name: string): readonly Binding[] {
    return this.bindings.get(name) ?? [];
  }

  isLocal(name: string): boolean {
    return this.bindings.has(name);
  }

  /** What a name is given where it is used; undefined where that is not known. */
  binding(name: string, at: SyntaxNode | undefined, isLocal = false): Binding | undefined {
    const known = this.bindings.get(name);
    if (known !== undefined) return lastBefore(this.dialect, known, at);
    return isLocal ? undefined : this.outer?.binding(name, at);
  }

  /** The value of a name where it is used; undefined where that is not known, or where it is a part of one. */
  find(name: string, at: SyntaxNode | undefined, isLocal = false): SyntaxNode | undefined {
    const found = this.binding(name, at, isLocal);
    return found?.part === undefined ? found?.value : undefined;
  }

  /** What a node stands for, followed through names; the node itself where it is no such name. */
  standsFor(node: SyntaxNode, isLocal = false): SyntaxNode {
    let value = this.dialect.unwrapped(node);
    for (let step = 0; step < MOST_STEPS && this.dialect.isName(value); step += 1) {
      const next = this.find(value.text, value, isLocal);
      if (next === undefined || next === value) break;
      value = this.dialect.unwrapped(next);
    }
    return value;
  }
}

/** A name that is bound once stands for that; one that is bound again for the last before, if nothing could have come between. */
function lastBefore(
  dialect: Dialect,
  bindings: readonly Binding[],
  at: SyntaxNode | undefined,
): Binding | undefined {
  const [only] = bindings;
  if (bindings.length === 1 && only?.isScoped !== true) return only;
  if (at === undefined) return bindings.length === 1 ? only : undefined;
  let found: Binding | undefined;
  for (const one of bindings) {
    if (one.node.to > at.from) continue;
    if (blockAround(one.node, dialect)?.holds(at) === true) found = one;
    else if (one.isScoped !== true) found = undefined;
  }
  return found;
}

function blockAround(node: SyntaxNode, dialect: Dialect): SyntaxNode | undefined {
  let around = node.parent;
  while (around?.parent !== undefined) {
    if (dialect.writing.blocks.has(around.type) || dialect.routine(around) !== undefined) break;
    around = around.parent;
  }
  return around;
}

const MOST_STEPS = 5;
const LONGEST_SUBJECT = 120;
const LONGEST_INLINED = 200;
const LONGEST_EXPECTED = 2000;
const EXPECTED_NAME = /expect|want|^desired$|^golden$/i;
/** The rest of a longer value is like its beginning. */
const MOST_RANKED = 1000;

/** What is needed to say what an expression is about. */
export interface Reading {
  readonly dialect: Dialect;
  readonly scope: Scope;
}

/** An expression in one way of writing. */
export function textOf({ dialect }: Reading, node: SyntaxNode): string {
  return canonicalText(dialect.writing, dialect.unwrapped(node));
}

/** The subject that a node names: a local name that holds the result of a call is replaced by the call. */
export function subjectText(reading: Reading, node: SyntaxNode): string {
  const { dialect, scope } = reading;
  const own = dialect.unwrapped(node);
  if (dialect.subjectWriting !== undefined)
    return inlinedText(reading, own, dialect.subjectWriting, () => true);
  const written = canonicalText(dialect.writing, own);
  if (!dialect.isName(own) || !scope.isLocal(own.text)) return written;
  const value = scope.standsFor(own, true);
  if (value === own || value.to - value.from > 4 * LONGEST_SUBJECT) return written;
  const text = canonicalText(dialect.writing, value);
  const isReplaced =
    text.length <= LONGEST_SUBJECT && rankOf(reading, value) >= 3 && !hasDouble(reading, value);
  return isReplaced ? text : written;
}

/** A node in which names are replaced by what they stand for, where that is short and wanted. */
function inlinedText(
  reading: Reading,
  node: SyntaxNode,
  writing: Writing,
  isWanted: (binding: Binding) => boolean,
  depth = 0,
): string {
  const { dialect, scope } = reading;
  return canonicalText(writing, node, (name) => {
    if (!dialect.isName(name) || depth > MOST_STEPS) return undefined;
    const found = scope.binding(name.text, name);
    const { part = '', value } = found ?? {};
    if (found === undefined || value === undefined || value.holds(name) || !isWanted(found))
      return undefined;
    if (dialect.goesByName?.(value, name === node) === true) return undefined;
    if (value.to - value.from > 2 * LONGEST_INLINED || hasBlock(reading, value)) return undefined;
    const own = dialect.unwrapped(value);
    const text = inlinedText(reading, own, writing, isWanted, depth + 1);
    return text.length > LONGEST_INLINED ? undefined : `${text}${part}`;
  });
}

/** Whether a function with statements of its own, or a class, stands in a value. */
function hasBlock({ dialect }: Reading, value: SyntaxNode): boolean {
  for (const { type } of value.within()) if (dialect.writing.blocks.has(type)) return true;
  return false;
}

function hasDouble({ dialect }: Reading, value: SyntaxNode): boolean {
  for (const node of value.within()) {
    const call = dialect.call(node);
    if (call !== undefined && dialect.doubleCalls.test(call.name)) return true;
  }
  return false;
}

/** What is expected, names of literals replaced by these. Truth is written small, as in most languages. */
export function expectedText(reading: Reading, node: SyntaxNode): string {
  const { dialect, scope } = reading;
  if (dialect.subjectWriting !== undefined) {
    const isLiteral = ({ part, value }: Binding): boolean =>
      part === undefined &&
      value !== undefined &&
      (dialect.goesByName !== undefined || rankOf(reading, value) === 0);
    return inlinedText(reading, dialect.unwrapped(node), dialect.writing, isLiteral);
  }
  const value = scope.standsFor(node);
  const text =
    value.to - value.from > 2 * LONGEST_EXPECTED
      ? undefined
      : canonicalText(dialect.writing, value);
  const isReplaced =
    text !== undefined && text.length <= LONGEST_EXPECTED && rankOf(reading, value) <= 1;
  const shown = isReplaced ? text : textOf(reading, node);
  return /^(?:True|False)$/.test(shown) ? shown.toLowerCase() : shown;
}

/**
 * How likely a side is what is tested: 0 a literal, 1 a value made of literals, 2 a name that says it is expected,
 * 3 another name, 4 with a call.
 */
export function rankOf({ dialect }: Reading, node: SyntaxNode): 0 | 1 | 2 | 3 | 4 {
  const names: string[] = [];
  const inCalls = new Set<string>();
  let isOfValues = true;
  let calls = 0;
  let looked = 0;
  for (const one of node.within()) {
    looked += 1;
    if (looked > MOST_RANKED) break;
    if (one.children.length === 0 && isNameLike(one)) names.push(one.text);
    const call = dialect.call(one);
    if (call === undefined || call.node !== one) continue;
    calls += 1;
    const isMade = dialect.hasUpperCaseFunctions !== true && /^\p{Lu}/u.test(call.name);
    const isValue = isMade || dialect.valueCalls.test(call.name);
    isOfValues &&= isValue;
    for (const part of call.path.split(/\W+/)) inCalls.add(part);
  }
  if (names.length === 0) return 0;
  isOfValues &&= calls > 0;
  if (isOfValues && names.every((name) => inCalls.has(name) || isConstantName(name))) return 1;
  if (calls > 0 && !isOfValues) return 4;
  const [first = ''] = names;
  const last = names.at(-1) ?? '';
  const isConstant = isConstantName(last) || dialect.constants?.test(last) === true;
  return isConstant || EXPECTED_NAME.test(first) || EXPECTED_NAME.test(last) ? 2 : 3;
}

/** Whether a leaf is a name of something, not one of an argument or of a member that is written out. */
function isNameLike({ field, parent, text, type }: SyntaxNode): boolean {
  if (
    !/identifier$|^(?:this|super|self|name|constant|(?:instance_)?variable(?:_name)?)$/.test(
      type,
    ) ||
    type === 'type_identifier'
  )
    return false;
  if (field === 'key' || parent?.field === 'key' || /^(?:NaN|Infinity|true|false|null)$/.test(text))
    return false;
  return !(field === 'name' && parent?.type === 'keyword_argument');
}

export function isConstantName(name: string): boolean {
  return /^_?[A-Z][A-Z\d_]*$/.test(name);
}

/**
 * Which side of an equality stands first: what is expected where nothing tells, or what is tested; or what is tested
 * always, but where that is a literal.
 */
export type Order = 'subject first' | 'expected first' | 'subject given';

/** What is written out as a whole is expected, whatever it calls inside. */
const COLLECTION = /^(?:dictionary|list|set|tuple|object|array)$/;

/** The side that is tested, then the one that is expected. */
export function sidesOf(
  reading: Reading,
  first: SyntaxNode,
  second: SyntaxNode,
  order: Order = 'subject first',
): readonly [subject: SyntaxNode, expected: SyntaxNode] {
  if (order === 'subject given') {
    const [own, other] = [first, second].map((side) =>
      rankOf(reading, reading.scope.standsFor(side)),
    );
    const isSwapped = own === 0 && (rankOf(reading, first) === 0 ? other !== 0 : other === 4);
    return isSwapped ? [second, first] : [first, second];
  }
  const rank = (node: SyntaxNode): number => {
    const named = rankOf(reading, node);
    return named >= 2 ? rankOf(reading, reading.scope.standsFor(node)) : named;
  };
  const own = rankOf(reading, first);
  const [left, right] = [rank(first), rank(second)];
  const isExpected = own === 2 || left <= 2;
  const isName =
    reading.dialect.isName(reading.dialect.unwrapped(first)) &&
    left === 3 &&
    !COLLECTION.test(reading.dialect.unwrapped(second).type);
  if ((isExpected && right > Math.min(left, own)) || (isName && right === 4))
    return [second, first];
  return order === 'expected first' && left <= right ? [second, first] : [first, second];
}
