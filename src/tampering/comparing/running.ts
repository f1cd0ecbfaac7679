import type { Suspicion, TamperingKind } from '../change.ts';
import type { TestMode } from '../test-file.ts';
import type { MatchedTest } from './matching.ts';
import { filesByPath, type PlacedTest, type Side } from './side.ts';
import { excerpt, testSuspicion } from './wording.ts';

/** Tests that do not run any more, or keep others from running. */

const MODES: Readonly<Record<Exclude<TestMode, 'runs'>, readonly [TamperingKind, string]>> = {
  skipped: ['test-skipped', 'no longer runs'],
  conditional: ['test-conditional', 'runs only under a condition'],
  focused: ['test-focused', 'is the only test of its file that runs'],
  'expected-to-fail': ['test-expected-to-fail', 'passes when it fails'],
};

/** How much of a test is left, by how it runs. */
const LEFT: Readonly<Record<TestMode, number>> = {
  runs: 3,
  focused: 3,
  conditional: 2,
  'expected-to-fail': 1,
  skipped: 0,
};

/** What is weaker in how a test runs. */
export function compareModes({ after, before }: MatchedTest): readonly Suspicion[] {
  const { mode, modeText } = after.test;
  if (mode === 'conditional' && isRarer(before.test.modeText, modeText))
    return [modeSuspicion(after, mode, before.test.modeText, modeText)];
  if (mode === 'runs' || mode === before.test.mode) return [];
  if (mode !== 'focused' && LEFT[mode] >= LEFT[before.test.mode]) return [];
  return [modeSuspicion(after, mode, before.test.modeText, modeText)];
}

/** Whether one condition lets a test run less often than another: one more way to skip it, or one less to run it. */
function isRarer(before: string, after: string): boolean {
  const [old, current] = [before, after].map(conditionsIn);
  if (before === '' || old === undefined || current === undefined) return false;
  const isJoint = (text: string): boolean => /\band\b|&&|\ball\(/.test(text);
  const isMore = current.size > old.size && [...old].every((one) => current.has(one));
  // Of several conditions that must all hold, one less lets it run more often.
  const isLess =
    current.size < old.size &&
    [...current].every((one) => old.has(one)) &&
    (!isJoint(before) || /\bor\b|\|\||\bany\(/.test(before));
  const isNarrowed = isJoint(after) && !isJoint(before);
  const skips = /skip|disabled|ignore|xfail/i.test(after);
  return skips ? isMore && !isNarrowed : isLess || (isMore && isNarrowed);
}

/** The words of a condition, without the reason that is given for it. */
function conditionsIn(text: string): ReadonlySet<string> {
  const bare = text.replace(/\b(?:reason|disabledReason|value)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  return new Set(bare.match(/"[^"]*"|'[^']*'|[\w.]+/g));
}

/** A new test that keeps the others of its file from running. */
export function focusOfNew(added: readonly PlacedTest[]): readonly Suspicion[] {
  return added.flatMap((one) =>
    one.test.mode === 'focused' ? [modeSuspicion(one, 'focused', '', one.test.modeText)] : [],
  );
}

function modeSuspicion(
  test: PlacedTest,
  mode: Exclude<TestMode, 'runs'>,
  before: string,
  after: string,
): Suspicion {
  const [kind, said] = MODES[mode];
  return testSuspicion(test, kind, `"${test.fullName}" ${said}.`, [before, after]);
}

/** What keeps whole files from running, or ends their run, and did not before. */
export function compareStops(before: Side, after: Side): readonly Suspicion[] {
  const formerFiles = filesByPath(before);
  return after.files.flatMap(({ file, originalPath, path }) => {
    const former = formerFiles.get(originalPath);
    // A new file takes nothing away.
    if (former === undefined) return [];
    const known = new Set(former.file.stops.map(({ text }) => text));
    return file.stops
      .filter(({ text }) => !known.has(text))
      .map(({ line, text }) => ({
        ...stopKind(text),
        path,
        line,
        about: path,
        before: '',
        after: excerpt(text),
      }));
  });
}

function stopKind(text: string): Pick<Suspicion, 'kind' | 'detail'> {
  if (/exit|os\.Exit|abort/i.test(text)) {
    return { kind: 'run-neutered', detail: 'The run of this file ends before its tests can fail.' };
  }
  if (/ignore_?(?:glob)?\s*=|collect_ignore/.test(text)) {
    return { kind: 'tests-excluded', detail: 'Tests are excluded from collection.' };
  }
  return { kind: 'test-skipped', detail: 'The tests of this file no longer run.' };
}
