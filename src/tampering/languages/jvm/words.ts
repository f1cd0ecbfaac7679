import type { BodyWords } from '../../reading/body.ts';
import { type Claim, claim, claimsOf } from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import { type Named, named } from '../../reading/matchers.ts';
import { expectedText, type Order, rankOf, subjectText, textOf } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { argumentsText, compared, errorText, wildcardsIn } from './claims.ts';
import { actionText, chainOf, className, isLambda, type JvmReading, lambdasIn } from './dialect.ts';
import { fluentClaims, matcherClaims, nearly, shouldClaims, thrownClaim } from './matchers.ts';

/** The words of JUnit, TestNG, kotlin.test, Hamcrest, AssertJ, Truth, kotest, strikt, Mockito and MockK. */

/** What a call claims, with the calls that follow it in its chain. */
type Head = (reading: JvmReading, call: Call, rest: readonly Call[]) => readonly Claim[];

const EQUALITIES =
  /^assert(?:Not)?(?:Equals|EqualsNoOrder|Same|ArrayEquals|IterableEquals|LinesMatch|ContentEquals|DeepEquals)$/;

const isText = ({ dialect }: JvmReading, node: SyntaxNode | undefined): boolean =>
  dialect.stringIn(node) !== undefined;
const valuesOf = ({ args }: Call): readonly SyntaxNode[] => args.map(({ value }) => value);

/** The two compared values as the framework orders them, and a tolerance. A message may stand first in JUnit 4. */
function readEquality(reading: JvmReading, call: Call): readonly Claim[] {
  const [one, two, three, four] = valuesOf(call);
  const isMessageFirst =
    three !== undefined &&
    !['org.junit.jupiter', 'kotlin.test', 'org.testng'].some(reading.imports) &&
    isText(reading, one) &&
    !isText(reading, three);
  const [first, second, within] = isMessageFirst ? [two, three, four] : [one, two, three];
  if (first === undefined || second === undefined) return [];
  const negated = call.name.startsWith('assertNot');
  const order: Order = reading.imports('org.testng') ? 'subject first' : 'expected first';
  const claims = compared(reading, first, second, negated, order);
  const isMessage = within === undefined || isText(reading, within) || isLambda(within);
  if (isMessage || /\+"|format/.test(textOf(reading, within))) return claims;
  const [expected, actual] = order === 'expected first' ? [first, second] : [second, first];
  return [nearly(reading, subjectText(reading, actual), expected, within, negated)];
}

/** The value of an assertion about one, wherever its message stands; of a lambda, what that gives. */
function assertedValue(reading: JvmReading, call: Call): SyntaxNode | undefined {
  const [first, second] = valuesOf(call);
  const isMessageFirst =
    second !== undefined &&
    (isText(reading, first) || (reading.imports('org.junit.Assert') && !isText(reading, second)));
  const value = isMessageFirst ? second : first;
  if (value === undefined || !isLambda(value)) return value;
  return reading.dialect.routine(value)?.body.at(-1);
}

const condition =
  (negated: boolean): Head =>
  (reading, call) => {
    const value = assertedValue(reading, call);
    return value === undefined ? [] : claimsOf(reading, value, negated);
  };

const thrown: Head = (reading, call) => {
  const given = valuesOf(call);
  const named = given.find((one) => /(?:\.class|::class(?:\.java)?)$/.test(one.text));
  const action = given.find((one) => one !== named && !isText(reading, one));
  const type = reading.dialect.typeOf(call) || (named ? textOf(reading, named) : '');
  return [claim('throws', actionText(reading, action), { expected: errorText(className(type)) })];
};

const runs: Head = (reading, call) => [
  claim(
    'runs',
    actionText(
      reading,
      valuesOf(call).find((one) => lambdasIn(one).length > 0),
    ),
  ),
];

const instance: Head = (reading, call) => {
  const [first, second] = valuesOf(call);
  const type = reading.dialect.typeOf(call);
  const value = type === '' ? second : first;
  if (value === undefined || first === undefined) return [];
  const expected = className(type || textOf(reading, first));
  return [
    claim('instance', subjectText(reading, value), { negated: /Not/.test(call.name), expected }),
  ];
};

const nothing: Head = (reading, call) => {
  const value = assertedValue(reading, call);
  return [claim('equal', value ? subjectText(reading, value) : '', { expected: 'null' })];
};

const something: Head = (reading, call) => {
  const value = assertedValue(reading, call);
  const isLiteral = value !== undefined && rankOf(reading, value) === 0;
  return [claim(isLiteral ? 'vacuous' : 'defined', value ? subjectText(reading, value) : '')];
};

const contains: Head = (reading, call) => {
  const [first, second] = valuesOf(call);
  if (first === undefined || second === undefined) return [];
  return [
    claim('contains', subjectText(reading, first), { expected: expectedText(reading, second) }),
  ];
};

/** `assertThat(x).isEqualTo(3)`, `assertThat(x, is(3))`, `assertThat("…", x, is(3))`. */
const that: Head = (reading, call, rest) => {
  const [first, second, third] = valuesOf(call);
  if (first === undefined || isLambda(first)) return [];
  if (second === undefined) return fluentClaims(reading, first, rest);
  const [value, matcher] = third === undefined ? [first, second] : [second, third];
  const isPlainCondition = third === undefined && isText(reading, first);
  if (isPlainCondition && /^(?:true|false)|[<>=]=|\.is\w*\(/.test(textOf(reading, second)))
    return claimsOf(reading, second);
  return matcherClaims(reading, { node: value, subject: subjectText(reading, value) }, matcher);
};

/** `assertWithMessage("…").that(x)` of Truth. */
const messaged: Head = (reading, _call, rest) => {
  const at = rest.findIndex(({ name }) => name === 'that');
  return at < 0 ? [] : fluentClaims(reading, rest[at]?.args[0]?.value, rest.slice(at + 1));
};

const verify: Head = (reading, call, rest) => {
  const block = valuesOf(call).find(isLambda);
  if (block !== undefined) return verifiedIn(reading, call, block);
  const [target, mode] = valuesOf(call);
  const [called] = rest;
  if (target === undefined || called === undefined) return [];
  const subject = `${textOf(reading, target)}.${called.name}`;
  return [verified(subject, argumentsText(reading, called), mode ? textOf(reading, mode) : '')];
};

function verified(subject: string, given: string, mode: string): Claim {
  const bare = mode.replace(/^(?:Mockito|VerificationModeFactory)\./, '');
  const isNever = /^(?:never\(\)|times\(0\)|exactly=0)$/.test(bare);
  const isLoose = /^(?:atLeast|atMost|timeout)/.test(bare);
  const isPlain = isNever || isLoose || /^(?:|times\(1\)|exactly=1|only\(\))$/.test(bare);
  const expected = isPlain ? given : `${given} ${bare.replace(/^exactly=(\d+)$/, 'times($1)')}`;
  const wildcards = wildcardsIn(given) + (isLoose ? 1 : 0);
  return claim('called', subject, {
    negated: isNever,
    expected,
    ...(wildcards > 0 ? { wildcards } : {}),
  });
}

/** `verify(exactly = 2) { mail.send("a") }` of MockK. */
function verifiedIn(reading: JvmReading, { args }: Call, block: SyntaxNode): readonly Claim[] {
  const { dialect } = reading;
  const limit = args.find(({ name }) => /^(?:exactly|atLeast|atMost)$/.test(name ?? ''));
  const mode = limit === undefined ? '' : `${limit.name}=${textOf(reading, limit.value)}`;
  return (dialect.routine(block)?.body ?? []).map((statement) => {
    const call = dialect.call(dialect.unwrapped(statement));
    if (call === undefined) return verified(textOf(reading, statement), '', mode);
    const owner = call.receiver === undefined ? '' : textOf(reading, call.receiver);
    if (call.name === 'wasNot') return claim('called', owner, { negated: true });
    const subject = owner === '' ? call.name : `${owner}.${call.name}`;
    return verified(subject, argumentsText(reading, call), mode);
  });
}

const unused =
  (more: { readonly expected?: string }): Head =>
  (reading, call) => [claim('called', argumentsText(reading, call), { negated: true, ...more })];

const thrownBy: Head = (reading, call, rest) => thrownClaim(reading, valuesOf(call)[0], '', rest);
const thrownOf =
  (name?: string): Head =>
  (reading, call, rest) => {
    const [first] = valuesOf(call);
    const type = name ?? (first === undefined ? '' : className(textOf(reading, first)));
    return thrownClaim(reading, undefined, type, rest);
  };

const HEADS: Named<Head> = named<Head>(
  [condition(false), 'assertTrue assert'],
  [condition(true), 'assertFalse'],
  [nothing, 'assertNull'],
  [something, 'assertNotNull'],
  [thrown, 'assertThrows assertThrowsExactly assertFailsWith assertFails expectThrows'],
  [thrown, 'shouldThrow shouldThrowExactly shouldThrowAny shouldThrowExactlyUnit'],
  [runs, 'shouldNotThrow shouldNotThrowAny assertDoesNotThrow assertThatNoException'],
  [instance, 'assertInstanceOf assertIs assertIsNot'],
  [contains, 'assertContains'],
  [that, 'assertThat expectThat'],
  [messaged, 'assertWithMessage'],
  [verify, 'verify coVerify verifyOrder verifySequence verifyAll'],
  [unused({}), 'verifyNoInteractions verifyZeroInteractions'],
  [unused({ expected: 'more' }), 'verifyNoMoreInteractions confirmVerified'],
  [thrownBy, 'assertThatThrownBy assertThatCode assertFailure'],
  [thrownOf(), 'assertThatExceptionOfType'],
  [thrownOf('IllegalArgumentException'), 'assertThatIllegalArgumentException'],
  [thrownOf('IllegalStateException'), 'assertThatIllegalStateException'],
  [thrownOf('NullPointerException'), 'assertThatNullPointerException'],
  [thrownOf('IOException'), 'assertThatIOException'],
);
/** They hold assertions and are none. */
const GROUPS =
  /^(?:assertAll|assertSoftly|assertTimeout|assertTimeoutPreemptively|assertGroup|shouldCompleteWithin)$/;
const CUSTOM = /^(?:assert|verify|check|expect|ensure|should)[A-Z]\w*$/;
/** Links of a chain that begins with no assertion, and assert: of Spring, REST Assured and Reactor. */
const STEPS =
  /^(?:andExpect\w*|expect[A-Z]\w*|statusCode|body|verifyComplete|verifyError\w*|assertValue\w*|assertResult|assertComplete|assertNoErrors|assertError|assertNext)$/;

/** Whether a name is an assertion of a framework, and no function of the project. */
export function isAssertionName(name: string): boolean {
  return (
    HEADS.has(name) || GROUPS.test(name) || EQUALITIES.test(name) || /^should(?:[A-Z]|$)/.test(name)
  );
}

/** What a value asserts, and whether assertions are looked for in its lambdas too. */
export interface Found {
  readonly claims: readonly Claim[];
  readonly looksInside: boolean;
}

/** What a value asserts; undefined where it does not. */
export function assertionIn(reading: JvmReading, value: SyntaxNode): Found | undefined {
  const chain = chainOf(reading.dialect, value);
  const should = chain.filter(({ name, receiver }) => receiver && /^should(?:[A-Z]|$)/.test(name));
  const asked = should[0]?.receiver;
  if (asked !== undefined) {
    const claims = should.flatMap((call) => shouldClaims(reading, asked, call));
    return { claims, looksInside: false };
  }
  const [head, ...rest] = chain;
  if (head === undefined) return undefined;
  if (GROUPS.test(head.name)) return { claims: [], looksInside: true };
  if (EQUALITIES.test(head.name))
    return { claims: readEquality(reading, head), looksInside: false };
  // Own words for what a framework's matchers then say: `assertThatCart(cart).isEmpty()`.
  const isOwn = rest.length > 0 && /^assertThat[A-Z]/.test(head.name);
  const read = HEADS.get(head.name) ?? (isOwn ? that : undefined);
  if (read !== undefined) {
    const claims = read(reading, head, rest);
    const looksInside = /^(?:assertThat|expectThat)$/.test(head.name);
    if (claims.length > 0 || looksInside || head.name === 'verify') return { claims, looksInside };
  }
  return stepsIn(reading, chain) ?? customIn(reading, chain);
}

function stepsIn(reading: JvmReading, chain: readonly Call[]): Found | undefined {
  const at = chain.findIndex(({ name }) => STEPS.test(name));
  const first = chain[at];
  if (first?.receiver === undefined || at < 1) return undefined;
  const isOfResponse = chain.slice(0, at).some(({ name }) => /^(?:then|assertThat)$/.test(name));
  if (/^(?:statusCode|body)$/.test(first.name) && !isOfResponse) return undefined;
  const subject = subjectText(reading, first.receiver);
  const claims = chain.slice(at).map((call) => stepClaim(reading, subject, call));
  return { claims, looksInside: false };
}

/** `andExpect(jsonPath("$.title").exists())` says less of a response than `.value("a")`, a kind of status less than one. */
function stepClaim(reading: JvmReading, subject: string, call: Call): Claim {
  const value = call.name === 'andExpect' ? call.args[0]?.value : undefined;
  const asked = value && reading.dialect.call(value);
  if (asked?.receiver === undefined)
    return claim('equal', subject, { expected: `${call.name}(${argumentsText(reading, call)})` });
  const part = `${subject}.${textOf(reading, asked.receiver)}`;
  const given = argumentsText(reading, asked);
  if (/^(?:exists|isNotEmpty|hasJsonPath)$/.test(asked.name)) return claim('defined', part);
  if (/^is\dxx/.test(asked.name)) return claim('matches', part, { expected: asked.name });
  const isValue = /^(?:value|string|json|bytes)$/.test(asked.name);
  return claim('equal', part, { expected: isValue ? given : `${asked.name}(${given})` });
}

function customIn(reading: JvmReading, chain: readonly Call[]): Found | undefined {
  const call = chain.find(({ name }) => CUSTOM.test(name));
  if (call === undefined) return undefined;
  const [first, ...others] = valuesOf(call);
  const expected = [call.name, ...others.map((one) => expectedText(reading, one))].join(' ');
  const subject = first === undefined ? '' : subjectText(reading, first);
  return { claims: [claim('custom', subject, { expected })], looksInside: true };
}

export const JVM_WORDS: Omit<BodyWords, 'claimsOfCall'> = {
  skip: /(?:^|\.)(?:abort|SkipException|TestAbortedException|AssumptionViolatedException|TestSkippedException)$/,
  fail: /^(?:(?:Assert|Assertions|(?:org|kotlin)\.\S+)\.)?(?:fail|failBecauseExceptionWasNotThrown|error)$|^\.fail$/,
  exit: /^(?:exitProcess|System\.exit)$/,
  throws: /^(?:assertThrows|assertFails|shouldThrow|assertThatThrownBy)/,
  wideErrors: /\b(?:Throwable|Error|AssertionError|AssertionFailedError)\b/,
  environment:
    /System\.(?:getenv|getProperty)|\bos\.name\b|\bCI\b|\bOS\.|SystemUtils|\bis(?:Windows|Mac|Linux|Ci|CI)\b|Boolean\.getBoolean/,
  isAsserting: (name) => isAssertionName(name) || CUSTOM.test(name),
};
