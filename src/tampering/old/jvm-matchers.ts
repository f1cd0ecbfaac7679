/** The matchers of Hamcrest, AssertJ, Truth and kotest as claims. */

import type { Claim, ClaimContext } from './jvm-claims.ts';
import {
  actionOf,
  argumentsText,
  claimsOfCondition,
  className,
  comparison,
  errorText,
  isPlainValue,
  settled,
  vacuous,
} from './jvm-claims.ts';
import type { Link } from './jvm-source.ts';
import { chainOf } from './jvm-source.ts';
import type { Range } from './source.ts';

interface Matcher {
  readonly form: Claim['form'];
  readonly negated?: boolean;
  /** In place of its arguments. */
  readonly expected?: string;
  /** `>`, for what compares. */
  readonly operator?: string;
  readonly wildcards?: number;
  /** The arguments are the elements of a collection. */
  readonly isList?: boolean;
}

const EQUAL: Matcher = { form: 'equal' };
const NOT_EQUAL: Matcher = { form: 'equal', negated: true };
const ELEMENTS: Matcher = { form: 'equal', isList: true };
const UNORDERED: Matcher = { form: 'equal', isList: true, wildcards: 1 };
const LIST = /^(?:List\.of|Arrays\.asList|listOf|setOf|arrayOf)\(/;
const NULL: Matcher = { form: 'equal', expected: 'null' };
const DEFINED: Matcher = { form: 'defined' };
const EMPTY: Matcher = { form: 'count', expected: '0' };
const NOT_EMPTY: Matcher = { form: 'count', expected: '0', negated: true };
const COUNT: Matcher = { form: 'count' };
const CONTAINS: Matcher = { form: 'contains' };
const LACKS: Matcher = { form: 'contains', negated: true };
const MATCHES: Matcher = { form: 'matches' };
const INSTANCE: Matcher = { form: 'instance' };
const TRUE: Matcher = { form: 'truthy', expected: 'true' };
const FALSE: Matcher = { form: 'truthy', expected: 'false' };
const compares = (operator: string): Matcher => ({ form: 'compares', operator });

/** By their names without `is`, `shouldBe`, `should` and `to`, in lower case. */
const MATCHERS: Readonly<Record<string, Matcher>> = {
  '': EQUAL,
  be: EQUAL,
  equal: EQUAL,
  equals: EQUAL,
  equalto: EQUAL,
  sameas: EQUAL,
  sameinstanceas: EQUAL,
  sameinstance: EQUAL,
  theinstance: EQUAL,
  besameinstanceas: EQUAL,
  equalbycomparingto: EQUAL,
  equaltoignoringcase: { form: 'equal', wildcards: 1 },
  equaltoignoringwhitespace: { form: 'equal', wildcards: 1 },
  equaltocomparingfieldbyfield: EQUAL,
  equaltoignoringgivenfields: { form: 'equal', wildcards: 1 },
  hasvalue: EQUAL,
  hasmessage: EQUAL,
  notequalto: NOT_EQUAL,
  notsameas: NOT_EQUAL,
  notbe: NOT_EQUAL,
  notequal: NOT_EQUAL,
  null: NULL,
  benull: NULL,
  nullvalue: NULL,
  notnull: DEFINED,
  notbenull: DEFINED,
  notnullvalue: DEFINED,
  any: { form: 'vacuous' },
  anything: { form: 'vacuous' },
  true: TRUE,
  betrue: TRUE,
  false: FALSE,
  befalse: FALSE,
  empty: EMPTY,
  beempty: EMPTY,
  emptystring: EMPTY,
  notempty: NOT_EMPTY,
  notbeempty: NOT_EMPTY,
  hassize: COUNT,
  havesize: COUNT,
  haslength: COUNT,
  havelength: COUNT,
  containsexactly: ELEMENTS,
  containsexactlyelementsof: EQUAL,
  containexactly: ELEMENTS,
  containsexactlyinanyorder: UNORDERED,
  containexactlyinanyorder: UNORDERED,
  containsinanyorder: UNORDERED,
  containsonly: UNORDERED,
  contains: CONTAINS,
  contain: CONTAINS,
  containall: CONTAINS,
  containskey: CONTAINS,
  containskeys: CONTAINS,
  containkey: CONTAINS,
  containsentry: CONTAINS,
  containsall: CONTAINS,
  containsatleast: CONTAINS,
  containsanyof: CONTAINS,
  containsstring: CONTAINS,
  containssequence: CONTAINS,
  hasitem: CONTAINS,
  hasitems: CONTAINS,
  haskey: CONTAINS,
  hasentry: CONTAINS,
  hasmessagecontaining: CONTAINS,
  doesnotcontain: LACKS,
  notcontain: LACKS,
  startswith: MATCHES,
  startwith: MATCHES,
  endswith: MATCHES,
  endwith: MATCHES,
  matches: MATCHES,
  match: MATCHES,
  containspattern: MATCHES,
  matchesregex: MATCHES,
  instanceof: INSTANCE,
  exactlyinstanceof: INSTANCE,
  beinstanceof: INSTANCE,
  betypeof: INSTANCE,
  a: INSTANCE,
  greaterthan: compares('>'),
  begreaterthan: compares('>'),
  atleast: compares('>='),
  greaterthanorequalto: compares('>='),
  begreaterthanorequalto: compares('>='),
  lessthan: compares('<'),
  belessthan: compares('<'),
  atmost: compares('<='),
  lessthanorequalto: compares('<='),
  belessthanorequalto: compares('<='),
  between: compares('in '),
  positive: { form: 'compares', operator: '>', expected: '0' },
  bepositive: { form: 'compares', operator: '>', expected: '0' },
  negative: { form: 'compares', operator: '<', expected: '0' },
  zero: { form: 'equal', expected: '0' },
  one: { form: 'equal', expected: '1' },
};

/** `isEqualTo` and `shouldBeEqualTo` are one matcher; `shouldBe` has no name left. */
function matcherOf(name: string): Matcher | undefined {
  const bare = name
    .replace(/^should(?:Be(?=Equal|Instance|Null|True|False|Empty|Greater|Less))?/, '')
    .replace(/^is(?=[A-Z]|$)/, '')
    .toLowerCase();
  if (name === 'any') return undefined;
  return Object.hasOwn(MATCHERS, bare) ? MATCHERS[bare] : undefined;
}

function claimOfMatcher(
  context: ClaimContext,
  subject: string,
  matcher: Matcher,
  link: Link,
  isNot: boolean,
): Claim {
  const negated = isNot !== (matcher.negated ?? false);
  const [first] = link.arguments;
  const all = link.arguments.map((part) => context.say(part)).join(',');
  const isOneList = link.arguments.length === 1 && LIST.test(all);
  const given = matcher.isList && !isOneList ? `[${all}]` : all;
  const { form, wildcards } = matcher;
  if (form === 'vacuous') return vacuous(subject);
  if (form === 'compares') {
    return comparison(subject, matcher.operator ?? '', matcher.expected ?? given);
  }
  if (form === 'instance') {
    const expected = className(link.type === '' ? given : link.type);
    return { subject, form, negated, expected };
  }
  if (form === 'truthy' || form === 'defined') {
    if (form === 'truthy' && isPlainValue(subject)) return vacuous(subject);
    return { subject, form, negated: negated !== (matcher.expected === 'false') };
  }
  const expected = matcher.expected ?? (first === undefined ? '' : given);
  const claim = { subject, form, negated, expected };
  return settled(wildcards === undefined ? claim : { ...claim, wildcards });
}

/** What a Hamcrest matcher claims of a subject. */
export function matcherClaims(
  context: ClaimContext,
  subject: string,
  range: Range,
  negated = false,
): readonly Claim[] {
  const link = chainOf(context.code, range).findLast(({ isCall }) => isCall);
  const [first] = link?.arguments ?? [];
  if (link === undefined) {
    return [{ subject, form: 'custom', negated, expected: context.say(range) }];
  }
  if (link.name === 'not' && first) return inner(context, subject, first, !negated);
  if (
    /^(?:is|`is`|be|describedAs|both|either)$/.test(link.name) &&
    first &&
    isMatcher(context, first)
  ) {
    return matcherClaims(context, subject, first, negated);
  }
  if (link.name === 'allOf') {
    return link.arguments.flatMap((part) => matcherClaims(context, subject, part, negated));
  }
  if (link.name === 'closeTo') return [near(context, subject, link.arguments, negated)];
  if (link.name === 'contains') {
    return [claimOfMatcher(context, subject, ELEMENTS, link, negated)];
  }
  const matcher = matcherOf(link.name);
  return matcher === undefined
    ? [{ subject, form: 'custom', negated, expected: context.say(range) }]
    : [claimOfMatcher(context, subject, matcher, link, negated)];
}

function inner(context: ClaimContext, subject: string, range: Range, negated: boolean) {
  if (isMatcher(context, range)) return matcherClaims(context, subject, range, negated);
  return [settled({ subject, form: 'equal', negated, expected: context.say(range) })];
}

const MATCHER_NAME =
  /^(?:is[A-Z]\w*|is|equalTo|not|nullValue|notNullValue|has[A-Z]\w*|contains\w*|startsWith|endsWith|closeTo|greaterThan\w*|lessThan\w*|instanceOf|any|anything|sameInstance|allOf|anyOf|empty|emptyString|contain|startWith|endWith|match|be\w*|have[A-Z]\w*|haveSize)$/;

function isMatcher(context: ClaimContext, range: Range): boolean {
  const link = chainOf(context.code, range).findLast(({ isCall }) => isCall);
  return link !== undefined && link.to === range.to && MATCHER_NAME.test(link.name);
}

function near(
  context: ClaimContext,
  subject: string,
  [value, within]: readonly Range[],
  negated: boolean,
): Claim {
  const expected = value === undefined ? '' : context.say(value);
  return nearly(subject, expected, within === undefined ? '' : context.say(within), negated);
}

/** A number within a tolerance; with none at all it is equality. */
export function nearly(subject: string, expected: string, within: string, negated: boolean): Claim {
  const tolerance = Number.parseFloat(/[\d.][\w.]*(?:e-?\d+)?/i.exec(within)?.[0] ?? '');
  if (tolerance === 0) return settled({ subject, form: 'equal', negated, expected });
  const claim: Claim = { subject, form: 'near', negated, expected };
  return Number.isNaN(tolerance) ? claim : { ...claim, tolerance };
}

/** Links that only say how an assertion is reported. */
const TOLD = new Set([
  'as',
  'describedAs',
  'withFailMessage',
  'overridingErrorMessage',
  'named',
  'inOrder',
  'and',
  'usingComparator',
  'usingRecursiveComparison',
  'usingDefaultComparator',
  'asInstanceOf',
  'that',
]);
const LOOSENS = /^(?:ignoring\w*|usingElementComparator\w*)$/;
/** Links behind which something else of the subject is looked at. */
const LEADS_ON = new Set([
  'extracting',
  'first',
  'last',
  'element',
  'singleElement',
  'get',
  'size',
  'returnToIterable',
  'asString',
  'asList',
  'map',
  'flatExtracting',
  'filteredOn',
  'content',
  'prop',
  'transform',
  'key',
  'index',
  'message',
  'cause',
  'rootCause',
  'hasCauseThat',
  'hasMessageThat',
]);

/** What the links behind `assertThat(x)` claim, one claim for each. */
export function fluentClaims(
  context: ClaimContext,
  actual: Range | undefined,
  links: readonly Link[],
): readonly Claim[] {
  const claims: Claim[] = [];
  let subject = actual === undefined ? '' : context.say(actual);
  let loose = 0;
  for (const [at, link] of links.entries()) {
    if (TOLD.has(link.name)) continue;
    if (LOOSENS.test(link.name)) loose += 1;
    else if (LEADS_ON.has(link.name))
      subject = `${subject}.${context.say({ from: link.from, to: link.to })}`;
    else if (link.name === 'of' && at > 0) continue;
    else claims.push(...fluentClaim(context, actual, subject, link, links[at + 1]));
  }
  return loose === 0 ? claims : claims.map((claim) => ({ ...claim, wildcards: loose }));
}

function fluentClaim(
  context: ClaimContext,
  actual: Range | undefined,
  subject: string,
  link: Link,
  next: Link | undefined,
): readonly Claim[] {
  const [first, second] = link.arguments;
  if (/^isTrue$|^isFalse$/.test(link.name) && actual !== undefined) {
    if (context.say(actual) === subject) {
      return claimsOfCondition(context, actual, link.name === 'isFalse');
    }
  }
  if (/^is(?:Not)?(?:Within|CloseTo)$/.test(link.name)) {
    const isNot = link.name.startsWith('isNot');
    const of = link.name.endsWith('Within') ? [next?.arguments[0], first] : [first, second];
    const ranges = of.filter((range) => range !== undefined);
    return [near(context, subject, ranges, isNot)];
  }
  if (/^isEqualTo$/.test(link.name) && second !== undefined && first !== undefined) {
    return [near(context, subject, [first, second], false)];
  }
  if (/^(?:all|any|none)?satisfies/i.test(link.name)) return [];
  const matcher = matcherOf(link.name);
  if (matcher !== undefined) return [claimOfMatcher(context, subject, matcher, link, false)];
  if (link.name === 'isPresent')
    return [{ subject: `${subject}.isPresent()`, form: 'truthy', negated: false }];
  const expected = `${link.name}(${argumentsText(context, link)})`;
  return [{ subject, form: 'custom', negated: false, expected }];
}

/** What kotest's `subject shouldBe expected` claims. */
export function shouldClaims(
  context: ClaimContext,
  subject: Range,
  name: string,
  expected: readonly Range[],
  link: Link | undefined,
): readonly Claim[] {
  const [first] = expected;
  const text = context.say(subject);
  const isNot = /^shouldNot/.test(name);
  if (/^should(?:Not)?(?:Be|Equal|BeEqualTo)$/.test(name) && first !== undefined) {
    const value = context.say(first);
    const within = /^\(?([\s\S]*?)\)?(?: plusOrMinus |\.plusOrMinus\()([^()]*)\)*$/.exec(value);
    if (within !== null) return [nearly(text, within[1] ?? '', within[2] ?? '', isNot)];
    if (value === 'true' || value === 'false') {
      return claimsOfCondition(context, subject, isNot !== (value === 'false'));
    }
    if (isMatcher(context, first)) return matcherClaims(context, text, first, isNot);
    return [settled({ subject: text, form: 'equal', negated: isNot, expected: value })];
  }
  if (/^should(?:Not)?(?:Have)?$/.test(name) && first !== undefined) {
    return matcherClaims(context, text, first, isNot);
  }
  const matcher = matcherOf(name.replace(/^shouldNot/, 'should')) ?? matcherOf(name);
  const given = expected.map((part) => context.say(part)).join(',');
  if (matcher === undefined) {
    return [{ subject: text, form: 'custom', negated: isNot, expected: `${name}(${given})` }];
  }
  const call = { ...(link ?? NO_LINK), arguments: expected };
  return [claimOfMatcher(context, text, matcher, call, isNot)];
}

const NO_LINK: Link = {
  name: '',
  from: 0,
  to: 0,
  isCall: true,
  isSafe: false,
  isNew: false,
  type: '',
  arguments: [],
};

/** What the links behind `assertThatThrownBy(…)` say of the error. */
export function thrownClaim(
  context: ClaimContext,
  action: Range | undefined,
  name: string,
  links: readonly Link[],
): readonly Claim[] {
  let type = name;
  let message = '';
  let from = action;
  for (const link of links) {
    const [first] = link.arguments;
    const text = first === undefined ? '' : context.say(first);
    if (/^isThrownBy$/.test(link.name)) from = first;
    else if (/^is(?:Exactly)?InstanceOf(?:Any)?$/.test(link.name))
      type = className(link.type || text);
    else if (/^(?:has|with)Message$/.test(link.name)) message = text;
    else if (/^(?:has|with)Message(?:Containing|StartingWith|Matching)/.test(link.name))
      message = `~${text}`;
    else if (link.name === 'doesNotThrowAnyException') {
      return [{ subject: actionOf(context, action), form: 'runs', negated: false }];
    }
  }
  const subject = actionOf(context, from);
  return [{ subject, form: 'throws', negated: false, expected: errorText(type, message) }];
}
