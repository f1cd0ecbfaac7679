import {
  type Claim,
  type Claiming,
  claim,
  equalityClaim,
  numberIn,
  orderClaim,
} from '../../reading/claims.ts';
import type { Call, Comparison } from '../../reading/dialect.ts';
import {
  about,
  condition,
  equal,
  type Matcher,
  type Named,
  named,
  near,
  not,
  open,
  ordered,
  sides,
} from '../../reading/matchers.ts';
import { expectedText, subjectText, textOf } from '../../reading/scope.ts';
import { chainOf, type Expectation } from '../../reading/table-body.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { failing, nilClaim } from './claims.ts';
import { canonical, GO_DIALECT as GO, stringIn } from './dialect.ts';

/** The words of Go's tests: `testing`, testify, gotest.tools, is, gomega, goconvey. */

/** Names of other functions that assert, where they are given the test. */
export const CUSTOM = /^(?:assert|require|check|expect|verify|ensure|must)[A-Z]/i;
const TESTER = /^(?:t|tb|f|b|c|tt|T|GinkgoT\(\))$|\.T\(\)$/;
const MATCHING = /^(?:To|NotTo|ToNot|Should|ShouldNot)$/;
const EXPECTING = /^(?:Expect|Eventually|Consistently|Ω|ExpectWithOffset)$/;
const SECONDS: Readonly<Record<string, number>> = {
  Nanosecond: 1e-9,
  Microsecond: 1e-6,
  Millisecond: 1e-3,
  Second: 1,
  Minute: 60,
  Hour: 3600,
};
/** Names by which assertion libraries are called. */
const ASSERTERS = /^(?:assert|require|is|must)$/;
const ASKED = /^(?:assert|require|is|qt|must)\.New$|(?:^|\.)(?:Require|Assert)$/;

/** What is called by the language, a test framework or for its own sake, and says nothing of the subject. */
export const NO_SUBJECT = new RegExp(
  [
    /^(?:len|make|append|new|panic|string|cap|copy|delete|recover|byte|u?int\d*|float\d*|error|close|print|println|Eventually|Consistently|Expect|So|Describe|Context|It|By|Skip|Fail|Entry)$/,
    /^(?:reflect\.DeepEqual|cmp\.\w+|errors\.(?:Is|As|New)|fmt\.\w+|testing\.\w+|strings\.Contains|math\.Abs|[tbfs]\.\w+|tb\.\w+)$/,
    /^(?:assert|require|is|must)\.|^[^.]+\.(?:.*\.)?(?:To|NotTo|ToNot|Should|ShouldNot)$/,
    /^(?:assert|require|check|expect|verify|ensure|must)[A-Z]\w*$/i,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** An error, and what is expected of it. */
function thrown(wildcards?: number): Matcher {
  return (reading, { args }) => {
    const [error, expected] = args.map(({ value }) => value);
    if (error === undefined) return [];
    const more = {
      ...(expected === undefined ? {} : { expected: expectedText(reading, expected) }),
      ...(wildcards === undefined ? {} : { wildcards }),
    };
    return [claim('throws', failing(reading, error), more)];
  };
}

const runs: Matcher = (reading, { args }) =>
  args.slice(0, 1).map(({ value }) => claim('runs', failing(reading, value)));

/** What a function runs, where it is one statement: `func() { Parse("") }`. */
function ranBy(reading: Claiming, run: SyntaxNode | undefined): string {
  const body = run === undefined ? undefined : GO.routine(run)?.body;
  if (body !== undefined) return body.map(canonical).join('');
  return run === undefined ? '' : subjectText(reading, run);
}

function panics(form: 'throws' | 'runs', at = 0): Matcher {
  return (reading, { args }) => {
    const [run, expected] = [args[at]?.value, args[at - 1]?.value];
    const said = expected === undefined ? {} : { expected: expectedText(reading, expected) };
    return [claim(form, ranBy(reading, run), said)];
  };
}

const called: Matcher = (reading, { args: [name, ...args] }) => {
  const expected = args.map(({ value }) => expectedText(reading, value)).join(',');
  const wildcards = args.filter(({ value }) => /mock\.Any/.test(value.text)).length;
  return [
    claim('called', name === undefined ? '' : subjectText(reading, name.value), {
      ...(args.length === 0 ? {} : { expected }),
      ...(wildcards === 0 ? {} : { wildcards }),
    }),
  ];
};

const isNil: Matcher = (reading, { args }) =>
  args.slice(0, 1).map(({ value }) => nilClaim(reading, value, false));
const isNotNil: Matcher = (reading, { args }) =>
  args.slice(0, 1).map(({ value }) => nilClaim(reading, value, true));
const isNear = near((reading, { args }) => toleranceIn(reading, args[2]?.value), 'expected first');

/** A bound as a number: seconds, where it is a time. */
function toleranceIn(reading: Claiming, node: SyntaxNode | undefined): number | undefined {
  if (node === undefined) return undefined;
  const found = /^(?:(\d+)\*)?time\.([A-Z][a-z]+)(?:\*(\d+))?$/.exec(textOf(reading, node));
  const unit = SECONDS[found?.[2] ?? ''];
  return unit === undefined
    ? numberIn(reading, node)
    : Number(found?.[1] ?? found?.[3] ?? 1) * unit;
}

/** The assertions of testify, gotest.tools and is, without the `f` of those with a format and without the test. */
export const ASSERTIONS: Named<Matcher> = named<Matcher>(
  [equal('expected first'), 'Equal EqualValues Exactly DeepEqual JSONEq YAMLEq Same'],
  [not(equal('expected first')), 'NotEqual NotEqualValues NotSame'],
  [open(equal('expected first')), 'ElementsMatch EqualExportedValues'],
  [isNil, 'Nil'],
  [isNotNil, 'NotNil'],
  [thrown(), 'Error ErrorIs ErrorAs ErrorType EqualError'],
  [thrown(1), 'ErrorContains'],
  [runs, 'NoError NilError NoErr'],
  [condition(), 'True Assert'],
  [condition(true), 'False'],
  [sides('count', 0), 'Len'],
  [about('count', '0'), 'Empty'],
  [about('truthy'), 'NotEmpty'],
  [about('equal', '0'), 'Zero'],
  [about('defined'), 'NotZero'],
  [sides('contains', 0), 'Contains Subset'],
  [not(sides('contains', 0)), 'NotContains NotSubset'],
  [sides('matches', 1), 'Regexp'],
  [not(sides('matches', 1)), 'NotRegexp'],
  [isNear, 'InDelta InDeltaSlice InEpsilon WithinDuration'],
  [ordered('>'), 'Greater'],
  [ordered('>='), 'GreaterOrEqual'],
  [ordered('<'), 'Less'],
  [ordered('<='), 'LessOrEqual'],
  [sides('instance', 1), 'IsType Implements'],
  [panics('throws'), 'Panics'],
  [panics('throws', 1), 'PanicsWithValue PanicsWithError'],
  [panics('runs'), 'NotPanics'],
  [called, 'AssertCalled AssertNumberOfCalls'],
  [not(called), 'AssertNotCalled'],
  [() => [claim('called', '')], 'AssertExpectations'],
);

/** The matchers of gomega and goconvey, of a call that has the subject as its first argument. */
export const MATCHERS: Named<Matcher> = named<Matcher>(
  [equal(), 'Equal BeEquivalentTo BeIdenticalTo MatchJSON MatchYAML BeComparableTo'],
  [equal(), 'Resemble AlmostEqual EqualJSON Be'],
  [isNil, 'BeNil'],
  [condition(), 'BeTrue BeTrueBecause'],
  [condition(true), 'BeFalse BeFalseBecause'],
  [thrown(), 'HaveOccurred'],
  [runs, 'Succeed'],
  [thrown(), 'MatchError'],
  [sides('count', 0), 'HaveLen HaveLength'],
  [about('count', '0'), 'BeEmpty BeBlank'],
  [about('equal', '0'), 'BeZero'],
  [open(equal()), 'ConsistOf'],
  [containing, 'ContainElement ContainElements ContainSubstring Contain StartWith EndWith'],
  [containing, 'HaveKey HaveKeyWithValue HavePrefix HaveSuffix'],
  [numeric, 'BeNumerically'],
  [sides('matches', 0), 'MatchRegexp'],
  [sides('instance', 0), 'BeAssignableToTypeOf'],
  [panics('throws'), 'Panic PanicWith'],
);

function containing(reading: Claiming, { args: [subject, ...parts] }: Call): readonly Claim[] {
  if (subject === undefined) return [];
  const expected = parts.map(({ value }) => expectedText(reading, value)).join(',');
  return [claim('contains', subjectText(reading, subject.value), { expected })];
}

function numeric(reading: Claiming, call: Call): readonly Claim[] {
  const [subject, operator, bound, tolerance] = call.args.map(({ value }) => value);
  if (subject === undefined || bound === undefined) return [];
  const order = stringIn(operator) ?? '';
  const equality = equalityClaim(reading, subject, bound, false);
  if (order === '==') return [equality];
  return order === '~'
    ? [{ ...equality, form: 'near', tolerance: toleranceIn(reading, tolerance) }]
    : [orderClaim(reading, subject, order as Comparison['operator'], bound)];
}

/** `Expect(got).To(Equal(want))` of gomega, `So(got, ShouldEqual, want)` of goconvey. */
export function expectationOf({ args, name, node, path, receiver }: Call): Expectation | undefined {
  const [first, matcher, ...more] = args;
  const asked = receiver === undefined ? undefined : GO.call(receiver);
  const subject = asked?.args[0]?.value;
  if (asked !== undefined && MATCHING.test(name) && EXPECTING.test(asked.name)) {
    if (subject === undefined || first === undefined) return undefined;
    const negated = !/^(?:To|Should)$/.test(name);
    return { subject, negated, steps: chainOf(GO, first.value) };
  }
  if (!/^(?:convey\.)?So$/.test(path) || first === undefined || matcher === undefined)
    return undefined;
  const [, isNot = '', plain = ''] = /Should(Not)?(\w+)$/.exec(matcher.value.text) ?? [];
  const step = { node, path: plain, name: plain, receiver: undefined, args: more };
  return { subject: first.value, negated: isNot !== '', steps: [step] };
}

/** The claims of testify and its like, and of functions that are given the test and have names of assertions. */
export function claimsOfAsserters(reading: Claiming, call: Call): readonly Claim[] | undefined {
  const { name, path, receiver } = call;
  const isOfTest = isTester(call.args[0]?.value);
  const args = isOfTest ? call.args.slice(1) : call.args;
  const custom = (expected: string): readonly Claim[] => [
    claim('custom', args.map(({ value }) => subjectText(reading, value)).join(','), { expected }),
  ];
  if (receiver === undefined) return CUSTOM.test(name) && isOfTest ? custom(path) : undefined;
  const isOwned = isAsserter(reading, receiver) || /^Assert/.test(name);
  if (!isOwned && !isOfSuite(receiver)) return undefined;
  const matcher = ASSERTIONS.get(name) ?? ASSERTIONS.get(name.replace(/f$/, ''));
  if (matcher !== undefined) return matcher(reading, { ...call, args });
  if (!isOwned) return undefined;
  return /^(?:Fail|New$)/.test(name) ? [] : custom(name);
}

/** Whether it is what a method is called on: the methods of suites assert by it. */
function isOfSuite(receiver: SyntaxNode): boolean {
  const method = receiver.around('method_declaration');
  return method?.child('receiver')?.named[0]?.child('name')?.text === receiver.text;
}

/** Whether assertions are called on it: a library, or what `assert.New(t)` gave. */
function isAsserter({ scope }: Claiming, receiver: SyntaxNode): boolean {
  const path = GO.call(scope.standsFor(receiver))?.path ?? '';
  return ASSERTERS.test(receiver.text) || ASKED.test(path);
}

export function isTester(node: SyntaxNode | undefined): boolean {
  return node !== undefined && TESTER.test(canonical(node));
}
