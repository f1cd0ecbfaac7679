import type { Suspicion } from '../change.ts';
import type { Assertion, AssertionGuard, TestCase } from '../test-file.ts';
import type { Comparing } from './comparing.ts';
import { isAssertedElsewhere, isSubjectGone, literalsOf } from './coverage.ts';
import { isExplained, isLiteral, isOtherValue, literalsIn } from './expected-values.ts';
import { claimOf, type MatchedTest } from './matching.ts';
import { holdsMore, removals } from './removals.ts';
import { replacements } from './replacements.ts';
import { assertionsOfHelpers, helperOf, helpersOf, lastName, type PlacedTest } from './side.ts';
import { type Comparison, compareClaims, plainAssertions, valuesOf } from './strength.ts';
import { assertionSuspicion, type Replaced, weakerSuspicion } from './wording.ts';
import { wordsOf } from './words.ts';

/** What a test asserts less, or less surely, than before. */

/** The assertions of a test that another version of it does not have, and the other way around. */
interface Differences {
  readonly lost: readonly Assertion[];
  readonly gained: readonly Assertion[];
  /** Those that say the same of the same, and stand otherwise. */
  readonly kept: readonly Replaced[];
}

/** Compares what two versions of a test assert. */
export function compareAssertions(pair: MatchedTest, world: Comparing): readonly Suspicion[] {
  const dropped = droppedHelpers(pair, world);
  const taken = newHelpers(pair, world);
  const former = assertionsOfHelpers(dropped, world.before);
  const helped = assertionsOfHelpers(taken, world.after);
  // What a helper asserts stands for the calls of it where only one version of the test calls it.
  const { lost, gained, kept } = differences(
    [
      ...pair.before.test.assertions.filter((one) => !dropped.includes(helperOf(one) ?? '')),
      ...former,
    ],
    pair.after.test.assertions.filter((one) => !taken.includes(helperOf(one) ?? '')),
  );
  const guards = kept.flatMap((replaced) => keptSuspicion(pair, replaced));
  const replaced = replacements(lost, gained);
  const edits = replaced.flatMap((one) => replacementSuspicion(pair, one, world));
  const settled = new Set(replaced.flat());
  const left = lost.filter((one) => !settled.has(one));
  // A whole value, or an error with its message, can stand for more than what it took the place of.
  const stronger = replaced.flatMap(([, after]) => (holdsMore(after) ? [after] : []));
  const spare = [...gained.filter((one) => !settled.has(one)), ...stronger, ...helped];
  // In a helper the same things have other names.
  const renamed = new Set([...former, ...helped]);
  return [
    ...guards,
    ...edits,
    ...removals(pair, left, { all: spare, isMigrated: isMigrated(pair), renamed }, world),
  ];
}

/** The helpers that a test does not call any more. */
function droppedHelpers({ after, before }: MatchedTest, world: Comparing): readonly string[] {
  const current = helpersOf(after.test, world.after);
  // One that is still called and asserts nothing any more is told of by itself.
  const called = new Set(after.test.calls.map(lastName));
  const calls = before.test.calls.filter((call) => !called.has(lastName(call)));
  return [...helpersOf({ calls }, world.before)].filter(
    (name) => !current.has(name) && !called.has(name),
  );
}

/** The helpers that a test calls now and did not before. */
function newHelpers({ after, before }: MatchedTest, world: Comparing): readonly string[] {
  const former = helpersOf(before.test, world.before);
  return [...helpersOf(after.test, world.after)].filter((name) => !former.has(name));
}

/** Assertions that are in only one of two lists. Each distinct claim counts once. */
export function differences(
  before: readonly Assertion[],
  after: readonly Assertion[],
): Differences {
  const left = new Map(before.map((one) => [claimOf(one), one]));
  const right = new Map(after.map((one) => [claimOf(one), one]));
  // Of assertions with one claim the first that nothing weakens.
  const best = new Map<string, Assertion>();
  for (const one of after) {
    const claim = claimOf(one);
    if (one.guard === undefined && !best.has(claim)) best.set(claim, one);
  }
  const lost: Assertion[] = [];
  const kept: [Assertion, Assertion][] = [];
  for (const [claim, one] of left) {
    const same = right.get(claim);
    if (same === undefined) lost.push(one);
    else kept.push([one, best.get(claim) ?? same]);
  }
  return { lost, gained: saidMore(before, after), kept };
}

/** What is said more often than before: the same words can be of something else that has the same name. */
function saidMore(before: readonly Assertion[], after: readonly Assertion[]): readonly Assertion[] {
  const left = new Map<string, number>();
  for (const one of before) left.set(claimOf(one), (left.get(claimOf(one)) ?? 0) + 1);
  return after.filter((one) => {
    const count = left.get(claimOf(one)) ?? 0;
    left.set(claimOf(one), count - 1);
    return count <= 0;
  });
}

/** What is weaker in an assertion that says the same of the same. */
function keptSuspicion(pair: MatchedTest, replaced: Replaced): readonly Suspicion[] {
  const guard = guardOf(pair, replaced);
  if (guard !== undefined) return [weakerSuspicion(pair.after, replaced, guard)];
  const isWeaker = compareClaims(...replaced) === 'weaker' && !isInOtherWords(pair, replaced);
  return isWeaker ? [weakerSuspicion(pair.after, replaced)] : [];
}

/** Whether a test throws now by itself what it expects: `throw new Error("broken")`. */
function isOwnError({ expected = '', form }: Assertion, { after, before }: MatchedTest): boolean {
  const [name] = /^\w+/.exec(expected) ?? [];
  if (form !== 'throws' || name === undefined) return false;
  const made = new RegExp(`\\b${name}\\(`);
  return made.test(after.test.body) && !made.test(before.test.body);
}

/** Whether it says the same in the words of another framework, of which some leave the order open. */
function isInOtherWords(pair: MatchedTest, [before, after]: Replaced): boolean {
  const [old, current] = [before, after].map(({ form, negated, tolerance }) =>
    [form, negated, tolerance].join(' '),
  );
  return old === current && isMigrated(pair);
}

function replacementSuspicion(
  pair: MatchedTest,
  replaced: Replaced,
  { changes, coverage }: Comparing,
): readonly Suspicion[] {
  const { fullName, test } = pair.after;
  const [before, after] = replaced;
  const old = pair.before.test;
  if (after.form === 'vacuous' && before.form !== 'vacuous') {
    const detail = `An assertion of "${fullName}" always passes.`;
    return [assertionSuspicion(pair.after, replaced, 'assertion-vacuous', detail)];
  }
  if (isAssertedElsewhere(before, coverage)) return [];
  const comparison = compareReplaced(before, after, test);
  if (comparison === 'weaker') {
    const isNoLoss =
      isSubjectGone(before, old, changes) ||
      isSplit(before, test) ||
      isToldInParts(before, test) ||
      isKeptInFile(replaced, changes) ||
      isGivenToOwn(replaced) ||
      isOwnError(after, pair) ||
      isInOtherWords(pair, replaced);
    return isNoLoss ? [] : [weakerSuspicion(pair.after, replaced)];
  }
  const guard = guardOf(pair, replaced);
  if (guard !== undefined) return [weakerSuspicion(pair.after, replaced, guard)];
  if (comparison !== 'edited' || before.subject !== after.subject) return [];
  // The same words: what stands behind the name of a constant may have moved.
  const isSame = before.text === after.text && !isLiteral(before.expected);
  if (isSame || !isOtherValue(before, after) || hasOtherInput(old, test)) return [];
  if (isExplained(replaced, [pair.before, pair.after], changes)) return [];
  const detail = `The expected value of "${fullName}" changed, but the code under test did not.`;
  return [assertionSuspicion(pair.after, replaced, 'expected-value-edited', detail)];
}

/** Whether a test gives something else to what it is about: then something else may come of it. */
function hasOtherInput({ input: before }: TestCase, { input: after }: TestCase): boolean {
  return before !== undefined && after !== undefined && literalsIn(before) !== literalsIn(after);
}

/** How an assertion compares with one of the same, of a part of it, or of the whole that it is a part of. */
function compareReplaced(before: Assertion, after: Assertion, test: TestCase): Comparison {
  if (isPartOf(before, after) && isWithin(before, after)) return 'stronger';
  if (isPartOf(after, before)) return isToldInParts(before, test) ? 'same' : 'weaker';
  return compareClaims(before, after);
}

/** Whether one is about a part of what the other says of the whole. */
function isPartOf(part: Assertion, whole: Assertion): boolean {
  const isInside = part.subject.startsWith(whole.subject) && whole.subject !== '';
  const rest = part.subject.slice(whole.subject.length);
  const isWhole = (whole.form === 'equal' || whole.form === 'snapshot') && !whole.negated;
  return isInside && isWhole && /^[.[]/.test(rest);
}

/** Whether a whole value that is written out holds what was expected of its part. */
function isWithin({ expected = '', form, negated }: Assertion, whole: Assertion): boolean {
  const value = form === 'truthy' ? String(!negated) : expected;
  const all = whole.expected ?? '';
  return [...literalsOf(value)].every((one) => all.includes(one.replace(/^"|"$/g, '')));
}

/** An error that is made of its message: `new RangeError("too large")`. */
const ERROR = /^new (\w+)\(("(?:[^"\\]|\\.)*")\)$/;

/** Whether each part of a whole value is asserted by itself. */
function isToldInParts(whole: Assertion, { assertions }: TestCase): boolean {
  const said = new Set(
    assertions.filter(({ guard }) => guard === undefined || guard === whole.guard).map(claimOf),
  );
  const [, error, message] = ERROR.exec(whole.expected ?? '') ?? [];
  const ofError: readonly Assertion[] = [
    { ...whole, form: 'instance', expected: error },
    { ...whole, subject: `${whole.subject}.message`, expected: message },
  ];
  const ofValue = valuesOf(whole.expected ?? '')?.flatMap(([key, expected]) =>
    plainAssertions({ ...whole, subject: `${whole.subject}${key}`, expected }),
  );
  const parts = error === undefined ? ofValue : ofError;
  return parts?.every((part) => said.has(claimOf(part))) === true;
}

/** Whether a snapshot stands in a file now, which came with it. */
function isKeptInFile([before, after]: Replaced, { addedLines }: Comparing['changes']): boolean {
  if (before.form !== 'snapshot' || after.form !== 'snapshot') return false;
  return [...wordsOf([before.expected])].every((word) => addedLines.includes(word));
}

/** Whether an assertion of a name that is not known is given what was expected: `assert_ready_eq!(sum, 3)`. */
function isGivenToOwn([{ expected = '' }, { form, text }]: Replaced): boolean {
  const said = [...literalsOf(expected)].filter((one) => /^["\d-]/.test(one));
  const isGiven = (one: string): boolean => text.includes(one.replace(/^"|"$/g, ''));
  return form === 'custom' && said.length > 0 && said.every(isGiven);
}

/** Whether several assertions about the same say together what one said. */
function isSplit(before: Assertion, test: TestCase): boolean {
  const parts = partsOf(test, before);
  return parts.count > 1 && [...wordsOf([before.expected])].every((word) => parts.words.has(word));
}

/** How many assertions say something in one form of one subject, and the words of what they expect. */
interface Parts {
  count: number;
  readonly words: Set<string>;
}

const PARTS = new WeakMap<TestCase, ReadonlyMap<string, Parts>>();

function partsOf(test: TestCase, { form, subject }: Assertion): Parts {
  let known = PARTS.get(test);
  if (known === undefined) {
    const parts = new Map<string, Parts>();
    for (const one of test.assertions) {
      const key = `${one.form} ${one.subject}`;
      const part = parts.get(key) ?? { count: 0, words: new Set<string>() };
      parts.set(key, part);
      part.count += 1;
      for (const word of wordsOf([one.expected])) part.words.add(word);
    }
    known = parts;
    PARTS.set(test, known);
  }
  return known.get(`${form} ${subject}`) ?? { count: 0, words: new Set() };
}

function guardOf(pair: MatchedTest, [before, after]: Replaced): AssertionGuard | undefined {
  if (after.guard === before.guard || before.guard === 'unreachable') return undefined;
  return after.guard === 'conditional' && isKnownCondition(pair) ? undefined : after.guard;
}

/** Whether a test asks inside for what its marks ask as they did before: `sys.version_info`. */
function isKnownCondition({ after: { test }, before }: MatchedTest): boolean {
  if (test.mode !== 'conditional' || before.test.mode !== 'conditional') return false;
  const [old, current] = [before.test, test].map(({ name, written = '' }) =>
    written.slice(0, written.indexOf(name)),
  );
  const asked = old?.match(/\b[a-z]\w*\.\w+/g) ?? [];
  return asked.some((name) => current?.includes(name) && test.body.includes(`if ${name}`));
}

/** Whether other packages came in for those that went: paths of the project itself are none. */
function isMigrated({ after, before }: MatchedTest): boolean {
  const packages = ({ file }: PlacedTest): ReadonlySet<string> =>
    new Set(file.imports.map(({ from }) => from).filter((from) => !/^[./]/.test(from)));
  const [old, current] = [packages(before), packages(after)];
  return [...old].some((one) => !current.has(one)) && [...current].some((one) => !old.has(one));
}
