/** Which expressions assert: JUnit, TestNG, kotlin.test, Hamcrest, AssertJ, Truth, kotest, Mockito and MockK. */

import type { Claim, ClaimContext } from './jvm-claims.ts';
import {
  actionOf,
  argumentsText,
  claimsOfCondition,
  className,
  equality,
  errorText,
  isString,
  settled,
  vacuous,
  wildcardsIn,
} from './jvm-claims.ts';
import { fluentClaims, matcherClaims, nearly, shouldClaims, thrownClaim } from './jvm-matchers.ts';
import type { Link } from './jvm-source.ts';
import { chainOf, lambdasIn, placeOf, statementsOf } from './jvm-source.ts';
import type { Range } from './source.ts';
import { partsOf } from './source.ts';

/** What an expression asserts, and whether assertions are looked for in its lambdas too. */
export interface Found {
  readonly claims: readonly Claim[];
  readonly looksInside: boolean;
}

type Reader = (context: ClaimContext, link: Link, rest: readonly Link[]) => readonly Claim[];

const EQUALITIES =
  /^assert(?:Not)?(?:Equals|EqualsNoOrder|Same|ArrayEquals|IterableEquals|LinesMatch|ContentEquals|DeepEquals)$/;

/** The two compared values, as the framework orders them, and a tolerance. */
function compared(context: ClaimContext, { arguments: given }: Link) {
  const [first, second, third, fourth] = given;
  if (context.imports('org.testng')) return { actual: first, expected: second, within: third };
  const isMessageFirst =
    third !== undefined &&
    !context.imports('org.junit.jupiter') &&
    !context.imports('kotlin.test') &&
    isString(context, first) &&
    !isString(context, third);
  const isNumber = third !== undefined && /^[\d.]+(?:[eE]-?\d+)?[dDfF]?$/.test(context.say(third));
  return isMessageFirst &&
    (fourth !== undefined || !isNumber || context.imports('org.junit.Assert'))
    ? { expected: second, actual: third, within: fourth }
    : { expected: first, actual: second, within: third };
}

function readEquality(context: ClaimContext, link: Link): readonly Claim[] {
  const { actual, expected, within } = compared(context, link);
  if (actual === undefined || expected === undefined) return [];
  const negated = link.name.startsWith('assertNot');
  const text = within === undefined ? '' : context.say(within);
  const isMessage = isString(context, within) || /^\(\)->|^\{|\+"|format/.test(text);
  if (within === undefined || isMessage) return equality(context, actual, expected, negated);
  const [subject, value] = [context.say(actual), context.say(expected)];
  return [nearly(subject, value, text, negated)];
}

/** The value of an assertion about one, wherever its message stands. */
function assertedValue(
  context: ClaimContext,
  { arguments: given, block }: Link,
): Range | undefined {
  if (block !== undefined)
    return lambdasIn(context.code, { from: block.from - 1, to: block.to + 1 })[0];
  const [first, second] = given;
  if (second === undefined) return first;
  const isMessageFirst =
    isString(context, first) || (context.imports('org.junit.Assert') && !isString(context, second));
  return isMessageFirst ? second : first;
}

function readThrows(context: ClaimContext, link: Link): readonly Claim[] {
  const { arguments: given, block, type } = link;
  const named = given.find((range) => /(?:\.class|::class(?:\.java)?)$/.test(context.say(range)));
  const action =
    block === undefined
      ? given.find((range) => range !== named && !isString(context, range))
      : { from: block.from - 1, to: block.to + 1 };
  const name = className(type === '' ? (named === undefined ? '' : context.say(named)) : type);
  const subject = actionOf(context, action);
  return [{ subject, form: 'throws', negated: false, expected: errorText(name) }];
}

function readRuns(context: ClaimContext, link: Link): readonly Claim[] {
  const { arguments: given, block } = link;
  const action =
    block === undefined
      ? given.find((range) => lambdasIn(context.code, range).length > 0)
      : { from: block.from - 1, to: block.to + 1 };
  return [{ subject: actionOf(context, action), form: 'runs', negated: false }];
}

function readInstance(context: ClaimContext, link: Link): readonly Claim[] {
  const [first, second] = link.arguments;
  const isTyped = link.type !== '';
  const value = isTyped ? first : second;
  if (value === undefined) return [];
  const expected = className(isTyped ? link.type : first === undefined ? '' : context.say(first));
  const negated = link.name.startsWith('assertNot') || link.name === 'assertIsNot';
  return [{ subject: context.say(value), form: 'instance', negated, expected }];
}

const condition =
  (negated: boolean): Reader =>
  (context, link) => {
    const value = assertedValue(context, link);
    return value === undefined ? [] : claimsOfCondition(context, value, negated);
  };

const readNull: Reader = (context, link) => {
  const value = assertedValue(context, link);
  const subject = value === undefined ? '' : context.say(value);
  return [settled({ subject, form: 'equal', negated: false, expected: 'null' })];
};

const readDefined: Reader = (context, link) => {
  const value = assertedValue(context, link);
  const subject = value === undefined ? '' : context.say(value);
  const isLiteral = value !== undefined && /^(?:"[^"]*"|\d+|true|false)$/.test(subject);
  return [isLiteral ? vacuous(subject) : { subject, form: 'defined', negated: false }];
};

const readContains: Reader = (context, { arguments: [first, second] }) =>
  first === undefined || second === undefined
    ? []
    : [
        {
          subject: context.say(first),
          form: 'contains',
          negated: false,
          expected: context.say(second),
        },
      ];

/** `assertThat(x).isEqualTo(3)`, `assertThat(x, is(3))` and, of Truth, `assertWithMessage("…").that(x)`. */
const readThat: Reader = (context, link, rest) => {
  const [first, second, third] = link.arguments;
  if (third !== undefined && second !== undefined) {
    return matcherClaims(context, context.say(second), third);
  }
  if (second !== undefined && first !== undefined) {
    if (isString(context, first) && /^(?:true|false)|[<>=]=|\.is\w*\(/.test(context.say(second))) {
      return claimsOfCondition(context, second, false);
    }
    return matcherClaims(context, context.say(first), second);
  }
  if (
    first !== undefined &&
    rest.length > 0 &&
    /^(?:hasMessage|isInstanceOf)/.test(rest[0]?.name ?? '')
  ) {
    return fluentClaims(context, first, rest);
  }
  if (link.block !== undefined) return [];
  return fluentClaims(context, first, rest);
};

const readMessaged: Reader = (context, _, rest) => {
  const at = rest.findIndex(({ name }) => name === 'that');
  return at < 0 ? [] : fluentClaims(context, rest[at]?.arguments[0], rest.slice(at + 1));
};

const readVerify: Reader = (context, link, rest) => {
  if (link.block !== undefined) return verifiedIn(context, link, link.block);
  const [target, mode] = link.arguments;
  const [called] = rest;
  if (target === undefined || called === undefined) return [];
  const subject = `${context.say(target)}.${called.name}`;
  return [
    verified(subject, argumentsText(context, called), mode === undefined ? '' : context.say(mode)),
  ];
};

function verified(subject: string, given: string, mode: string): Claim {
  const bare = mode.replace(/^(?:Mockito|VerificationModeFactory)\./, '');
  const isNever = /^(?:never\(\)|times\(0\)|exactly=0)$/.test(bare);
  const isOnce = /^(?:|times\(1\)|exactly=1|only\(\))$/.test(bare);
  const isLoose = /^(?:atLeast|atMost|timeout)/.test(bare);
  const expected =
    isNever || isOnce || isLoose
      ? given
      : `${given} ${bare.replace(/^exactly=(\d+)$/, 'times($1)')}`;
  const wild = (wildcardsIn(given) ?? 0) + (isLoose ? 1 : 0);
  const claim: Claim = { subject, form: 'called', negated: isNever, expected };
  return wild === 0 ? claim : { ...claim, wildcards: wild };
}

function verifiedIn(context: ClaimContext, link: Link, block: Range): readonly Claim[] {
  const modes = link.arguments.map((range) => context.say(range));
  const mode = modes.find((text) => /^(?:exactly|atLeast|atMost)=/.test(text)) ?? '';
  return statementsOf(context.code, block).map((range) => {
    const links = chainOf(context.code, range);
    const last = links.findLast(({ isCall }) => isCall);
    const text = context.say(range);
    if (/ wasNot Called$/i.test(text)) {
      return { subject: text.replace(/ wasNot.*$/i, ''), form: 'called', negated: true };
    }
    if (last === undefined) return verified(text, '', mode);
    const subject = context.say({ from: range.from, to: last.from }).replace(/\.$/, '');
    return verified(`${subject}.${last.name}`, argumentsText(context, last), mode);
  });
}

const readUnused: Reader = (context, link) => [
  { subject: argumentsText(context, link), form: 'called', negated: true },
];

const readConfirmed: Reader = (context, link) => [
  { subject: argumentsText(context, link), form: 'called', negated: true, expected: 'more' },
];

const readThrown =
  (name: string): Reader =>
  (context, link, rest) => {
    const [first] = link.arguments;
    const type = name === '' && first !== undefined ? className(context.say(first)) : name;
    return thrownClaim(context, undefined, type, rest);
  };

const readThrownBy: Reader = (context, link, rest) =>
  thrownClaim(
    context,
    link.block === undefined
      ? link.arguments[0]
      : { from: link.block.from - 1, to: link.block.to + 1 },
    '',
    rest,
  );

const HEADS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['assertTrue', condition(false)],
  ['assertFalse', condition(true)],
  ['assert', condition(false)],
  ['assertNull', readNull],
  ['assertNotNull', readDefined],
  ['assertThrows', readThrows],
  ['assertThrowsExactly', readThrows],
  ['assertFailsWith', readThrows],
  ['assertFails', readThrows],
  ['expectThrows', readThrows],
  ['shouldThrow', readThrows],
  ['shouldThrowExactly', readThrows],
  ['shouldThrowAny', readThrows],
  ['shouldThrowExactlyUnit', readThrows],
  ['shouldNotThrow', readRuns],
  ['shouldNotThrowAny', readRuns],
  ['assertDoesNotThrow', readRuns],
  ['assertThatNoException', readRuns],
  ['assertInstanceOf', readInstance],
  ['assertIs', readInstance],
  ['assertIsNot', readInstance],
  ['assertContains', readContains],
  ['assertThat', readThat],
  ['expectThat', readThat],
  ['assertWithMessage', readMessaged],
  ['verify', readVerify],
  ['coVerify', readVerify],
  ['verifyOrder', readVerify],
  ['verifySequence', readVerify],
  ['verifyAll', readVerify],
  ['verifyNoInteractions', readUnused],
  ['verifyZeroInteractions', readUnused],
  ['verifyNoMoreInteractions', readConfirmed],
  ['confirmVerified', readConfirmed],
  ['assertThatThrownBy', readThrownBy],
  ['assertThatCode', readThrownBy],
  ['assertThatExceptionOfType', readThrown('')],
  ['assertThatIllegalArgumentException', readThrown('IllegalArgumentException')],
  ['assertThatIllegalStateException', readThrown('IllegalStateException')],
  ['assertThatNullPointerException', readThrown('NullPointerException')],
  ['assertThatIOException', readThrown('IOException')],
]);
/** They hold assertions and are none. */
const GROUPS = new Set([
  'assertAll',
  'assertSoftly',
  'assertTimeout',
  'assertTimeoutPreemptively',
  'assertGroup',
  'shouldCompleteWithin',
]);
const CUSTOM = /^(?:assert|verify|check|expect|ensure|should)[A-Z]\w*$/;
/** Links of a chain that begins with no assertion, and assert: of Spring, REST Assured and Reactor. */
const STEPS =
  /^(?:andExpect\w*|expect[A-Z]\w*|statusCode|body|verifyComplete|verifyError\w*|assertValue\w*|assertResult|assertComplete|assertNoErrors|assertError|assertNext)$/;

/** Whether a name is an assertion of a framework, and no function of the project. */
export function isAssertionName(name: string): boolean {
  return (
    HEADS.has(name) || GROUPS.has(name) || EQUALITIES.test(name) || /^should(?:[A-Z]|$)/.test(name)
  );
}

/** What an expression asserts; undefined where it does not. */
export function assertionOf(context: ClaimContext, range: Range): Found | undefined {
  const infix = infixClaims(context, range);
  if (infix !== undefined) return { claims: infix, looksInside: false };
  const links = chainOf(context.code, range);
  const at = links.findIndex(({ isCall, isNew }) => isCall && !isNew);
  const head = links[at];
  if (head === undefined) return undefined;
  const rest = links.slice(at + 1);
  if (GROUPS.has(head.name)) return { claims: [], looksInside: true };
  if (EQUALITIES.test(head.name))
    return { claims: readEquality(context, head), looksInside: false };
  const reader = isForeign(links, at) ? undefined : HEADS.get(head.name);
  if (reader !== undefined) {
    const claims = reader(context, head, rest);
    const looksInside = /^(?:assertThat|expectThat)$/.test(head.name) || head.name === 'verify';
    if (claims.length > 0 || looksInside) {
      return { claims, looksInside: looksInside && head.name !== 'verify' };
    }
  }
  return stepsOf(context, range, links) ?? customOf(context, links, at);
}

/** `order.verify(x)` is Mockito's; `signature.verify(x)` is not. */
function isForeign(links: readonly Link[], at: number): boolean {
  const { arguments: given, block, name = '' } = links[at] ?? { arguments: [] };
  if (name !== 'verify' || at === 0) return false;
  return block === undefined && (given.length === 0 || links[at + 1] === undefined);
}

function infixClaims(context: ClaimContext, range: Range): readonly Claim[] | undefined {
  const { code } = context;
  if (code.dialect !== 'kotlin') return undefined;
  const { source } = code;
  const at = placeOf(source, range, ({ kind, text }, place) => {
    if (kind !== 'word' || place === range.from || !/^should(?:[A-Z]|$)/.test(text)) return false;
    return true;
  });
  if (at === undefined) return undefined;
  const name = source.tokens[at]?.text ?? '';
  const isDotted = /^(?:\.|\?\.)$/.test(source.tokens[at - 1]?.text ?? '');
  if (!isDotted) {
    const expected = [{ from: at + 1, to: range.to }];
    return shouldClaims(context, { from: range.from, to: at }, name, expected, undefined);
  }
  const links = chainOf(code, { from: at, to: range.to });
  const subject = { from: range.from, to: at - 1 };
  const claims = links
    .filter(({ name: called }) => /^should/.test(called))
    .flatMap((link) => shouldClaims(context, subject, link.name, link.arguments, link));
  return claims.length === 0 ? undefined : claims;
}

function stepsOf(context: ClaimContext, range: Range, links: readonly Link[]): Found | undefined {
  const first = links.findIndex(({ isCall, name }) => isCall && STEPS.test(name));
  if (first <= 0 && !/^(?:expect|andExpect)/.test(links[first]?.name ?? '')) return undefined;
  const start = links[first];
  if (start === undefined || first === 0) return undefined;
  const subject = context.say({ from: range.from, to: start.from - 1 });
  const isStatus = /^(?:statusCode|body)$/.test(start.name);
  if (
    isStatus &&
    !links.slice(0, first).some(({ name }) => name === 'then' || name === 'assertThat')
  ) {
    return undefined;
  }
  const claims = links
    .slice(first)
    .filter(({ isCall }) => isCall)
    .map((link): Claim => {
      const given = context.say({ from: link.from, to: link.to });
      return { subject, form: 'equal', negated: false, expected: given };
    });
  return { claims, looksInside: false };
}

function customOf(context: ClaimContext, links: readonly Link[], at: number): Found | undefined {
  const link = links.slice(at).find(({ isCall, name }) => isCall && CUSTOM.test(name));
  if (link === undefined) return undefined;
  const [first, ...others] = link.arguments;
  const subject = first === undefined ? '' : context.say(first);
  const expected = [link.name, ...others.map((range) => context.say(range))].join(' ');
  return { claims: [{ subject, form: 'custom', negated: false, expected }], looksInside: true };
}

/** What a Java `assert a == b : "…"` claims. */
export function assertKeywordClaims(context: ClaimContext, range: Range): readonly Claim[] {
  const [value] = partsOf(context.code.source, range, ':');
  return value === undefined ? [] : claimsOfCondition(context, value, false);
}
