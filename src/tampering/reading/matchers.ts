import { canonicalText } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  equalityClaim,
  numberIn,
  orderClaim,
} from './claims.ts';
import type { Argument, Call, Comparison } from './dialect.ts';
import { expectedText, type Order, subjectText, textOf } from './scope.ts';

/** Assertion functions as words of a table: what each claims of its arguments. */

/** What a call of an assertion function claims. */
export type Matcher = (reading: Claiming, call: Call) => readonly Claim[];

/** What there is under each of several names. */
export type Named<Value> = ReadonlyMap<string, Value>;

/** Values by their names, several of which may stand in one text. */
export function named<Value>(
  ...rows: readonly (readonly [value: Value, names: string])[]
): Named<Value> {
  return new Map(rows.flatMap(([value, names]) => names.split(' ').map((name) => [name, value])));
}

/** Arguments by place, and by the names of what is compared; messages and options are none. */
const COMPARED = /^(?:first|second|actual|expected|desired|left|right|expr|obj|x|y)$/;

function valuesIn({ args }: Call): readonly SyntaxNode[] {
  return args
    .filter(({ name }) => name === undefined || COMPARED.test(name))
    .map(({ value }) => value);
}

/** Two values are the same. */
export function equal(order: Order = 'subject first'): Matcher {
  return (reading, call) => {
    const [first, second] = valuesIn(call);
    if (first === undefined || second === undefined) return [];
    const same = sameText(reading, first, second);
    if (same === undefined) return [equalityClaim(reading, first, second, false, order)];
    return [
      claim('vacuous', /^["\d[{]|^(?:[Tt]rue|[Ff]alse|None|nil|null)$/.test(same) ? '' : same),
    ];
  };
}

/** The text of two sides that are written alike and call nothing. */
function sameText(reading: Claiming, first: SyntaxNode, second: SyntaxNode): string | undefined {
  const [one, other] = [first, second].map((side) => reading.scope.standsFor(side));
  if (one === undefined || other === undefined) return undefined;
  if (one.to - one.from > 3 * (other.to - other.from) + 9) return undefined;
  const written = textOf(reading, first);
  if (!written.includes('(') && written === textOf(reading, second))
    return subjectText(reading, first);
  const text = canonicalText(reading.dialect.writing, one);
  const isSame = !text.includes('(') && text === canonicalText(reading.dialect.writing, other);
  return isSame ? text : undefined;
}

/** What another matcher claims, turned around. */
export function not(matcher: Matcher): Matcher {
  return (reading, call) => matcher(reading, call).map(opposite);
}

export function opposite(one: Claim): Claim {
  if (one.form === 'equal' && /^(?:None|nil|null)$/.test(one.expected ?? ''))
    return claim('defined', one.subject);
  if (one.form === 'vacuous') return one;
  return { ...one, negated: !one.negated };
}

/** What another matcher claims, with places left open. */
export function open(matcher: Matcher): Matcher {
  return (reading, call) =>
    matcher(reading, call).map((one) => ({ ...one, wildcards: (one.wildcards ?? 0) + 1 }));
}

/** A condition holds, or does not. */
export function condition(negated = false): Matcher {
  return (reading, call) => {
    const [first] = valuesIn(call);
    return first === undefined ? [] : claimsOf(reading, first, negated);
  };
}

/** A form about one value, which expects nothing else than what the form says. */
export function about(form: Claim['form'], expected?: string, at = 0): Matcher {
  return (reading, { args }) => {
    const value = args[at]?.value;
    const subject = value === undefined ? '' : subjectText(reading, value);
    return [claim(form, subject, expected === undefined ? {} : { expected })];
  };
}

/** A form about one argument that expects another one. */
export function sides(form: Claim['form'], subjectAt: 0 | 1): Matcher {
  return (reading, { args }) => {
    const [subject, expected] = [args[subjectAt], args[1 - subjectAt]];
    if (subject === undefined || expected === undefined) return [];
    return [
      claim(form, subjectText(reading, subject.value), {
        expected: expectedText(reading, expected.value),
      }),
    ];
  };
}

/** The first is less or more than the second. */
export function ordered(operator: Comparison['operator']): Matcher {
  return (reading, { args }) => {
    const [left, right] = args;
    if (left === undefined || right === undefined) return [];
    return [orderClaim(reading, left.value, operator, right.value)];
  };
}

/** Two numbers are as near as a tolerance says. */
export function near(
  tolerance: (reading: Claiming, call: Call) => number | undefined,
  order: Order = 'subject first',
): Matcher {
  return (reading, call) =>
    equal(order)(reading, call).map((one) =>
      one.form === 'vacuous' ? one : { ...one, form: 'near', tolerance: tolerance(reading, call) },
    );
}

/** The largest tolerance that is named, by name or by place; what holds by itself where none is. */
export function toleranceOf(
  reading: Claiming,
  args: readonly Argument[],
  names: readonly string[],
  places: readonly number[],
  otherwise: number,
): number | undefined {
  const given = args.filter(({ name }, index) =>
    name === undefined ? places.includes(index) : names.includes(name),
  );
  if (given.length === 0) return otherwise;
  const known = given.flatMap(({ value }) => numberIn(reading, value) ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** A call by a name that says that it asserts: what it compares is not known. */
export function custom(reading: Claiming, { args, name }: Call): Claim {
  const [first, ...others] = args;
  const texts = others.map((one) => namedText(reading, one));
  return claim('custom', first === undefined ? '' : subjectText(reading, first.value), {
    expected: [name, ...texts].join(' '),
  });
}

/** An argument with its name. */
export function namedText(reading: Claiming, { name, value }: Argument): string {
  return `${name === undefined ? '' : `${name}=`}${expectedText(reading, value)}`;
}
