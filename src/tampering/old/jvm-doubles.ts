/** Doubles and calls in Java and Kotlin. */

import type { Double } from '../test-file.ts';
import { isAssertionName } from './jvm-assertions.ts';
import { className } from './jvm-claims.ts';
import type { JvmCode, Link } from './jvm-source.ts';
import { chainOf, isSymbol, isWord, placeOf } from './jvm-source.ts';
import type { Range } from './source.ts';
import { canonicalText, writtenText } from './source.ts';

const STUBS = /^(?:when|whenever|given|`when`|lenient)$/;
const ANSWERS =
  /^(?:then(?:Return|Throw|Answer)?|will(?:Return|Throw|Answer)?|doReturn|doThrow|doAnswer)$/;
const DOES = /^(?:do(?:Return|Throw|Answer|Nothing)|will(?:Return|Throw|Answer|DoNothing)?)$/;
const MADE =
  /^(?:mock|mockk|mockStatic|mockConstruction|mockkStatic|mockkObject|mockkConstructor|createMock|niceMock)$/;
const EVERY = /^(?:every|coEvery|justRun|coJustRun)$/;

/** The doubles that a statement sets up. */
export function doublesOf(code: JvmCode, statement: Range): readonly Double[] {
  const { source } = code;
  const target = targetOf(code, statement);
  if (target === undefined || target === '') return [];
  const line = source.tokens[statement.from]?.line ?? 1;
  return [{ line, text: writtenText(source, statement).slice(0, 500), target }];
}

function targetOf(code: JvmCode, statement: Range): string | undefined {
  const { source } = code;
  const equals = placeOf(source, statement, (token) => isSymbol(token, '='));
  const value = equals === undefined ? statement : { ...statement, from: equals + 1 };
  const links = chainOf(code, value);
  const names = new Set(links.map(({ name }) => name));
  if (names.has('thenCallRealMethod') || names.has('doCallRealMethod')) return undefined;
  const every = links.find(({ name }) => EVERY.test(name));
  if (every !== undefined) {
    const inside = every.block ?? every.arguments[0];
    return inside === undefined ? undefined : calledName(code, inside);
  }
  const does = links.findIndex(({ name }) => DOES.test(name));
  const when = links.find(({ name }) => STUBS.test(name) && name !== 'lenient');
  const [stubbed] = when?.arguments ?? [];
  if (does >= 0 && when !== undefined && stubbed !== undefined && links.indexOf(when) > does) {
    const method = links[links.indexOf(when) + 1]?.name;
    return `${canonicalText(source, stubbed)}${method === undefined ? '' : `.${method}`}`;
  }
  if (stubbed !== undefined && links.some(({ name }) => ANSWERS.test(name))) {
    return calledName(code, stubbed);
  }
  const made = links.find(({ isCall, name }) => isCall && MADE.test(name));
  return made === undefined ? undefined : madeName(code, made, statement, equals);
}

/** What a call is of, without its arguments: `cart.total` of `cart.total(any())`. */
function calledName(code: JvmCode, range: Range): string {
  return chainOf(code, range)
    .map(({ name }) => name)
    .join('.');
}

function madeName(
  { source }: JvmCode,
  link: Link,
  statement: Range,
  equals: number | undefined,
): string {
  const [first] = link.arguments;
  if (first !== undefined && !isSymbol(source.tokens[first.from + 1], '=')) {
    const text = canonicalText(source, first);
    const isType = /class\b/.test(text) || /^[A-Z]\w*$/.test(text) || link.name.startsWith('mockk');
    if (isType) return className(text);
  }
  if (link.type !== '') return link.type;
  if (equals === undefined) return '';
  const colon = placeOf(source, { ...statement, to: equals }, (token) => isSymbol(token, ':'));
  // `val cart: Cart = mock()`, `Cart cart = mock()`
  const type = colon === undefined ? source.tokens[equals - 2] : source.tokens[colon + 1];
  const isType = type !== undefined && /^[A-Z]/.test(type.text);
  return (isType ? type.text : source.tokens[equals - 1]?.text) ?? '';
}

const KEYWORDS = new Set([
  'if', 'for', 'while', 'switch', 'when', 'catch', 'try', 'do', 'else', 'return', 'throw', 'new', 'super', 'this',
  'synchronized', 'finally', 'fun', 'class', 'object', 'init', 'run', 'fail', 'is', 'in', 'as',
]); // biome-ignore format: a list
const FRAMEWORK =
  /^(?:mock\w*|spyk?|every|coEvery|given|whenever|verify\w*|coVerify|any[A-Z]?\w*|eq|times|never|atLeast\w*|atMost\w*|then[A-Z]\w*|will[A-Z]\w*|do(?:Return|Throw|Answer|Nothing)|thenReturn|assume\w*|runTest|runBlocking|hasSize|is[A-Z]\w*|contains\w*|has[A-Z]\w*|doesNot\w*|equalTo|not|extracting|satisfies|test|it|describe|context|should)$/;

/** The names of all functions that a range calls, in order of first use. */
export function callsIn(code: JvmCode, { from, to }: Range): readonly string[] {
  const { tokens } = code.source;
  const calls = new Set<string>();
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word' || KEYWORDS.has(token.text) || token.text.startsWith('@')) continue;
    const isReference = isSymbol(tokens[at - 1], '::') && token.text !== 'class';
    if (!isReference && !isCallAt(code, at, to)) continue;
    const name = dottedName(code, from, at);
    const bare = token.text;
    const isOfChain = !name.includes('.') && isSymbol(tokens[at - 1], '.');
    if (isAssertionName(bare) || ((isOfChain || !name.includes('.')) && FRAMEWORK.test(bare)))
      continue;
    if (/^(?:Mockito|ArgumentMatchers|Assertions|Assert|Assume|Assumptions)\./.test(name)) continue;
    calls.add(name);
  }
  return [...calls];
}

function isCallAt({ dialect, source }: JvmCode, at: number, to: number): boolean {
  const next = source.tokens[at + 1];
  if (at + 1 >= to) return false;
  if (isSymbol(next, '(')) return true;
  if (dialect !== 'java' && isSymbol(next, '{')) return !isWord(source.tokens[at - 1], 'class');
  // `new ArrayList<String>()`
  return isSymbol(next, '<') && isWord(source.tokens[at - 1], 'new');
}

function dottedName({ source }: JvmCode, from: number, at: number): string {
  const names = [source.tokens[at]?.text ?? ''];
  for (let place = at - 1; place > from; place -= 2) {
    const isDot = /^(?:\.|\?\.|::)$/.test(source.tokens[place]?.text ?? '');
    const owner = source.tokens[place - 1];
    if (!isDot || owner?.kind !== 'word') break;
    if (owner.text !== 'this') names.unshift(owner.text);
  }
  return names.join('.');
}
