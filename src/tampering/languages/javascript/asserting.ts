import { type Claim, type Claiming, claim } from '../../reading/claims.ts';
import { type Named, named } from '../../reading/matchers.ts';
import { expectedText, rankOf, subjectText } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { equalClaims, equalTo } from './claims.ts';
import { firstArguments, functionIn, type Link, stringIn } from './dialect.ts';
import {
  chaiNear,
  claimsOfChainer,
  claimsOfWords,
  expecting,
  fixed,
  not,
  one,
  order,
  property,
  snapshot,
  throws,
  times,
  timesCalled,
  truthy,
  type Word,
  waitsForPage,
  wordNamed,
} from './expecting.ts';

/** Which chains of calls assert, and what each claims. */

/** Under which names a file has what asserts. */
export interface AssertingNames {
  /** Names of single functions, by the name that they had where they come from: `eq` for `deepEqual`. */
  readonly functions: ReadonlyMap<string, string>;
  /** Names of what holds them as methods: `assert`, `t`. */
  readonly owners: ReadonlySet<string>;
  /** Whether the file tests pages of a browser, where each matcher waits. */
  readonly isBrowser: boolean;
}

/** Two values are the same; some write what they expect first. */
const equality: Word = ({ negated, reading, value }, [wanted]) => {
  if (value === undefined || wanted === undefined) return [];
  const isWanted = (node: SyntaxNode): boolean =>
    /^(?:expected|want|wanted|exp)\b/i.test(node.text);
  return isWanted(value) && !isWanted(wanted)
    ? equalClaims(reading, wanted, value, negated)
    : equalClaims(reading, value, wanted, negated);
};

/** A form about the first value, which expects the second, or always the same. A constant says nothing. */
function form(kind: Claim['form'], always?: string): Word {
  return (state, [wanted]) => {
    const { negated, reading, subject, value } = state;
    if (value !== undefined && rankOf(reading, value) === 0 && !negated)
      return [claim('vacuous', subject)];
    const expected = always ?? (wanted === undefined ? undefined : expectedText(reading, wanted));
    return one(state, kind, expected === undefined ? {} : { expected });
  };
}

function promised(word: Word): Word {
  return (state, args) => word(state, args).map((found) => ({ ...found, isPromise: true }));
}

/** That the first value holds; a comparison counts as the comparison. */
function holds(reading: Claiming, args: readonly SyntaxNode[]): readonly Claim[] {
  return claimsOfMethod(reading, 'ok', args) ?? [];
}

/** What a method claims of its arguments; nothing where it is given too few. */
function claimsOfMethod(
  reading: Claiming,
  name: string,
  args: readonly SyntaxNode[],
): readonly Claim[] | undefined {
  // How many assertions a test says that it has.
  if (name === 'plan') return [customClaim(reading, name, [undefined, ...args])];
  if (name === 'pass') return [claim('vacuous', '')];
  const [first, ...others] = args;
  const method = methodNamed(name);
  return first === undefined ? method && [] : method?.(expecting(reading, first), others);
}

function customClaim(
  reading: Claiming,
  name: string,
  [first, ...rest]: readonly (SyntaxNode | undefined)[],
): Claim {
  const given = rest.map((node) => (node === undefined ? '' : expectedText(reading, node)));
  const subject = first === undefined ? '' : subjectText(reading, first);
  return claim('custom', subject, { expected: `${name}(${given.join(',')})` });
}

/** Methods of `assert`, `t`, `tap` and their kin, and the functions of Deno and chai. */
const METHODS: Named<Word> = named<Word>(
  [equality, 'equal equals is isEqual strictEqual deepEqual deepStrictEqual same strictSame deepEquals looseEqual looseEquals isDeeply'],
  [equality, 'strictEquals propEqual eq eql sameDeepMembers sameMembers sameOrderedMembers deepEqualInAnyOrder hasStrict assertEquals assertStrictEquals assertEqual'],
  [not(equality), 'not isNot isNotDeep'],
  [truthy, 'ok truthy assert isTruthy'],
  [not(truthy), 'falsy isFalsy notok assertFalse'],
  [fixed('true'), 'true'],
  [fixed('false'), 'false'],
  [(state) => one(state, 'defined'), 'isDefined exists exist'],
  [form('contains'), 'include includes contains has like deepInclude hasSubset containsSubset assertStringIncludes assertArrayIncludes assertObjectMatch matchObject'],
  [form('contains'), 'containsAllKeys hasAllKeys hasAnyKeys includeMembers includeDeepMembers oneOf partialDeepStrictEqual hasFields propContains'],
  [form('matches'), 'match regex matches'],
  [form('instance'), 'instanceOf type typeOf isA'],
  [form('count'), 'lengthOf'],
  [form('count', '0'), 'isEmpty'],
  [order('>='), 'isAtLeast assertGreaterOrEqual'],
  [order('<='), 'isAtMost assertLessOrEqual'],
  [order('>'), 'assertGreater'],
  [order('<'), 'assertLess'],
  [chaiNear, 'closeTo approximately assertAlmostEquals'],
  [property, 'property propertyVal nestedProperty nestedPropertyVal deepPropertyVal hasProperty'],
  [throws, 'throws raises throw'],
  [promised(throws), 'rejects reject throwsAsync isRejected'],
  [promised(not(throws)), 'resolves isFulfilled'],
  [snapshot, 'snapshot matchSnapshot fileSnapshot'],
  [not(form('truthy')), 'ifError error'],
  [times('1'), 'calledOnce'],
  [times('2'), 'calledTwice'],
  [times('3'), 'calledThrice'],
  [(state, args) => timesCalled(state, args.slice(0, 1)), 'callCount'],
  [(state) => one(state, 'called'), 'called'],
); // biome-ignore format: a table

const TYPES: Readonly<Record<string, string>> = {
  isString: '"string"', isNumber: '"number"', isObject: '"object"', isFunction: '"function"', isBoolean: '"boolean"', isArray: 'Array',
}; // biome-ignore format: a table

/** A method by its name: `isNotEmpty`, `doesNotThrow` and `assertMatch` are named after others, or after words of chai. */
function methodNamed(name: string): Word | undefined {
  const own = METHODS.get(name);
  const type = TYPES[name];
  if (own !== undefined || type !== undefined) return own ?? form('instance', type);
  const [, prefix = '', negation, rest = ''] =
    /^(assert|is|does)?([nN]ot)?([A-Z].*)$/.exec(name) ?? [];
  const small = rest.charAt(0).toLowerCase() + rest.slice(1);
  const found = [`${prefix}${rest}`, `is${rest}`, small]
    .map((one) => METHODS.get(one))
    .find((one) => one !== undefined);
  const word = found ?? wordNamed(rest) ?? wordNamed(small);
  return negation === undefined || word === undefined ? word : not(word);
}

/** Functions that assert wherever they come from. */
const FREE =
  /^assert(?:Equals|StrictEquals|NotEquals|NotStrictEquals|Exists|Throws|Rejects|Match|NotMatch|InstanceOf|AlmostEquals|StringIncludes|ArrayIncludes|ObjectMatch|Greater|GreaterOrEqual|Less|LessOrEqual|False|Snapshot)$/;
/** A name that says that it asserts. */
const ASSERTING_NAME = /^(?:expect|assert|check|verify|should)[A-Z_]/;
/** Owners that assert in every file. */
const OWNERS = new Set(['assert', 'tap', 'sinon', 'chai']);

function isOwner(names: AssertingNames, name: string): boolean {
  return OWNERS.has(name) || names.owners.has(name);
}

/** What a chain claims; undefined where it is no assertion, nothing in it where it only could have been one. */
export function claimsOfChain(
  reading: Claiming,
  links: readonly Link[],
  names: AssertingNames,
): readonly Claim[] | undefined {
  return (
    ofExpect(reading, links, names) ??
    ofShould(reading, links) ??
    ofResponse(reading, links, names) ??
    ofMethod(reading, links, names)
  );
}

/** What a call claims whose name says so; only where it is a statement of its own. */
export function customClaims(
  reading: Claiming,
  links: readonly Link[],
): readonly Claim[] | undefined {
  for (const [index, link] of links.entries()) {
    const call = links[index + 1];
    if (link.kind === 'name' && ASSERTING_NAME.test(link.name) && call?.kind === 'call')
      return [customClaim(reading, link.name, call.args.length === 0 ? [undefined] : call.args)];
  }
  return undefined;
}

/** Whether a name is one of what asserts, or of what says so. */
export function isAssertingName(name: string): boolean {
  return /^(?:expect|assert|should)$/.test(name) || ASSERTING_NAME.test(name);
}

function ofExpect(
  reading: Claiming,
  links: readonly Link[],
  names: AssertingNames,
): readonly Claim[] | undefined {
  const [root, next] = links;
  if (root?.kind !== 'name') return undefined;
  const isRoot = (names.functions.get(root.name) ?? root.name) === 'expect';
  const isOwned = next?.kind === 'name' && next.name === 'expect' && isOwner(names, root.name);
  if (!isRoot && !isOwned) return undefined;
  const callAt = links.findIndex(({ kind }) => kind === 'call');
  const call = links[callAt];
  if (call?.kind !== 'call') return undefined;
  const word = links.slice(isRoot ? 1 : 2, callAt).find(({ kind }) => kind === 'name');
  const name = word?.kind === 'name' ? word.name : '';
  if (/^(?:assertions|hasAssertions)$/.test(name))
    return [customClaim(reading, name, [undefined, ...call.args])];
  if (name !== '' && !/^(?:soft|poll)$/.test(name)) return undefined;
  const words = links.slice(callAt + 1);
  const start = expecting(reading, call.args[0]);
  const isPoll = name === 'poll';
  const claims = claimsOfWords(isPoll ? { ...start, value: undefined } : start, words);
  if (claims.length === 0) return [claim('vacuous', start.subject)];
  const isPromise = isPoll || (names.isBrowser && waitsForPage(words));
  return isPromise ? claims.map((one) => ({ ...one, isPromise })) : claims;
}

/** `value.should.equal(3)`, `should.exist(value)`, `cy.get('p').should('have.text', 'a')`. */
function ofShould(reading: Claiming, links: readonly Link[]): readonly Claim[] | undefined {
  const at = links.findIndex((link) => link.kind === 'name' && link.name === 'should');
  if (at < 0) return undefined;
  if (at === 0) {
    const [value] = firstArguments(links) ?? [];
    return value === undefined
      ? undefined
      : claimsOfWords(expecting(reading, value), links.slice(1));
  }
  const state = expecting(reading, links[at - 1]?.node);
  if (links[at + 1]?.kind !== 'call') return claimsOfWords(state, links.slice(at + 1));
  return links.slice(at).flatMap((word, index, rest) => {
    const call = rest[index + 1];
    const isWord = word.kind === 'name' && /^(?:should|and)$/.test(word.name);
    if (!isWord || call?.kind !== 'call') return [];
    const [name, ...args] = call.args;
    const chainer = stringIn(name);
    if (chainer !== undefined)
      return claimsOfChainer({ ...state, value: undefined }, chainer, args);
    return functionIn(name) === undefined ? [claim('custom', state.subject)] : [];
  });
}

/** `request(app).get('/').expect(200)`: of a status, of a header, or of a body. */
function ofResponse(
  reading: Claiming,
  links: readonly Link[],
  names: AssertingNames,
): readonly Claim[] | undefined {
  const at = links.findIndex(
    (link, index) => index > 1 && link.kind === 'name' && link.name === 'expect',
  );
  const [root] = links;
  const before = links[at - 1];
  if (before === undefined || (root?.kind === 'name' && isOwner(names, root.name)))
    return undefined;
  const subject = subjectText(reading, before.node);
  const isCallbackStyle = links.some((link) => link.kind === 'name' && link.name === 'end');
  return links.flatMap((link, index) => {
    const call = links[index + 1];
    if (link.kind !== 'name' || link.name !== 'expect' || call?.kind !== 'call') return [];
    const found = ofExpectedResponse(reading, subject, call.args);
    return isCallbackStyle ? found : found.map((one) => ({ ...one, isPromise: true }));
  });
}

function ofExpectedResponse(
  reading: Claiming,
  subject: string,
  args: readonly SyntaxNode[],
): readonly Claim[] {
  const [first, second] = args.filter((one) => functionIn(one) === undefined);
  if (first === undefined || first !== args[0]) return [];
  const expected = expectedText(reading, first);
  const body = (value: string, of: string): Claim =>
    claim(value.startsWith('/') ? 'matches' : 'equal', of, { expected: value });
  if (/^\d+$/.test(expected)) {
    const status = equalTo(`${subject}.status`, expected, false);
    if (second === undefined) return [status];
    return [status, equalTo(`${subject}.body`, expectedText(reading, second), false)];
  }
  if (second === undefined) return [body(expected, `${subject}.body`)];
  const header = `${subject}.headers[${expected.toLowerCase()}]`;
  return [body(expectedText(reading, second), header)];
}

/** `assert.equal(a, b)`, `t.is(a, b)`, `assertEquals(a, b)`, `assert(a)`. */
function ofMethod(
  reading: Claiming,
  links: readonly Link[],
  names: AssertingNames,
): readonly Claim[] | undefined {
  const callAt = links.findIndex(({ kind }) => kind !== 'name');
  const call = links[callAt];
  if (call?.kind !== 'call') return undefined;
  const [root, ...path] = links
    .slice(0, callAt)
    .flatMap((link) => (link.kind === 'name' ? [link.name] : []));
  if (root === undefined) return undefined;
  if (path.length === 0) return ofFunction(reading, root, call.args, names);
  const last = path.at(-1) ?? '';
  const inner = path.slice(0, -1);
  const isOwned =
    isOwner(names, root) && inner.every((one) => /^(?:assert|strict|should|not)$/.test(one));
  if (!isOwned || /^(?:fail|unreachable)$/.test(last)) return undefined;
  if ((root === 'sinon' || root === 'chai') && inner[0] !== 'assert')
    return root === 'chai' && last === 'assert' ? holds(reading, call.args) : undefined;
  if (root === 't' && last === 'assert') return holds(reading, call.args);
  const known = claimsOfMethod(reading, last, call.args);
  return known ?? (root === 'assert' ? [customClaim(reading, last, call.args)] : undefined);
}

function ofFunction(
  reading: Claiming,
  name: string,
  args: readonly SyntaxNode[],
  names: AssertingNames,
): readonly Claim[] | undefined {
  const own = names.functions.get(name);
  const isAssert = own === 'assert' || name === 'assert' || names.owners.has(name);
  if (isAssert && args.length > 0 && name !== 't') return holds(reading, args);
  if (own !== undefined) return claimsOfMethod(reading, own, args);
  return FREE.test(name) ? claimsOfMethod(reading, name, args) : undefined;
}
