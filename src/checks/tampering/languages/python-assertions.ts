/** What the assertion functions of Python claim: those of unittest, nose, mock, numpy, pandas, Django, assertpy and hamcrest. */
import { canonicalText, type Range } from '../source.ts';
import { claimsOf, order } from './python-claims.ts';
import { type Claim, equality, numberIn, powerOfTen, toleranceOf } from './python-equality.ts';
import { type Argument, type Call, callIn, lastName } from './python-syntax.ts';
import { expectedText, standsFor, subjectText, type Values } from './python-values.ts';

type Reader = (values: Values, args: readonly Argument[], call: Call) => readonly Claim[];

const EQUAL_NAMES =
  `equal equals eq_ is list_equal dict_equal set_equal tuple_equal sequence_equal multi_line_equal
  array_equal frame_equal series_equal index_equal extension_array_equal string_equal json_equal xml_equal html_equal
  queryset_equal query_set_equal`.split(/\s+/);
/** The defaults that the documentation of numpy names. */
const NUMPY_ALLCLOSE = 1e-7;
const UNITTEST_PLACES = 7;
const NUMPY_DECIMAL = 6;
const ORDERS: Readonly<Record<string, string>> = {
  greater: '>',
  greater_equal: '>=',
  less: '<',
  less_equal: '<=',
  array_less: '<',
};

/** The claims of a call that stands alone as a statement; undefined where it asserts nothing. */
export function claimsOfCall(values: Values, call: Call): readonly Claim[] | undefined {
  const name = lastName(call.name);
  const mocked = doubleClaims(values, call, name);
  if (mocked !== undefined) return mocked;
  const fluent = fluentClaims(values, call) ?? keptClaims(values, call, name);
  if (fluent !== undefined) return fluent;
  const plain = plainName(name);
  if (plain === undefined) return undefined;
  const isNegated = /^not_(?!regex_)/.test(plain) && plain !== 'not_none';
  const reader = READERS.get(plain);
  if (reader !== undefined) return reader(values, call.args, call);
  const opposite = isNegated ? READERS.get(plain.slice(4)) : undefined;
  if (opposite !== undefined) {
    return opposite(values, call.args, call).map((claim) => ({
      ...claim,
      negated: !claim.negated,
    }));
  }
  return [customClaim(values, call)];
}

/** Whether a name says that its function asserts: `assertEqual`, `expect_total`, `eq_`. */
export function isAssertingName(name: string): boolean {
  return plainName(lastName(name)) !== undefined;
}

/** The name of an assertion without what all have in common: `assertListEqual` is `list_equal`. */
function plainName(name: string): string | undefined {
  if (name === 'eq_' || name === 'ok_') return name;
  const snake = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^_+/, '');
  const found = /^(?:assert|expect|verify|check|ensure|should|fail_unless|fail_if)(?:_|$)/.exec(
    snake,
  )?.[0];
  if (found === undefined) return undefined;
  if (found.startsWith('fail_unless')) return snake === 'fail_unless' ? 'true' : snake.slice(12);
  if (found.startsWith('fail_if')) return snake === 'fail_if' ? 'false' : snake.slice(8);
  if (found.startsWith('assert'))
    return snake === 'assert' || snake === 'assert_' ? 'true' : snake.slice(7);
  return snake;
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...EQUAL_NAMES.map((name): [string, Reader] => [name, equal]),
  ['not_equal', (values, args) => equal(values, args).map(negatedClaim)],
  ['not_equals', (values, args) => equal(values, args).map(negatedClaim)],
  ['is_not', (values, args) => equal(values, args).map(negatedClaim)],
  ['count_equal', unordered],
  ['items_equal', unordered],
  ['true', (values, args) => conditionOf(values, args, false)],
  ['ok_', (values, args) => conditionOf(values, args, false)],
  ['false', (values, args) => conditionOf(values, args, true)],
  ['is_none', (values, args) => one(values, args, { form: 'equal', expected: 'None' })],
  ['is_not_none', (values, args) => one(values, args, { form: 'defined' })],
  ['in', (values, args) => sides(values, args, 'contains', 1)],
  ['not_in', (values, args) => sides(values, args, 'contains', 1).map(negatedClaim)],
  ['dict_contains_subset', (values, args) => sides(values, args, 'contains', 1)],
  ['contains', containsText],
  ['not_contains', (values, args, call) => containsText(values, args, call).map(negatedClaim)],
  ['is_instance', (values, args) => sides(values, args, 'instance', 0)],
  ['isinstance', (values, args) => sides(values, args, 'instance', 0)],
  ['not_is_instance', (values, args) => sides(values, args, 'instance', 0).map(negatedClaim)],
  ['is_subclass', (values, args) => sides(values, args, 'instance', 0)],
  ['has_attr', (values, args) => sides(values, args, 'defined', 0)],
  ['starts_with', (values, args) => sides(values, args, 'matches', 0)],
  ['ends_with', (values, args) => sides(values, args, 'matches', 0)],
  ['regex', (values, args) => sides(values, args, 'matches', 0)],
  ['regexp_matches', (values, args) => sides(values, args, 'matches', 0)],
  ['not_regex', (values, args) => sides(values, args, 'matches', 0).map(negatedClaim)],
  ['almost_equal', almostEqual],
  ['almost_equals', almostEqual],
  ['array_almost_equal', (values, args) => decimal(values, args)],
  ['allclose', allClose],
  ['approx_equal', allClose],
  ['num_queries', (values, args) => one(values, args, { form: 'count' })],
  ...Object.entries(ORDERS).map(([name, sign]): [string, Reader] => [name, ordering(sign)]),
]);

function ordering(sign: string): Reader {
  return (values, args) => {
    const [left, right] = args;
    if (left === undefined || right === undefined) return [];
    return [order(values, left.value, sign, right.value)];
  };
}

function negatedClaim(claim: Claim): Claim {
  if (claim.form === 'equal' && claim.expected === 'None') {
    return { subject: claim.subject, form: 'defined', negated: false };
  }
  return { ...claim, negated: !claim.negated };
}

/** The arguments that are no message: those by place, and those by the names of what is compared. */
function valuesIn(args: readonly Argument[]): readonly Range[] {
  return args
    .filter(
      ({ name }) =>
        name === undefined || /^(first|second|actual|desired|left|right|expr|obj|x|y)$/.test(name),
    )
    .map(({ value }) => value);
}

function equal(values: Values, args: readonly Argument[]): readonly Claim[] {
  const [first, second] = valuesIn(args);
  if (first === undefined || second === undefined) return [];
  const [one, other] = [standsFor(values, first), standsFor(values, second)];
  // Only commas at the ends of lists make a difference to their lengths.
  const mayBeSame = one.to - one.from <= 2 * (other.to - other.from);
  const text = mayBeSame ? canonicalText(values.source, one) : '(';
  const isShort = other.to - other.from <= 2 * (one.to - one.from);
  if (!text.includes('(') && isShort && text === canonicalText(values.source, other)) {
    return [
      {
        subject: /^["\d[{]|^(True|False|None)$/.test(text) ? '' : text,
        form: 'vacuous',
        negated: false,
      },
    ];
  }
  const loose = looseness(values, args);
  const claim = equality(values, first, second, false);
  return [loose === undefined ? claim : { ...claim, ...loose }];
}

/** What pandas leaves open where it is told to: `check_dtype=False`, `rtol=…`. */
function looseness(values: Values, args: readonly Argument[]): Partial<Claim> | undefined {
  const text = ({ value }: Argument): string => canonicalText(values.source, value);
  const open = args.filter(
    (arg) =>
      arg.name?.startsWith('check_') &&
      text(arg) === (arg.name === 'check_like' ? 'True' : 'False'),
  );
  const isNear = args.some(({ name }) => name === 'rtol' || name === 'atol');
  if (isNear)
    return { form: 'near', tolerance: toleranceOf(values, args, ['rtol', 'atol'], [], 0) };
  return open.length > 0 ? { wildcards: open.length } : undefined;
}

function unordered(values: Values, args: readonly Argument[]): readonly Claim[] {
  return equal(values, args).map((claim) => ({ ...claim, wildcards: (claim.wildcards ?? 0) + 1 }));
}

function conditionOf(
  values: Values,
  args: readonly Argument[],
  negated: boolean,
): readonly Claim[] {
  const [condition] = valuesIn(args);
  return condition === undefined ? [] : claimsOf(values, condition, negated);
}

function one(
  values: Values,
  args: readonly Argument[],
  claim: Pick<Claim, 'form' | 'expected'>,
): readonly Claim[] {
  const subject = args[0] === undefined ? '' : subjectText(values, args[0].value);
  if (claim.form === 'count')
    return [{ ...claim, subject: 'queries', negated: false, expected: subject }];
  return [{ ...claim, subject, negated: false }];
}

function sides(
  values: Values,
  args: readonly Argument[],
  form: Claim['form'],
  subjectAt: 0 | 1,
): readonly Claim[] {
  const [first, second] = args;
  if (first === undefined || second === undefined) return [];
  const [subject, expected] = subjectAt === 0 ? [first, second] : [second, first];
  return [
    {
      subject: subjectText(values, subject.value),
      form,
      negated: false,
      expected: expectedText(values, expected.value),
    },
  ];
}

/** Django: what a response holds, and its status. */
function containsText(values: Values, args: readonly Argument[], call: Call): readonly Claim[] {
  const [response, text] = args;
  if (response === undefined || text === undefined) return [customClaim(values, call)];
  const status = args.find(({ name }) => name === 'status_code');
  const expected = [text, status].flatMap((arg) =>
    arg === undefined ? [] : [expectedText(values, arg.value)],
  );
  return [
    {
      subject: subjectText(values, response.value),
      form: 'contains',
      negated: false,
      expected: expected.join(' '),
    },
  ];
}

function almostEqual(values: Values, args: readonly Argument[]): readonly Claim[] {
  const isNumpy = args.some(({ name }) => name === 'decimal');
  if (isNumpy) return decimal(values, args);
  const delta = args.find(({ name }) => name === 'delta');
  const places = args.find(
    ({ name }, index) => name === 'places' || (name === undefined && index === 2),
  );
  const digits = places === undefined ? UNITTEST_PLACES : numberIn(values, places.value);
  const own = digits === undefined ? undefined : powerOfTen(-digits);
  const tolerance = delta === undefined ? own : numberIn(values, delta.value);
  return equal(values, args).map((claim) =>
    claim.form === 'vacuous' ? claim : { ...claim, form: 'near', tolerance },
  );
}

function decimal(values: Values, args: readonly Argument[]): readonly Claim[] {
  const given = args.find(
    ({ name }, index) => name === 'decimal' || (name === undefined && index === 2),
  );
  const digits = given === undefined ? NUMPY_DECIMAL : numberIn(values, given.value);
  const tolerance = digits === undefined ? undefined : powerOfTen(-digits);
  return equal(values, args).map((claim) =>
    claim.form === 'vacuous' ? claim : { ...claim, form: 'near', tolerance },
  );
}

function allClose(values: Values, args: readonly Argument[]): readonly Claim[] {
  const tolerance = toleranceOf(values, args, ['rtol', 'atol'], [2, 3], NUMPY_ALLCLOSE);
  return equal(
    values,
    args.filter(({ name }) => name !== 'rtol' && name !== 'atol'),
  ).map((claim) => (claim.form === 'vacuous' ? claim : { ...claim, form: 'near', tolerance }));
}

function customClaim(values: Values, { args, name }: Call): Claim {
  const [first, ...others] = args;
  const expected = others.map(
    (arg) => `${arg.name === undefined ? '' : `${arg.name}=`}${expectedText(values, arg.value)}`,
  );
  return {
    subject: first === undefined ? '' : subjectText(values, first.value),
    form: 'custom',
    negated: false,
    expected: [lastName(name), ...expected].join(' '),
  };
}

/** `double.assert_called_once_with(1)` claims two things: the call, and that there was one. */
function doubleClaims(
  values: Values,
  { args, callee }: Call,
  name: string,
): readonly Claim[] | undefined {
  const { source } = values;
  const found =
    /^assert_(not_|any_|has_)?(called|awaited|call|calls|await|awaits)(_once)?(_with)?$/.exec(name);
  if (found === null || callee.to - callee.from < 3) return undefined;
  const [, kind, , isOnce, isWith] = found;
  const claim = {
    subject: canonicalText(source, { from: callee.from, to: callee.to - 2 }),
    form: 'called',
    negated: kind === 'not_',
  } as const;
  const given = args.map(
    ({ name: key, value }) => `${key === undefined ? '' : `${key}=`}${expectedText(values, value)}`,
  );
  const wildcards = given.filter((text) => /^(\w+=)?(mock\.)?ANY$/.test(text)).length;
  const open = wildcards > 0 ? { wildcards } : {};
  if (kind === 'has_')
    return [
      { ...claim, expected: (given[0] ?? '').replace(/(^|[[,])(mock\.)?call\(/g, '$1('), ...open },
    ];
  const claims: Claim[] = [];
  if (isWith || kind === 'any_')
    claims.push({ ...claim, expected: `(${given.join(',')})`, ...open });
  if (isOnce) claims.push({ ...claim, expected: 'count 1' });
  return claims.length > 0 ? claims : [claim];
}

/** A value that is kept in a file: `snapshot.assert_match(x)`, `data_regression.check(x)`. */
function keptClaims(
  values: Values,
  { args, name: full }: Call,
  name: string,
): readonly Claim[] | undefined {
  const isKept =
    /(^|\.)(\w*snapshot|\w*_regression|approvals)\.(assert_match|check|verify\w*)$/.test(full) ||
    /^assert_?match_?(image_)?snapshot$/i.test(name);
  if (!isKept) return undefined;
  return [
    {
      subject: args[0] === undefined ? '' : subjectText(values, args[0].value),
      form: 'snapshot',
      negated: false,
    },
  ];
}

const FLUENT: Readonly<Record<string, Claim['form']>> = {
  is_equal_to: 'equal', equal_to: 'equal', is_: 'equal', is_length: 'count', has_length: 'count', contains: 'contains',
  contains_string: 'contains', has_item: 'contains', has_items: 'contains', contains_exactly: 'equal',
  contains_only: 'equal', is_instance_of: 'instance', instance_of: 'instance', is_not_none: 'defined', not_none: 'defined',
  is_true: 'truthy', is_false: 'truthy', is_close_to: 'near', close_to: 'near', starts_with: 'matches',
  ends_with: 'matches', matches: 'matches', matches_regexp: 'matches', is_greater_than: 'compares',
  is_less_than: 'compares', greater_than: 'compares', less_than: 'compares', is_not_empty: 'truthy', is_empty: 'truthy',
  has_entries: 'contains', has_properties: 'contains', is_not_equal_to: 'equal', is_none: 'equal', none: 'equal', is_in: 'contains',
}; // biome-ignore format: a table

/** `assert_that(x).is_equal_to(3)` of assertpy and `assert_that(x, equal_to(3))` of hamcrest. */
function fluentClaims(values: Values, call: Call): readonly Claim[] | undefined {
  const { source } = values;
  const chained = callIn(source, { from: call.callee.from, to: call.callee.to - 2 });
  if (
    chained !== undefined &&
    /^(assert_that|expect)$/.test(lastName(chained.name)) &&
    chained.args[0] !== undefined
  ) {
    return [fluentClaim(values, chained.args[0].value, lastName(call.name), call)];
  }
  const [subject, matcher] = call.args;
  if (lastName(call.name) !== 'assert_that' || subject === undefined) return undefined;
  if (matcher === undefined) return claimsOf(values, subject.value);
  const made = callIn(source, matcher.value);
  if (made === undefined) return [customClaim(values, call)];
  const inner =
    made.args[0] && lastName(made.name) === 'is_' ? callIn(source, made.args[0].value) : undefined;
  const own = inner !== undefined && lastName(inner.name) in FLUENT ? inner : made;
  return [fluentClaim(values, subject.value, lastName(own.name), own)];
}

function fluentClaim(values: Values, about: Range, name: string, { args }: Call): Claim {
  const subject = subjectText(values, about);
  const texts = args.map(({ value }) => expectedText(values, value));
  const form = FLUENT[name];
  const negated = /^(is_not_equal_to|is_false|is_empty)$/.test(name);
  if (form === undefined)
    return { subject, form: 'custom', negated: false, expected: [name, ...texts].join(' ') };
  if (name === 'is_none' || name === 'none') return { subject, form, negated, expected: 'None' };
  if (form === 'compares')
    return {
      subject,
      form,
      negated,
      expected: `${/greater/.test(name) ? '>' : '<'}${texts.join(',')}`,
    };
  const tolerance =
    form === 'near' && args[1] !== undefined ? numberIn(values, args[1].value) : undefined;
  const expected = form === 'near' ? texts[0] : texts.join(',');
  return {
    subject,
    form,
    negated,
    ...(expected ? { expected } : {}),
    ...(tolerance === undefined ? {} : { tolerance }),
  };
}
