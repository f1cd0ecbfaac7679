/** What a condition of Python claims: `f(1) == 2`, `not x in y`, `len(x) > 0`. */

import { canonicalText, type Range } from '../source.ts';
import { type Claim, equality, numberIn, sidesOf, toleranceOf } from './python-equality.ts';
import {
  type Call,
  callIn,
  lastName,
  partsBetween,
  placeOf,
  simpleName,
  unwrapped,
} from './python-syntax.ts';
import {
  expectedText,
  isScalar,
  rankOf,
  standsFor,
  subjectText,
  truthOf,
  type Values,
} from './python-values.ts';

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
const NEGATED: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
/** More stand in no program that somebody wrote. */
const MOST_NOTS = 100_000;
/** What the documentation of Python says of `math.isclose`. */
const ISCLOSE_TOLERANCE = 1e-9;
/** What the documentation of numpy says of `allclose`. */
const ALLCLOSE_TOLERANCE = 1e-5;

/** All that a condition claims: more than one thing where parts are joined by `and` or compared in a chain. */
export function claimsOf(values: Values, condition: Range, negated = false): readonly Claim[] {
  const { source } = values;
  const range = unwrapped(source, condition);
  const choice = placeOf(source, range, 'if');
  if (choice !== undefined && placeOf(source, range, 'lambda') === undefined) {
    const then = claimsOf(values, { from: range.from, to: choice }, negated);
    return then.map((claim) => ({ ...claim, isConditional: true }));
  }
  const alternatives = partsBetween(source, range, negated ? 'and' : 'or');
  if (alternatives.length > 1) return [alternativeOf(values, range, alternatives, negated)];
  const parts = partsBetween(source, range, negated ? 'or' : 'and');
  if (parts.length > 1) return parts.flatMap((part) => claimsOf(values, part, negated));
  const inner = behindNot(values, range);
  if (inner.count > 0) return claimsOf(values, inner.range, negated !== (inner.count % 2 === 1));
  return comparisonsOf(values, range, negated) ?? [valueClaim(values, range, negated)];
}

/** A range without the `not` before it, and how many there were. */
function behindNot(
  { source }: Values,
  range: Range,
): { readonly range: Range; readonly count: number } {
  let count = 0;
  let inner = range;
  while (source.tokens[inner.from]?.text === 'not' && inner.from < inner.to && count < MOST_NOTS) {
    inner = unwrapped(source, { from: inner.from + 1, to: inner.to });
    count += 1;
  }
  return { range: inner, count };
}

function alternativeOf(
  values: Values,
  range: Range,
  parts: readonly Range[],
  negated: boolean,
): Claim {
  const { source } = values;
  const claims = parts.flatMap((part) => claimsOf(values, part, negated).slice(0, 1));
  const subject = claims.find((claim) => claim.subject !== '')?.subject ?? '';
  const texts = new Set(parts.map((part) => canonicalText(source, part)));
  const isAlways =
    claims.some(({ form }) => form === 'vacuous') ||
    parts.some((part) => truthOf(values, part) === !negated) ||
    [...texts].some((text) => texts.has(`not ${text}`));
  if (isAlways) return { subject, form: 'vacuous', negated: false };
  const isChoice = claims.every((claim) => claim.form === 'equal' && claim.subject === subject);
  const expected = isChoice
    ? claims.map((claim) => claim.expected ?? '').join(' or ')
    : canonicalText(source, range);
  return { subject, form: isChoice ? 'contains' : 'truthy', negated: false, expected };
}

interface Comparison {
  readonly left: Range;
  readonly operator: string;
  readonly right: Range;
}

function comparisonsOf(
  values: Values,
  range: Range,
  negated: boolean,
): readonly Claim[] | undefined {
  const found = comparisonParts(values, range);
  if (found.length === 0) return undefined;
  return found.map((one) => comparisonClaim(values, one, negated));
}

function comparisonParts({ source }: Values, range: Range): readonly Comparison[] {
  const { closing, tokens } = source;
  const operators: { readonly at: number; readonly text: string; readonly length: number }[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const token = tokens[at];
    if (token?.text === 'lambda') return [];
    if (token?.kind === 'symbol' && /^([=!<>]=|[<>])$/.test(token.text)) {
      operators.push({ at, text: token.text, length: 1 });
    } else if (token?.kind === 'word' && /^(in|is|not)$/.test(token.text) && at > range.from) {
      const next = tokens[at + 1]?.text ?? '';
      const isTwo = `${token.text} ${next}` === 'is not' || `${token.text} ${next}` === 'not in';
      operators.push({
        at,
        text: isTwo ? `${token.text} ${next}` : token.text,
        length: isTwo ? 2 : 1,
      });
      at += isTwo ? 1 : 0;
    }
    at = Math.min(closing.get(at) ?? at, range.to);
  }
  return operators.map(({ at, length, text }, index) => {
    const before = operators[index - 1];
    return {
      left: unwrapped(source, { from: before ? before.at + before.length : range.from, to: at }),
      operator: text,
      right: unwrapped(source, { from: at + length, to: operators[index + 1]?.at ?? range.to }),
    };
  });
}

function comparisonClaim(values: Values, comparison: Comparison, negated: boolean): Claim {
  const { left, operator, right } = comparison;
  if (isAlwaysSo(values, comparison, negated)) {
    return { subject: namedSubject(values, left), form: 'vacuous', negated: false };
  }
  if (operator === '==' || operator === 'is') return equality(values, left, right, negated);
  if (operator === '!=' || operator === 'is not') return equality(values, left, right, !negated);
  if (operator === 'in' || operator === 'not in') {
    return membership(values, left, right, negated !== (operator === 'not in'));
  }
  const own = negated ? (NEGATED[operator] ?? operator) : operator;
  return order(values, left, own, right);
}

/** A comparison of something with itself, of two constants, or one that every value fulfils. */
function isAlwaysSo(
  values: Values,
  { left, operator, right }: Comparison,
  negated: boolean,
): boolean {
  const { source } = values;
  const sides = [
    canonicalText(source, aliasOf(values, left)),
    canonicalText(source, aliasOf(values, right)),
  ];
  const isReflexive = /^(==|is|<=|>=)$/.test(operator) && !negated;
  if (isReflexive && sides[0] === sides[1] && !sides[0]?.includes('(')) return true;
  const isConstant =
    isScalar(source, standsFor({ ...values, constants: new Map() }, left)) &&
    isScalar(source, standsFor({ ...values, constants: new Map() }, right));
  if (isConstant && isReflexive) return expectedText(values, left) === expectedText(values, right);
  if (
    isConstant &&
    /^(!=|is not|<|>)$/.test(operator) &&
    isScalar(source, left) &&
    isScalar(source, right)
  )
    return true;
  const length = callIn(source, left)?.name === 'len';
  if (
    length &&
    !negated &&
    ((operator === '>=' && sides[1] === '0') || (operator === '>' && sides[1] === '-1'))
  )
    return true;
  return operator === 'in' && !negated && sides[0] === '""';
}

/** What a name is another name of. */
function aliasOf({ locals, source }: Values, range: Range): Range {
  let alias = range;
  for (let step = 0; step < 5; step += 1) {
    const next = locals.get(simpleName(source, alias) ?? '');
    const isName =
      next !== undefined &&
      source.tokens
        .slice(next.from, next.to)
        .every(({ kind, text }) => kind === 'word' || text === '.');
    if (!isName || next === undefined) break;
    alias = next;
  }
  return alias;
}

function namedSubject(values: Values, range: Range): string {
  return rankOf(values, range) === 0 ? '' : subjectText(values, range);
}

function membership(values: Values, left: Range, right: Range, negated: boolean): Claim {
  const isOneOf = rankOf(values, standsFor(values, right)) <= 1 && rankOf(values, left) > 1;
  return isOneOf
    ? {
        subject: subjectText(values, left),
        form: 'contains',
        negated,
        expected: expectedText(values, right),
      }
    : {
        subject: subjectText(values, right),
        form: 'contains',
        negated,
        expected: expectedText(values, left),
      };
}

/** One value is said to be less or more than another. */
export function order(values: Values, first: Range, operator: string, second: Range): Claim {
  const { source } = values;
  const isFlipped = rankOf(values, first) <= 1 && rankOf(values, second) > 1;
  const [left, right] = isFlipped ? [second, first] : [first, second];
  const own = isFlipped ? (FLIPPED[operator] ?? operator) : operator;
  const call = callIn(source, left);
  const only = call?.args[0]?.value;
  const expected = expectedText(values, right);
  if (call?.name === 'abs' && only !== undefined && own.startsWith('<')) {
    const minus = placeOf(source, only, '-');
    if (minus !== undefined && minus > only.from) {
      const [value, wanted] = sidesOf(
        values,
        { from: only.from, to: minus },
        { from: minus + 1, to: only.to },
      );
      return {
        subject: subjectText(values, value),
        form: 'near',
        negated: false,
        expected: expectedText(values, wanted),
        tolerance: numberIn(values, right),
      };
    }
  }
  if (call?.name === 'len' && only !== undefined) {
    return {
      subject: subjectText(values, only),
      form: 'compares',
      negated: false,
      expected: `len${own}${expected}`,
    };
  }
  return {
    subject: subjectText(values, left),
    form: 'compares',
    negated: false,
    expected: `${own}${expected}`,
  };
}

/** What a value claims that is compared with nothing. */
function valueClaim(values: Values, range: Range, negated: boolean): Claim {
  const { source } = values;
  const own = unwrapped(source, range);
  if (truthOf(values, own) === !negated) {
    const first =
      source.tokens[own.from]?.text === '('
        ? {
            from: own.from + 1,
            to: placeOf(source, { from: own.from + 1, to: own.to }, ',') ?? own.to,
          }
        : undefined;
    const inner = first === undefined ? undefined : claimsOf(values, first)[0];
    return { subject: inner?.subject ?? '', form: 'vacuous', negated: false };
  }
  const call = callIn(source, own);
  const known = call === undefined ? undefined : callClaim(values, call, negated);
  if (known !== undefined) return known;
  const name = source.tokens[own.to - 1]?.text ?? '';
  if (/^(called|called_once|awaited)$/.test(name) && own.to - own.from > 2 && call === undefined) {
    const isReal = name !== 'called_once';
    const subject = canonicalText(source, { from: own.from, to: own.to - 2 });
    return { subject, form: isReal ? 'called' : 'vacuous', negated: isReal && negated };
  }
  return { subject: subjectText(values, own), form: 'truthy', negated };
}

function callClaim(values: Values, call: Call, negated: boolean): Claim | undefined {
  const { source } = values;
  const [first, second] = call.args;
  const name = lastName(call.name);
  const receiver = { from: call.callee.from, to: call.callee.to - 2 };
  if (
    /^(called_once_with|called_with|called_once|has_calls|assert_called\w*|not_called)$/.test(
      name,
    ) &&
    call.callee.to - call.callee.from > 2
  ) {
    return { subject: canonicalText(source, receiver), form: 'vacuous', negated: false };
  }
  if (first === undefined)
    return name === 'all' && call.callee.to - call.callee.from > 2
      ? arrayClaim(values, receiver, negated)
      : undefined;
  const subject = subjectText(values, first.value);
  if (second === undefined) {
    if (call.name === 'bool') return claimsOf(values, first.value, negated)[0];
    if (call.name === 'len') return { subject, form: 'truthy', negated };
    if (call.name === 'callable') return { subject, form: 'defined', negated };
    if (call.name === 'all') return { subject, form: 'compares', negated, expected: 'all' };
    if (call.name === 'any') return { subject, form: 'truthy', negated, expected: 'any' };
    if (/^(startswith|endswith)$/.test(name)) {
      return {
        subject: subjectText(values, receiver),
        form: 'matches',
        negated,
        expected: `${name} ${expectedText(values, first.value)}`,
      };
    }
    if (name === 'equals' || name === 'equal')
      return {
        subject: subjectText(values, receiver),
        form: 'equal',
        negated,
        expected: expectedText(values, first.value),
      };
    return undefined;
  }
  return twoSidedCall(values, call, negated);
}

/** `(a == b).all()` */
function arrayClaim(values: Values, receiver: Range, negated: boolean): Claim | undefined {
  return unwrapped(values.source, receiver).from === receiver.from
    ? undefined
    : claimsOf(values, receiver, negated)[0];
}

function twoSidedCall(values: Values, { args, name }: Call, negated: boolean): Claim | undefined {
  const [first, second] = args;
  if (first === undefined || second === undefined) return undefined;
  const expected = expectedText(values, second.value);
  const subject = subjectText(values, first.value);
  switch (lastName(name)) {
    case 'isinstance':
    case 'issubclass':
      return expected === 'object'
        ? { subject, form: 'vacuous', negated: false }
        : { subject, form: 'instance', negated, expected };
    case 'hasattr':
      return { subject, form: 'defined', negated, expected };
    case 'match':
    case 'search':
    case 'fullmatch':
      return name.startsWith('re.')
        ? {
            subject: subjectText(values, second.value),
            form: 'matches',
            negated,
            expected: expectedText(values, first.value),
          }
        : undefined;
    case 'array_equal':
    case 'array_equiv':
      return equality(values, first.value, second.value, negated);
    case 'isclose':
    case 'allclose': {
      const own = name.startsWith('math.') ? ISCLOSE_TOLERANCE : ALLCLOSE_TOLERANCE;
      const tolerance = toleranceOf(
        values,
        args,
        ['rtol', 'atol', 'rel_tol', 'abs_tol'],
        [2, 3],
        own,
      );
      const base = equality(values, first.value, second.value, negated);
      return { ...base, form: 'near', tolerance };
    }
    default:
      return undefined;
  }
}
