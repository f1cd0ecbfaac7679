/** What makes a Python test fail or end as skipped, and what keeps a failure from being dropped. */

import { canonicalText } from '../source.ts';
import { isAssertingName } from './python-assertions.ts';
import {
  callIn,
  callsIn,
  lastName,
  placeOf,
  type Statement,
  statementsIn,
} from './python-syntax.ts';
import { truthOf, type Values } from './python-values.ts';

/** Errors that take the failure of an assertion with them. */
export const WIDE = /\b(AssertionError|Exception|BaseException)\b/;
/** Names of what says that an error is thrown. */
export const RAISES =
  /^(raises|assert_?raises(_?regexp?)?|warns|assert_?warns(_?regex)?|deprecated_call)$/i;
/** What ends a test as skipped. */
export const SKIP =
  /^(pytest\.skip|skip|(self|cls)\.skipTest|skipTest|unittest\.SkipTest|SkipTest|unittest\.case\.SkipTest|pytest\.skip\.Exception)$/;
/** What makes a test fail. */
export const FAIL =
  /^(pytest\.fail|fail|(self|cls|case)\.fail|AssertionError|pytest\.fail\.Exception)$/;

/** Whether a call ends a test as skipped. */
export function isSkipCall(name: string): boolean {
  return SKIP.test(name);
}

/** Whether a block ends with a failure of the test. */
export function isFailing(values: Values, block: readonly Statement[]): boolean {
  const last = block.at(-1);
  if (last === undefined || last.block.length > 0) return false;
  if (last.keyword === 'assert') {
    const comma = placeOf(values.source, last.head, ',');
    return truthOf(values, { from: last.head.from + 1, to: comma ?? last.head.to }) === false;
  }
  const from = last.head.from + (last.keyword === 'raise' ? 1 : 0);
  const range = { from, to: last.head.to };
  return FAIL.test(
    callIn(values.source, range)?.name ??
      (last.keyword === 'raise' ? canonicalText(values.source, range) : ''),
  );
}

/** Whether a handler keeps an error from being dropped. */
export function isStrict(values: Values, block: readonly Statement[]): boolean {
  const { source } = values;
  const isRaised = [...statementsIn(block, false)].some(({ keyword }) => keyword === 'raise');
  const calls = block.flatMap(({ all }) => [...callsIn(source, all)]);
  return (
    isRaised ||
    isAsserting(values, block) ||
    calls.some(({ name }) => FAIL.test(name) || SKIP.test(name))
  );
}

/** Whether anything in a block asserts. */
export function isAsserting(values: Values, block: readonly Statement[]): boolean {
  const { source } = values;
  return [...statementsIn(block)].some(
    ({ head, keyword }) =>
      keyword === 'assert' ||
      [...callsIn(source, head)].some(
        ({ name }) => isAssertingName(name) || FAIL.test(name) || RAISES.test(lastName(name)),
      ),
  );
}
