import type { Suspicion, TextChange } from './change.ts';
import { type Comparing, excerpt } from './comparison.ts';
import {
  isAboutGone,
  isAssertedAnew,
  isAssertedElsewhere,
  isParametrised,
  isSubjectDropped,
  literalsOf,
} from './coverage.ts';
import { testLanguageOf } from './languages.ts';
import { claimOf } from './matching.ts';
import { helperOf, helpersOf, lastName, type PlacedTest, type Side } from './side.ts';
import type { TestCase } from './test-file.ts';

/** Tests that are not there any more. */

/** Suspicions about tests that have no successor. */
export function lostTests(
  lost: readonly PlacedTest[],
  changes: readonly TextChange[],
  world: Comparing,
): readonly Suspicion[] {
  return lost.flatMap((one) => {
    if (isHarmless(one, world)) return [];
    return [
      {
        ...whatBecameOf(one, changes, world),
        path: one.originalPath,
        line: one.test.line,
        about: one.fullName,
        before: excerpt(one.test.body),
        after: '',
      },
    ];
  });
}

/** Whether nothing is lost with it: it did not run, its subject is gone, or other tests assert what it did. */
function isHarmless(one: PlacedTest, world: Comparing): boolean {
  if (['skipped', 'conditional'].includes(one.test.mode) || isAboutGone(one, world.changes))
    return true;
  const { assertions } = one.test;
  const helpers = [...helpersOf(one.test, world.before)];
  if (assertions.length === 0 && helpers.length === 0) return isExercised(one, world);
  if (isSharedNow(one, world) || isTwin(one, world)) return true;
  const isHelped = helpers.length === 0 || isHelpedElsewhere(one, helpers, world);
  const claims = assertions.filter((claim) => !helpers.includes(helperOf(claim) ?? ''));
  return (
    isHelped &&
    claims.every(
      (claim) =>
        claim.form === 'vacuous' ||
        isAssertedElsewhere(claim, world.coverage) ||
        isParametrised(claim, world.coverage, 'cases or helpers') ||
        isAssertedAnew(claim, world.coverage, world.changes) ||
        isSubjectDropped(claim, one.test, world.changes),
    )
  );
}

/** Whether another test does exactly the same. */
function isTwin({ file, test }: PlacedTest, { after }: Comparing): boolean {
  return after.tests.some(
    (one) =>
      one.test.mode !== 'skipped' && one.test.body === test.body && one.file.shared === file.shared,
  );
}

/** Whether another test that came with the change gives the same to the same helpers. */
function isHelpedElsewhere(
  { test }: PlacedTest,
  helpers: readonly string[],
  { coverage }: Comparing,
): boolean {
  const values = [...literalsOf([test.body, ...test.cases].join(' '))].filter((one) =>
    /^["\d-]/.test(one),
  );
  return coverage.tests.some((one) => {
    const text = [one.test.body, ...one.test.cases].join(' ');
    return (
      one.isNew &&
      helpers.every((name) => one.calls.has(name)) &&
      values.every((value) => text.includes(value.replace(/^"|"$/g, '')))
    );
  });
}

/** Whether a new test of its name says as much, of what several tests are about now: one of a base class, say. */
function isSharedNow({ test }: PlacedTest, { coverage }: Comparing): boolean {
  const said = ({ assertions }: Pick<TestCase, 'assertions'>): string =>
    assertions
      .map(({ expected = '', form, negated }) => `${negated} ${form} ${expected}`)
      .join('\n');
  return coverage.tests.some(
    (one) => one.isNew && one.test.name === test.name && said(one.test) === said(test),
  );
}

/** Whether a test that asserts nothing itself only calls what others still call. */
function isExercised({ test }: PlacedTest, { coverage }: Comparing): boolean {
  const calls = test.calls.map(lastName);
  return coverage.tests.some((one) => calls.every((call) => one.calls.has(call)));
}

function whatBecameOf(
  one: PlacedTest,
  changes: readonly TextChange[],
  world: Comparing,
): Pick<Suspicion, 'kind' | 'detail'> {
  const name = `"${one.fullName}"`;
  if (isCommentedOut(one, world))
    return { kind: 'test-commented-out', detail: `${name} is only a comment now.` };
  if (isStillDefined(one, world) || isMovedAway(one, changes)) {
    return {
      kind: 'test-not-collected',
      detail: `${name} is still there, and its runner does not find it.`,
    };
  }
  return { kind: 'test-deleted', detail: `${name} is gone, and nothing asserts what it asserted.` };
}

function isCommentedOut({ originalPath, test }: PlacedTest, { after, before }: Comparing): boolean {
  const commentsOf = ({ files }: Side): string =>
    files
      .filter((file) => file.originalPath === originalPath)
      .flatMap(({ file }) => file.comments.map(({ text }) => text))
      .join('\n');
  return commentsOf(after).includes(test.name) && !commentsOf(before).includes(test.name);
}

/** Whether a function that is no test has its name, nearly, or asserts the same. */
function isStillDefined(one: PlacedTest, { after, before }: Comparing): boolean {
  const core = (name: string): string =>
    name.replace(/^[_xX]*(?:tests?|disabled|skip)_?|_?disabled$/gi, '').toLowerCase();
  const names = after.files.flatMap(({ file }) => [
    ...file.definitions.map(({ name }) => name),
    ...file.helpers.map(({ name }) => name),
  ]);
  const former = new Set(
    before.files.flatMap(({ file }) => file.definitions.map(({ name }) => name)),
  );
  const own = core(one.test.name);
  if (own.length > 2 && names.some((name) => !former.has(name) && core(name) === own)) return true;
  const claims = new Set(one.test.assertions.map(claimOf));
  return (
    claims.size > 0 &&
    [...after.helpers.values()].some(({ assertions }) => {
      const same = new Set(assertions.map(claimOf));
      return [...claims].every((claim) => same.has(claim));
    })
  );
}

/** Whether its file holds it still, under a name that no runner looks for. */
function isMovedAway({ originalPath, test }: PlacedTest, changes: readonly TextChange[]): boolean {
  const change = changes.find(({ earlierPath, path }) => (earlierPath ?? path) === originalPath);
  const holders =
    change?.after === undefined ? changes.filter(({ before }) => before === undefined) : [change];
  return holders.some(({ after, path }) => {
    if (path === originalPath || after === undefined || test.name.length < 4) return false;
    const isMoved = change !== undefined && change.path !== originalPath;
    return (
      after.includes(test.name) &&
      (isMoved || testLanguageOf(path)?.isTestFile(path, after) !== true)
    );
  });
}
