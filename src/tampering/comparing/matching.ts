import type { Assertion } from '../test-file.ts';
import type { PlacedTest, Side } from './side.ts';

/** Which test before a change is which one after it. */

export interface MatchedTest {
  readonly before: PlacedTest;
  readonly after: PlacedTest;
}

/** Whether neither a test nor anything around it in its file is written otherwise than before. */
export function isUntouched({ after, before }: MatchedTest): boolean {
  return (
    before.test.written !== undefined &&
    before.test.written === after.test.written &&
    before.file.frame !== undefined &&
    before.file.frame === after.file.frame
  );
}

export interface Matching {
  readonly pairs: readonly MatchedTest[];
  /** Tests that are not there any more under any name. */
  readonly lost: readonly PlacedTest[];
  readonly added: readonly PlacedTest[];
}

/** How alike two tests must be at least to be one that was renamed or moved, from 0 to 1. */
const LEAST_ALIKE = 0.5;
/** The same where the other one does not always run. */
const LEAST_ALIKE_LESS = 0.75;
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
  take(pairsAlone(left ?? [], right ?? []));
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
  const own = ownWords(name);
  return own.length < 2 ? '' : own.join(' ');
}

function ownWords(name: string): readonly string[] {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).filter((word) => !['test', 'should', 'it', 'tests'].includes(word));
}

/** The distinct words of a test's name. */
export function nameWords(name: string): ReadonlySet<string> {
  return new Set(ownWords(name));
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
    if (name === '') continue;
    const known = places.get(name);
    if (known === undefined) places.set(name, [one]);
    else known.push(one);
  }
  const next = new Map<string, number>();
  return before.flatMap((one) => {
    const name = key(one);
    const at = next.get(name) ?? 0;
    const found = places.get(name)?.[at];
    next.set(name, at + 1);
    return found === undefined ? [] : [{ before: one, after: found }];
  });
}

function pairsByContent(
  before: readonly PlacedTest[],
  after: readonly PlacedTest[],
): readonly MatchedTest[] {
  if (before.length * after.length > MOST_COMPARED) return [];
  const contents = after.map((one) => ({ one, words: contentOf(one) }));
  const holders = new Map<string, number[]>();
  for (const [index, { words }] of contents.entries()) {
    for (const word of words) {
      const known = holders.get(word);
      if (known === undefined) holders.set(word, [index]);
      else known.push(index);
    }
  }
  const pairs = before.flatMap((one) => {
    const words = contentOf(one);
    const shared = sharedWith(words, holders, contents.length);
    return contents.flatMap((other, index) => {
      const alike = share(shared[index] ?? 0, words.size + other.words.size);
      // A new test that does not always run is hardly one that always did.
      const isLess = one.test.mode === 'runs' && !/^(?:runs|focused)$/.test(other.one.test.mode);
      return alike >= (isLess ? LEAST_ALIKE_LESS : LEAST_ALIKE)
        ? [{ before: one, after: other.one, alike }]
        : [];
    });
  });
  const taken = new Set<PlacedTest>();
  return pairs
    .sort((one, other) => other.alike - one.alike)
    .filter((one) => {
      if (taken.has(one.before) || taken.has(one.after)) return false;
      taken.add(one.before).add(one.after);
      return true;
    });
}

/** Pairs the only test that a suite lost with the only one that came to it, where both expect the same named thing. */
function pairsAlone(
  before: readonly PlacedTest[],
  after: readonly PlacedTest[],
): readonly MatchedTest[] {
  if (before.length * after.length > MOST_COMPARED) return [];
  return before.flatMap((lost) => {
    const isOfSuite = (one: PlacedTest): boolean => suiteOf(one) === suiteOf(lost);
    if (lost.test.suites.length === 0 || saidOf(lost) === '') return [];
    const [found, ...more] = after.filter(isOfSuite);
    const isAlone = more.length === 0 && before.filter(isOfSuite).length === 1;
    const isSame = found !== undefined && saidOf(found) === saidOf(lost);
    return isAlone && isSame ? [{ before: lost, after: found }] : [];
  });
}

function suiteOf({ originalPath, test }: PlacedTest): string {
  return [originalPath, ...test.suites].join('\n');
}

/** What a test expects, of whatever it is; empty where some of that has no name. */
function saidOf({ test }: PlacedTest): string {
  const said = test.assertions.map(({ expected = '', form, negated }) =>
    /[A-Z]\w{3,}|"[^"]{4,}"/.test(expected) ? `${negated} ${form} ${expected}` : '',
  );
  return said.includes('') ? '' : said.sort().join('\n');
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

/** How many of some words each of the texts has, by the texts that hold each word. */
function sharedWith(
  words: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
  count: number,
): Int32Array {
  const shared = new Int32Array(count);
  for (const word of words) {
    for (const index of holders.get(word) ?? []) shared[index] = (shared[index] ?? 0) + 1;
  }
  return shared;
}

/** The share of the words of two texts that both have, from 0 to 1. */
function share(shared: number, sizes: number): number {
  return sizes === shared ? 0 : shared / (sizes - shared);
}
