/** What changed, as far as tampering is looked for in it. All texts are in memory: nothing here reads. */

export interface TextChange {
  /** Where the file is now, or was; with slashes, from the project's folder. */
  readonly path: string;
  /** Where it was, where it was moved. */
  readonly earlierPath?: string | undefined;
  /** Undefined where it was not there. */
  readonly before: string | undefined;
  /** Undefined where it is gone. */
  readonly after: string | undefined;
}

/** All files of the project as they are now, changed or not. */
export interface ProjectFiles {
  /** Their paths, with slashes, from the project's folder. */
  readonly paths: readonly string[];
  /** The text of one; undefined where it cannot be read. */
  readonly read: (path: string) => string | undefined;
}

/** Something that may be a test that was weakened. */
export interface Suspicion {
  readonly kind: TamperingKind;
  /** Of the file as it is now, or was where it is gone. */
  readonly path: string;
  /** In the file as it is now; in the one before where it is gone. Counted from 1. */
  readonly line: number;
  /** What it is about, in the same words whatever else changes: the full name of a test, the key of a configuration. */
  readonly about: string;
  /** One sentence for a person: what is weaker, and of which test. */
  readonly detail: string;
  /** The lines in question before and after, as written; empty where there are none. At most 500 characters each. */
  readonly before: string;
  readonly after: string;
}

/** What is looked for, and what a person is told of it. */
export const TAMPERING_KINDS = {
  'test-deleted': 'a test was removed, and nothing asserts what it asserted',
  'test-skipped': 'a test no longer runs',
  'test-focused': 'only this test runs',
  'test-commented-out': 'a test is now only a comment',
  'test-conditional': 'a test runs only under a condition',
  'test-expected-to-fail': 'the failure of a test counts as a pass',
  'test-not-collected': 'a test has a name or location that its runner does not find',
  'assertion-removed': 'a test asserts less',
  'assertion-weakened': 'an assertion is weaker',
  'assertion-vacuous': 'an assertion always passes',
  'assertion-swallowed': 'the error of an assertion is swallowed',
  'assertion-unreachable': 'an assertion is not reached, or not always',
  'assertion-not-awaited': 'an asynchronous assertion is not awaited',
  'expected-value-edited': 'the expected value changed, but the code under test did not',
  'snapshot-edited': 'a snapshot was changed or deleted, but the code that produces it was not',
  'subject-mocked': 'the code under test is replaced by a mock',
  'cases-removed': 'a test has fewer cases',
  'threshold-lowered': 'a threshold was lowered',
  'tests-excluded': 'a configuration leaves tests out',
  'run-neutered': 'a test run can no longer fail, or does not happen',
} as const;

export type TamperingKind = keyof typeof TAMPERING_KINDS;
