import { type Claim, type Claiming, claim, numberIn, powerOfTen } from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import {
  about,
  condition,
  custom,
  equal,
  type Matcher,
  type Named,
  named,
  namedText,
  near,
  not,
  open,
  opposite,
  ordered,
  sides,
  toleranceOf,
} from '../../reading/matchers.ts';
import { expectedText, subjectText, textOf } from '../../reading/scope.ts';
import { chainOf, type Expectation, type TableWords, whole } from '../../reading/table-body.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { canonical, PYTHON_DIALECT as PYTHON } from './dialect.ts';

/** The words of Python's tests: pytest, unittest, nose, mock, numpy, pandas, Django, assertpy and hamcrest. */

/** The defaults that the documentation of numpy and unittest names. */
const NUMPY_ALLCLOSE = 1e-7;
const NUMPY_DECIMAL = 6;
const UNITTEST_PLACES = 7;

/** What is claimed by the names that assertions have without `assert`: `assertListEqual` is `list_equal`. */
const MATCHERS: Named<Matcher> = named<Matcher>(
  [looseEqual, 'equal equals eq_ is list_equal dict_equal set_equal tuple_equal sequence_equal multi_line_equal array_equal'],
  [looseEqual, 'frame_equal series_equal index_equal extension_array_equal string_equal json_equal xml_equal html_equal'],
  [looseEqual, 'queryset_equal query_set_equal'],
  [not(equal()), 'not_equal not_equals is_not'],
  [open(equal()), 'count_equal items_equal'],
  [condition(), 'true ok_ that'],
  [condition(true), 'false'],
  [about('equal', 'None'), 'is_none'],
  [about('defined'), 'is_not_none'],
  [sides('contains', 1), 'in dict_contains_subset'],
  [not(sides('contains', 1)), 'not_in'],
  [responseContains, 'contains'],
  [sides('instance', 0), 'is_instance isinstance is_subclass'],
  [not(sides('instance', 0)), 'not_is_instance'],
  [sides('defined', 0), 'has_attr'],
  [sides('matches', 0), 'starts_with ends_with regex regexp_matches'],
  [near(placesOf), 'almost_equal almost_equals'],
  [near((reading, call) => digitsOf(reading, call, 'decimal', NUMPY_DECIMAL)), 'array_almost_equal'],
  [near(allCloseOf), 'allclose approx_equal'],
  [ordered('>'), 'greater'],
  [ordered('>='), 'greater_equal'],
  [ordered('<'), 'less array_less'],
  [ordered('<='), 'less_equal'],
); // biome-ignore format: a table

/** What assertpy and hamcrest claim of a subject. */
const FLUENT: Named<Matcher> = named<Matcher>(
  [equal('subject given'), 'is_equal_to equal_to contains_exactly contains_only'],
  [not(equal('subject given')), 'is_not_equal_to'],
  [about('equal', 'None'), 'is_none none'],
  [about('defined'), 'is_not_none not_none'],
  [about('truthy'), 'is_true is_not_empty'],
  [not(about('truthy')), 'is_false is_empty'],
  [sides('count', 0), 'is_length has_length'],
  [whole('contains', ['', '']), 'contains contains_string has_item has_items has_entries has_properties is_in'],
  [sides('instance', 0), 'is_instance_of instance_of'],
  [near((reading, { args }) => args[2] && numberIn(reading, args[2].value), 'subject given'), 'is_close_to close_to'],
  [sides('matches', 0), 'starts_with ends_with matches matches_regexp'],
  [ordered('>'), 'is_greater_than greater_than'],
  [ordered('<'), 'is_less_than less_than'],
); // biome-ignore format: a table

export const PYTHON_WORDS = {
  skip: /^(?:pytest\.skip|skip|(?:self|cls)\.skipTest|skipTest|unittest\.SkipTest|SkipTest|unittest\.case\.SkipTest|pytest\.skip\.Exception)$/,
  expectedToFail: /^(?:pytest\.)?xfail$/,
  skipWithout: /(?:^|\.)importorskip$/,
  fail: /^(?:pytest\.fail|fail|(?:self|cls|case)\.fail|AssertionError|pytest\.fail\.Exception)$/,
  exit: /^(?:sys\.exit|os\._exit|exit|quit|pytest\.exit)$/,
  throws:
    /^(?:raises|assert_?raises(?:_?regexp?)?|warns|assert_?warns(?:_?regex)?|deprecated_call)$/i,
  wideErrors: /\b(?:AssertionError|Exception|BaseException)\b/,
  environment:
    /os\.environ|getenv|sys\.platform|platform\.|sys\.version|sys\.maxsize|os\.name|\bCI\b|getoption|\b(?:FLAG|DEBUG|SLOW|OFFLINE)\b/,
  isAsserting:
    /^_*(?:[aA]ssert|[eE]xpect|[vV]erify|[cC]heck|[eE]nsure|[sS]hould|[fF]ail_?[uU]nless|[fF]ail_?[iI]f)(?![a-z\d])|^(?:eq_|ok_)$/,
  assertions: named(),
  owners: /(?!)/,
  matchers: FLUENT,
  links: /(?!)/,
  loops: /(?!)/,
  expectation: expectationOf,
  ownClaimsOfCall: claimsOfCall,
} satisfies Omit<TableWords, 'dialect'>;

/** The claims of a call that stands alone; undefined where it asserts nothing. */
function claimsOfCall(reading: Claiming, call: Call): readonly Claim[] | undefined {
  const known = doubleClaims(reading, call) ?? keptClaims(reading, call);
  if (known !== undefined || expectationOf(call) !== undefined) return known;
  if (PYTHON_WORDS.throws.test(call.name)) return raisesClaims(reading, call);
  const plain = plainName(call.name);
  if (plain === undefined) return undefined;
  const matcher = MATCHERS.get(plain);
  if (matcher !== undefined) return matcher(reading, call);
  const other = plain.startsWith('not_') ? MATCHERS.get(plain.slice(4)) : undefined;
  return other?.(reading, call).map(opposite) ?? [custom(reading, call)];
}

/** The name of an assertion without what all have in common. */
function plainName(name: string): string | undefined {
  if (name === 'eq_' || name === 'ok_') return name;
  const snake = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^_+/, '');
  const found = /^(assert|expect|verify|check|ensure|should|fail_unless|fail_if)(?:_+|$)(.*)/.exec(
    snake,
  );
  if (found === null) return undefined;
  const [, word = '', rest = ''] = found;
  if (word === 'fail_unless' || word === 'assert') return rest === '' ? 'true' : rest;
  if (word === 'fail_if') return rest === '' ? 'false' : rest;
  return snake;
}

/** Pandas leaves open what it is told to: `check_dtype=False`, `rtol=…`. */
function looseEqual(reading: Claiming, call: Call): readonly Claim[] {
  const [one] = equal()(reading, call);
  if (one === undefined || one.form === 'vacuous') return one === undefined ? [] : [one];
  const open = call.args.filter(
    ({ name, value }) =>
      name?.startsWith('check_') && canonical(value) === (name === 'check_like' ? 'True' : 'False'),
  );
  return [open.length > 0 ? { ...one, wildcards: open.length } : one];
}

function placesOf(reading: Claiming, call: Call): number | undefined {
  const { args } = call;
  const delta = args.find(({ name }) => name === 'delta');
  return delta === undefined
    ? digitsOf(reading, call, 'places', UNITTEST_PLACES)
    : numberIn(reading, delta.value);
}

function digitsOf(
  reading: Claiming,
  { args }: Call,
  by: string,
  otherwise: number,
): number | undefined {
  const given = args.find(({ name }, index) => name === by || (name === undefined && index === 2));
  const digits = given === undefined ? otherwise : numberIn(reading, given.value);
  return digits === undefined ? undefined : powerOfTen(-digits);
}

function allCloseOf(reading: Claiming, { args }: Call): number | undefined {
  return toleranceOf(reading, args, ['rtol', 'atol'], [2, 3], NUMPY_ALLCLOSE);
}

/** Django: what a response holds, and its status. */
function responseContains(reading: Claiming, call: Call): readonly Claim[] {
  const [response, text] = call.args;
  if (response === undefined || text === undefined) return [custom(reading, call)];
  const status = call.args.find(({ name }) => name === 'status_code');
  const expected = [text, status].flatMap((arg) =>
    arg === undefined ? [] : [expectedText(reading, arg.value)],
  );
  return [
    claim('contains', subjectText(reading, response.value), { expected: expected.join(' ') }),
  ];
}

/** `double.assert_called_once_with(1)` claims two things: the call, and that there was one. */
function doubleClaims(
  reading: Claiming,
  { args, name, receiver }: Call,
): readonly Claim[] | undefined {
  const found =
    /^assert_(not_|any_|has_)?(?:called|awaited|call|calls|await|awaits)(_once)?(_with)?$/.exec(
      name,
    );
  if (found === null || receiver === undefined) return undefined;
  const [, kind, isOnce, isWith] = found;
  const given = args.map((one) => namedText(reading, one));
  const wildcards = given.filter((text) => /^(?:\w+=)?(?:mock\.)?ANY$/.test(text)).length;
  const own = {
    ...claim('called', textOf(reading, receiver), { negated: kind === 'not_' }),
    ...(wildcards > 0 ? { wildcards } : {}),
  };
  if (kind === 'has_') return [{ ...own, expected: given[0] ?? '' }];
  const claims: Claim[] = [];
  if (isWith || kind === 'any_') claims.push({ ...own, expected: `(${given.join(',')})` });
  if (isOnce) claims.push({ ...own, wildcards: undefined, expected: 'count 1' });
  return claims.length > 0 ? claims : [own];
}

/** A value that is kept in a file: `snapshot.assert_match(x)`, `data_regression.check(x)`. */
function keptClaims(reading: Claiming, { args, name, path }: Call): readonly Claim[] | undefined {
  const isKept =
    /(?:^|\.)(?:\w*snapshot|\w*_regression|approvals)\.(?:assert_match|check|verify\w*)$/.test(
      path,
    ) || /^assert_?match_?(?:image_)?snapshot$/i.test(name);
  const [first] = args;
  return isKept
    ? [claim('snapshot', first === undefined ? '' : subjectText(reading, first.value))]
    : undefined;
}

/** `pytest.raises(ValueError, add, 1)`; with no function it says nothing by itself. */
function raisesClaims(reading: Claiming, call: Call): readonly Claim[] {
  const isRegex = /regex/i.test(call.name);
  const [, called, ...others] = isRegex ? call.args.filter((_, index) => index !== 1) : call.args;
  if (called === undefined || called.name === 'match') return [];
  const body = called.value.type === 'lambda' ? called.value.child('body') : undefined;
  const given = others.map((one) => `${one.name ? `${one.name}=` : ''}${canonical(one.value)}`);
  const subject =
    body === undefined ? `${canonical(called.value)}(${given.join(',')})` : canonical(body);
  return [claim('throws', subject, { expected: errorText(reading, call) })];
}

/** The class of the error and its message, as far as both are named. */
export function errorText(reading: Claiming, { args, name }: Call): string | undefined {
  const [error, second] = args;
  if (error === undefined || error.name === 'match') return undefined;
  const match =
    args.find((one) => one.name === 'match' || one.name === 'expected_regex') ??
    (/regex/i.test(name) ? second : undefined);
  const texts = [
    canonical(error.value),
    match === undefined ? '' : expectedText(reading, match.value),
  ];
  return texts.filter((text) => text !== '').join(' ');
}

/** `assert_that(x).is_equal_to(3)` of assertpy and `assert_that(x, equal_to(3))` of hamcrest. */
function expectationOf(call: Call): Expectation | undefined {
  const [base, ...steps] = chainOf(PYTHON, call.node);
  const [subject, matcher] = base?.args ?? [];
  if (subject === undefined || !/^(?:assert_that|expect)$/.test(base?.name ?? '')) return undefined;
  const given = steps.length > 0 || matcher === undefined ? steps : stepsOf(matcher.value);
  return given.length === 0 ? undefined : { subject: subject.value, negated: false, steps: given };
}

/** The steps of a matcher: `is_(equal_to(3))` says what `equal_to(3)` says. */
function stepsOf(matcher: SyntaxNode): readonly Call[] {
  const steps = chainOf(PYTHON, matcher);
  const [only] = steps;
  const inner = only?.name === 'is_' ? only.args[0]?.value : undefined;
  if (only === undefined || inner === undefined) return steps;
  return PYTHON.call(inner) === undefined ? [{ ...only, name: 'equal_to' }] : stepsOf(inner);
}
