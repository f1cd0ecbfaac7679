import type { PlacedTest, Side } from './side.ts';
import type { Assertion } from './test-file.ts';

/** Which test before a change is which one after it. */

export interface MatchedTest {
  readonly before: PlacedTest;
  readonly after: PlacedTest;
}

export interface Matching {
  readonly pairs: readonly MatchedTest[];
  /** Tests that are not there any more under any name. */
  readonly lost: readonly PlacedTest[];
  readonly added: readonly PlacedTest[];
}

/** How alike two tests must be at least to be one that was renamed or moved, from 0 to 1. */
const LEAST_ALIKE = 0.5;
/** Most pairs that are compared by content, for a change that replaces whole suites. */
const MOST_COMPARED = 250_000;

/** Pairs the tests, by their names first, then by what they do. */
export function matchTests(before: Side, after: Side): Matching {
  const pairs: MatchedTest[] = [];
  let [left, right]: readonly (readonly PlacedTest[])[] = [before.tests, after.tests];
  const take = (found: readonly MatchedTest[]): void => {
    pairs.push(...found);
    const taken = new Set(found.flatMap((one) => [one.before, one.after]));
    left = (left ?? []).filter((one) => !taken.has(one));
    right = (right ?? []).filter((one) => !taken.has(one));
  };
  for (const key of KEYS) take(pairsByKey(left ?? [], right ?? [], key));
  take(pairsByContent(left ?? [], right ?? []));
  return { pairs, lost: left ?? [], added: right ?? [] };
}

type Key = (one: PlacedTest) => string;

const KEYS: readonly Key[] = [
  ({ fullName, originalPath }) => `${originalPath}\n${fullName}`,
  ({ originalPath, test }) => `${originalPath}\n${test.name}`,
  ({ fullName, test }) => `${fullName}\n${test.body}`,
  ({ fullName }) => fullName,
  ({ test }) => (test.body.length < 20 ? '' : test.body),
  ({ test }) => plainName(test.name),
];

/** A name without what differs between frameworks: `test_adds_two`, `adds two` and `TestAddsTwo`. */
function plainName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const own = (words ?? []).filter((word) => !['test', 'should', 'it', 'tests'].includes(word));
  return own.length < 2 ? '' : own.join(' ');
}

/** Pairs those that share a key, in their order, as far as both sides have as many of it. */
function pairsByKey(
  before: readonly PlacedTest[],
  after: readonly PlacedTest[],
  key: Key,
): readonly MatchedTest[] {
  const places = new Map<string, PlacedTest[]>();
  for (const one of after) {
    const name = key(one);
    if (name !== '') places.set(name, [...(places.get(name) ?? []), one]);
  }
  return before.flatMap((one) => {
    const found = places.get(key(one))?.shift();
    return found === undefined ? [] : [{ before: one, after: found }];
  });
}

function pairsByContent(
  before: readonly PlacedTest[],
  after: readonly PlacedTest[],
): readonly MatchedTest[] {
  if (before.length * after.length > MOST_COMPARED) return [];
  const words = new Map([...before, ...after].map((one) => [one, contentOf(one)]));
  const pairs = before.flatMap((one) =>
    after.map((other) => ({
      before: one,
      after: other,
      alike: alike(words.get(one), words.get(other)),
    })),
  );
  const taken = new Set<PlacedTest>();
  return pairs
    .filter((one) => one.alike >= LEAST_ALIKE)
    .sort((one, other) => other.alike - one.alike)
    .filter((one) => {
      if (taken.has(one.before) || taken.has(one.after)) return false;
      taken.add(one.before).add(one.after);
      return true;
    });
}

/** The words of a test's body, and what it asserts as a whole. */
function contentOf({ test }: PlacedTest): ReadonlySet<string> {
  const words = test.body.match(/[\p{L}_][\p{L}\p{N}_]*|\d+/gu) ?? [];
  return new Set([...words, ...test.assertions.map(claimOf)]);
}

/** What an assertion says of what, without how it is written. */
export function claimOf({ expected = '', form, negated, subject }: Assertion): string {
  // Which side of an equation stands first says nothing.
  const sides = form === 'equal' ? [subject, expected].sort() : [subject, expected];
  return `${negated ? 'not ' : ''}${form} ${sides.join(' ')}`;
}

function alike(
  one: ReadonlySet<string> = new Set(),
  other: ReadonlySet<string> = new Set(),
): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
