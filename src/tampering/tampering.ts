import type { ProjectFiles, Suspicion, TextChange } from './change.ts';
import { compareCases } from './comparing/cases.ts';
import type { Comparing } from './comparing/comparing.ts';
import { compareAssertions } from './comparing/comparison.ts';
import { type Coverage, coverageOf } from './comparing/coverage.ts';
import { compareDoubles } from './comparing/doubles.ts';
import { compareHelperCalls } from './comparing/helper-calls.ts';
import { matchHelpers } from './comparing/helper-changes.ts';
import { lostTests } from './comparing/lost-tests.ts';
import { isUntouched, type MatchedTest, matchTests } from './comparing/matching.ts';
import { type ProgramChanges, programChanges } from './comparing/program-changes.ts';
import { compareModes, compareStops, focusOfNew } from './comparing/running.ts';
import { type PlacedTest, readSides, type Sides, TestAsserting } from './comparing/side.ts';
import { snapshotSuspicions } from './comparing/snapshots.ts';
import { standIns } from './comparing/stand-ins.ts';
import { testSuspicion } from './comparing/wording.ts';
import { configurationSuspicions } from './settings.ts';
import type { TestCase, TestReader } from './test-file.ts';

/**
 * Everything in a change that looks like a test that was weakened, in no order; some of it may be told twice.
 * `project`: to follow what tests import through files that did not change.
 */
export function suspicionsIn(
  change: readonly TextChange[],
  reader: TestReader,
  project?: ProjectFiles,
): readonly Suspicion[] {
  // A move alone takes a workflow away from what starts it.
  const differing = change.filter(
    ({ after, before, earlierPath }) => after !== before || earlierPath !== undefined,
  );
  return [
    ...testSuspicions(change, reader, project),
    ...configurationSuspicions(differing),
    ...snapshotSuspicions(differing),
  ];
}

function testSuspicions(
  change: readonly TextChange[],
  reader: TestReader,
  project: ProjectFiles | undefined,
): readonly Suspicion[] {
  // What stands in a file as before matters only where something else may have been weakened.
  const short = readSides(change, reader, true);
  const found = suspicionsBetween(short, change, reader, project);
  if (!short.isShortened || found.length === 0) return found;
  return suspicionsBetween(readSides(change, reader), change, reader, project);
}

function suspicionsBetween(
  { after, before }: Sides,
  change: readonly TextChange[],
  reader: TestReader,
  project: ProjectFiles | undefined,
): readonly Suspicion[] {
  if (before.files.length === 0 && after.files.length === 0) return [];
  const { added, lost, pairs } = matchTests(before, after);
  const world = comparing(change, { before, after, reader }, project);
  return [
    ...pairs.flatMap((pair) => comparePair(pair, world)),
    ...matchHelpers(before, after).flatMap((pair) => compareAssertions(pair, world)),
    ...focusOfNew(added),
    ...compareStops(before, after),
    ...standIns(pairs, { before, after }, change),
    ...lostTests(lost, change, world),
  ];
}

function comparing(
  change: readonly TextChange[],
  { after, before, reader }: Pick<Comparing, 'before' | 'after' | 'reader'>,
  project: ProjectFiles | undefined,
): Comparing {
  let coverage: Coverage | undefined;
  let changes: ProgramChanges | undefined;
  // Both are dear, and where no test lost anything neither is needed.
  return {
    before,
    after,
    reader,
    project,
    get coverage() {
      coverage ??= coverageOf(after, before);
      return coverage;
    },
    get changes() {
      changes ??= programChanges(change, reader, project);
      return changes;
    },
  };
}

/** What is weaker in one test. Of a test that does not run nothing else is told. */
function comparePair(pair: MatchedTest, world: Comparing): readonly Suspicion[] {
  if (isUntouched(pair)) return [];
  const modes = compareModes(pair);
  const isOff = pair.after.test.mode === 'skipped';
  if (isOff || pair.before.test.mode === 'skipped') return modes;
  // The same words say the same, however else the file was changed.
  const isSame = pair.before.test.body === pair.after.test.body || isImportRenamed(pair);
  const assertions = compareAssertions(isSame ? ofMarks(pair) : pair, world);
  return [
    ...modes,
    ...compareDoubles(pair, world.before),
    ...compareCases(pair, world),
    ...compareHelperCalls(pair, world),
    ...assertions,
    ...(assertions.length > 0 ? [] : droppedWaits(pair)),
  ];
}

/** Whether all that differs is the name by which a test knows one of its imports: `all_names` and `shop.__all__`. */
function isImportRenamed({ after, before }: MatchedTest): boolean {
  const left = new Set(after.file.imports.flatMap(({ names }) => names));
  const dropped = before.file.imports.flatMap(({ names }) => names).filter((one) => !left.has(one));
  const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return dropped.some((name) => {
    const [first = '', second, ...parts] = before.test.body.split(
      new RegExp(`\\b${escaped(name)}\\b`),
    );
    if (second === undefined) return false;
    const rest = parts.map((part) => `\\1${escaped(part)}`).join('');
    const renamed = `^${escaped(first)}((?!\\d)[\\w.:]+)${escaped(second)}${rest}$`;
    return new RegExp(renamed).test(after.test.body);
  });
}

/** Two versions of a test with only what is asserted outside of its body: `#[should_panic]`, `@Test(expected = …)`. */
function ofMarks({ after, before }: MatchedTest): MatchedTest {
  const marks = ({ assertions }: TestCase) => assertions.filter(({ text }) => /^[#@]/.test(text));
  const marked = (one: PlacedTest): PlacedTest => ({
    ...one,
    test: new TestAsserting(one.test, marks),
  });
  return { before: marked(before), after: marked(after) };
}

/** A test that does the same as before, and waits for less of it. */
function droppedWaits({ after, before }: MatchedTest): readonly Suspicion[] {
  const plain = (body: string): string => body.replace(/\bawait |\.await\b/g, '');
  const isSame = plain(before.test.body) === plain(after.test.body);
  if (!isSame || after.test.waits >= before.test.waits || after.test.assertions.length === 0)
    return [];
  const detail = `"${after.fullName}" waits for less than before.`;
  return [
    testSuspicion(after, 'assertion-not-awaited', detail, [before.test.body, after.test.body]),
  ];
}
