import {
  type Claim,
  claim,
  claimNear,
  claimsOf,
  type Dialect,
  equalityClaims,
  orderClaims,
} from './claims.ts';
import {
  type Call,
  callOf,
  type Expression,
  indexOfSymbol,
  splitAt,
  textOf,
  withoutParentheses,
} from './expressions.ts';
import type { Scope } from './scope.ts';

/** Names of functions that only convert a value. */
const CONVERSIONS = new Set([
  'string', 'byte', 'rune', 'bool', 'any', 'error', 'int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8',
  'uint16', 'uint32', 'uint64', 'float32', 'float64', 'true', 'false', 'nil', 'map', 'struct', 'interface',
]); // biome-ignore format: a table
/** Functions that say whether two values are equal. */
const EQUALITIES =
  /^(?:reflect\.DeepEqual|bytes\.Equal|slices\.Equal|maps\.Equal|cmp\.Equal|proto\.Equal|strings\.EqualFold)$/;
const CONTAINMENTS =
  /^(?:strings|bytes|slices)\.(?:Contains|HasPrefix|HasSuffix|ContainsAny|ContainsRune)$/;
const LOOSE_OPTION = /(?:Ignore|Sort|Approx|FilterPath|EquateEmpty)/;

/** How Go writes claims, with the local names of a scope. */
export function goDialect(scope: Scope): Dialect {
  const dialect: Dialect = {
    scope,
    conversions: CONVERSIONS,
    claimsOfCall: (expression, holds) => claimsOfCall(expression, holds, dialect),
    claimsOfEquality: (sides, holds) => claimsOfEquality(sides, holds, dialect),
    plain: (expression) => scope.inlined(withoutAddress(expression)),
    countedOf: (expression) => {
      const call = callOf(expression);
      return call?.callee === 'len' ? call.args[0] : undefined;
    },
  };
  return dialect;
}

function withoutAddress(expression: Expression): Expression {
  const bare = withoutParentheses(expression);
  return /^[*&]$/.test(bare[0]?.text ?? '') && bare.length > 1 ? bare.slice(1) : bare;
}

/** The canonical text of the call whose error an expression is; undefined where it is no error. */
export function failingCallOf(expression: Expression, { scope }: Dialect): string | undefined {
  const bare = withoutParentheses(expression);
  const [name] = bare;
  if (bare.length === 1 && name?.kind === 'word') {
    const binding = scope.find(name.text);
    if (binding?.role === 'error') return textOf(binding.value);
    return isErrorName(name.text)
      ? binding === undefined
        ? name.text
        : textOf(binding.value)
      : undefined;
  }
  const last = bare.at(-1);
  const isField = bare.at(-2)?.text === '.' && last?.kind === 'word';
  if (isField && isErrorName(last.text)) return textOf(bare);
  const call = callOf(bare);
  return call !== undefined && isErrorName(call.name) ? textOf(bare) : undefined;
}

export function isErrorName(name: string): boolean {
  return /^(?:err|error|e)\d*$|^err[A-Z_]|(?:Err|Error)\d*$/.test(name);
}

function claimsOfEquality(
  [left, right]: readonly [Expression, Expression],
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const value = textOf(right);
  if (value === 'nil') {
    const failing = failingCallOf(left, dialect);
    if (failing !== undefined) return [claim(holds ? 'runs' : 'throws', failing)];
    const subject = textOf(dialect.plain(left));
    return [holds ? claim('equal', subject, { expected: 'nil' }) : claim('defined', subject)];
  }
  // `(err != nil) != test.wantErr`.
  const inner = withoutParentheses(left);
  const isNil = inner.at(-1)?.text === 'nil' && inner.at(-2)?.text === '!=';
  const failing = isNil ? failingCallOf(inner.slice(0, -2), dialect) : undefined;
  if (failing !== undefined) {
    return [claim('throws', failing, { expected: textOf(dialect.plain(right)), negated: !holds })];
  }
  return (
    claimsOfErrorText(left, right, holds, dialect) ??
    claimsOfDifference(left, right, holds, dialect)
  );
}

/** `err.Error() == "…"`, `err == ErrNotFound`. */
function claimsOfErrorText(
  left: Expression,
  right: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const failing = failingCallOf(receiverOfErrorText(left) ?? left, dialect);
  if (failing === undefined) return undefined;
  return [claim('throws', failing, { expected: textOf(dialect.plain(right)), negated: !holds })];
}

function receiverOfErrorText(expression: Expression): Expression | undefined {
  const call = callOf(expression);
  return call?.name === 'Error' && call.args.length === 0 ? call.receiver : undefined;
}

/** `cmp.Diff(want, got) == ""`. */
function claimsOfDifference(
  left: Expression,
  right: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  if (textOf(right) !== '""' && textOf(right) !== '0') return undefined;
  const call = callOf(dialect.plain(left));
  if (
    call === undefined ||
    !/(?:^|\.)Diff$|^(?:cmp|bytes|strings|slices)\.Compare$/.test(call.callee)
  ) {
    // `len(cmp.Diff(…)) == 0` is left to be counted.
    return undefined;
  }
  return claimsOfEqual(call, holds, dialect, call.name === 'Diff');
}

function claimsOfEqual(
  { args }: Call,
  holds: boolean,
  dialect: Dialect,
  isExpectedFirst: boolean,
): readonly Claim[] {
  const [first = [], second = [], ...options] = args;
  const loose = options.filter((option) => LOOSE_OPTION.test(textOf(option))).length;
  const claims = equalityClaims([first, second], holds, dialect, isExpectedFirst);
  return loose === 0 ? claims : claims.map((one) => ({ ...one, wildcards: loose }));
}

function claimsOfCall(
  expression: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const [word] = expression;
  const binding = expression.length === 1 ? dialect.scope.find(word?.text ?? '') : undefined;
  if (binding?.role === 'flag') {
    const subject = textOf(binding.value);
    return [holds ? claim('defined', subject) : claim('equal', subject, { expected: 'nil' })];
  }
  const call = callOf(expression);
  if (call === undefined) return undefined;
  const [first = [], second = []] = call.args;
  const plainText = (one: Expression) => textOf(dialect.plain(one));
  if (EQUALITIES.test(call.callee)) return claimsOfEqual(call, holds, dialect, false);
  if (
    /(?:^|\.)(?:Is|As)$/.test(call.callee) &&
    /^(?:errors|xerrors|pkgerrors)$/.test(textOf(call.receiver))
  ) {
    const failing = failingCallOf(first, dialect) ?? plainText(first);
    if (textOf(second) === 'nil') return [claim(holds ? 'runs' : 'throws', failing)];
    return [
      claim('throws', failing, { expected: textOf(withoutAddress(second)), negated: !holds }),
    ];
  }
  if (CONTAINMENTS.test(call.callee)) {
    const text = receiverOfErrorText(first);
    const failing = text === undefined ? undefined : failingCallOf(text, dialect);
    const expected = plainText(second);
    if (failing !== undefined)
      return [claim('throws', failing, { expected, negated: !holds, wildcards: 1 })];
    return [claim('contains', plainText(first), { expected, negated: !holds })];
  }
  if (/^(?:MatchString|Match)$/.test(call.name)) {
    const isPackage = textOf(call.receiver) === 'regexp';
    const [expected, subject] = isPackage ? [first, second] : [call.receiver, first];
    return [
      claim('matches', plainText(subject), { expected: plainText(expected), negated: !holds }),
    ];
  }
  if (call.name === 'Equal' && call.args.length === 1 && call.receiver.length > 0) {
    return equalityClaims([call.receiver, first], holds, dialect);
  }
  return undefined;
}

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
  NotEmpty: ([subject], dialect) => [claim('defined', plainOf(subject, dialect))],
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

/** The parts of a header: `x, err := f()` and `err != nil` of an `if`. */
export function headerOf(header: Expression): {
  readonly init: Expression;
  readonly condition: Expression;
} {
  const at = indexOfSymbol(header, [';']);
  return at < 0
    ? { init: [], condition: header }
    : { init: header.slice(0, at), condition: header.slice(at + 1) };
}

/** Binds the names that a statement `a, err := f(x)`, `var a = b` or `a = b` gives a value. */
export function bindNames(
  statement: Expression,
  scope: Scope,
  isMutable: (name: string) => boolean,
): void {
  const words = /^(?:var|const)$/.test(statement[0]?.text ?? '') ? statement.slice(1) : statement;
  const at = indexOfSymbol(words, [':=', '=']);
  if (at <= 0) return;
  const isNew = words[at]?.text === ':=' || words.length < statement.length;
  const names = splitAt(words.slice(0, at), ',');
  const values = splitAt(words.slice(at + 1), ',');
  for (const [index, target] of names.entries()) {
    const [name] = target;
    if (name?.kind !== 'word' || name.text === '_' || (target.length > 1 && !isNew)) continue;
    const own = values.length === names.length ? values[index] : values[0];
    const value = scope.inlined(own ?? []);
    const isOnly = values.length === names.length;
    const isKept =
      (!isMutable(name.text) && !value.some(({ text }) => text === 'func')) ||
      isErrorName(name.text);
    const role = roleOf(name.text, isOnly, index, names.length);
    const binding = isKept && value.length > 0 ? ({ value, role } as const) : undefined;
    if (isNew) scope.bind(name.text, binding);
    else scope.reassign(name.text, binding);
  }
}

function roleOf(
  name: string,
  isOnly: boolean,
  index: number,
  count: number,
): 'value' | 'error' | 'flag' | 'later' {
  if (isErrorName(name)) return 'error';
  if (isOnly || index === 0) return 'value';
  return /^(?:ok|found|exists)$/.test(name) && index === count - 1 ? 'flag' : 'later';
}
