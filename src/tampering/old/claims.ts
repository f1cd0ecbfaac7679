import type { Assertion } from '../test-file.ts';
import {
  callOf,
  type Expression,
  indexOfSymbol,
  isPlainLiteral,
  numberOf,
  splitAt,
  textOf,
  withoutParentheses,
} from './expressions.ts';
import type { Scope } from './scope.ts';

/** What an assertion says, wherever it stands. */
export interface Claim
  extends Pick<Assertion, 'subject' | 'form' | 'negated' | 'expected' | 'tolerance' | 'wildcards'> {
  /** Whether another condition can keep it from being looked at. */
  readonly isConditional?: boolean;
}

/** How a language writes what is claimed, beyond operators. */
export interface Dialect {
  readonly scope: Scope;
  /** Claims of a call, or of another expression of the language's own; undefined where it has no own way. */
  readonly claimsOfCall: (expression: Expression, holds: boolean) => readonly Claim[] | undefined;
  /** Claims of an equality with a meaning of its own: `err == nil`, `r == Ok(3)`. */
  readonly claimsOfEquality: (
    sides: readonly [Expression, Expression],
    holds: boolean,
  ) => readonly Claim[] | undefined;
  /** An expression without what makes no difference to its value, its local names inlined. */
  readonly plain: (expression: Expression) => Expression;
  /** What counts how many there are: the thing whose size an expression is. */
  readonly countedOf: (expression: Expression) => Expression | undefined;
  /** Names of functions that only convert a value. */
  readonly conversions: ReadonlySet<string>;
}

const MOST_DEPTH = 12;
const ORDERS = ['<=', '>=', '<', '>'];
const NEGATED_ORDER: Readonly<Record<string, string>> = {
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
};
const TURNED_ORDER: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};
const EXPECTED_NAME = /^(?:want|wanted|expect|expected|exp|expectation|golden)(?:[A-Z_\d].*)?$/;

/** A claim of a form about a subject. */
export function claim(
  form: Claim['form'],
  subject: string,
  more: Partial<Omit<Claim, 'form' | 'subject'>> = {},
): Claim {
  return { negated: false, ...more, form, subject };
}

/** What it says that a condition holds, or does not. */
export function claimsOf(
  condition: Expression,
  holds: boolean,
  dialect: Dialect,
  depth = 0,
): readonly Claim[] {
  const expression = withoutParentheses(condition);
  const [first] = expression;
  if (first === undefined || depth > MOST_DEPTH) return [];
  for (const [symbol, isAll] of [
    ['||', false],
    ['&&', true],
  ] as const) {
    const parts = splitAt(expression, symbol);
    if (parts.length < 2 || parts.some((part) => part.length === 0)) continue;
    const claims = parts.map((part) => claimsOf(part, holds, dialect, depth + 1));
    return isAll === holds ? claims.flat() : claimsOfOneOf(parts, claims, expression, dialect);
  }
  const comparison = claimsOfComparison(expression, holds, dialect);
  if (comparison !== undefined) return comparison;
  if (first.text === '!') return claimsOf(expression.slice(1), !holds, dialect, depth + 1);
  if (expression.length === 1 && /^(?:true|false)$/.test(first.text)) {
    return (first.text === 'true') === holds ? [claim('vacuous', first.text)] : [];
  }
  const own = dialect.claimsOfCall(expression, holds);
  if (own !== undefined) return own;
  const plain = dialect.plain(expression);
  if (textOf(plain) !== textOf(expression)) return claimsOf(plain, holds, dialect, depth + 1);
  return [claim('truthy', textOf(plain), { negated: !holds })];
}

/** One of several claims holds: all of them say less than one of them would. */
function claimsOfOneOf(
  parts: readonly Expression[],
  claims: readonly (readonly Claim[])[],
  whole: Expression,
  dialect: Dialect,
): readonly Claim[] {
  const flat = claims.flat();
  const text = textOf(whole);
  if (flat.some(({ form }) => form === 'vacuous') || hasOpposites(flat)) {
    return [claim('vacuous', text)];
  }
  const [first, ...rest] = flat;
  if (first === undefined) return [];
  const isOneSubject = rest.every(
    ({ form, subject }) => form === 'equal' && subject === first.subject,
  );
  if (first.form === 'equal' && !first.negated && isOneSubject) {
    const values = flat.map(({ expected }) => expected ?? '').join('|');
    return [claim('contains', first.subject, { expected: values })];
  }
  // `if want != "" && got != want` asks the second where the row says so.
  const chosen = flat.find(({ form }) => form !== 'truthy' && form !== 'defined') ?? first;
  const isOfRow = parts.some((part) => dialect.scope.isAboutRow(part));
  return [{ ...chosen, isConditional: !isOfRow }];
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
          (one.form === 'defined' && /^(?:nil|None)$/.test(other.expected ?? ''))),
    ),
  );
}

function claimsOfComparison(
  expression: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const equality = indexOfSymbol(expression, ['==', '!=']);
  if (equality > 0) {
    const sides = [expression.slice(0, equality), expression.slice(equality + 1)] as const;
    return equalityClaims(sides, (expression[equality]?.text === '==') === holds, dialect);
  }
  const order = indexOfSymbol(expression, ORDERS);
  if (order <= 0 || expression[0]?.text === '!') return undefined;
  const written = expression[order]?.text ?? '';
  const operator = holds ? written : (NEGATED_ORDER[written] ?? written);
  return orderClaims(expression.slice(0, order), operator, expression.slice(order + 1), dialect);
}

/** What an equality of two values says. The left one is the subject where nothing tells, or the right one. */
export function equalityClaims(
  sides: readonly [Expression, Expression],
  holds: boolean,
  dialect: Dialect,
  isExpectedFirst = false,
): readonly Claim[] {
  const [left, right] = sides;
  const isWrittenAlike = textOf(left) === textOf(right) && !left.some(isOpening);
  const own = isWrittenAlike
    ? undefined
    : (dialect.claimsOfEquality(sides, holds) ?? dialect.claimsOfEquality([right, left], holds));
  if (own !== undefined) return own;
  const [subject, expected] = orderedSides(sides, dialect, isExpectedFirst);
  const about = dialect.plain(subject);
  const value = dialect.plain(expected);
  const texts = [textOf(about), textOf(value)] as const;
  const isSame = isWrittenAlike || (texts[0] === texts[1] && !about.some(isOpening));
  if (isSame || (isPlainLiteral(about) && isPlainLiteral(value))) {
    return [claim(holds ? 'vacuous' : 'equal', texts.join('=='), { negated: !holds })];
  }
  const truth = /^(?:true|false)$/.exec(texts[1])?.[0];
  if (truth !== undefined)
    return claimsOf(about, (truth === 'true') === holds, dialect, MOST_DEPTH - 2);
  const counted = dialect.countedOf(about);
  if (counted !== undefined) return countClaims(counted, texts[1], holds, dialect);
  return [claim('equal', texts[0], { negated: !holds, expected: texts[1] })];
}

function isOpening({ text }: Expression[number]): boolean {
  return text === '(';
}

function countClaims(
  counted: Expression,
  count: string,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] {
  const subject = textOf(dialect.plain(counted));
  if (!holds && count === '0') return [claim('defined', subject)];
  return [claim('count', subject, { negated: !holds, expected: count })];
}

/** What an order of two values says: near, where it bounds a distance. */
export function orderClaims(
  left: Expression,
  operator: string,
  right: Expression,
  dialect: Dialect,
): readonly Claim[] {
  const isTurned = weightOf(left, dialect) < weightOf(right, dialect);
  const [about, bound, order] = isTurned
    ? [right, left, TURNED_ORDER[operator] ?? operator]
    : [left, right, operator];
  const near = /^<=?$/.test(order) ? nearClaim(about, bound, dialect) : undefined;
  if (near !== undefined) return [near];
  const subject = dialect.plain(about);
  const limit = textOf(dialect.plain(bound));
  const counted = dialect.countedOf(subject);
  if (
    counted !== undefined &&
    ((order === '>=' && limit === '0') || (order === '>' && limit === '-1'))
  ) {
    return [claim('vacuous', `${textOf(subject)}${order}${limit}`)];
  }
  if (
    counted !== undefined &&
    ((order === '>' && limit === '0') || (order === '>=' && limit === '1'))
  ) {
    return [claim('defined', textOf(dialect.plain(counted)))];
  }
  if (textOf(subject) === limit) {
    return order.length === 2 ? [claim('vacuous', `${limit}${order}${limit}`)] : [];
  }
  return [claim('compares', textOf(subject), { expected: `${order}${limit}` })];
}

/** `abs(a - b) < c`. */
function nearClaim(about: Expression, bound: Expression, dialect: Dialect): Claim | undefined {
  const call = callOf(withoutParentheses(dialect.plain(about)));
  if (call === undefined || !/^(?:Abs|abs)$/.test(call.name)) return undefined;
  const inner = withoutParentheses(call.args[0] ?? call.receiver);
  const minus = indexOfSymbol(inner, ['-']);
  if (minus <= 0) return undefined;
  const sides = [inner.slice(0, minus), inner.slice(minus + 1)] as const;
  return claimNear(sides, bound, dialect, false);
}

/** That two numbers are no farther apart than a bound. */
export function claimNear(
  sides: readonly [Expression, Expression],
  bound: Expression,
  dialect: Dialect,
  isExpectedFirst: boolean,
): Claim {
  const [subject, expected] = orderedSides(sides, dialect, isExpectedFirst);
  return claim('near', textOf(dialect.plain(subject)), {
    expected: textOf(dialect.plain(expected)),
    tolerance: toleranceOf(dialect.plain(bound)),
  });
}

/** A bound as a number, also a power of ten or a well-known constant. */
function toleranceOf(bound: Expression): number | undefined {
  const text = textOf(bound);
  if (/(?:f64|std::f64)::EPSILON$/.test(text)) return Number.EPSILON;
  if (/f32::EPSILON$/.test(text)) return 2 ** -23;
  const unit =
    /^(?:(\d+)\*)?time\.(Nanosecond|Microsecond|Millisecond|Second|Minute|Hour)(?:\*(\d+))?$/.exec(
      text,
    );
  if (unit === null) return numberOf(bound);
  const seconds = {
    Nanosecond: 1e-9,
    Microsecond: 1e-6,
    Millisecond: 1e-3,
    Second: 1,
    Minute: 60,
    Hour: 3600,
  };
  const [, before, name, behind] = unit;
  const size = Object.entries(seconds).find(([one]) => one === name)?.[1] ?? 1;
  return Number(before ?? behind ?? 1) * size;
}

/** Two sides as subject and expected: a call before a name, a name before a literal. */
function orderedSides(
  [left, right]: readonly [Expression, Expression],
  dialect: Dialect,
  isExpectedFirst = false,
): readonly [subject: Expression, expected: Expression] {
  const weights = [weightOf(left, dialect), weightOf(right, dialect)] as const;
  if (weights[0] === weights[1]) return isExpectedFirst ? [right, left] : [left, right];
  return weights[0] > weights[1] ? [left, right] : [right, left];
}

/** How much an expression looks like what is asked: more than what is expected. */
function weightOf(expression: Expression, dialect: Dialect): number {
  const bare = withoutParentheses(expression);
  const name = bare.findLast(({ kind }) => kind === 'word')?.text ?? '';
  const isName = bare.every(({ kind, text }) => kind === 'word' || /^[.&*]$/.test(text));
  if (isName && EXPECTED_NAME.test(name)) return 0.4;
  const plain = dialect.plain(bare);
  if (isPlainLiteral(plain)) return 0;
  if (hasCall(plain, dialect)) return 3;
  const words = plain.filter(({ kind, text }) => kind === 'word' && !dialect.conversions.has(text));
  if (words.length === 0) return 0.2;
  if (plain.at(-1)?.text === '}') return 0.3;
  const isConstant =
    plain.some(({ text }) => text === '::') || /^(?:Status[A-Z]|[A-Z][A-Z\d_]+$)/.test(name);
  return isConstant ? 0.5 : 1;
}

/** Whether an expression calls what does more than convert. */
function hasCall(expression: Expression, { conversions }: Dialect): boolean {
  return expression.some(({ text }, index) => {
    const before = expression[index - 1];
    if (text !== '(' || before === undefined) return false;
    if (before.kind !== 'word') return before.text === ')' || before.text === '>';
    return !conversions.has(before.text) && before.text !== 'in';
  });
}
