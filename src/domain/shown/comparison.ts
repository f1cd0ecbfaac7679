import { notTold, type Shown } from './outcome.ts';

/** How a check came out in a folder of its own. */
export interface NamedRun {
  readonly passed: boolean;
  /** Why what it printed says nothing: it did not come to its end. */
  readonly cutOff?: string | undefined;
  /** The names of the tests that failed, and of those that passed as far as its output gives them. */
  readonly failed: readonly string[];
  readonly succeeded: readonly string[];
  /** Whether no test passed that is not among those names. */
  readonly namesAll?: boolean;
  /** Whether its output tells of tests that ran. */
  readonly ranTests: boolean;
  /** What a builder or a loader said is not there; undefined where it said nothing of that sort. */
  readonly missing?: string | undefined;
  /** How it ended, as a clause. */
  readonly detail: string;
}

/** What a run without the work says by itself. */
export type FirstLook =
  /** It passes: a probe has to show that it runs what changed. */
  | 'passes'
  /** It has to be compared with a run of the same kind with the work. */
  | 'fails'
  | Extract<Shown, { readonly kind: 'not-told' }>;

/** What is to be done after a run without the work. */
export function firstLook(without: NamedRun): FirstLook {
  if (without.cutOff !== undefined) return notTold(`${without.cutOff} without the work`);
  if (without.passed) return 'passes';
  if (without.failed.length > 0 || without.missing !== undefined) return 'fails';
  return notTold(`it fails without the work and names no test (${without.detail})`);
}

/** A run with the failures alone that came again in a second one. */
export function seenTwice(first: NamedRun, second: NamedRun): NamedRun {
  const before = new Set(first.failed);
  return { ...second, failed: second.failed.filter((name) => before.has(name)) };
}

/** The names of tests that fail without the work and pass with it. */
function failingWithout(without: NamedRun, withWork: NamedRun): readonly string[] {
  const isRed = new Set(withWork.failed);
  const isGreen = new Set(withWork.succeeded);
  const candidates = without.failed.filter((name) => !isRed.has(name));
  const named = candidates.filter((name) => isGreen.has(name));
  // Many runners name what failed alone: where nothing did, what they named before passes.
  return named.length > 0 || !withWork.passed ? named : candidates;
}

/**
 * What two runs say of the work.
 * @param tests names of the tests that are new or changed with it, as far as they are known
 */
export function compareRuns(
  without: NamedRun,
  withWork: NamedRun,
  tests: readonly string[],
): Shown {
  if (withWork.cutOff !== undefined) {
    return notTold(`${withWork.cutOff} in a fresh copy of the files of now`);
  }
  const failing = failingWithout(without, withWork);
  if (failing.length > 0) {
    // A test with many rows fails under many names.
    const areChanged =
      tests.length >= failing.length && failing.every((name) => isAmong(name, tests));
    return { kind: 'shown', failing, among: areChanged ? tests.length : 0 };
  }
  if (!withWork.passed) {
    return notTold(
      `it does not pass in a fresh copy of the files of now either (${withWork.detail})`,
    );
  }
  return without.missing === undefined || !withWork.ranTests
    ? notTold(`it fails without the work and names no test (${without.detail})`)
    : { kind: 'not-built', missing: without.missing };
}

/** Whether none of the tests that fail is one that changed with the work, so that it may have failed by chance. */
export function isSurprise(failing: readonly string[], tests: readonly string[]): boolean {
  return failing.length > 0 && !failing.some((name) => isAmong(name, tests));
}

/** Whether a name that a runner prints is that of one of these tests. */
function isAmong(name: string, tests: readonly string[]): boolean {
  return tests.some((test) => name.includes(test));
}

/**
 * What a run says that passed without the work.
 * @param probe the same with what changed made unreadable
 * @param tests names of the tests that are new or changed with the work, as far as they are known
 */
export function afterProbe(without: NamedRun, probe: NamedRun, tests: readonly string[]): Shown {
  if (probe.cutOff !== undefined)
    return notTold(`${probe.cutOff} where the changed files are broken`);
  if (probe.passed) return notTold('the command does not run these files');
  // They may be skipped here, as on another version of the language. A name with a place for values is printed otherwise.
  const areLeftOut =
    without.namesAll === true &&
    tests.length > 0 &&
    !tests.some((test) => /[%$]/.test(test)) &&
    !without.succeeded.some((name) => isAmong(name, tests));
  return areLeftOut ? notTold('none of its new or changed tests ran') : { kind: 'kept' };
}
