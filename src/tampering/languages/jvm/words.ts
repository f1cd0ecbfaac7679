import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  numberIn,
  type OwnClaims,
  valueClaim,
} from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import {
  about,
  condition,
  custom,
  equal,
  type Matcher,
  type Named,
  named,
  near,
  not,
  open,
  opposite,
  ordered,
} from '../../reading/matchers.ts';
import { expectedText, rankOf, subjectText, textOf } from '../../reading/scope.ts';
import { whole } from '../../reading/table-body.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { actionText, chainOf, className, isLambda, isText, lambdasIn, typeOf } from './dialect.ts';

/** The words of JUnit, TestNG, kotlin.test, Hamcrest, AssertJ, Truth, kotest, strikt, Mockito and MockK. */

/** What a call claims, with the calls that follow it in its chain. */
type Head = (reading: Claiming, call: Call, rest?: readonly Call[]) => readonly Claim[];

const MESSAGE_LAST = /^import\s+(?:static\s+)?(?:org\.junit\.jupiter|kotlin\.test|org\.testng)/m;
const TESTNG = /^import\s+(?:static\s+)?org\.testng/m;

const valuesOf = ({ args }: Call): readonly SyntaxNode[] => args.map(({ value }) => value);

/** The arguments of a call as one text. */
const argumentsText = (reading: Claiming, call: Call): string =>
  valuesOf(call)
    .map((value) => expectedText(reading, value))
    .join(',');

/** A matcher of so many values, before which a message may stand; what a lambda gives is a value. */
function after(count: 1 | 2, matcher: Matcher): Matcher {
  return (reading, call) => {
    const [first, , third] = valuesOf(call);
    const isMessage =
      isText(first) &&
      call.args.length > count &&
      (count === 1 || !(isText(third) || MESSAGE_LAST.test(call.node.source.text)));
    const args = call.args.slice(isMessage ? 1 : 0).map((one) => {
      const given = isLambda(one.value)
        ? reading.dialect.routine(one.value)?.body.at(-1)
        : undefined;
      return given === undefined ? one : { ...one, value: given };
    });
    return matcher(reading, { ...call, args });
  };
}

/** Two values as the framework orders them; a third is how far they may be apart, or a message. */
const EQUAL: Matcher = after(2, (reading, call) => {
  const order = TESTNG.test(call.node.source.text) ? 'subject first' : 'expected first';
  const within = call.args[2]?.value;
  const isMessage = within === undefined || isText(within) || /\+\s*"|format/.test(within.text);
  const tolerance = isMessage ? 0 : numberIn(reading, within);
  const matcher = tolerance === 0 ? equal(order) : near(() => tolerance, order);
  return matcher(reading, { ...call, args: call.args.slice(0, 2) });
});

const NULL = after(1, about('equal', 'null'));

const something: Matcher = (reading, call) => {
  const [value] = valuesOf(call);
  const isLiteral = value !== undefined && rankOf(reading, value) === 0;
  return isLiteral ? [claim('vacuous', subjectText(reading, value))] : not(NULL)(reading, call);
};

/** An error's class and message, as far as they are named. */
export function errorText(name: string, message = ''): string | undefined {
  const text = [name, message].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

const thrown: Head = (reading, call) => {
  const given = valuesOf(call);
  const type = given.find((one) => /(?:\.class|::class(?:\.java)?)$/.test(one.text));
  const action = given.find((one) => one !== type && !isText(one));
  const name = className(typeOf(call) || (type ? textOf(reading, type) : ''));
  return [claim('throws', actionText(reading.dialect, action), { expected: errorText(name) })];
};

const runs: Head = (reading, call) => {
  const action = valuesOf(call).find((one) => lambdasIn(one).length > 0);
  return [claim('runs', actionText(reading.dialect, action))];
};

/** A value and its type, which may stand in the angle brackets. */
function instance(subjectAt: 0 | 1): Matcher {
  return (reading, call) => {
    const values = valuesOf(call);
    const type = typeOf(call);
    const subject = type === '' ? values[subjectAt] : values[0];
    const given = values[1 - subjectAt];
    const expected = className(type || (given ? textOf(reading, given) : ''));
    return subject ? [claim('instance', subjectText(reading, subject), { expected })] : [];
  };
}

/** A number, which may be of how many there are: `assertThat(names.size()).isZero()`. */
function number(expected: string): Matcher {
  return (reading, { args: [asked] }) =>
    asked === undefined ? [] : [valueClaim(reading, asked.value, { expected })];
}

/** Elements that are given one by one, or as a list. */
const elements: Matcher = (reading, call) => {
  const [subject, only, ...others] = valuesOf(call);
  const list = only && others.length === 0 ? listText(reading, only) : undefined;
  if (list === undefined || subject === undefined) return whole('equal', ['[', ']'])(reading, call);
  return [claim('equal', subjectText(reading, subject), { expected: list })];
};

/** A collection that is written out, in the one way that all of them have; undefined for anything else. */
function listText(reading: Claiming, node: SyntaxNode): string | undefined {
  const parts = reading.dialect.elements(reading.scope.standsFor(node));
  return parts && `[${parts.map((one) => expectedText(reading, one)).join(',')}]`;
}

/** A number within a tolerance: `isCloseTo(3.5, within(0.1))`. */
const close: Matcher = (reading, call) => {
  const within = call.args[2]?.value;
  const bound = within && (reading.dialect.call(within)?.args[0]?.value ?? within);
  return near(() => bound && numberIn(reading, bound), 'subject given')(reading, call);
};

const IS = equal('subject given');
const CONTAINS = whole('contains', ['', '']);

/** By their names without `is`, `shouldBe`, `should` and `to`, in lower case. What is asked stands first. */
const MATCHERS: Named<Matcher> = named<Matcher>(
  [(reading, call) => (call.args.length > 2 ? close : IS)(reading, call), 'equalto'],
  [IS, ' be equal equals sameas sameinstanceas sameinstance theinstance besameinstanceas'],
  [IS, 'equalbycomparingto equaltocomparingfieldbyfield hasvalue hasmessage hascause containsexactlyentriesof containsexactlyelementsof'],
  [open(IS), 'equaltoignoringcase equaltoignoringwhitespace equaltoignoringgivenfields'],
  [not(IS), 'notequalto notsameas notbe notequal'],
  [about('equal', 'null'), 'null benull nullvalue'],
  [something, 'notnull notbenull notnullvalue'],
  [about('vacuous'), 'any anything'],
  [condition(), 'true betrue'],
  [condition(true), 'false befalse'],
  [about('count', '0'), 'empty beempty emptystring'],
  [not(about('count', '0')), 'notempty notbeempty'],
  [whole('count', ['', '']), 'hassize havesize haslength havelength'],
  [elements, 'containsexactly containexactly'],
  [open(elements), 'containsexactlyinanyorder containexactlyinanyorder containsinanyorder containsonly containsexactlyelementsin'],
  [CONTAINS, 'contains contain containall containskey containskeys containkey containsentry containsall'],
  [CONTAINS, 'containsatleast containsanyof containsstring containssequence hasitem hasitems haskey hasentry hasmessagecontaining'],
  [not(CONTAINS), 'doesnotcontain notcontain'],
  [whole('matches', ['', '']), 'startswith startwith endswith endwith matches match containspattern matchesregex'],
  [instance(0), 'instanceof exactlyinstanceof beinstanceof betypeof a hascauseinstanceof hascauseexactlyinstanceof'],
  [ordered('>'), 'greaterthan begreaterthan'],
  [ordered('>='), 'atleast greaterthanorequalto begreaterthanorequalto'],
  [ordered('<'), 'lessthan belessthan'],
  [ordered('<='), 'atmost lessthanorequalto belessthanorequalto'],
  [whole('compares', ['in', '']), 'between'],
  [about('compares', '>0'), 'positive bepositive'],
  [about('compares', '<0'), 'negative'],
  [number('0'), 'zero'],
  [not(number('0')), 'notzero'],
  [number('1'), 'one'],
  [close, 'closeto'],
  [not(close), 'notcloseto'],
  [() => [], 'satisfies satisfiesexactly'],
); // biome-ignore format: a table

/** `isEqualTo` and `shouldBeEqualTo` are one matcher; `shouldBe` has no name left. */
function matcherOf(name: string): Matcher | undefined {
  const bare = name
    .replace(/^should(?:Be(?=Equal|Instance|Null|True|False|Empty|Greater|Less|$))?/, '')
    .replace(/^is(?=[A-Z]|$)/, '')
    .toLowerCase();
  return name === 'any' ? undefined : MATCHERS.get(bare);
}

/** What one matcher claims of a value. */
function asked(
  reading: Claiming,
  subject: SyntaxNode,
  call: Call,
  isNot: boolean,
): readonly Claim[] {
  const matcher = matcherOf(call.name) ?? unknown;
  const args = [{ name: undefined, value: subject }, ...call.args];
  const claims = matcher(reading, { ...call, args });
  return isNot ? claims.map(opposite) : claims;
}

const unknown: Matcher = (reading, call) => {
  const [subject, ...others] = valuesOf(call);
  const given = others.map((one) => expectedText(reading, one)).join(',');
  const expected = `${call.name}(${given})`;
  return [claim('custom', subject ? subjectText(reading, subject) : '', { expected })];
};

const MATCHER_NAME =
  /^(?:is[A-Z]\w*|is|equalTo|not|nullValue|notNullValue|has[A-Z]\w*|contains\w*|startsWith|endsWith|closeTo|greaterThan\w*|lessThan\w*|instanceOf|any|anything|sameInstance|allOf|anyOf|empty|emptyString|contain|startWith|endWith|match|be\w*|have[A-Z]\w*)$/;

/** What a Hamcrest matcher, or one of kotest, claims of a value. */
function matched(
  reading: Claiming,
  subject: SyntaxNode,
  matcher: SyntaxNode,
  isNot = false,
): readonly Claim[] {
  const call = chainOf(reading.dialect, matcher).at(-1);
  if (call === undefined) {
    const expected = textOf(reading, matcher);
    return [claim('custom', subjectText(reading, subject), { negated: isNot, expected })];
  }
  const [first] = valuesOf(call);
  const isOfMatcher =
    first && MATCHER_NAME.test(reading.dialect.call(reading.dialect.unwrapped(first))?.name ?? '');
  const isAround = /^(?:is|be|describedAs|both|either|not)$/.test(call.name);
  const negated = isNot !== (call.name === 'not');
  if (isAround && first && isOfMatcher) return matched(reading, subject, first, negated);
  if (call.name === 'allOf')
    return valuesOf(call).flatMap((one) => matched(reading, subject, one, isNot));
  const name = /^(?:is|not)$/.test(call.name)
    ? 'isEqualTo'
    : call.name.replace(/^contains$/, 'containsExactly');
  return asked(reading, subject, { ...call, name }, negated);
}

/** Links that only say how an assertion is reported. */
const TOLD =
  /^(?:as|describedAs|withFailMessage|overridingErrorMessage|named|inOrder|and|using\w*|asInstanceOf|that)$/;
const LOOSENS = /^(?:ignoring\w*|usingElementComparator\w*)$/;
/** What is asked of an error in any framework, by the name that Java has for it. */
const OF_ERRORS: Readonly<Record<string, string>> = {
  hasMessageThat: '.getMessage()', message: '.getMessage()', hasCauseThat: '.getCause()', cause: '.getCause()',
  hasMessage: '.getMessage()', hasMessageContaining: '.getMessage()', hasCauseInstanceOf: '.getCause()',
  hasCauseExactlyInstanceOf: '.getCause()', hasCause: '.getCause()', asList: '', returnToIterable: '',
}; // biome-ignore format: a table
/** Links behind which something else of the subject is looked at. */
const LEADS_ON =
  /^(?:extracting|first|last|element|singleElement|get|size|asString|map|flatExtracting|filteredOn|content|prop|transform|key|index|rootCause)$/;

/** What the links behind `assertThat(x)` claim. */
function fluent(
  reading: Claiming,
  subject: SyntaxNode | undefined,
  links: readonly Call[],
): readonly Claim[] {
  if (subject === undefined) return [];
  let part = '';
  let isLoose = false;
  const claims: Claim[] = [];
  for (const [at, link] of links.entries()) {
    const ofError = OF_ERRORS[link.name];
    if (ofError !== undefined && link.args.length === 0) part += ofError;
    else if (LOOSENS.test(link.name)) isLoose = true;
    else if (LEADS_ON.test(link.name)) part += `.${link.name}(${argumentsText(reading, link)})`;
    else if (link.name === 'isPresent')
      claims.push(claim('truthy', `${subjectText(reading, subject)}.isPresent()`));
    else if (!TOLD.test(link.name) && !(link.name === 'of' && at > 0)) {
      const found = asked(reading, subject, withBound(link, links[at + 1]), false);
      const whole = part + (ofError ?? '');
      claims.push(...found.map((one) => ({ ...one, subject: one.subject + whole })));
    }
  }
  return isLoose ? claims.map((one) => ({ ...one, wildcards: 1 })) : claims;
}

/** `isWithin(0.1).of(3.5)` is `isCloseTo(3.5, 0.1)`. */
function withBound(link: Call, next: Call | undefined): Call {
  const name = link.name.replace(/Within$/, 'CloseTo');
  return name === link.name ? link : { ...link, name, args: [...(next?.args ?? []), ...link.args] };
}

/** What kotest's `subject shouldBe expected` and `subject.shouldContain(x)` claim. */
function should(reading: Claiming, subject: SyntaxNode, call: Call): readonly Claim[] {
  const isNot = call.name.startsWith('shouldNot');
  const name = call.name.replace(/^shouldNot/, 'should');
  const [first] = valuesOf(call);
  const given = first && reading.dialect.call(reading.dialect.unwrapped(first));
  if (!/^should(?:Be|Equal|BeEqualTo|Have)?$/.test(name) || first === undefined)
    return asked(reading, subject, { ...call, name }, isNot);
  if (given?.name === 'plusOrMinus' && given.receiver !== undefined) {
    const args = [{ name: undefined, value: given.receiver }, ...given.args];
    return asked(reading, subject, { ...call, name: 'isCloseTo', args }, isNot);
  }
  return /^should(?:Have)?$/.test(name) || MATCHER_NAME.test(given?.name ?? '')
    ? matched(reading, subject, first, isNot)
    : asked(reading, subject, { ...call, name: 'isEqualTo' }, isNot);
}

/** `assertThat(x).isEqualTo(3)`, `assertThat(x, is(3))`, `assertThat("…", x, is(3))`. */
const that: Head = (reading, call, rest = []) => {
  const [first, second, third] = valuesOf(call);
  if (first === undefined || isLambda(first)) return [];
  if (second === undefined) return fluent(reading, first, rest);
  if (third !== undefined) return matched(reading, second, third);
  const isCondition =
    isText(first) && /^(?:true|false)|[<>=]=|\.is\w*\(/.test(textOf(reading, second));
  return isCondition ? claimsOf(reading, second) : matched(reading, first, second);
};

/** `assertWithMessage("…").that(x)` of Truth. */
const messaged: Head = (reading, _call, rest = []) => {
  const at = rest.findIndex(({ name }) => name === 'that');
  return fluent(reading, rest[at]?.args[0]?.value, rest.slice(at + 1));
};

/** What the links behind `assertThatThrownBy(…)` say of the error. */
const thrownBy: Head = (reading, call, rest = []) => {
  const [first] = valuesOf(call);
  const isNamed = /OfType$/.test(call.name);
  const isOf = /^assertThat(\w+Exception)$/.exec(call.name)?.[1] ?? '';
  let type = isNamed && first ? className(textOf(reading, first)) : isOf;
  let message = '';
  let action = isNamed ? undefined : first;
  const causes: Pick<Claim, 'form' | 'expected'>[] = [];
  for (const link of rest) {
    const given = link.args[0]?.value;
    const text = given === undefined ? '' : expectedText(reading, given);
    if (link.name === 'isThrownBy') action = given;
    else if (/^is(?:Exactly)?InstanceOf(?:Any)?$/.test(link.name))
      type = className(typeOf(link) || text);
    else if (/^(?:has|with)Message$/.test(link.name)) message = text;
    else if (/^(?:has|with)Message(?:Containing|StartingWith|Matching)/.test(link.name))
      message = `~${text}`;
    else if (/^(?:has|with)Cause(?:Exactly)?InstanceOf$/.test(link.name))
      causes.push({ form: 'instance', expected: className(typeOf(link) || text) });
    else if (/^(?:has|with)Cause$/.test(link.name)) causes.push({ form: 'equal', expected: text });
    else if (link.name === 'doesNotThrowAnyException')
      return [claim('runs', actionText(reading.dialect, action))];
  }
  const subject = actionText(reading.dialect, action);
  return [
    claim('throws', subject, { expected: errorText(type, message) }),
    ...causes.map(({ expected, form }) => claim(form, `${subject}.getCause()`, { expected })),
  ];
};

/** `verify(mail, times(2)).send("a")`, and MockK's `verify(exactly = 2) { mail.send("a") }`. */
const verify: Head = (reading, call, [called] = []) => {
  const { dialect } = reading;
  const block = valuesOf(call).find(isLambda);
  if (block === undefined) {
    const [target, mode] = valuesOf(call);
    if (target === undefined || called === undefined) return [];
    const subject = `${textOf(reading, target)}.${called.name}`;
    return [verified(subject, argumentsText(reading, called), mode ? textOf(reading, mode) : '')];
  }
  const limit = call.args.find(({ name }) => /^(?:exactly|atLeast|atMost)$/.test(name ?? ''));
  const mode = limit === undefined ? '' : `${limit.name}=${textOf(reading, limit.value)}`;
  return (dialect.routine(block)?.body ?? []).map((statement) => {
    const inner = dialect.call(dialect.unwrapped(statement));
    if (inner === undefined) return verified(textOf(reading, statement), '', mode);
    const owner = inner.receiver === undefined ? '' : textOf(reading, inner.receiver);
    if (inner.name === 'wasNot') return claim('called', owner, { negated: true });
    const subject = owner === '' ? inner.name : `${owner}.${inner.name}`;
    return verified(subject, argumentsText(reading, inner), mode);
  });
};

/** What leaves an argument of a double open. */
const WILD =
  /(?<![\w.])(?:Mockito\.|ArgumentMatchers\.|Matchers\.)?(?:any|any[A-Z]\w*|anything|isA|notNull|isNotNull|nullable|allAny)(?:<[^>]*>)?\(|(?<![\w"])_(?![\w"])/g;

function verified(subject: string, given: string, mode: string): Claim {
  const bare = mode.replace(/^(?:Mockito|VerificationModeFactory)\./, '');
  const isNever = /^(?:never\(\)|times\(0\)|exactly=0)$/.test(bare);
  const isLoose = /^(?:atLeast|atMost|timeout)/.test(bare);
  const isPlain = isNever || isLoose || /^(?:|times\(1\)|exactly=1|only\(\))$/.test(bare);
  const expected = isPlain ? given : `${given} ${bare.replace(/^exactly=(\d+)$/, 'times($1)')}`;
  const wildcards = [...given.matchAll(WILD)].length + (isLoose ? 1 : 0);
  return claim('called', subject, {
    negated: isNever,
    expected,
    ...(wildcards > 0 ? { wildcards } : {}),
  });
}

const unused =
  (more: { readonly expected?: string }): Head =>
  (reading, call) => [claim('called', argumentsText(reading, call), { negated: true, ...more })];

export const HEADS: Named<Head> = named<Head>(
  [EQUAL, 'assertEquals assertEqualsNoOrder assertSame assertArrayEquals assertIterableEquals assertLinesMatch assertContentEquals assertDeepEquals'],
  [not(EQUAL), 'assertNotEquals assertNotSame assertNotDeepEquals assertNotEqualsNoOrder assertNotArrayEquals'],
  [after(1, condition()), 'assertTrue assert'],
  [after(1, condition(true)), 'assertFalse'],
  [NULL, 'assertNull'],
  [after(1, something), 'assertNotNull'],
  [thrown, 'assertThrows assertThrowsExactly assertFailsWith assertFails expectThrows shouldThrow shouldThrowExactly shouldThrowAny shouldThrowExactlyUnit'],
  [runs, 'shouldNotThrow shouldNotThrowAny assertDoesNotThrow assertThatNoException'],
  [instance(1), 'assertInstanceOf assertIs'],
  [not(instance(1)), 'assertIsNot'],
  [whole('contains', ['', '']), 'assertContains'],
  [that, 'assertThat expectThat'],
  [messaged, 'assertWithMessage'],
  [verify, 'verify coVerify verifyOrder verifySequence verifyAll'],
  [unused({}), 'verifyNoInteractions verifyZeroInteractions'],
  [unused({ expected: 'more' }), 'verifyNoMoreInteractions confirmVerified'],
  [thrownBy, 'assertThatThrownBy assertThatCode assertFailure assertThatExceptionOfType'],
  [thrownBy, 'assertThatIllegalArgumentException assertThatIllegalStateException assertThatNullPointerException assertThatIOException'],
); // biome-ignore format: a table
/** They hold assertions and are none. */
const GROUPS =
  /^(?:assertAll|assertSoftly|assertTimeout|assertTimeoutPreemptively|assertGroup|shouldCompleteWithin)$/;
const CUSTOM = /^(?:assert|verify|check|expect|ensure|should)[A-Z]\w*$/;
/** Links of a chain that begins with no assertion, and assert: of Spring, REST Assured and Reactor. */
const STEPS =
  /^(?:andExpect\w*|expect[A-Z]\w*|statusCode|body|verifyComplete|verifyError\w*|assertValue\w*|assertResult|assertComplete|assertNoErrors|assertError|assertNext)$/;

/** Whether a name is an assertion of a framework, and no function of the project. */
export function isAssertionName(name: string): boolean {
  return HEADS.has(name) || GROUPS.test(name) || /^should(?:[A-Z]|$)/.test(name);
}

/** Names that say that their functions assert. */
export const ASSERTING =
  /^(?:assert|verify|check|expect|ensure|should)[A-Z]\w*$|^(?:assert|verify|coVerify|should)$/;

/** What a value asserts, and whether assertions are looked for in its lambdas too. */
export interface Found {
  readonly claims: readonly Claim[];
  readonly looksInside: boolean;
}

/** What a value asserts; undefined where it does not. */
export function assertionIn(reading: Claiming, value: SyntaxNode): Found | undefined {
  const chain = chainOf(reading.dialect, value);
  const shoulds = chain.filter(({ name, receiver }) => receiver && /^should(?:[A-Z]|$)/.test(name));
  const subject = shoulds[0]?.receiver;
  if (subject !== undefined)
    return {
      claims: shoulds.flatMap((call) => should(reading, subject, call)),
      looksInside: false,
    };
  const [head, ...rest] = chain;
  if (head === undefined) return undefined;
  if (GROUPS.test(head.name)) return { claims: [], looksInside: true };
  // Own words for what a framework's matchers then say: `assertThatCart(cart).isEmpty()`.
  const isOwn = rest.length > 0 && /^assertThat[A-Z]/.test(head.name);
  const claims = (HEADS.get(head.name) ?? (isOwn ? that : undefined))?.(reading, head, rest) ?? [];
  const looksInside = /^(?:assertThat|expectThat)$/.test(head.name);
  if (claims.length > 0 || looksInside || head.name === 'verify') return { claims, looksInside };
  return stepsIn(reading, chain) ?? customIn(reading, chain);
}

function stepsIn(reading: Claiming, chain: readonly Call[]): Found | undefined {
  const at = chain.findIndex(({ name }) => STEPS.test(name));
  const first = chain[at];
  if (first?.receiver === undefined || at < 1) return undefined;
  const isOfResponse = chain.slice(0, at).some(({ name }) => /^(?:then|assertThat)$/.test(name));
  if (/^(?:statusCode|body)$/.test(first.name) && !isOfResponse) return undefined;
  const subject = subjectText(reading, first.receiver);
  return {
    claims: chain.slice(at).map((call) => stepClaim(reading, subject, call)),
    looksInside: false,
  };
}

/** `andExpect(jsonPath("$.title").exists())` says less of a response than `.value("a")`, a kind of status less than one. */
function stepClaim(reading: Claiming, subject: string, call: Call): Claim {
  const value = call.name === 'andExpect' ? call.args[0]?.value : undefined;
  const of = value && reading.dialect.call(value);
  if (of?.receiver === undefined)
    return claim('equal', subject, { expected: `${call.name}(${argumentsText(reading, call)})` });
  const part = `${subject}.${textOf(reading, of.receiver)}`;
  const given = argumentsText(reading, of);
  if (/^(?:exists|isNotEmpty|hasJsonPath)$/.test(of.name)) return claim('defined', part);
  if (/^is\dxx/.test(of.name)) return claim('matches', part, { expected: of.name });
  const isValue = /^(?:value|string|json|bytes)$/.test(of.name);
  return claim('equal', part, { expected: isValue ? given : `${of.name}(${given})` });
}

function customIn(reading: Claiming, chain: readonly Call[]): Found | undefined {
  const call = chain.find(({ name }) => CUSTOM.test(name));
  return call && { claims: [custom(reading, call)], looksInside: true };
}

const PARTS: Readonly<Record<string, Claim['form']>> = {
  contains: 'contains', containsAll: 'contains', containsKey: 'contains', containsValue: 'contains',
  startsWith: 'matches', endsWith: 'matches', matches: 'matches',
}; // biome-ignore format: a table

/** What only conditions of Java and Kotlin claim: `a.equals(b)`, `names.isEmpty()`, `x == List.of(1)`. */
export const JVM_CLAIMS: OwnClaims = {
  ofCall: (reading, call, negated) => {
    const { args, name, receiver } = call;
    const [first] = args;
    if (receiver === undefined) return undefined;
    const ofReceiver = { ...call, args: [{ name: undefined, value: receiver }, ...args] };
    // `Objects.equals(a, b)`, `a.equals(b)`
    const sides = args.length > 1 ? call : ofReceiver;
    const form = PARTS[name];
    const matcher =
      /equals$/i.test(name) && first !== undefined
        ? equal()
        : /^is(?:Not)?Empty$/.test(name)
          ? about('count', '0')
          : form && first && whole(form, ['', '']);
    const isNot = negated !== (name === 'isNotEmpty');
    return matcher && (isNot ? not(matcher) : matcher)(reading, sides);
  },
  ofEquality: (reading, subject, expected, negated) => {
    const text = expectedText(reading, expected).replace(/^Boolean\.(TRUE|FALSE)$/, (_, word) =>
      word.toLowerCase(),
    );
    if (text === 'true' || text === 'false')
      return claimsOf(reading, subject, negated !== (text === 'false'))[0];
    const list = listText(reading, expected);
    return list === undefined
      ? undefined
      : claim('equal', subjectText(reading, subject), { negated, expected: list });
  },
};
