import {
  type Claim,
  claim,
  claimNear,
  claimsOf,
  type Dialect,
  equalityClaims,
  orderClaims,
} from './claims.ts';
import { callOf, type Expression, textOf, withoutParentheses } from './expressions.ts';
import { failingCallOf, withoutAddress } from './go-claims.ts';

type Reader = (args: readonly Expression[], dialect: Dialect) => readonly Claim[];

const plainOf = (expression: Expression | undefined, dialect: Dialect): string =>
  textOf(dialect.plain(expression ?? []));
const failingOf = (expression: Expression | undefined, dialect: Dialect): string =>
  failingCallOf(expression ?? [], dialect) ?? plainOf(expression, dialect);

const equal =
  (holds: boolean): Reader =>
  ([first = [], second = []], dialect) =>
    equalityClaims([first, second], holds, dialect, true);
const loosely: Reader = (args, dialect) =>
  equal(true)(args, dialect).map((one) => ({ ...one, wildcards: 1 }));
const thrown =
  (wildcards?: number): Reader =>
  ([error, expected], dialect) => [
    claim('throws', failingOf(error, dialect), {
      expected:
        expected === undefined ? undefined : textOf(withoutAddress(dialect.plain(expected))),
      ...(wildcards === undefined ? {} : { wildcards }),
    }),
  ];
const part =
  (negated: boolean): Reader =>
  ([whole, expected], dialect) => [
    claim('contains', plainOf(whole, dialect), { expected: plainOf(expected, dialect), negated }),
  ];
const ordered =
  (operator: string): Reader =>
  ([left = [], right = []], dialect) =>
    orderClaims(left, operator, right, dialect);
const near: Reader = ([expected = [], actual = [], bound = []], dialect) => [
  claimNear([expected, actual], bound, dialect, true),
];
const matching =
  (negated: boolean): Reader =>
  ([pattern, subject], dialect) => [
    claim('matches', plainOf(subject, dialect), { expected: plainOf(pattern, dialect), negated }),
  ];
const panics: Reader = ([run], dialect) => [claim('throws', ranBy(run, dialect))];
const panicsWith: Reader = ([expected, run], dialect) => [
  claim('throws', ranBy(run, dialect), { expected: plainOf(expected, dialect) }),
];
const ofType: Reader = ([expected, subject], dialect) => [
  claim('instance', plainOf(subject, dialect), {
    expected: textOf(withoutAddress(expected ?? [])),
  }),
];
const called =
  (negated: boolean): Reader =>
  ([name, ...args], dialect) => [
    claim('called', plainOf(name, dialect), {
      negated,
      expected: args.length === 0 ? undefined : args.map((one) => plainOf(one, dialect)).join(','),
      wildcards: args.filter((one) => /mock\.Any/.test(textOf(one))).length || undefined,
    }),
  ];

/** What a function literal runs, where it is one statement: `func() { Parse("") }`. */
function ranBy(run: Expression | undefined, dialect: Dialect): string {
  const expression = run ?? [];
  const open =
    expression[0]?.text === 'func' ? expression.findIndex(({ text }) => text === '{') : -1;
  const inside = expression.slice(open + 1, -1).filter(({ text }) => text !== ';');
  return open < 0 ? plainOf(expression, dialect) : textOf(inside);
}

/** The assertions of testify, gotest.tools and is, without the `f` of those with a format and without the test. */
const READERS: Readonly<Record<string, Reader>> = {
  Equal: equal(true),
  EqualValues: equal(true),
  EqualExportedValues: loosely,
  Exactly: equal(true),
  DeepEqual: equal(true),
  JSONEq: equal(true),
  YAMLEq: equal(true),
  Same: equal(true),
  NotEqual: equal(false),
  NotEqualValues: equal(false),
  NotSame: equal(false),
  ElementsMatch: loosely,
  Nil: ([value = []], dialect) => nilClaims(value, true, dialect),
  NotNil: ([value = []], dialect) => nilClaims(value, false, dialect),
  Error: thrown(),
  ErrorIs: thrown(),
  ErrorAs: thrown(),
  ErrorType: thrown(),
  EqualError: thrown(),
  ErrorContains: thrown(1),
  NoError: ([error], dialect) => [claim('runs', failingOf(error, dialect))],
  NilError: ([error], dialect) => [claim('runs', failingOf(error, dialect))],
  NoErr: ([error], dialect) => [claim('runs', failingOf(error, dialect))],
  True: ([condition = []], dialect) => claimsOf(condition, true, dialect),
  Assert: ([condition = []], dialect) => claimsOf(condition, true, dialect),
  False: ([condition = []], dialect) => claimsOf(condition, false, dialect),
  Len: ([subject, count], dialect) => [
    claim('count', plainOf(subject, dialect), { expected: plainOf(count, dialect) }),
  ],
  Empty: ([subject], dialect) => [claim('count', plainOf(subject, dialect), { expected: '0' })],
  NotEmpty: ([subject], dialect) => [claim('truthy', plainOf(subject, dialect))],
  Zero: ([subject], dialect) => [claim('equal', plainOf(subject, dialect), { expected: '0' })],
  NotZero: ([subject], dialect) => [claim('defined', plainOf(subject, dialect))],
  Contains: part(false),
  NotContains: part(true),
  Subset: part(false),
  NotSubset: part(true),
  Regexp: matching(false),
  NotRegexp: matching(true),
  InDelta: near,
  InDeltaSlice: near,
  InEpsilon: near,
  WithinDuration: near,
  Greater: ordered('>'),
  GreaterOrEqual: ordered('>='),
  Less: ordered('<'),
  LessOrEqual: ordered('<='),
  IsType: ofType,
  Implements: ofType,
  Panics: panics,
  PanicsWithValue: panicsWith,
  PanicsWithError: panicsWith,
  NotPanics: ([run], dialect) => [claim('runs', ranBy(run, dialect))],
  AssertCalled: called(false),
  AssertNotCalled: called(true),
  AssertNumberOfCalls: called(false),
  AssertExpectations: () => [claim('called', '')],
};

function nilClaims(value: Expression, holds: boolean, dialect: Dialect): readonly Claim[] {
  const failing = failingCallOf(value, dialect);
  if (failing !== undefined) return [claim(holds ? 'runs' : 'throws', failing)];
  const subject = plainOf(value, dialect);
  return [holds ? claim('equal', subject, { expected: 'nil' }) : claim('defined', subject)];
}

/** What the function of an assertion library claims; undefined where the name is none of theirs. */
export function claimsOfAssertion(
  name: string,
  args: readonly Expression[],
  dialect: Dialect,
): readonly Claim[] | undefined {
  const known = Object.hasOwn(READERS, name) ? name : name.replace(/f$/, '');
  const reader = Object.hasOwn(READERS, known) ? READERS[known] : undefined;
  return reader?.(args, dialect);
}

/** What a matcher of gomega claims of a subject. */
export function claimsOfMatcher(
  subject: Expression,
  matcher: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] {
  const call = callOf(withoutParentheses(matcher));
  const about = plainOf(subject, dialect);
  const custom = [claim('custom', about, { expected: textOf(matcher), negated: !holds })];
  if (call === undefined) return custom;
  const [first = [], second = [], third] = call.args;
  const expected = first.length === 0 ? undefined : plainOf(first, dialect);
  const negated = !holds;
  const is = (...names: readonly string[]) => names.includes(call.name);
  if (is('Equal', 'BeEquivalentTo', 'BeIdenticalTo', 'MatchJSON', 'MatchYAML', 'BeComparableTo')) {
    return equalityClaims([subject, first], holds, dialect);
  }
  if (is('BeNil')) return nilClaims(subject, holds, dialect);
  if (is('BeTrue', 'BeTrueBecause')) return claimsOf(subject, holds, dialect);
  if (is('BeFalse', 'BeFalseBecause')) return claimsOf(subject, !holds, dialect);
  if (is('HaveOccurred')) return [claim(holds ? 'throws' : 'runs', failingOf(subject, dialect))];
  if (is('Succeed')) return [claim(holds ? 'runs' : 'throws', failingOf(subject, dialect))];
  if (is('MatchError'))
    return [claim('throws', failingOf(subject, dialect), { expected, negated })];
  if (is('HaveLen')) return [claim('count', about, { expected, negated })];
  if (is('BeEmpty'))
    return [holds ? claim('count', about, { expected: '0' }) : claim('defined', about)];
  if (is('BeZero'))
    return [holds ? claim('equal', about, { expected: '0' }) : claim('defined', about)];
  if (is('ConsistOf')) return [claim('equal', about, { expected, negated, wildcards: 1 })];
  if (/^(?:Contain|Have(?:Key|Prefix|Suffix))/.test(call.name)) {
    const parts = call.args.map((one) => plainOf(one, dialect)).join(',');
    return [claim('contains', about, { expected: parts, negated })];
  }
  if (is('BeNumerically')) return numericClaims(subject, [first, second, third], holds, dialect);
  if (is('MatchRegexp')) return [claim('matches', about, { expected, negated })];
  if (is('BeAssignableToTypeOf')) return [claim('instance', about, { expected, negated })];
  if (is('Panic')) return [claim(holds ? 'throws' : 'runs', ranBy(subject, dialect))];
  if (is('PanicWith')) return [claim('throws', ranBy(subject, dialect), { expected, negated })];
  if (is('Not')) return claimsOfMatcher(subject, first, !holds, dialect);
  if (is('And', 'SatisfyAll')) {
    return call.args.flatMap((one) => claimsOfMatcher(subject, one, holds, dialect));
  }
  return custom;
}

function numericClaims(
  subject: Expression,
  [operator, bound, tolerance = []]: readonly [Expression, Expression, Expression | undefined],
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] {
  const order = operator[0]?.value ?? '';
  if (order === '~') return [claimNear([subject, bound], tolerance, dialect, false)];
  if (order === '==') return equalityClaims([subject, bound], holds, dialect);
  return orderClaims(subject, order, bound, dialect);
}

/** `So(got, ShouldEqual, want)` of goconvey. */
export function claimsOfSo(args: readonly Expression[], dialect: Dialect): readonly Claim[] {
  const [subject = [], matcher = [], expected = []] = args;
  const name = textOf(matcher).replace(/^.*Should/, '');
  const holds = !name.startsWith('Not');
  const kind = name.replace(/^Not/, '');
  if (/^(?:Equal|Resemble|AlmostEqual|EqualJSON|Be)$/.test(kind)) {
    return equalityClaims([subject, expected], holds, dialect);
  }
  if (kind === 'BeNil') return nilClaims(subject, holds, dialect);
  if (kind === 'BeTrue') return claimsOf(subject, holds, dialect);
  if (kind === 'BeFalse') return claimsOf(subject, !holds, dialect);
  const about = plainOf(subject, dialect);
  if (kind === 'HaveLength')
    return [claim('count', about, { expected: plainOf(expected, dialect) })];
  if (/^(?:Contain|StartWith|EndWith)/.test(kind)) {
    return [claim('contains', about, { expected: plainOf(expected, dialect), negated: !holds })];
  }
  if (kind === 'BeEmpty' || kind === 'BeBlank') {
    return [holds ? claim('count', about, { expected: '0' }) : claim('defined', about)];
  }
  return [claim('custom', about, { expected: `${textOf(matcher)} ${textOf(expected)}`.trim() })];
}
