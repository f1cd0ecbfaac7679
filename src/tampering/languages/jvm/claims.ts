import { type Claim, claim, claimsOf, equalityClaim } from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import { equal, opposite } from '../../reading/matchers.ts';
import { expectedText, type Order, subjectText } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { JvmReading } from './dialect.ts';

/** What only conditions of Java and Kotlin claim: `a.equals(b)`, `names.isEmpty()`, `x == List.of(1)`. */
export const JVM_CLAIMS = { ofCall: callClaims, ofEquality: ownEquality };

const PARTS: Readonly<Record<string, Claim['form']>> = {
  contains: 'contains', containsAll: 'contains', containsKey: 'contains', containsValue: 'contains',
  startsWith: 'matches', endsWith: 'matches', matches: 'matches',
}; // biome-ignore format: a table

function callClaims(
  reading: JvmReading,
  call: Call,
  negated: boolean,
): Claim | readonly Claim[] | undefined {
  const { args, name, receiver } = call;
  const [first, second] = args.map(({ value }) => value);
  if (receiver === undefined) return undefined;
  if (/equals$/i.test(name) && first !== undefined) {
    // `Objects.equals(a, b)`, `a.equals(b)`
    const [one, other] = second === undefined ? [receiver, first] : [first, second];
    return compared(reading, one, other, negated);
  }
  const form = PARTS[name];
  if (form !== undefined && first !== undefined) {
    const expected = expectedText(reading, first);
    return claim(form, subjectText(reading, receiver), { negated, expected });
  }
  if (!/^is(?:Not)?Empty$/.test(name)) return undefined;
  const isNegated = negated !== (name === 'isNotEmpty');
  return claim('count', subjectText(reading, receiver), { negated: isNegated, expected: '0' });
}

function ownEquality(
  reading: JvmReading,
  subject: SyntaxNode,
  expected: SyntaxNode,
  negated: boolean,
): Claim | undefined {
  const text = expectedText(reading, expected).replace(/^Boolean\.(TRUE|FALSE)$/, (_, word) =>
    word.toLowerCase(),
  );
  if (text === 'true' || text === 'false')
    return claimsOf(reading, subject, negated !== (text === 'false'))[0];
  const list = listText(reading, expected);
  return list === undefined
    ? undefined
    : claim('equal', subjectText(reading, subject), { negated, expected: list });
}

/** A collection that is written out, in the one way that all of them have; undefined for anything else. */
export function listText(reading: JvmReading, node: SyntaxNode): string | undefined {
  const elements = reading.dialect.elements(reading.scope.standsFor(node));
  return elements && `[${elements.map((one) => expectedText(reading, one)).join(',')}]`;
}

/** What is claimed of two values that are said to be the same, or not. */
export function compared(
  reading: JvmReading,
  first: SyntaxNode,
  second: SyntaxNode,
  negated: boolean,
  order: Order = 'subject first',
): readonly Claim[] {
  const args = [first, second].map((value) => ({ name: undefined, value }));
  const call = { node: first, path: '', name: '', receiver: undefined, args };
  const claims = equal(order)(reading, call);
  if (!negated) return claims;
  return claims.some(({ form }) => form === 'vacuous')
    ? [equalityClaim(reading, first, second, true, order)]
    : claims.map(opposite);
}

/** An error's class and message, as far as they are named. */
export function errorText(name: string, message = ''): string | undefined {
  const text = [name, message].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

const WILD =
  /(?<![\w.])(?:Mockito\.|ArgumentMatchers\.|Matchers\.)?(?:any|any[A-Z]\w*|anything|isA|notNull|isNotNull|nullable|allAny)(?:<[^>]*>)?\(|(?<![\w"])_(?![\w"])/g;

/** How many arguments of a double may be anything. */
export function wildcardsIn(text: string): number {
  return [...text.matchAll(WILD)].length;
}

/** The arguments of a call as one text. */
export function argumentsText(reading: JvmReading, { args }: Call): string {
  return args.map(({ value }) => expectedText(reading, value)).join(',');
}
