import type { Suspicion } from '../change.ts';
import type { Assertion, TestCase } from '../test-file.ts';
import type { Comparing } from './comparing.ts';
import {
  calleesOf,
  isAssertedElsewhere,
  isParametrised,
  isSubjectDropped,
  isSubjectGone,
  literalsOf,
} from './coverage.ts';
import type { MatchedTest } from './matching.ts';
import { lastName, type PlacedTest } from './side.ts';
import { rankOf } from './strength.ts';
import { excerpt, testSuspicion } from './wording.ts';
import { wordsOf } from './words.ts';

/** Assertions that are gone: whether anything stands for them, or nothing is left that they were about. */

/** Assertions that may stand for lost ones. */
export interface Spare {
  readonly all: readonly Assertion[];
  /** Whether the test went over to another framework, whose assertions say the same in other ways. */
  readonly isMigrated: boolean;
  /** Those of helpers, on either side. */
  readonly renamed: ReadonlySet<Assertion>;
}

/** The assertions that are gone, and that nothing else stands for. */
export function removals(
  pair: MatchedTest,
  lost: readonly Assertion[],
  spare: Spare,
  world: Comparing,
): readonly Suspicion[] {
  const { after, before } = pair;
  if (isAskedFromOutside(pair)) return [];
  const isLeft =
    after.test.assertions.some(({ form }) => form !== 'vacuous') || spare.all.length > 0;
  // A test that asserts nothing any more is told of, unless nothing is left that it was about.
  const isGone = isLeft ? isSubjectDropped : isSubjectGone;
  const open = lost.filter(
    (one) =>
      one.form !== 'vacuous' &&
      one.guard !== 'unreachable' &&
      one.guard !== 'swallowed' &&
      !isOfDroppedStep(one, after.test, spare) &&
      !isCountOfAssertions(one, spare) &&
      !isOfCallback(one, after.test) &&
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
  const detail = isEmpty
    ? `"${after.fullName}" no longer asserts anything.`
    : `"${after.fullName}" asserts less: \`${excerpt(first.text)}\`${more} is gone.`;
  const texts = uncovered.map(({ text }) => text).join('\n');
  return [testSuspicion(after, kind, detail, [texts, ''])];
}

/** A part of a program that is its own business: `shop._total`, `./internal/total`. */
const PRIVATE = /(?:^|[./])_[a-z]|(?:^|[./])(?:internals?|private)(?:$|[./])/i;
/** From which rank on an assertion says something of a value. */
const OF_VALUES = 4;

/** Whether a test asks in public for what it took out of the program's inside before, and asserts no less surely. */
function isAskedFromOutside({ after, before }: MatchedTest): boolean {
  const inside = ({ file }: PlacedTest): readonly string[] =>
    file.imports.flatMap(({ from, names }) => (PRIVATE.test(from) ? names : []));
  const left = new Set(inside(after));
  const words = wordsOf([before.test.body, ...before.test.cases]);
  if (!inside(before).some((name) => !left.has(name) && words.has(name))) return false;
  const said = ({ test }: PlacedTest): readonly Assertion[] =>
    test.assertions.filter(({ guard }) => guard === undefined);
  const [old, current] = [said(before), said(after)];
  const most = Math.max(OF_VALUES, ...old.map(rankOf));
  // What was expected of two parts of the inside is expected once of both together.
  const count = (some: readonly Assertion[]): number =>
    new Set(
      some.flatMap((one) =>
        rankOf(one) < most ? [] : [`${one.form} ${one.expected ?? one.subject}`],
      ),
    ).size;
  const isHeld = ({ expected = '' }: Assertion): boolean =>
    /^\w?"[^"]{4,}/.test(expected) &&
    current.some((one) => !one.negated && rankOf(one) >= OF_VALUES && one.expected === expected);
  const isAllHeld = old.length > 0 && old.every(isHeld);
  return isAllHeld || count(current) >= Math.max(1, count(old));
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

/** Whether it says that a callback got no error, where what had the callback is awaited now: that throws. */
function isOfCallback(lost: Assertion, test: TestCase): boolean {
  const saysNone = lost.negated && /^(?:truthy|defined)$/.test(lost.form);
  if (!saysNone || !/^(?:e|er|err|error)$/.test(lost.subject)) return false;
  return test.waits > 0 && !wordsOf([test.body]).has(lost.subject);
}

/** Whether it only says that a step went well which the test does not take any more. */
function isOfDroppedStep(lost: Assertion, test: TestCase, { renamed }: Spare): boolean {
  // A helper checks what it was given, or made itself.
  if (rankOf(lost) > (renamed.has(lost) ? 3 : 2)) return false;
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
  /** Whether it is about calls that were counted, or noted, by hand. */
  readonly isCount: boolean;
}

function lostClaim(lost: Assertion): LostClaim {
  // `expect("no store").toHaveBeenWarned()`
  const said = lost.subject.startsWith('"') ? lost.subject : '';
  return {
    rank: rankOf(lost),
    literals: [...literalsOf(`${said} ${lost.expected ?? ''}`)]
      .filter((one) => /^["\d-]/.test(one))
      .map((one) => one.replace(/^"|"$/g, '')),
    roots: rootsOf(lost),
    isCount:
      isFlag(lost) ||
      /(?:count|calls|times)\b/i.test(
        `${lost.subject} ${lost.text}`.replace(/([a-z])([A-Z])/g, '$1 $2'),
      ),
  };
}

/** Whether it says that a variable was set: `stopped`. */
function isFlag({ form, isExact, negated, subject }: Assertion): boolean {
  return form === 'truthy' && isExact === true && !negated && /^[a-z]\w*$/.test(subject);
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

export function holdsMore(assertion: Assertion): boolean {
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
