import type { SyntaxNode } from '../syntax/node.ts';
import type { Assertion } from '../test-file.ts';
import type { Call, Comparison } from './dialect.ts';
import {
  expectedText,
  type Order,
  type Reading,
  rankOf,
  sidesOf,
  subjectText,
  textOf,
} from './scope.ts';

/** What a condition claims: `f(1) == 2`, `!(x in y)`, `len(x) > 0`, in any language. */

/** What an assertion says, wherever it stands. */
export interface Claim
  extends Pick<Assertion, 'subject' | 'form' | 'negated' | 'expected' | 'tolerance' | 'wildcards'> {
  /** Whether another condition can keep it from being looked at. */
  readonly isConditional?: boolean;
  /** Whether it claims nothing where it is not awaited. */
  readonly isPromise?: boolean;
}

/** Claims that only one language has. Each may say nothing: then what all languages have holds. */
export interface OwnClaims {
  /** Of a call that is a condition: `isinstance(x, int)`, `s.startswith("a")`. */
  ofCall(reading: Claiming, call: Call, negated: boolean): Claim | readonly Claim[] | undefined;
  /** Of an equality with a meaning of its own: `x == approx(3)`. The sides are in order. */
  ofEquality?(
    reading: Claiming,
    subject: SyntaxNode,
    expected: SyntaxNode,
    negated: boolean,
  ): Claim | undefined;
  /** Whether a condition asks the row of a table: of `want == "" || got == want`, the second is asked where the row says so. */
  asksRow?(condition: SyntaxNode, reading: Reading): boolean;
  /** Of another value: `double.called`. */
  ofValue?(reading: Claiming, value: SyntaxNode, negated: boolean): Claim | undefined;
}

/** The functions of these. */
export type OfCall = OwnClaims['ofCall'];
export type OfEquality = NonNullable<OwnClaims['ofEquality']>;

/** All that is needed to read conditions. */
export interface Claiming extends Reading {
  readonly own: OwnClaims;
}

const FLIPPED: Readonly<Record<string, Comparison['operator']>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};
const OPPOSITE: Readonly<Record<string, Comparison['operator']>> = {
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
};
const DEEPEST = 100;

export function claim(
  form: Claim['form'],
  subject: string,
  more: Partial<Omit<Claim, 'form' | 'subject'>> = {},
): Claim {
  return { negated: false, ...more, form, subject };
}

/** All that it claims that a condition holds, or does not: more than one thing where parts are joined. */
export function claimsOf(
  reading: Claiming,
  condition: SyntaxNode,
  negated = false,
  depth = 0,
): readonly Claim[] {
  const { dialect } = reading;
  const node = dialect.unwrapped(condition);
  const operation = depth > DEEPEST ? undefined : dialect.operation(node);
  const inner = (one: SyntaxNode, isNegated = negated): readonly Claim[] =>
    claimsOf(reading, one, isNegated, depth + 1);
  switch (operation?.kind) {
    case 'choice':
      return inner(operation.value).map((one) => ({ ...one, isConditional: true }));
    case 'not':
      return inner(operation.of, !negated);
    case 'and':
    case 'or':
      return (operation.kind === 'and') === negated
        ? [alternativeOf(reading, node, operation.parts, negated)]
        : operation.parts.flatMap((part) => inner(part));
    case 'compared':
      return operation.pairs.map((one) => comparisonClaim(reading, one, negated));
    default:
      return valueClaims(reading, node, negated);
  }
}

/** One of several claims holds: that says less than one of them would. */
function alternativeOf(
  reading: Claiming,
  node: SyntaxNode,
  parts: readonly SyntaxNode[],
  negated: boolean,
): Claim {
  const claims = parts.flatMap((part) => claimsOf(reading, part, negated).slice(0, 1));
  const subject = claims.find((one) => one.subject !== '')?.subject ?? '';
  const isAlways =
    claims.some(({ form }) => form === 'vacuous') ||
    parts.some((part) => reading.dialect.truth(part) === !negated) ||
    hasOpposites(claims);
  if (isAlways) return claim('vacuous', subject);
  const isChoice = claims.every((one) => one.form === 'equal' && one.subject === subject);
  return isChoice
    ? claim('contains', subject, { expected: claims.map((one) => one.expected ?? '').join(' or ') })
    : (claimBesideRow(reading, claims, parts) ??
        claim('truthy', subject, { expected: textOf(reading, node) }));
}

/** Of parts of which one holds the one that says most, in a language whose tests keep their cases in rows. */
function claimBesideRow(
  reading: Claiming,
  claims: readonly Claim[],
  parts: readonly SyntaxNode[],
): Claim | undefined {
  const { own } = reading;
  if (own.asksRow === undefined) return undefined;
  const chosen = claims.find(({ form }) => !/^(?:truthy|defined)$/.test(form)) ?? claims[0];
  return (
    chosen && { ...chosen, isConditional: !parts.some((part) => own.asksRow?.(part, reading)) }
  );
}

function hasOpposites(claims: readonly Claim[]): boolean {
  return claims.some((one) =>
    claims.some(
      (other) =>
        one.subject === other.subject &&
        ((one.form === other.form &&
          one.expected === other.expected &&
          one.negated !== other.negated) ||
          (one.form === 'runs' && other.form === 'throws' && other.expected === undefined) ||
          (one.form === 'defined' && other.form === 'equal' && isNothing(other))),
    ),
  );
}

function isNothing({ expected = '' }: Claim): boolean {
  return /^(?:None|nil|null|undefined)$/.test(expected);
}

/** What one comparison claims. */
export function comparisonClaim(
  reading: Claiming,
  comparison: Comparison,
  negated: boolean,
): Claim {
  const { left, operator, right } = comparison;
  if (isAlwaysSo(reading, comparison, negated)) {
    const subject = rankOf(reading, left) === 0 ? '' : subjectText(reading, left);
    return claim('vacuous', subject);
  }
  switch (operator) {
    case '==':
    case '!=':
      return equalityClaim(reading, left, right, negated !== (operator === '!='));
    case 'in':
    case 'not in':
      return membership(reading, left, right, negated !== (operator === 'not in'));
    case 'instance':
      return claim('instance', subjectText(reading, left), {
        negated,
        expected: expectedText(reading, right),
      });
    default:
      return orderClaim(
        reading,
        left,
        negated ? (OPPOSITE[operator] ?? operator) : operator,
        right,
      );
  }
}

/** A comparison of something with itself, of two constants, or one that every value fulfils. */
function isAlwaysSo(
  reading: Claiming,
  { left, operator, right }: Comparison,
  negated: boolean,
): boolean {
  const { dialect, scope } = reading;
  const sides = [left, right].map((side) => textOf(reading, aliasOf(reading, side)));
  const isReflexive = /^(?:==|<=|>=)$/.test(operator) && !negated;
  if (isReflexive && sides[0] === sides[1] && !sides[0]?.includes('(')) return true;
  const isConstant = [left, right].every((side) => dialect.isScalar(scope.standsFor(side, true)));
  if (isConstant && isReflexive)
    return expectedText(reading, left) === expectedText(reading, right);
  if (isConstant && /^(?:!=|<|>)$/.test(operator))
    return [left, right].every((side) => dialect.isScalar(dialect.unwrapped(side)));
  const isCount = dialect.counted(left) !== undefined && !negated;
  if (
    isCount &&
    ((operator === '>=' && sides[1] === '0') || (operator === '>' && sides[1] === '-1'))
  )
    return true;
  return operator === 'in' && !negated && sides[0] === '""';
}

/** What a name is another name of. */
function aliasOf({ dialect, scope }: Reading, node: SyntaxNode): SyntaxNode {
  let alias = dialect.unwrapped(node);
  for (let step = 0; step < 5 && dialect.isName(alias); step += 1) {
    const next = scope.find(alias.text, alias, true);
    if (next === undefined || !/^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(next.text)) break;
    alias = next;
  }
  return alias;
}

/** Two values are said to be the same, whichever stands first. */
export function equalityClaim(
  reading: Claiming,
  first: SyntaxNode,
  second: SyntaxNode,
  negated: boolean,
  order: Order = 'subject first',
): Claim {
  const { dialect, own } = reading;
  const [left, right] = sidesOf(reading, first, second, order);
  const expected = textOf(reading, right);
  // Names may be replaced in a subject, and not in what is expected.
  if (!negated && expected.includes('(') && expected === textOf(reading, left))
    return claim('vacuous', subjectText(reading, left));
  if (dialect.nothing.test(expected)) {
    const subject = subjectText(reading, left);
    return negated ? claim('defined', subject) : claim('equal', subject, { expected });
  }
  const known = own.ofEquality?.(reading, left, right, negated);
  if (known !== undefined) return known;
  return valueClaim(reading, left, { negated, expected: expectedText(reading, right) });
}

/** That a value is an expected one; of how many there are of something, that there are so many. */
export function valueClaim(
  reading: Claiming,
  value: SyntaxNode,
  rest: Pick<Claim, 'expected'> & Partial<Pick<Claim, 'negated'>>,
): Claim {
  const counted = reading.dialect.counted(reading.dialect.unwrapped(value));
  return counted === undefined
    ? claim('equal', subjectText(reading, value), rest)
    : claim('count', subjectText(reading, counted), rest);
}

function membership(
  reading: Claiming,
  left: SyntaxNode,
  right: SyntaxNode,
  negated: boolean,
): Claim {
  const isOneOf = rankOf(reading, reading.scope.standsFor(right)) <= 1 && rankOf(reading, left) > 1;
  const [subject, expected] = isOneOf ? [left, right] : [right, left];
  return claim('contains', subjectText(reading, subject), {
    negated,
    expected: expectedText(reading, expected),
  });
}

/** One value is said to be less or more than another; near it, where a distance is bounded. */
export function orderClaim(
  reading: Claiming,
  first: SyntaxNode,
  operator: Comparison['operator'],
  second: SyntaxNode,
): Claim {
  const { dialect } = reading;
  const isFlipped = rankOf(reading, first) <= 1 && rankOf(reading, second) > 1;
  const [left, right] = isFlipped ? [second, first] : [first, second];
  const own = isFlipped ? (FLIPPED[operator] ?? operator) : operator;
  const expected = expectedText(reading, right);
  if (own.startsWith('<')) {
    const near = distanceClaim(reading, left, right);
    if (near !== undefined) return near;
  }
  const counted = dialect.counted(dialect.unwrapped(left));
  if (counted !== undefined && /^(?:>0|>=1)$/.test(own + expected))
    return claim('defined', subjectText(reading, counted));
  return counted === undefined
    ? claim('compares', subjectText(reading, left), { expected: `${own}${expected}` })
    : claim('compares', subjectText(reading, counted), { expected: `len${own}${expected}` });
}

/** `abs(x - y) < z`, `(x - y).abs() < z`. */
function distanceClaim(reading: Claiming, about: SyntaxNode, bound: SyntaxNode): Claim | undefined {
  const { dialect } = reading;
  const call = dialect.call(dialect.unwrapped(about));
  if (call === undefined || !/^(?:abs|Abs)$/.test(call.name)) return undefined;
  const inner = call.args[0]?.value ?? call.receiver;
  const operation = inner === undefined ? undefined : dialect.operation(dialect.unwrapped(inner));
  if (operation?.kind !== 'difference') return undefined;
  const [subject, expected] = sidesOf(reading, operation.left, operation.right);
  return claim('near', subjectText(reading, subject), {
    expected: expectedText(reading, expected),
    tolerance: numberIn(reading, bound),
  });
}

/** What a value claims that is compared with nothing. */
function valueClaims(reading: Claiming, node: SyntaxNode, negated: boolean): readonly Claim[] {
  const { dialect, own } = reading;
  if (dialect.truth(node) === !negated) {
    const [first] = dialect.elements(node) ?? [];
    const inner = first === undefined ? undefined : claimsOf(reading, first)[0];
    return [claim('vacuous', inner?.subject ?? '')];
  }
  const call = dialect.call(node);
  const known =
    call === undefined ? own.ofValue?.(reading, node, negated) : own.ofCall(reading, call, negated);
  if (known !== undefined) return Array.isArray(known) ? known : [known as Claim];
  const counted = dialect.counted(node);
  return [claim('truthy', subjectText(reading, counted ?? node), { negated })];
}

/** The number that a node is; undefined where it is none. */
export function numberIn(reading: Reading, node: SyntaxNode): number | undefined {
  const text = textOf(reading, reading.scope.standsFor(node)).replace(/_/g, '');
  if (/^(?:float\("\+?inf(?:inity)?"\)|(?:math|np|numpy)\.inf|Infinity)$/.test(text))
    return Number.POSITIVE_INFINITY;
  if (/(?:^|[.:])EPSILON$/.test(text)) return text.startsWith('f32') ? 2 ** -23 : Number.EPSILON;
  const power = /^10\*\*(-?\d+)$/.exec(text)?.[1];
  if (power !== undefined) return powerOfTen(Number(power));
  const digits = text.replace(/(?<=[\d.])(?:[fiu](?:32|64|size)|[fFdDlL])$/, '');
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/** Ten to a power, without the rounding of a power by the machine. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${Math.round(exponent)}`);
}
