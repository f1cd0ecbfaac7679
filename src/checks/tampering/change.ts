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
  'test-deleted': 'a test is gone, and nothing asserts what it asserted',
  'test-skipped': 'a test does not run any more',
  'test-focused': 'only this test runs',
  'test-commented-out': 'a test is only a comment now',
  'test-conditional': 'a test runs only where a condition holds',
  'test-expected-to-fail': 'the failure of a test counts as a pass',
  'test-not-collected': 'a test has a name or a place by which its runner does not find it',
  'assertion-removed': 'a test asserts less',
  'assertion-weakened': 'an assertion lets more through',
  'assertion-vacuous': 'an assertion holds whatever the program does',
  'assertion-swallowed': 'what an assertion throws is dropped',
  'assertion-unreachable': 'an assertion is not reached, or not always',
  'assertion-not-awaited': 'nothing waits for an assertion',
  'expected-value-edited': 'what is expected was changed, and what it is expected of was not',
  'snapshot-edited': 'a kept result was changed or deleted, and what gives it was not',
  'subject-mocked': 'what a test is about is replaced',
  'cases-removed': 'a test has fewer cases',
  'threshold-lowered': 'a limit that a run must reach is lower',
  'tests-excluded': 'a configuration leaves tests out',
  'run-neutered': 'a run of the tests cannot fail any more, or does not happen',
} as const;

export type TamperingKind = keyof typeof TAMPERING_KINDS;
