import type { Assertion, TestCase } from '../test-file.ts';
import { calleesOf, literalsOf } from './coverage.ts';
import type { ProgramChanges } from './program-changes.ts';
import type { PlacedTest } from './side.ts';
import { wordsOf } from './words.ts';

/** Whether what is expected is something else, and whether the change says why. */

/** Whether a text is a value by itself: no name stands in it. */
export function isLiteral(text = ''): boolean {
  return !/[\p{L}_$]/u.test(text.replace(/"(?:[^"\\]|\\.)*"|\b\d[\w.]*/g, ''));
}

/** Whether two expected texts are certainly two values: a constant with a name, or a call, may give the same. */
export function isOtherValue(
  { expected: before = '', form }: Pick<Assertion, 'expected'> & { readonly form?: string },
  { expected: after = '' }: Pick<Assertion, 'expected'>,
): boolean {
  // The class of an error is its name.
  if (form === 'throws') return true;
  return namesIn(before) === namesIn(after) && literalsIn(before) !== literalsIn(after);
}

/** The distinct names in an expected text. */
export function namesIn(text: string): string {
  const bare = text.replace(/\bnew /g, '').replace(/"(?:[^"\\]|\\.)*"|\b\d[\w.]*/g, '');
  return [...new Set(bare.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu) ?? [])]
    .filter((word) => !/^(?:true|false|null|nil|None|True|False|undefined)$/.test(word))
    .sort()
    .join(' ');
}

/** The literals in an expected text, in their order: a list that was turned around is another one. */
export function literalsIn(text: string): string {
  return [...literalsOf(text)]
    .filter((one) => /^["\d-]|^(?:true|false|null|nil|None|True|False)$/.test(one))
    .join(' ');
}

/** Whether a change of the program explains that something else is expected. */
export function isExplained(
  [before, after]: readonly [Pick<Assertion, 'subject' | 'expected'>, Pick<Assertion, 'expected'>],
  tests: readonly PlacedTest[],
  changes: ProgramChanges,
): boolean {
  if (changes.hasOtherDependencies) return true;
  if ([...wordsOf([before.subject])].some((name) => changes.affected.has(name))) return true;
  if (tests.some((one) => isAboutAffected(one.test, changes) || isSetUpBy(one, changes)))
    return true;
  if (isFollowed(before.expected, after.expected, changes)) return true;
  const old = wordsOf([before.expected]);
  const fresh = [...wordsOf([after.expected])].filter((word) => !old.has(word));
  const telling = fresh.filter((word) => word.length > 2);
  if (telling.length > 0 && telling.every((word) => changes.newWords.has(word))) return true;
  return tests.some(({ path }) => changes.isReachedFrom(path));
}

const AFFECTED = new WeakMap<ProgramChanges, WeakMap<TestCase, boolean>>();

/** Whether a test names something that was changed in the program. */
function isAboutAffected(test: TestCase, changes: ProgramChanges): boolean {
  const known = AFFECTED.get(changes) ?? new WeakMap<TestCase, boolean>();
  AFFECTED.set(changes, known);
  const isKnown = known.get(test);
  if (isKnown !== undefined) return isKnown;
  const words = wordsOf([test.body, ...test.calls]);
  const isAffected = [...changes.affected].some((name) => words.has(name));
  known.set(test, isAffected);
  return isAffected;
}

/** Whether what stands around the tests of a file calls something that was changed in the program. */
function isSetUpBy({ file }: PlacedTest, { affected }: ProgramChanges): boolean {
  const own = new Set(file.definitions.map(({ name }) => name));
  const called = calleesOf(file.frame ?? '');
  return called.some((name) => affected.has(name) && !own.has(name));
}

/** Whether the program had the old value in its changed lines, and has the new one there. */
function isFollowed(
  before = '',
  after = '',
  { addedLines, removedLines }: ProgramChanges,
): boolean {
  const old = literalsOf(before);
  const current = literalsOf(after);
  const isTelling = (one: string): boolean => one.replace(/^"|"$/g, '').length > 1;
  const dropped = [...old].filter((one) => !current.has(one) && isTelling(one));
  const fresh = [...current].filter((one) => !old.has(one) && isTelling(one));
  const bare = (one: string): string => one.replace(/^"|"$/g, '');
  return (
    fresh.length > 0 &&
    fresh.every((one) => addedLines.includes(bare(one))) &&
    dropped.every((one) => removedLines.includes(bare(one)))
  );
}
