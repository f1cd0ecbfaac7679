import type { Suspicion } from '../change.ts';
import type { Comparing } from './comparing.ts';
import { literalsOf } from './coverage.ts';
import { isExplained, isOtherValue } from './expected-values.ts';
import type { MatchedTest } from './matching.ts';
import type { Side } from './side.ts';
import { excerpt, testSuspicion } from './wording.ts';
import { wordsOf } from './words.ts';

/** The cases of a test that are fewer than before, or expect something else. */

const SKIPPED = /\b(?:skip|xfail|skipif|ignore|Disabled|todo)\b/;

/** Compares the rows of a test's tables. */
export function compareCases(pair: MatchedTest, world: Comparing): readonly Suspicion[] {
  const { after, before } = pair;
  const skipped = skippedCases(pair);
  if (skipped.length > 0 || before.test.cases.length === 0) return skipped;
  const lost = without(before.test.cases, after.test.cases);
  const gained = without(after.test.cases, before.test.cases);
  if (lost.length === 0) return [];
  const edited = gained.length === lost.length ? editedCases(pair, lost, gained, world) : [];
  const missing = after.test.hasOtherCases ? [] : missingCases(lost, gained, world);
  return [...edited, ...missing.slice(0, 1).map((row) => removed(pair, row, missing))];
}

/** Rows that are still there and do not run. */
function skippedCases({ after, before }: MatchedTest): readonly Suspicion[] {
  const known = before.test.cases.filter((row) => SKIPPED.test(row)).length;
  const rows = after.test.cases.filter((row) => SKIPPED.test(row));
  const [row] = without(rows, before.test.cases);
  if (rows.length <= known || row === undefined || before.test.cases.length === 0) return [];
  const detail = `A case of "${after.fullName}" no longer runs.`;
  return [testSuspicion(after, 'test-skipped', detail, ['', row])];
}

/** Rows for which neither a new one nor one of another test stands. */
function missingCases(
  lost: readonly string[],
  gained: readonly string[],
  { after, before, changes }: Comparing,
): readonly string[] {
  const { bodies, others } = triedNow(before, after);
  const missing = lost.filter((row) => {
    if (others.has(row) || isNoLongerSaid(row, changes)) return false;
    const words = [...wordsOf([row])];
    if (words.some((word) => changes.gone.has(word) || changes.vanishedWords.has(word)))
      return false;
    const values = [...literalsOf(row)];
    return !isTriedElsewhere(values, bodies);
  });
  // Each new row may be what an old one became.
  return missing.slice(0, Math.max(0, missing.length - gained.length));
}

/** Whether a text of the row, an error's say, went out of the program. */
function isNoLongerSaid(row: string, { addedLines, removedLines }: Comparing['changes']): boolean {
  const texts = (row.match(/"(?:[^"\\]|\\.){12,}"/g) ?? []).map((text) => text.slice(1, -1));
  return texts.some((text) => removedLines.includes(text) && !addedLines.includes(text));
}

/** What the tests of a change try. */
interface Tried {
  readonly others: ReadonlySet<string>;
  /** The literals of each test that came or was changed, by each of them. */
  readonly bodies: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

const TRIED = new WeakMap<Side, Tried>();

function triedNow(before: Side, after: Side): Tried {
  const known = TRIED.get(after);
  if (known !== undefined) return known;
  const former = new Set(before.tests.map(({ test }) => test.body));
  const bodies = new Map<string, ReadonlySet<string>[]>();
  for (const { test } of after.tests) {
    if (former.has(test.body)) continue;
    const body = literalsOf(`${test.body} ${test.cases.join(' ')}`);
    for (const value of body) {
      const holders = bodies.get(value);
      if (holders === undefined) bodies.set(value, [body]);
      else holders.push(body);
    }
  }
  const tried = { others: new Set(after.tests.flatMap(({ test }) => test.cases)), bodies };
  TRIED.set(after, tried);
  return tried;
}

/** Whether a test that came or was changed holds all values of a row; where it has a text, that one alone tells it. */
function isTriedElsewhere(values: readonly string[], bodies: Tried['bodies']): boolean {
  const texts = values.filter((value) => value.length > 3 && value.startsWith('"'));
  const telling = texts.length > 0 ? texts.slice(0, 1) : values;
  const [rarest = []] = telling
    .map((value) => bodies.get(value) ?? [])
    .sort((one, other) => one.length - other.length);
  return rarest.some((body) => telling.every((value) => body.has(value)));
}

function removed({ after }: MatchedTest, first: string, missing: readonly string[]): Suspicion {
  const count = missing.length === 1 ? 'a case' : `${missing.length} cases`;
  const detail = `"${after.fullName}" has ${count} fewer: \`${excerpt(first)}\`.`;
  return testSuspicion(after, 'cases-removed', detail, [missing.join('\n'), '']);
}

/** Rows of which only one value is another one now. */
function editedCases(
  { after, before }: MatchedTest,
  lost: readonly string[],
  gained: readonly string[],
  { changes }: Comparing,
): readonly Suspicion[] {
  const successorOf = successors(gained);
  const edits = lost.flatMap((old) => {
    const current = successorOf(old);
    return current === undefined ? [] : [[old, current] as const];
  });
  // A table whose rows were all written anew was not edited to fit.
  if (edits.length < lost.length) return [];
  const detail = `A case of "${after.fullName}" was changed, but the code under test was not.`;
  return edits
    .filter(
      ([old, current]) =>
        isOtherValue({ expected: old }, { expected: current }) &&
        !isExplained(
          [{ subject: '', expected: old }, { expected: current }],
          [before, after],
          changes,
        ),
    )
    .map((texts) => testSuspicion(after, 'expected-value-edited', detail, texts));
}

/** Finds the first of some rows that differs from another one in one value: such rows share one of their halves. */
function successors(rows: readonly string[]): (old: string) => string | undefined {
  const values = rows.map(valuesOf);
  const places = new Map<string, number[]>();
  for (const [index, row] of values.entries()) {
    for (const key of halvesOf(row)) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [index]);
      else known.push(index);
    }
  }
  return (old) => {
    const own = valuesOf(old);
    if (own.length < 2) return undefined;
    const found = halvesOf(own).flatMap((key) => {
      const at = places.get(key)?.find((index) => differInOne(own, values[index] ?? []));
      return at === undefined ? [] : [at];
    });
    return rows[Math.min(...found)];
  };
}

function halvesOf(values: readonly string[]): readonly string[] {
  const middle = values.length >> 1;
  return [
    `${values.length} < ${values.slice(0, middle).join(' ')}`,
    `${values.length} > ${values.slice(middle).join(' ')}`,
  ];
}

function differInOne(one: readonly string[], other: readonly string[]): boolean {
  let differing = 0;
  for (let at = 0; at < one.length && differing < 2; at += 1) {
    if (one[at] !== other[at]) differing += 1;
  }
  return differing === 1 && one.length === other.length;
}

function valuesOf(row: string): readonly string[] {
  return row.match(/"(?:[^"\\]|\\.)*"|[\p{L}_$][\p{L}\p{N}_$.]*|-?[\d.]+|[^\s"]/gu) ?? [];
}

/** The texts of one list that the other does not have, as often as it has them less often. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
