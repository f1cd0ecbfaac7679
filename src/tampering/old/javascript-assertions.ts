/** Which chains of calls are assertions, and what each claims. */

import type { Claim, Reading } from './javascript-claims.ts';
import { claim, equalTo, expectedIn, subjectIn, truthyClaims } from './javascript-claims.ts';
import type { Expecting } from './javascript-matchers.ts';
import { claimsOfChainer, claimsOfWords, isCallback, waitsForPage } from './javascript-matchers.ts';
import { METHODS, planned, truthy } from './javascript-methods.ts';
import type { Chain, Link } from './javascript-syntax.ts';
import { stringIn, textAt } from './javascript-syntax.ts';
import type { Range } from './source.ts';
import { insideOf } from './source.ts';

/** Under which names a file has what asserts. */
export interface AssertingNames {
  /** Names of single functions, by the name that they had where they come from: `eq` for `deepEqual`. */
  readonly functions: ReadonlyMap<string, string>;
  /** Names of what holds them as methods: `assert`, `t`. */
  readonly owners: ReadonlySet<string>;
  /** Whether the file tests pages of a browser, where each matcher waits. */
  readonly isBrowser: boolean;
}

/** Functions that assert wherever they come from. */
const FREE =
  /^assert(?:Equals|StrictEquals|NotEquals|NotStrictEquals|Exists|Throws|Rejects|Match|NotMatch|InstanceOf|AlmostEquals|StringIncludes|ArrayIncludes|ObjectMatch|Greater|GreaterOrEqual|Less|LessOrEqual|False|Snapshot)$/;
/** A name that says that it asserts. */
const ASSERTING_NAME = /^(?:expect|assert|check|verify|should)[A-Z_]/;
/** Owners that assert in every file. */
const OWNERS = new Set(['assert', 'tap', 'sinon', 'chai']);
/** What makes a test fail without comparing anything. */
const FAILING = /^(?:fail|unreachable)$/;

/** Whether a name is one under which methods assert. */
export function isOwner(names: AssertingNames, name: string): boolean {
  return OWNERS.has(name) || names.owners.has(name);
}

/**
 * What a chain claims.
 *
 * @returns Undefined where the chain is no assertion; nothing in it where it only could have been one.
 */
export function claimsOf(
  reading: Reading,
  chain: Chain,
  names: AssertingNames,
): readonly Claim[] | undefined {
  return (
    ofExpect(reading, chain, names) ??
    ofShould(reading, chain) ??
    ofResponse(reading, chain, names) ??
    ofMethod(reading, chain, names)
  );
}

/** What a call claims whose name says so; only where it is a statement of its own. */
export function customClaims(reading: Reading, chain: Chain): readonly Claim[] | undefined {
  const at = chain.links.findIndex(
    (link, index) =>
      link.kind === 'name' &&
      ASSERTING_NAME.test(link.name) &&
      chain.links[index + 1]?.kind === 'call',
  );
  const link = chain.links[at];
  const call = chain.links[at + 1];
  if (link?.kind !== 'name' || call?.kind !== 'call') return undefined;
  const [first, ...rest] = call.args;
  const subject = first === undefined ? '' : subjectIn(reading, first);
  const expected = `${link.name}(${rest.map((one) => expectedIn(reading, one)).join(',')})`;
  return [claim(subject, 'custom', false, { expected })];
}

function ofExpect(
  reading: Reading,
  chain: Chain,
  names: AssertingNames,
): readonly Claim[] | undefined {
  const [root, next] = chain.links;
  if (root?.kind !== 'name') return undefined;
  const isRoot = original(names, root.name) === 'expect';
  const isOwned =
    next?.kind === 'name' &&
    next.name === 'expect' &&
    (isOwner(names, root.name) || root.name === 't');
  if (!isRoot && !isOwned) return undefined;
  const at = isRoot ? 0 : 1;
  const callAt = chain.links.findIndex((link) => link.kind === 'call');
  const call = chain.links[callAt];
  if (call?.kind !== 'call') return undefined;
  const between = chain.links.slice(at + 1, callAt);
  const word = between.find((link) => link.kind === 'name');
  if (word?.kind === 'name' && /^(?:assertions|hasAssertions)$/.test(word.name)) {
    return planned(word.name)(reading, call.args);
  }
  if (word?.kind === 'name' && !/^(?:soft|poll)$/.test(word.name)) return undefined;
  return ofValue(reading, chain, callAt, {
    isPoll: word?.kind === 'name' && word.name === 'poll',
    isBrowser: names.isBrowser,
  });
}

function ofValue(
  reading: Reading,
  chain: Chain,
  callAt: number,
  { isBrowser, isPoll }: { readonly isPoll: boolean; readonly isBrowser: boolean },
): readonly Claim[] {
  const call = chain.links[callAt];
  const range = call?.kind === 'call' ? call.args[0] : undefined;
  const words = chain.links.slice(callAt + 1);
  const start = expecting(reading, range);
  const claims = claimsOfWords(isPoll ? { ...start, range: undefined } : start, words);
  if (claims.length === 0) return [claim(start.subject, 'vacuous', false)];
  const isPromise = isPoll || (isBrowser && waitsForPage(words));
  return isPromise ? claims.map((one) => ({ ...one, isPromise })) : claims;
}

function expecting(reading: Reading, range: Range | undefined): Expecting {
  return {
    reading,
    range,
    subject: range === undefined ? '' : subjectIn(reading, range),
    negated: false,
    words: new Set(),
    settles: undefined,
  };
}

/** `value.should.equal(3)`, `should.exist(value)`, `cy.get('p').should('have.text', 'a')`. */
function ofShould(reading: Reading, chain: Chain): readonly Claim[] | undefined {
  const at = chain.links.findIndex((link) => link.kind === 'name' && link.name === 'should');
  const link = chain.links[at];
  if (link === undefined) return undefined;
  if (at === 0) return ofShouldRoot(reading, chain.links);
  const range = { from: chain.from, to: link.from };
  const state = expecting(reading, range);
  if (chain.links[at + 1]?.kind !== 'call') {
    return claimsOfWords(state, chain.links.slice(at + 1));
  }
  return chain.links.slice(at).flatMap((word, index, rest) => {
    const call = rest[index + 1];
    const isWord = word.kind === 'name' && /^(?:should|and)$/.test(word.name);
    if (!isWord || call?.kind !== 'call') return [];
    return ofChainer({ ...state, range: undefined }, call.args);
  });
}

function ofChainer(state: Expecting, args: readonly Range[]): readonly Claim[] {
  const [name, ...rest] = args;
  const chainer = name === undefined ? undefined : stringIn(state.reading.source, name);
  if (chainer !== undefined) return claimsOfChainer(state, chainer, rest);
  return isCallback(state, name) ? [] : [claim(state.subject, 'custom', state.negated)];
}

function ofShouldRoot(reading: Reading, links: readonly Link[]): readonly Claim[] | undefined {
  const call = links.find((link) => link.kind === 'call');
  const [value] = call?.kind === 'call' ? call.args : [];
  return value === undefined ? undefined : claimsOfWords(expecting(reading, value), links.slice(1));
}

/** `request(app).get('/').expect(200)`: of a status, of a header, or of a body. */
function ofResponse(
  reading: Reading,
  chain: Chain,
  names: AssertingNames,
): readonly Claim[] | undefined {
  const at = chain.links.findIndex(
    (link, index) => index > 1 && link.kind === 'name' && link.name === 'expect',
  );
  const first = chain.links[at];
  if (first === undefined || isOwner(names, textAt(reading.source, chain.from))) return undefined;
  const subject = subjectIn(reading, { from: chain.from, to: first.from });
  const isCallbackStyle = chain.links.some((link) => link.kind === 'name' && link.name === 'end');
  return chain.links.flatMap((link, index) => {
    const call = chain.links[index + 1];
    if (link.kind !== 'name' || link.name !== 'expect' || call?.kind !== 'call') return [];
    const found = ofExpectedResponse(reading, subject, call.args);
    return isCallbackStyle ? found : found.map((one) => ({ ...one, isPromise: true }));
  });
}

function ofExpectedResponse(
  reading: Reading,
  subject: string,
  args: readonly Range[],
): readonly Claim[] {
  const [first, second] = args;
  if (first === undefined || isCallback(expecting(reading, undefined), first)) return [];
  const expected = expectedIn(reading, first);
  if (/^\d+$/.test(expected)) {
    const status = equalTo(`${subject}.status`, expected, false);
    const body =
      second === undefined || isCallback(expecting(reading, undefined), second)
        ? []
        : [equalTo(`${subject}.body`, expectedIn(reading, second), false)];
    return [status, ...body];
  }
  if (second === undefined) {
    const kind = expected.startsWith('/') ? 'matches' : 'equal';
    return [claim(`${subject}.body`, kind, false, { expected })];
  }
  const value = expectedIn(reading, second);
  const kind = value.startsWith('/') ? 'matches' : 'equal';
  return [claim(`${subject}.headers[${expected.toLowerCase()}]`, kind, false, { expected: value })];
}

function original(names: AssertingNames, name: string): string {
  return names.functions.get(name) ?? name;
}

/** `assert.equal(a, b)`, `t.is(a, b)`, `assertEquals(a, b)`, `assert(a)`. */
function ofMethod(
  reading: Reading,
  chain: Chain,
  names: AssertingNames,
): readonly Claim[] | undefined {
  const callAt = chain.links.findIndex((link) => link.kind === 'call');
  const call = chain.links[callAt];
  const before = chain.links.slice(0, callAt);
  if (call?.kind !== 'call' || !before.every((link) => link.kind === 'name')) return undefined;
  const [root, ...path] = before.flatMap((link) => (link.kind === 'name' ? [link.name] : []));
  if (root === undefined) return undefined;
  if (path.length === 0) return ofFunction(reading, root, call.args, names);
  const last = path.at(-1) ?? '';
  const inner = path.slice(0, -1);
  const isOwned =
    isOwner(names, root) && inner.every((one) => /^(?:assert|strict|should|not)$/.test(one));
  if (!isOwned) return undefined;
  if ((root === 'sinon' || root === 'chai') && inner[0] !== 'assert') {
    return root === 'chai' && last === 'assert' ? truthy(reading, call.args) : undefined;
  }
  if (root === 't' && last === 'assert') return truthy(reading, call.args);
  if (FAILING.test(last)) return undefined;
  return METHODS.get(last)?.(reading, call.args) ?? assertedBy(reading, root, last, call.args);
}

/** A method of `assert` that is not known. */
function assertedBy(
  reading: Reading,
  root: string,
  name: string,
  args: readonly Range[],
): readonly Claim[] | undefined {
  if (root !== 'assert') return undefined;
  const [first, ...rest] = args;
  const subject = first === undefined ? '' : subjectIn(reading, first);
  const expected = `${name}(${rest.map((one) => expectedIn(reading, one)).join(',')})`;
  return [claim(subject, 'custom', false, { expected })];
}

function ofFunction(
  reading: Reading,
  name: string,
  args: readonly Range[],
  names: AssertingNames,
): readonly Claim[] | undefined {
  const own = names.functions.get(name);
  const isAssert = own === 'assert' || name === 'assert' || names.owners.has(name);
  if (isAssert && args.length > 0 && name !== 't') return truthy(reading, args);
  if (own !== undefined) return METHODS.get(own)?.(reading, args);
  return FREE.test(name) ? METHODS.get(name)?.(reading, args) : undefined;
}

/** `fc.assert(fc.property(…, (a, b) => add(a, b) === add(b, a)))`: what the property says where it is one value. */
export function propertyClaims(reading: Reading, chain: Chain): readonly Claim[] | undefined {
  const [root, name, call] = chain.links;
  const isAssert =
    root?.kind === 'name' && root.name === 'fc' && name?.kind === 'name' && name.name === 'assert';
  if (!isAssert || call?.kind !== 'call') return undefined;
  const inside = insideOf(reading.source, call.from);
  for (let at = inside.from; at < inside.to; at += 1) {
    if (textAt(reading.source, at) !== '=>') continue;
    if (textAt(reading.source, at + 1) === '{') return [];
    const end = endOfPart(reading, at + 1, inside.to);
    return truthyClaims(reading, { from: at + 1, to: end }, false);
  }
  return [];
}

function endOfPart({ source }: Reading, from: number, limit: number): number {
  for (let at = from; at < limit; at += 1) {
    if (source.closing.has(at)) at = source.closing.get(at) ?? limit;
    else if (/^[,)]$/.test(textAt(source, at))) return at;
  }
  return limit;
}
