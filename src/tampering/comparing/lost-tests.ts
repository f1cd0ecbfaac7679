import type { Suspicion, TextChange } from '../change.ts';
import type { Assertion, TestCase } from '../test-file.ts';
import type { Comparing } from './comparing.ts';
import { compareAssertions } from './comparison.ts';
import {
  type Coverage,
  isAboutGone,
  isAssertedAnew,
  isAssertedElsewhere,
  isParametrised,
  isSubjectDropped,
  literalsOf,
} from './coverage.ts';
import { claimOf, nameWords } from './matching.ts';
import { helperOf, helpersOf, lastName, type PlacedTest, type Side } from './side.ts';
import { excerpt } from './wording.ts';

/** Tests that are not there any more. */

/** Suspicions about tests that have no successor. */
export function lostTests(
  lost: readonly PlacedTest[],
  changes: readonly TextChange[],
  world: Comparing,
): readonly Suspicion[] {
  return lost.flatMap((one) => {
    if (isHarmless(one, world) || isKeptElsewhere(one, changes, world)) return [];
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
  const { mode, modeText } = one.test;
  const isOff = mode === 'skipped' || mode === 'conditional' || /xfail|failing/i.test(modeText);
  if (isOff || isAboutGone(one, world.changes)) return true;
  const { assertions } = one.test;
  const helpers = [...helpersOf(one.test, world.before)];
  if (assertions.length === 0 && helpers.length === 0) return isExercised(one, world);
  if (isSharedNow(one, world) || isTwin(one, world) || isMerged(one, world)) return true;
  const isHelped = helpers.length === 0 || isHelpedElsewhere(one, helpers, world);
  const values = assertions.some(({ form }) => form !== 'runs');
  const claims = assertions.filter(
    (claim) =>
      !helpers.includes(helperOf(claim) ?? '') &&
      // A test of what comes of a call sees its errors as well.
      !(values && claim.form === 'runs'),
  );
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

/** Least share of what a test calls, and of the words of the shorter name, that the one has into which it was merged. */
const LEAST_CALLED = 0.6;
const LEAST_NAMED = 0.3;

/** Whether a test that came, or grew, in its file asserts no less: several were made one, or one got a table. */
function isMerged(lost: PlacedTest, world: Comparing): boolean {
  const calls = new Set(lost.test.calls.map(lastName));
  const words = nameWords(lost.test.name);
  const shared = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
    [...some].filter((one) => others.has(one)).length;
  return world.coverage.tests.some(({ calls: others, placed }) => {
    if (placed.originalPath !== lost.originalPath || placed.test.mode !== 'runs') return false;
    if (shared(calls, others) < LEAST_CALLED * calls.size) return false;
    const name = nameWords(placed.test.name);
    if (shared(name, words) < LEAST_NAMED * Math.min(name.size, words.size)) return false;
    const said = placed.test.assertions;
    if (said.length < lost.test.assertions.length) return false;
    // The opposite is no more of the same.
    const isSaid = ({ negated }: Assertion): boolean => said.some((one) => one.negated === negated);
    if (!lost.test.assertions.every(isSaid)) return false;
    const isTable = placed.test.cases.length > lost.test.cases.length;
    const weaker = compareAssertions({ before: lost, after: placed }, world);
    // In a table an assertion may be for some rows alone.
    return weaker.every(({ kind }) => isTable && kind === 'assertion-unreachable');
  });
}

/** Most files of tests that are looked through for a test that was there twice. */
const MOST_LOOKED_THROUGH = 300;
/** What a shorter body does depends on what stands around it. */
const LEAST_BODY = 60;

/** Whether a test file that did not change holds it as well. */
function isKeptElsewhere(
  { originalPath, test }: PlacedTest,
  changes: readonly TextChange[],
  { project, reader }: Comparing,
): boolean {
  if (project === undefined || test.body.length < LEAST_BODY) return false;
  const changed = new Set(changes.map(({ path }) => path));
  const language = reader.languageOf(originalPath);
  return project.paths
    .filter((path) => !changed.has(path) && reader.languageOf(path) === language)
    .filter((path) => /test|spec/i.test(path))
    .slice(0, MOST_LOOKED_THROUGH)
    .some((path) => {
      const text = project.read(path) ?? '';
      if (!text.includes(test.name) || language?.isTestFile(path, text) !== true) return false;
      const tests = reader.readTests(path, text)?.tests ?? [];
      return tests.some(
        ({ body, mode, name }) => name === test.name && body === test.body && mode !== 'skipped',
      );
    });
}

/** Whether another test does exactly the same. */
function isTwin({ file, test }: PlacedTest, { after }: Comparing): boolean {
  return standing(after).bodies.has(`${file.shared}\n${test.body}`);
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
      helpers.every((name) => one.calls.has(name)) &&
      values.every((value) => text.includes(value.replace(/^"|"$/g, '')))
    );
  });
}

/** Whether a new test of its name says as much, of what several tests are about now: one of a base class, say. */
function isSharedNow({ test }: PlacedTest, { coverage }: Comparing): boolean {
  let known = SAID.get(coverage);
  if (known === undefined) {
    known = new Set(coverage.tests.map((one) => saidBy(one.test)));
    SAID.set(coverage, known);
  }
  return known.has(saidBy(test));
}

const SAID = new WeakMap<Coverage, ReadonlySet<string>>();

function saidBy({ assertions, name }: TestCase): string {
  const said = assertions.map(
    ({ expected = '', form, negated }) => `${negated} ${form} ${expected}`,
  );
  return [name, ...said].join('\n');
}

/** Whether a test that asserts nothing itself only calls what others still call. */
function isExercised({ test }: PlacedTest, { coverage }: Comparing): boolean {
  const calls = test.calls.map(lastName);
  return (
    coverage.tests.some((one) => calls.every((call) => one.calls.has(call))) ||
    coverage.others.some(({ text }) => calls.every((call) => text.includes(call)))
  );
}

function whatBecameOf(
  one: PlacedTest,
  changes: readonly TextChange[],
  world: Comparing,
): Pick<Suspicion, 'kind' | 'detail'> {
  const name = `"${one.fullName}"`;
  if (isCommentedOut(one, world))
    return { kind: 'test-commented-out', detail: `${name} is now only a comment.` };
  if (isStillDefined(one, world) || isMovedAway(one, changes, world)) {
    return {
      kind: 'test-not-collected',
      detail: `${name} still exists, but its runner does not find it.`,
    };
  }
  return {
    kind: 'test-deleted',
    detail: `${name} was removed, and nothing asserts what it asserted.`,
  };
}

function isCommentedOut({ originalPath, test }: PlacedTest, { after, before }: Comparing): boolean {
  const isInComments = (side: Side): boolean =>
    standing(side).comments.get(originalPath)?.includes(test.name) === true;
  return isInComments(after) && !isInComments(before);
}

/** What stands in the files of one side, read once for all lost tests. */
interface Standing {
  /** The comments of the files, by their original paths. */
  readonly comments: ReadonlyMap<string, string>;
  /** What makes one test the same as another: whether it is of a base class, and its body. Of tests that run. */
  readonly bodies: ReadonlySet<string>;
  readonly definitions: ReadonlySet<string>;
  /** The names of everything that is defined, and of its helpers. */
  readonly names: ReadonlySet<string>;
  readonly claimsOfHelpers: readonly ReadonlySet<string>[];
}

const STANDING = new WeakMap<Side, Standing>();

function standing(side: Side): Standing {
  const known = STANDING.get(side);
  if (known !== undefined) return known;
  const comments = new Map<string, string>();
  for (const { file, originalPath } of side.files) {
    const texts = [comments.get(originalPath), ...file.comments.map(({ text }) => text)];
    comments.set(originalPath, texts.filter((text) => text !== undefined).join('\n'));
  }
  const running = side.tests.filter(({ test }) => test.mode !== 'skipped');
  const definitions = side.files.flatMap(({ file }) => file.definitions.map(({ name }) => name));
  const helpers = side.files.flatMap(({ file }) => file.helpers.map(({ name }) => name));
  const read = {
    comments,
    bodies: new Set(running.map(({ file, test }) => `${file.shared}\n${test.body}`)),
    definitions: new Set(definitions),
    names: new Set([...definitions, ...helpers]),
    claimsOfHelpers: [...side.helpers.values()].map(
      ({ assertions }) => new Set(assertions.map(claimOf)),
    ),
  };
  STANDING.set(side, read);
  return read;
}

/** Whether a function that is no test has its name, nearly, or asserts the same. */
function isStillDefined(one: PlacedTest, { after, before }: Comparing): boolean {
  const own = coreOf(one.test.name);
  if (own.length > 2 && newCores(before, after).has(own)) return true;
  const claims = one.test.assertions.map(claimOf);
  return (
    claims.length > 0 &&
    standing(after).claimsOfHelpers.some((same) => claims.every((claim) => same.has(claim)))
  );
}

/** A name without what tells runners that it is one of a test, or of none any more. */
function coreOf(name: string): string {
  return name.replace(/^[_xX]*(?:tests?|disabled|skip)_?|_?disabled$/gi, '').toLowerCase();
}

const CORES = new WeakMap<Side, ReadonlySet<string>>();

/** The cores of the names that came with a change. */
function newCores(before: Side, after: Side): ReadonlySet<string> {
  const former = standing(before).definitions;
  const fresh = [...standing(after).names].filter((name) => !former.has(name));
  const cores = CORES.get(after) ?? new Set(fresh.map(coreOf));
  CORES.set(after, cores);
  return cores;
}

/** Whether its file holds it still, under a name that no runner looks for. */
function isMovedAway(
  { originalPath, test }: PlacedTest,
  changes: readonly TextChange[],
  { reader }: Comparing,
): boolean {
  const change = changes.find(({ earlierPath, path }) => (earlierPath ?? path) === originalPath);
  const holders =
    change?.after === undefined ? changes.filter(({ before }) => before === undefined) : [change];
  return holders.some(({ after, path }) => {
    if (path === originalPath || after === undefined || test.name.length < 4) return false;
    const isMoved = change !== undefined && change.path !== originalPath;
    return (
      after.includes(test.name) &&
      (isMoved || reader.languageOf(path)?.isTestFile(path, after) !== true)
    );
  });
}
