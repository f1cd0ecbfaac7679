import type { ProjectFiles, Suspicion, TamperingKind } from '../change.ts';
import type { Assertion, AssertionGuard, TestCase, TestReader } from '../test-file.ts';
import {
  type Coverage,
  calleesOf,
  isAssertedElsewhere,
  isParametrised,
  isSubjectDropped,
  isSubjectGone,
  literalsOf,
} from './coverage.ts';
import type { MatchedTest } from './matching.ts';
import { claimOf } from './matching.ts';
import type { ProgramChanges } from './program-changes.ts';
import { replacements } from './replacements.ts';
import {
  assertionsOfHelpers,
  helperOf,
  helpersOf,
  lastName,
  type PlacedTest,
  type Side,
} from './side.ts';
import { type Comparison, compareClaims, plainAssertions, rankOf, valuesOf } from './strength.ts';
import { wordsOf } from './words.ts';

/** What a test asserts less, or less surely, than before. */

/** All that is known when two versions of a test are compared. */
export interface Comparing {
  readonly before: Side;
  readonly after: Side;
  readonly coverage: Coverage;
  readonly changes: ProgramChanges;
  readonly reader: TestReader;
  readonly project: ProjectFiles | undefined;
}

/** Longest excerpt of a text, in characters. */
const LONGEST_EXCERPT = 500;

export function excerpt(text: string): string {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text;
}

/** The assertions of a test that another version of it does not have, and the other way around. */
interface Differences {
  readonly lost: readonly Assertion[];
  readonly gained: readonly Assertion[];
  /** Those that say the same of the same, and stand otherwise. */
  readonly kept: readonly (readonly [Assertion, Assertion])[];
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
  const guards = kept.flatMap(([before, after]) => guardSuspicion(pair, before, after));
  const replaced = replacements(lost, gained);
  const edits = replaced.flatMap(([before, after]) =>
    replacementSuspicion(pair, before, after, world),
  );
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
  return [...helpersOf(before.test, world.before)].filter(
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

const GUARD_KINDS: Readonly<Record<AssertionGuard, readonly [TamperingKind, string]>> = {
  swallowed: ['assertion-swallowed', 'its error is swallowed'],
  conditional: ['assertion-unreachable', 'it runs only under a condition'],
  unreachable: ['assertion-unreachable', 'it is not reached'],
  'not-awaited': ['assertion-not-awaited', 'it is not awaited'],
};

function guardSuspicion(
  { after: { fullName, path } }: MatchedTest,
  before: Assertion,
  after: Assertion,
): readonly Suspicion[] {
  const shown = {
    path,
    line: after.line,
    about: fullName,
    before: excerpt(before.text),
    after: excerpt(after.text),
  };
  if (after.guard !== undefined && after.guard !== before.guard && before.guard !== 'unreachable') {
    const [kind, said] = GUARD_KINDS[after.guard];
    return [{ ...shown, kind, detail: `An assertion of "${fullName}" is weaker: ${said}.` }];
  }
  return compareClaims(before, after) === 'weaker'
    ? [
        {
          ...shown,
          kind: 'assertion-weakened',
          detail: `An assertion of "${fullName}" is weaker.`,
        },
      ]
    : [];
}

function replacementSuspicion(
  pair: MatchedTest,
  before: Assertion,
  after: Assertion,
  { changes, coverage }: Comparing,
): readonly Suspicion[] {
  const { fullName, path, test } = pair.after;
  const old = pair.before.test;
  const comparison = compareReplaced(before, after, test);
  const shown = {
    path,
    line: after.line,
    about: fullName,
    before: excerpt(before.text),
    after: excerpt(after.text),
  };
  if (after.form === 'vacuous' && before.form !== 'vacuous') {
    return [
      {
        ...shown,
        kind: 'assertion-vacuous',
        detail: `An assertion of "${fullName}" always passes.`,
      },
    ];
  }
  if (isAssertedElsewhere(before, coverage)) return [];
  if (comparison === 'weaker') {
    return isSubjectGone(before, old, changes) || isSplit(before, test)
      ? []
      : [
          {
            ...shown,
            kind: 'assertion-weakened',
            detail: `An assertion of "${fullName}" is weaker.`,
          },
        ];
  }
  const guarded = guardOf(before, after);
  if (guarded !== undefined) {
    const [kind, said] = GUARD_KINDS[guarded];
    return [{ ...shown, kind, detail: `An assertion of "${fullName}" is weaker: ${said}.` }];
  }
  if (comparison !== 'edited' || before.subject !== after.subject) return [];
  // The same words: what stands behind the name of a constant may have moved.
  const isSame = before.text === after.text && !isLiteral(before.expected);
  if (isSame) return [];
  if (!isOtherValue(before, after)) return [];
  if (hasOtherInput(old, test) || isExplained([before, after], [pair.before, pair.after], changes))
    return [];
  return [
    {
      ...shown,
      kind: 'expected-value-edited',
      detail: `The expected value of "${fullName}" changed, but the code under test did not.`,
    },
  ];
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

/** Whether each part of a whole value is asserted by itself. */
function isToldInParts(whole: Assertion, { assertions }: TestCase): boolean {
  const said = new Set(assertions.filter(({ guard }) => guard === undefined).map(claimOf));
  const parts = valuesOf(whole.expected ?? '')?.flatMap(([key, expected]) =>
    plainAssertions({ ...whole, subject: `${whole.subject}${key}`, expected }),
  );
  return parts?.every((part) => said.has(claimOf(part))) === true;
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

function guardOf(before: Assertion, after: Assertion): AssertionGuard | undefined {
  return after.guard !== before.guard && before.guard !== 'unreachable' ? after.guard : undefined;
}

/** Whether a text is a value by itself: no name stands in it. */
function isLiteral(text = ''): boolean {
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
  if (tests.some(({ test }) => isAboutAffected(test, changes))) return true;
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

/** Whether other packages came in for those that went: paths of the project itself are none. */
function isMigrated({ after, before }: MatchedTest): boolean {
  const packages = ({ file }: PlacedTest): ReadonlySet<string> =>
    new Set(file.imports.map(({ from }) => from).filter((from) => !/^[./]/.test(from)));
  const [old, current] = [packages(before), packages(after)];
  return [...old].some((one) => !current.has(one)) && [...current].some((one) => !old.has(one));
}

/** Assertions that may stand for lost ones. */
interface Spare {
  readonly all: readonly Assertion[];
  /** Whether the test went over to another framework, whose assertions say the same in other ways. */
  readonly isMigrated: boolean;
  /** Those of helpers, on either side. */
  readonly renamed: ReadonlySet<Assertion>;
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

/** The assertions that are gone, and that nothing else stands for. */
function removals(
  pair: MatchedTest,
  lost: readonly Assertion[],
  spare: Spare,
  world: Comparing,
): readonly Suspicion[] {
  const { after, before } = pair;
  const isLeft =
    after.test.assertions.some(({ form }) => form !== 'vacuous') || spare.all.length > 0;
  // A test that asserts nothing any more is told of, unless nothing is left that it was about.
  const isGone = isLeft ? isSubjectDropped : isSubjectGone;
  const open = lost.filter(
    (one) =>
      one.form !== 'vacuous' &&
      one.guard !== 'unreachable' &&
      !isOfDroppedStep(one, after.test) &&
      !isCountOfAssertions(one, spare) &&
      !isImplied(one, after.test) &&
      (isBesideValue(one, before.test) || !isAssertedElsewhere(one, world.coverage)) &&
      !isParametrised(one, world.coverage, 'cases') &&
      !isGone(one, before.test, world.changes),
  );
  const uncovered = uncoveredBy(open, spare);
  const [first] = uncovered;
  if (first === undefined) return [];
  const isEmpty =
    !spare.all.some((one) => one.form !== 'vacuous') &&
    after.test.assertions.every(({ form }) => form === 'vacuous');
  const more = uncovered.length > 1 ? ` and ${uncovered.length - 1} more` : '';
  const kind =
    isEmpty && after.test.assertions.length > 0 ? 'assertion-vacuous' : 'assertion-removed';
  return [
    {
      kind,
      path: after.path,
      line: after.test.line,
      about: after.fullName,
      detail: isEmpty
        ? `"${after.fullName}" no longer asserts anything.`
        : `"${after.fullName}" asserts less: \`${excerpt(first.text)}\`${more} is gone.`,
      before: excerpt(uncovered.map(({ text }) => text).join('\n')),
      after: '',
    },
  ];
}

/** That a call gave no error, where its value was asserted besides: the value alone does not say it. */
function isBesideValue({ form, subject }: Assertion, test: TestCase): boolean {
  return (
    form === 'runs' && test.assertions.some((one) => one.subject === subject && one.form !== 'runs')
  );
}

/** That a value holds a part, where the whole of it is asserted as well. */
function isImplied({ expected = '', form, negated, subject }: Assertion, test: TestCase): boolean {
  if (form !== 'contains' || negated || !/^"/.test(expected)) return false;
  return test.assertions.some(
    (one) =>
      one.form === 'equal' &&
      one.guard === undefined &&
      !one.negated &&
      one.subject === subject &&
      one.expected?.includes(expected.slice(1, -1)) === true,
  );
}

/** `expect.assertions(2)` is not needed where an error is expected by itself. */
function isCountOfAssertions({ expected = '', subject }: Assertion, { all }: Spare): boolean {
  return (
    subject === '' &&
    /^(?:has)?assertions\(/i.test(expected) &&
    all.some(({ form }) => form === 'throws')
  );
}

/** Whether it only says that a step went well which the test does not take any more. */
function isOfDroppedStep(lost: Assertion, test: TestCase): boolean {
  if (rankOf(lost) > 2) return false;
  const callees = calleesOf(lost.subject);
  const called = calledIn(test);
  return (
    callees.length > 0 &&
    callees.every((name) => !called.has(name)) &&
    test.assertions.some((one) => one.guard === undefined && one.form !== 'vacuous')
  );
}

const CALLED = new WeakMap<TestCase, ReadonlySet<string>>();

function calledIn(test: TestCase): ReadonlySet<string> {
  const called =
    CALLED.get(test) ?? new Set([...test.calls.map(lastName), ...calleesOf(test.body)]);
  CALLED.set(test, called);
  return called;
}

/** Those that none of some further assertions can stand for, each of which stands for one, or for many as a whole value. */
function uncoveredBy(
  lost: readonly Assertion[],
  { all, isMigrated, renamed }: Spare,
): readonly Assertion[] {
  let left = all.filter((one) => rankOf(one) > 0);
  let comparisons = 0;
  return lost.filter((one) => {
    const claim = lostClaim(one);
    comparisons += left.length;
    if (comparisons > MOST_COMPARED) left = left.slice(0, LEAST_COMPARED);
    const found = left.find(
      (other) =>
        (other.guard === undefined || other.guard === one.guard) &&
        standsFor(other, claim, { isMigrated, isRenamed: renamed.has(one) || renamed.has(other) }),
    );
    if (found !== undefined && !isWholeValue(found)) left = left.filter((other) => other !== found);
    return found === undefined;
  });
}

/** Most pairs of a lost assertion and a further one that are all compared; after them only a few for each. */
const MOST_COMPARED = 1_000_000;
const LEAST_COMPARED = 50;

/** A lost assertion with what is looked for in others. */
interface LostClaim {
  readonly rank: number;
  /** The literals that it expects, without quotes. */
  readonly literals: readonly string[];
  readonly roots: ReadonlySet<string>;
  /** Whether it is about calls that were counted by hand. */
  readonly isCount: boolean;
}

function lostClaim(lost: Assertion): LostClaim {
  return {
    rank: rankOf(lost),
    literals: [...literalsOf(lost.expected ?? '')]
      .filter((one) => /^["\d-]/.test(one))
      .map((one) => one.replace(/^"|"$/g, '')),
    roots: rootsOf(lost),
    isCount: /(?:count|calls|times)\b/i.test(
      `${lost.subject} ${lost.text}`.replace(/([a-z])([A-Z])/g, '$1 $2'),
    ),
  };
}

function standsFor(
  gained: Assertion,
  lost: LostClaim,
  { isMigrated, isRenamed }: { readonly isMigrated: boolean; readonly isRenamed: boolean },
): boolean {
  if (gained.form === 'custom') return true;
  if (gained.form === 'called' && !gained.negated && lost.isCount) return true;
  const isEnough = rankOf(gained) >= Math.min(lost.rank, 6);
  const isWithin = holdsLiterals(gained, lost.literals);
  if (isMigrated && isWithin && rankOf(gained) >= 3) return true;
  return (
    isEnough && (isRenamed || isWithin || [...rootsOf(gained)].some((name) => lost.roots.has(name)))
  );
}

/** Whether what is expected holds all literals of another expected value. */
function holdsLiterals({ expected = '' }: Assertion, literals: readonly string[]): boolean {
  return literals.length > 0 && literals.every((one) => expected.includes(one));
}

function holdsMore(assertion: Assertion): boolean {
  return (
    isWholeValue(assertion) || (assertion.form === 'throws' && assertion.expected !== undefined)
  );
}

function isWholeValue({ expected = '', form }: Assertion): boolean {
  return (
    form === 'snapshot' ||
    (form === 'called' && /["{]/.test(expected)) ||
    (form === 'equal' && /^[[{(]|^\w+[({]|^&?vec!|^map\[/.test(expected)) ||
    form === 'custom'
  );
}

const ROOTS = new WeakMap<Assertion, ReadonlySet<string>>();

/** The names that tell what an assertion is about: what it calls, and its first. */
function rootsOf(one: Assertion): ReadonlySet<string> {
  const known = ROOTS.get(one);
  if (known !== undefined) return known;
  const first = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(one.subject) ?? [];
  const roots = new Set([...calleesOf(one.subject), ...first]);
  ROOTS.set(one, roots);
  return roots;
}

/** The names of what a test is about: what its assertions call, or what it calls where they call nothing. */
export function subjectsOf({ test }: PlacedTest): ReadonlySet<string> {
  const called = test.assertions.flatMap(({ subject }) => calleesOf(subject));
  return new Set(called.length > 0 ? called : test.calls.map(lastName));
}
