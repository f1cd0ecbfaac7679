import type {
  AssertingHelper,
  Assertion,
  AssertionGuard,
  Double,
  TestCase,
  TestMode,
} from '../test-file.ts';
import type { Range, Source } from './source.ts';
import { canonicalText } from './source.ts';

/** What is gathered while the body of one test is read. */
export interface Collection {
  readonly assertions: Assertion[];
  readonly cases: string[];
  readonly doubles: Double[];
  readonly subtests: TestCase[];
  /** Parts of the body that belong to tests of their own. */
  readonly apart: Range[];
  hasOtherCases: boolean;
  mode: TestMode;
  modeText: string;
}

export function emptyCollection(mode: TestMode = 'runs', modeText = ''): Collection {
  return {
    assertions: [],
    cases: [],
    doubles: [],
    subtests: [],
    apart: [],
    hasOtherCases: false,
    mode,
    modeText,
  };
}

const RANK: Readonly<Record<TestMode, number>> = {
  skipped: 4,
  'expected-to-fail': 3,
  conditional: 2,
  focused: 1,
  runs: 0,
};

/** Says that a test runs no more than this; what was said before stays where it says more. */
export function restrict(
  into: { mode: TestMode; modeText: string },
  mode: TestMode,
  modeText: string,
): void {
  if (RANK[mode] <= RANK[into.mode]) return;
  into.mode = mode;
  into.modeText = modeText;
}

/** A test that runs no more than what is around it. */
export function restricted(test: TestCase, mode: TestMode, modeText: string): TestCase {
  return RANK[mode] > RANK[test.mode] ? { ...test, mode, modeText } : test;
}

/** The guard of what follows: what was there first stays, but for what is never reached. */
export function joined(
  first: AssertionGuard | undefined,
  second: AssertionGuard | undefined,
): AssertionGuard | undefined {
  if (second === 'unreachable') return second;
  return first ?? second;
}

/** A range in one way of writing, without the ranges that belong to others. */
export function textWithout(source: Source, range: Range, apart: readonly Range[]): string {
  const texts: string[] = [];
  let from = range.from;
  for (const one of [...apart].sort((left, right) => left.from - right.from)) {
    if (one.from < from || one.to > range.to) continue;
    texts.push(canonicalText(source, { from, to: one.from }));
    from = one.to;
  }
  texts.push(canonicalText(source, { from, to: range.to }));
  return texts.filter((text) => text !== '').join(' ');
}

/** The names of all calls in a range, in order of first use, without those that are left out. */
export function callsIn(
  { tokens }: Source,
  { from, to }: Range,
  isLeftOut: (callee: string, name: string) => boolean,
): readonly string[] {
  const calls = new Set<string>();
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word' || tokens[at + 1]?.text !== '(') continue;
    if (/^(?:func|fn)$/.test(tokens[at - 1]?.text ?? '')) continue;
    const callee = calleeAt(tokens, at);
    if (!isLeftOut(callee, token.text)) calls.add(callee);
  }
  return [...calls];
}

/** A name with the names before its dots, as far as these are only names. */
function calleeAt(tokens: Source['tokens'], at: number): string {
  const parts = [tokens[at]?.text ?? ''];
  for (let index = at; index > 1 && parts.length < 12; index -= 2) {
    const dot = tokens[index - 1]?.text ?? '';
    const name = tokens[index - 2];
    if (!/^(?:\.|::)$/.test(dot) || name?.kind !== 'word') break;
    parts.unshift(name.text, dot);
  }
  return parts.join('');
}

/** Those functions of a file that assert, themselves or through others of them. */
export function assertingOf(helpers: readonly AssertingHelper[]): readonly AssertingHelper[] {
  const asserting = new Set(
    helpers.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name),
  );
  for (let size = -1; size !== asserting.size; ) {
    size = asserting.size;
    for (const { calls, name } of helpers) {
      if (calls.some((call) => asserting.has(lastNameOf(call)))) asserting.add(name);
    }
  }
  return helpers.filter(({ name }) => asserting.has(name));
}

function lastNameOf(callee: string): string {
  return /[^.:]+$/.exec(callee)?.[0] ?? callee;
}
