import type { AssertionGuard, TestCase, TestMode } from '../test-file.ts';

/** How a test runs, and what makes it so. */
export interface Mode {
  readonly mode: TestMode;
  /** As written; empty where it runs. */
  readonly text: string;
}

export const RUNS: Mode = { mode: 'runs', text: '' };

/** The one that says most first. */
const ORDER: readonly TestMode[] = [
  'skipped',
  'focused',
  'expected-to-fail',
  'conditional',
  'runs',
];

/** The one of several that says most. */
export function strongestMode(modes: readonly Mode[]): Mode {
  return modes.reduce(
    (strongest, mode) =>
      ORDER.indexOf(mode.mode) < ORDER.indexOf(strongest.mode) ? mode : strongest,
    RUNS,
  );
}

/** What a mark says that holds under a condition, of which the truth may be known. */
export function conditionMode(
  truth: boolean | undefined,
  mode: TestMode,
  text: string,
): Mode | undefined {
  if (truth === undefined) return { mode: 'conditional', text };
  return truth ? { mode, text } : undefined;
}

export type Guard = AssertionGuard | undefined;

/** A test that runs no more than what is around it. */
export function restricted(test: TestCase, around: Mode): TestCase {
  const { mode, text } = strongestMode([{ mode: test.mode, text: test.modeText }, around]);
  return { ...test, mode, modeText: text };
}
