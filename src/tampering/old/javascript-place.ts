/** Where the reader of a test file stands, and what it gathers there. */

import type { Assertion, AssertionGuard, Double } from '../test-file.ts';
import type { Cases } from './javascript-cases.ts';
import { NO_CASES } from './javascript-cases.ts';
import type { Mode } from './javascript-test-calls.ts';
import { RUNS, strictest } from './javascript-test-calls.ts';
import type { Scope } from './javascript-values.ts';
import { innerScope } from './javascript-values.ts';
import type { Range, Source } from './source.ts';

export interface Suite {
  readonly name: string;
  mode: Mode;
}

/** What a test, a function or a hook has said so far. */
export interface Draft {
  readonly name: string;
  readonly line: number;
  readonly kind: 'test' | 'function' | 'hook' | 'file';
  readonly assertions: Assertion[];
  readonly calls: Set<string>;
  readonly doubles: Double[];
  cases: Cases;
  mode: Mode;
  waits: number;
  /** Tests inside of it. */
  tests: number;
}

export function draftOf(kind: Draft['kind'], name: string, line: number): Draft {
  return {
    name,
    line,
    kind,
    assertions: [],
    calls: new Set(),
    doubles: [],
    cases: NO_CASES,
    mode: RUNS,
    waits: 0,
    tests: 0,
  };
}

export interface Place {
  readonly draft: Draft;
  readonly suites: readonly Suite[];
  readonly scope: Scope;
  readonly guard: AssertionGuard | undefined;
  /** What keeps tests from being made there. */
  readonly region: Mode;
  readonly cases: Cases;
  /** The body of the function that stands around it; undefined outside of all. */
  readonly body: Range | undefined;
  /** Whether the test ends when a function of its is called, so that nothing need be waited for. */
  readonly hasDone: boolean;
}

const GUARDS: readonly (AssertionGuard | undefined)[] = [
  undefined,
  'conditional',
  'not-awaited',
  'swallowed',
  'unreachable',
];

/** The same place where something more keeps an assertion from counting. */
export function guarded(place: Place, guard: AssertionGuard | undefined): Place {
  const isStricter = GUARDS.indexOf(guard) > GUARDS.indexOf(place.guard);
  const region =
    guard === 'unreachable'
      ? strictest([place.region, { mode: 'skipped', text: 'not reached' }])
      : guard === 'conditional'
        ? strictest([place.region, { mode: 'conditional', text: 'if' }])
        : place.region;
  return { ...place, guard: isStricter ? guard : place.guard, region };
}

/** How a statement ends: whether the ones behind it are reached. */
export type Completion = 'goes-on' | 'may-leave' | 'leaves' | 'throws';

export function lineOf({ tokens }: Source, at: number): number {
  return tokens[at]?.line ?? tokens.at(-1)?.line ?? 1;
}

/** The same place in a block of its own. */
export function innerPlace(place: Place): Place {
  return { ...place, scope: innerScope(place.scope) };
}
