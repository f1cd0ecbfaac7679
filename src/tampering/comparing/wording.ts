import type { Suspicion, TamperingKind } from '../change.ts';
import type { Assertion, AssertionGuard } from '../test-file.ts';
import type { PlacedTest } from './side.ts';

/** How what a test lost is worded. */

/** Longest excerpt of a text, in characters. */
const LONGEST_EXCERPT = 500;

export function excerpt(text: string): string {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text;
}

/** What is told of a test; `line`: of what it is told of, where that is not the whole test. */
export function testSuspicion(
  { fullName, path, test }: PlacedTest,
  kind: TamperingKind,
  detail: string,
  [before, after]: readonly [before: string, after: string],
  line = test.line,
): Suspicion {
  return {
    kind,
    path,
    line,
    about: fullName,
    detail,
    before: excerpt(before),
    after: excerpt(after),
  };
}

const GUARD_KINDS: Readonly<Record<AssertionGuard, readonly [TamperingKind, string]>> = {
  swallowed: ['assertion-swallowed', 'its error is swallowed'],
  conditional: ['assertion-unreachable', 'it runs only under a condition'],
  unreachable: ['assertion-unreachable', 'it is not reached'],
  'not-awaited': ['assertion-not-awaited', 'it is not awaited'],
};

/** An assertion of a test that another one took the place of. */
export type Replaced = readonly [before: Assertion, after: Assertion];

/** What is told of an assertion that says less, or of one that a guard keeps from saying it. */
export function weakerSuspicion(
  test: PlacedTest,
  replaced: Replaced,
  guard?: AssertionGuard,
): Suspicion {
  const [kind, why]: readonly [TamperingKind, string] =
    guard === undefined ? ['assertion-weakened', ''] : GUARD_KINDS[guard];
  const said = why === '' ? 'is weaker' : `is weaker: ${why}`;
  return assertionSuspicion(test, replaced, kind, `An assertion of "${test.fullName}" ${said}.`);
}

export function assertionSuspicion(
  test: PlacedTest,
  [before, after]: Replaced,
  kind: TamperingKind,
  detail: string,
): Suspicion {
  return testSuspicion(test, kind, detail, [before.text, after.text], after.line);
}
