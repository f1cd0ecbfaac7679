/** What an equality of Python claims: of a value, a number within a tolerance, a length, a type, the calls of a double. */

import { canonicalText, type Range } from '../source.ts';
import type { AssertionForm } from '../test-file.ts';
import { type Call, callIn, lastName, simpleName } from './python-syntax.ts';
import { expectedText, rankOf, standsFor, subjectText, type Values } from './python-values.ts';

/** What an assertion says, wherever it stands. */
export interface Claim {
  readonly subject: string;
  readonly form: AssertionForm;
  readonly negated: boolean;
  readonly expected?: string | undefined;
  readonly tolerance?: number | undefined;
  readonly wildcards?: number | undefined;
  /** It does not hold for all runs: `x == 1 if FLAG else True`. */
  readonly isConditional?: boolean;
}

const WILDCARD =
  /^(ANY|IsAnything|anything|Anything|instance_of|IsInstance|IsStr|IsInt|IsNow|IsPositive|IsUUID|IsDatetime)$/;
/** What the documentation of pytest says of `approx`. */
const APPROX_TOLERANCE = 1e-6;

/** Two values are said to be the same, whichever stands first. */
export function equality(values: Values, first: Range, second: Range, negated: boolean): Claim {
  const { source } = values;
  const [left, right] = sidesOf(values, first, second);
  const expected = canonicalText(source, right);
  if (expected === 'None') {
    return negated
      ? { subject: subjectText(values, left), form: 'defined', negated: false }
      : { subject: subjectText(values, left), form: 'equal', negated, expected };
  }
  const near = nearness(values, left, right, negated);
  if (near !== undefined) return near;
  const call = callIn(source, left);
  const only = call?.args.length === 1 ? call.args[0]?.value : undefined;
  if (call !== undefined && only !== undefined && call.name === 'len') {
    return {
      subject: subjectText(values, only),
      form: 'count',
      negated,
      expected: expectedText(values, right),
    };
  }
  if (call !== undefined && only !== undefined && call.name === 'type') {
    return { subject: subjectText(values, only), form: 'instance', negated, expected };
  }
  return (
    doubleEquality(values, left, right, negated) ?? plainEquality(values, left, right, negated)
  );
}

function plainEquality(values: Values, left: Range, right: Range, negated: boolean): Claim {
  const { source } = values;
  const unordered = unorderedEquality(values, left, right, negated);
  if (unordered !== undefined) return unordered;
  if (isKept(values, right)) {
    const call = callIn(source, right);
    const written = call?.args[0]?.value;
    if (written !== undefined && rankOf(values, written) <= 1) {
      return {
        subject: subjectText(values, left),
        form: 'equal',
        negated,
        expected: expectedText(values, written),
      };
    }
    return { subject: subjectText(values, left), form: 'snapshot', negated };
  }
  const wildcards = wildcardsIn(values, right);
  const expected = expectedText(values, right);
  const last = lastName(expected);
  if (WILDCARD.test(last.replace(/\(.*$/, '')) && wildcards === 1 && !/[[{,]/.test(expected)) {
    return {
      subject: subjectText(values, left),
      form: /^(mock\.)?ANY$/.test(expected) ? 'vacuous' : 'instance',
      negated,
      expected,
    };
  }
  return {
    subject: subjectText(values, left),
    form: 'equal',
    negated,
    expected,
    ...(wildcards > 0 ? { wildcards } : {}),
  };
}

/** `sorted(x) == sorted(y)` and `set(x) == {…}` leave open in which order, or how often, something is in `x`. */
function unorderedEquality(
  values: Values,
  left: Range,
  right: Range,
  negated: boolean,
): Claim | undefined {
  const [own, other] = [unorderedIn(values, left), unorderedIn(values, right)];
  if (own === undefined) return undefined;
  const [subject, expected] = other === undefined ? [own, right] : sidesOf(values, own, other);
  return {
    subject: subjectText(values, subject),
    form: 'equal',
    negated,
    expected: expectedText(values, expected),
    wildcards: wildcardsIn(values, expected) + 1,
  };
}

/** What is made a set of, or sorted; undefined where nothing is. */
function unorderedIn(values: Values, range: Range): Range | undefined {
  const call = callIn(values.source, standsFor({ ...values, constants: new Map() }, range));
  const isUnordered = /^(sorted|set|frozenset|(collections\.)?Counter)$/.test(call?.name ?? '');
  return isUnordered ? call?.args[0]?.value : undefined;
}

function isKept({ source }: Values, range: Range): boolean {
  const name = callIn(source, range)?.name ?? canonicalText(source, range);
  return /(^|[._])snapshot(_\w+)?$/.test(name);
}

function wildcardsIn(values: Values, range: Range): number {
  const { from, to } = standsFor(values, range);
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const token = values.source.tokens[at];
    if (token?.kind === 'word' && WILDCARD.test(token.text)) count += 1;
  }
  return count;
}

/** The side that is tested, then the one that is expected. */
export function sidesOf(values: Values, first: Range, second: Range): readonly [Range, Range] {
  const rank = (range: Range): number => {
    const named = rankOf(values, range);
    return named >= 2 ? rankOf(values, { ...standsFor(values, range) }) : named;
  };
  const own = rankOf(values, first);
  const [left, right] = [rank(first), rank(second)];
  const isExpected = own === 2 || left <= 2;
  const isName = simpleName(values.source, first) !== undefined && left === 3;
  const isSwapped = (isExpected && right > Math.min(left, own)) || (isName && right === 4);
  return isSwapped && !isKept(values, second) ? [second, first] : [first, second];
}

/** `x == approx(y)`, `abs(x - y) < z` is read by `order`. */
function nearness(values: Values, left: Range, right: Range, negated: boolean): Claim | undefined {
  const { source } = values;
  const call = callIn(source, right) ?? undefined;
  if (call !== undefined && lastName(call.name) === 'approx')
    return near(values, left, call, negated);
  const other = callIn(source, left);
  if (other !== undefined && lastName(other.name) === 'approx')
    return near(values, right, other, negated);
  const [value, places] = other?.name === 'round' ? other.args : [];
  if (value === undefined) return undefined;
  const digits = places === undefined ? 0 : numberIn(values, places.value);
  return {
    subject: subjectText(values, value.value),
    form: 'near',
    negated,
    expected: expectedText(values, right),
    tolerance: digits === undefined ? undefined : powerOfTen(-digits),
  };
}

function near(values: Values, subject: Range, { args }: Call, negated: boolean): Claim {
  const value = args[0]?.value ?? subject;
  return {
    subject: subjectText(values, subject),
    form: 'near',
    negated,
    expected: expectedText(values, value),
    tolerance: toleranceOf(values, args, ['rel', 'abs'], [1, 2], APPROX_TOLERANCE),
  };
}

/** Ten to a power, without the rounding of a power by the machine. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${Math.round(exponent)}`);
}

/** The largest tolerance that is named, by name or by place; what holds by itself where none is. */
export function toleranceOf(
  values: Values,
  args: Call['args'],
  names: readonly string[],
  places: readonly number[],
  otherwise: number,
): number | undefined {
  const given = args.filter(
    ({ name }, index) =>
      (name !== undefined && names.includes(name)) ||
      (name === undefined && places.includes(index)),
  );
  if (given.length === 0) return otherwise;
  const numbers = given.map(({ value }) => numberIn(values, value));
  const known = numbers.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The number that a range is; undefined where it is none. */
export function numberIn(values: Values, range: Range): number | undefined {
  const text = canonicalText(values.source, standsFor(values, range)).replace(/_/g, '');
  if (/^(float\("\+?inf(inity)?"\)|(math|np|numpy)\.inf)$/.test(text))
    return Number.POSITIVE_INFINITY;
  const power = /^10\*\*(-?\d+)$/.exec(text);
  if (power?.[1] !== undefined) return powerOfTen(Number(power[1]));
  const plain = /^-?\d+(\.\d+)?(e[+-]?\d+)?$|^-?\.\d+(e[+-]?\d+)?$/i.test(text)
    ? Number(text)
    : Number.NaN;
  return Number.isNaN(plain) ? undefined : plain;
}

/** `double.call_count == 2`, `double.call_args == call(1)`, `double.mock_calls == [call(1)]`. */
function doubleEquality(
  values: Values,
  left: Range,
  right: Range,
  negated: boolean,
): Claim | undefined {
  const { source } = values;
  const name = source.tokens[left.to - 1]?.text ?? '';
  if (
    left.to - left.from < 3 ||
    !/^(call_count|await_count|call_args|call_args_list|mock_calls)$/.test(name)
  )
    return undefined;
  const subject = canonicalText(source, { from: left.from, to: left.to - 2 });
  const expected = expectedText(values, right);
  if (/count$/.test(name)) {
    const isNone = expected === '0';
    return {
      subject,
      form: 'called',
      negated: negated !== isNone,
      expected: isNone ? undefined : `count ${expected}`,
    };
  }
  return {
    subject,
    form: 'called',
    negated,
    expected: expected.replace(/(^|[[,])(mock\.)?call\(/g, '$1('),
  };
}
