import { lazily } from '../../domain/base/lazily.ts';
import type { Assertion, TestCase } from '../test-file.ts';
import { plainValue } from './literal-value.ts';
import type { ProgramChanges } from './program-changes.ts';
import { assertionsOfHelpers, helpersOf, lastName, type PlacedTest, type Side } from './side.ts';
import { rankOf } from './strength.ts';
import { wordsOf } from './words.ts';

/** Why an assertion that a test lost is no loss: something else asserts it, or there is nothing left to assert it of. */

/** Everything that the tests after a change assert. */
export interface Coverage {
  /** What tests that came or were changed assert, by what it is about. */
  readonly fresh: Said;
  /** Tests that are as they were, with what they assert, read where it is asked for. */
  readonly others: readonly { readonly text: string; readonly said: () => Said }[];
  /** The assertions of tests that came or were changed, as they are written. */
  readonly byText: ReadonlyMap<string, Assertion>;
  /** Tests that came or were changed. */
  readonly tests: readonly CoveringTest[];
  /** Those of them that have cases or helpers, by what they name. */
  readonly tables: ReadonlyMap<string, readonly CoveringTest[]>;
}

/** Assertions by the canonical text of their subject, and by that and the value: one of each that differs in how it says it. */
type Said = ReadonlyMap<string, ReadonlyMap<string, Assertion>>;

interface CoveringTest {
  readonly placed: PlacedTest;
  readonly test: TestCase;
  /** The last names of what it calls, its helpers' calls included. */
  readonly calls: ReadonlySet<string>;
  /** Its cases and what its calls of helpers are given: the words and literals in its body. */
  readonly words: ReadonlySet<string>;
  readonly cases: readonly ReadonlySet<string>[];
  readonly assertions: readonly Assertion[];
  readonly helped: readonly Assertion[];
  /** How much the one of its assertions says, its helpers' included, that says most. */
  readonly rank: number;
}

/** Reads what the tests that run assert. */
export function coverageOf(after: Side, before: Side): Coverage {
  const isNew = noveltyOf(before);
  const running = after.tests.filter(isNew).filter(({ test }) => test.mode !== 'skipped');
  const assertions = running.flatMap(({ test }) => test.assertions);
  const tests = running.map((one) => coveringTest(one, after));
  return {
    fresh: saidIn(assertions),
    // In a test that was there before, the same words can be about something else.
    others: after.tests
      .filter((one) => !isNew(one))
      .map(({ test }) => ({
        text: test.written ?? test.body,
        said: lazily(() => saidIn(ownAssertions(test))),
      })),
    tables: tablesOf(tests),
    byText: new Map(
      assertions
        .filter(({ guard }) => guard === undefined)
        .map((one) => [plainText(one), one] as const),
    ),
    tests,
  };
}

/** Tells whether a test, or its cases, came with a change. */
function noveltyOf(before: Side): (one: PlacedTest) => boolean {
  const frames = new Map(before.files.map(({ file, originalPath }) => [originalPath, file.frame]));
  const written = new Set(
    before.tests.map(({ originalPath, test }) => `${originalPath}\n${test.written}`),
  );
  const textOf = ({ test }: PlacedTest): string => [test.body, ...test.cases].join('\n');
  const texts = lazily(() => new Set(before.tests.map(textOf)));
  return (one) => {
    const { file, originalPath, test } = one;
    const isFramed = file.frame !== undefined && file.frame === frames.get(originalPath);
    const isSame =
      isFramed && test.written !== undefined && written.has(`${originalPath}\n${test.written}`);
    return !isSame && !texts().has(textOf(one));
  };
}

function ownAssertions({ assertions, mode }: TestCase): readonly Assertion[] {
  return mode === 'skipped' ? [] : assertions.filter(({ subject }) => isSelfContained(subject));
}

function saidIn(assertions: readonly Assertion[]): Said {
  const said = new Map<string, Map<string, Assertion>>();
  for (const one of assertions) {
    if (one.guard !== undefined) continue;
    const way = `${one.form} ${one.negated} ${rankOf(one)}`;
    for (const key of [one.subject, valueKey(one.subject, one.expected)]) {
      const known = said.get(key) ?? new Map<string, Assertion>();
      said.set(key, known.set(way, one));
    }
  }
  return said;
}

function tablesOf(tests: readonly CoveringTest[]): Coverage['tables'] {
  const tables = new Map<string, CoveringTest[]>();
  for (const one of tests) {
    if (one.cases.length === 0 && one.helped.length === 0) continue;
    for (const word of new Set([...one.words, ...one.cases.flatMap((row) => [...row])])) {
      const known = tables.get(word);
      if (known === undefined) tables.set(word, [one]);
      else known.push(one);
    }
  }
  return tables;
}

function valueKey(subject: string, expected = ''): string {
  return `${subject}\n${plainValue(expected)}`;
}

/** Whether a subject says all of what it is about: a call of a function, not of a method of something made before. */
function isSelfContained(subject: string): boolean {
  return /^(?:[\w$]+::)*[\w$]+\(|^\p{Lu}[\w$]*(?:::|\.)/u.test(subject);
}

function coveringTest(placed: PlacedTest, after: Side): CoveringTest {
  const { test } = placed;
  const names = helpersOf(test, after);
  const helped = assertionsOfHelpers(names, after);
  const further = [...names].flatMap((name) => after.helpers.get(name)?.calls ?? []);
  return {
    placed,
    test,
    calls: new Set([...test.calls, ...further].map(lastName)),
    words: literalsOf(test.body),
    cases: test.cases.map(literalsOf),
    assertions: test.assertions,
    helped,
    rank: [...test.assertions, ...helped].reduce((most, one) => Math.max(most, rankOf(one)), 0),
  };
}

const LITERALS = /"(?:[^"\\]|\\.)*"|[\p{L}_$][\p{L}\p{N}_$]*|-?\d[\w.]*/gu;

/** The distinct words, numbers and strings of a canonical text, in their order. */
export function literalsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(LITERALS) ?? []);
}

/** An assertion as it is written, with `row.id` for `row['id']`. */
function plainText({ text }: Assertion): string {
  return text.replace(/\[(["'])([A-Za-z_$][\w$]*)\1\]/g, '.$2');
}

/** Whether another assertion of a test that runs says as much as this one about the same subject. */
export function isAssertedElsewhere(lost: Assertion, coverage: Coverage): boolean {
  // The same words, of something that another test prepares otherwise.
  const same = coverage.byText.get(plainText(lost));
  if (same !== undefined && same.subject !== lost.subject) return true;
  if (isSaidIn(coverage.fresh, lost)) return true;
  if (!isSelfContained(lost.subject)) return false;
  const [callee = ''] = calleesOf(lost.subject);
  return coverage.others.some(({ said, text }) => text.includes(callee) && isSaidIn(said(), lost));
}

function isSaidIn(said: Said, lost: Assertion): boolean {
  const key = lost.expected === undefined ? lost.subject : valueKey(lost.subject, lost.expected);
  return [...(said.get(key)?.values() ?? [])].some(
    (one) =>
      (one.negated === lost.negated || one.form !== lost.form) && rankOf(one) >= rankOf(lost),
  );
}

/** Whether a case of a table, or a call of a helper that asserts, of a test that came or was changed holds what this is about. */
export function isParametrised(
  lost: Assertion,
  { tables }: Coverage,
  by: 'cases' | 'cases or helpers',
): boolean {
  const said = literalsOf(`${lost.subject} ${lost.expected ?? ''}`);
  const values = [...said].filter(isValue);
  // Where there are none: members of enumerations and other constants.
  const wanted = values.length > 0 ? values : [...said].filter((one) => /^\p{Lu}/u.test(one));
  const callee = calleesOf(lost.subject).filter((name) => !CONVERTING.test(name));
  const [rarest = []] = wanted
    .map((one) => tables.get(one) ?? [])
    .sort((one, other) => one.length - other.length);
  return rarest.some((table) => {
    const { calls, cases, rank, words } = table;
    if (cases.length === 0 && by === 'cases') return false;
    if (callee.length > 0 && !callee.some((name) => calls.has(name))) return false;
    if (rank < Math.min(rankOf(lost), 3)) return false;
    const further = wanted.filter((one) => !words.has(one));
    const [first] = further;
    if (first === undefined) return true;
    return rowsWith(first, table).some((row) => further.every((one) => row.has(one)));
  });
}

/** What only brings a value into another shape, and is no call of a test. */
const CONVERTING = /^(?:str|repr|len|list|sorted|set|tuple|dict|int|float|bytes|String|Number)$/;

const ROWS = new WeakMap<CoveringTest, ReadonlyMap<string, readonly ReadonlySet<string>[]>>();

/** The cases of a test that hold a word. */
function rowsWith(word: string, test: CoveringTest): readonly ReadonlySet<string>[] {
  const known = ROWS.get(test);
  if (known !== undefined) return known.get(word) ?? [];
  const rows = new Map<string, ReadonlySet<string>[]>();
  for (const row of test.cases) {
    for (const one of row) {
      const holders = rows.get(one);
      if (holders === undefined) rows.set(one, [row]);
      else holders.push(row);
    }
  }
  ROWS.set(test, rows);
  return rows.get(word) ?? [];
}

const isValue = (text: string): boolean => /^["\d-]/.test(text);

/** The last names of what an expression calls. */
export function calleesOf(expression: string): readonly string[] {
  const names = expression.match(/[\p{L}_$][\p{L}\p{N}_$]*!?(?=\()/gu) ?? [];
  return names.map((name) => name.replace(/!$/, ''));
}

/** Whether what an assertion is about is not there any more. */
export function isSubjectGone(
  lost: Assertion,
  { calls }: TestCase,
  changes: ProgramChanges,
): boolean {
  const { gone, vanishedWords } = changes;
  const callees = calleesOf(lost.subject);
  return (
    isDeprecationGone(lost, changes) ||
    aboutWords(lost).some((word) => gone.has(word) || vanishedWords.has(word)) ||
    (callees.length === 0 && calls.some((call) => gone.has(lastName(call))))
  );
}

/** Whether the program dropped something that an assertion is about. */
export function isSubjectDropped(
  lost: Assertion,
  test: TestCase,
  changes: ProgramChanges,
): boolean {
  const isDropped = aboutWords(lost).some((word) => changes.droppedWords.has(word));
  return isDropped || isSubjectGone(lost, test, changes);
}

const DEPRECATED = /\b(?:Pending)?DeprecationWarning\b|\bFutureWarning\b/g;

/** Whether it expects the warning that something is deprecated, of which the program gives one less. */
function isDeprecationGone(
  { expected = '', form }: Assertion,
  { addedLines, removedLines }: ProgramChanges,
): boolean {
  const count = (text: string): number => text.match(DEPRECATED)?.length ?? 0;
  return form === 'throws' && count(expected) > 0 && count(removedLines) > count(addedLines);
}

function aboutWords({ expected, subject, text }: Assertion): readonly string[] {
  return [...wordsOf([subject, expected, text])];
}

/**
 * Whether a new test asserts something else of the same: of the same function, which was changed, and of the same
 * input.
 */
export function isAssertedAnew(
  lost: Assertion,
  { tests }: Coverage,
  { affected }: ProgramChanges,
): boolean {
  const callees = calleesOf(lost.subject).filter((name) => affected.has(name));
  const inputs = [...literalsOf(lost.subject)].filter(isValue);
  return (
    callees.length > 0 &&
    inputs.length > 0 &&
    tests.some(
      ({ assertions, test }) =>
        assertions.some((one) => rankOf(one) >= 5) &&
        callees.some((name) => test.body.includes(`${name}(`)) &&
        inputs.every((one) => [test.body, ...test.cases].some((text) => text.includes(one))),
    )
  );
}

/** Whether a test is about something that is not there any more. */
export function isAboutGone({ file, path, test }: PlacedTest, changes: ProgramChanges): boolean {
  const { deletedFiles, droppedWords, gone, vanishedWords } = changes;
  if (test.calls.some((call) => call.split(/\.|::/).some((name) => gone.has(name)))) return true;
  if (test.assertions.some((one) => isDeprecationGone(one, changes))) return true;
  const words = wordsOf([test.body, test.name, ...test.suites]);
  const isGone = (word: string): boolean =>
    gone.has(word) || droppedWords.has(word) || vanishedWords.has(word);
  if ([...words].some(isGone)) return true;
  return deletedFiles.some((deleted) => {
    const name = deleted.split('/').at(-1) ?? deleted;
    const isImported = file.imports.some(
      ({ from, names }) =>
        plainPath(from).endsWith(`/${name}`) || plainPath(from) === name || names.includes(name),
    );
    return isImported || subjectOfPath(path) === name.toLowerCase();
  });
}

function plainPath(path: string): string {
  return path
    .replaceAll('.', '/')
    .replaceAll('::', '/')
    .replace(/\/(?:[jt]sx?|mjs|cjs)$/, '');
}

/** `cart` of `tests/test_cart.py`, `cart.test.ts`, `CartTest.java` and `cart_test.go`. */
function subjectOfPath(path: string): string {
  const name = (path.split('/').at(-1) ?? path).replace(/\.[^.]+$/, '');
  return name.replace(/(?:[._-](?:test|spec|tests)|Tests?|IT|Spec)$|^(?:test_)/g, '').toLowerCase();
}
