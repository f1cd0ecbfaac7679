import type {
  AssertingHelper,
  Assertion,
  Import,
  TestCase,
  TestFile,
  TestLanguage,
} from '../test-file.ts';
import { assertingOf, type Collection, callsIn, emptyCollection, restrict } from './collection.ts';
import { expressionIn, textOf } from './expressions.ts';
import { casesOf, isTestBy, nameOf, restrictBy } from './rust-attributes.ts';
import { type RustFile, readRustBlock } from './rust-body.ts';
import { rightSideOf, rustDialect } from './rust-claims.ts';
import { invocationsIn, type TestMacro, testMacrosOf } from './rust-macros.ts';
import {
  itemsOf,
  type RustItem,
  readRust,
  rustDefinitionsOf,
  rustStatementsOf,
} from './rust-syntax.ts';
import { Scope } from './scope.ts';
import { canonicalText, partsOf, type Range, type Source } from './source.ts';

/** Rust: the built-in tests and those of tokio, rstest, test_case, proptest and quickcheck. Doc tests are left out. */
export const RUST: TestLanguage = {
  name: 'Rust',
  extensions: ['rs'],
  hasTestsInProgram: true,
  isTestFile: (path, text) =>
    /(?:^|\/)tests\/(?:[^/]+\/(?:main|mod)|[^/]+)\.rs$/.test(path) ||
    (TEST_ATTRIBUTE.test(text) && !DATA.test(path)),
  readTests,
  readDefinitions: (text) => {
    const source = readRust(text);
    return rustDefinitionsOf(source, (item) => isTestItem(source, item));
  },
};

/** Folders of programs that tests read: `tests/ui/cart.rs`. */
const DATA =
  /(?:^|\/)tests\/(?:.*\/)?(?:fixtures?|data|testdata|ui|compile-fail|trybuild|expand)\//;
const TEST_ATTRIBUTE =
  /#\[(?:\w+::)*(?:test|rstest|test_case|wasm_bindgen_test|quickcheck|gtest)\b|#\[cfg\((?:all\()?test\b|\bproptest!|\bquickcheck!/;
const NO_SUBJECT = new Set([
  'Some', 'Ok', 'Err', 'Box', 'Vec', 'String', 'if', 'while', 'match', 'for', 'return', 'catch_unwind', 'AssertUnwindSafe', 'in', 'cfg', 'drop',
]); // biome-ignore format: a table
const NO_SUBJECT_METHOD =
  /^(?:unwrap|expect|unwrap_err|clone|to_string|to_owned|as_str|as_ref|iter|into_iter|collect|into|is_ok|is_err|is_some|is_none|len|is_empty|contains|returning|return_\w+|times|with|abs|map|expect_\w+|assert)$/;
const MOST_DEPTH = 30;

function isTestItem(source: Source, { attributes, keyword, name }: RustItem): boolean {
  if (keyword === 'fn') return isTestBy(source, attributes);
  if (keyword === 'mod' && /^tests?$/.test(name)) return true;
  return attributes.some((one) => /^cfg\((?:all\()?test\b/.test(canonicalText(source, one)));
}

interface Reading {
  readonly file: RustFile;
  readonly macros: ReadonlyMap<string, TestMacro>;
  readonly tests: TestCase[];
  readonly helpers: AssertingHelper[];
  /** Whether functions here serve tests only. What a program asserts of itself helps no test. */
  readonly isOnlyTests: boolean;
}

function readTests(text: string, path: string): TestFile {
  const source = readRust(text);
  const all = { from: 0, to: source.tokens.length };
  const items = itemsOf(source, all);
  const functions = new Set<string>();
  const reading: Reading = {
    file: { source, functions, places: placesOf(source) },
    macros: testMacrosOf(source, items),
    tests: [],
    helpers: [],
    isOnlyTests: /(?:^|\/)tests\//.test(path),
  };
  collectNames(source, items, functions, 0);
  const whole = emptyCollection();
  const inner = innerAttributesOf(source);
  restrictBy(source, inner, whole);
  readItems(reading, items, [], whole, 0);
  return {
    tests: reading.tests,
    helpers: assertingOf(reading.helpers),
    doubles: [],
    imports: importsOf(source, items),
    definitions: [
      ...rustDefinitionsOf(source, (item) => isTestItem(source, item)),
      ...testDefinitionsOf(source, items, 0),
    ],
    comments: source.comments,
    stops: [
      ...stopsOf(source),
      ...(whole.mode === 'skipped' ? [{ line: 1, text: whole.modeText }] : []),
    ],
    shared: '',
  };
}

function placesOf({ tokens }: Source): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'word') continue;
    const known = places.get(text);
    if (known === undefined) places.set(text, [at]);
    else known.push(at);
  }
  return places;
}

function collectNames(
  source: Source,
  items: readonly RustItem[],
  names: Set<string>,
  depth: number,
): void {
  for (const { body, keyword, name } of items) {
    if (keyword === 'fn') names.add(name);
    const hasMembers =
      /^(?:mod|impl|trait)$/.test(keyword) && body !== undefined && depth < MOST_DEPTH;
    if (hasMembers) collectNames(source, itemsOf(source, body), names, depth + 1);
  }
}

/** `#![cfg(…)]` at the top of a file. */
function innerAttributesOf({ closing, tokens }: Source): readonly Range[] {
  const attributes: Range[] = [];
  for (let at = 0; tokens[at]?.text === '#' && tokens[at + 1]?.text === '!'; ) {
    const end = closing.get(at + 2);
    if (end === undefined) break;
    attributes.push({ from: at + 3, to: end });
    at = end + 1;
  }
  return attributes;
}

/** Functions and constants that stand in test modules beside the tests. */
function testDefinitionsOf(
  source: Source,
  items: readonly RustItem[],
  depth: number,
): TestFile['definitions'] {
  if (depth > MOST_DEPTH) return [];
  return items.flatMap((item) => {
    if (item.keyword !== 'mod' || item.body === undefined) return [];
    if (!isTestItem(source, item))
      return testDefinitionsOf(source, itemsOf(source, item.body), depth + 1);
    return rustDefinitionsOf(
      source,
      (one) => one.keyword === 'fn' && isTestBy(source, one.attributes),
      item.body,
    );
  });
}

function readItems(
  reading: Reading,
  items: readonly RustItem[],
  suites: readonly string[],
  around: Pick<Collection, 'mode' | 'modeText'>,
  depth: number,
): void {
  const { source } = reading.file;
  if (depth > MOST_DEPTH) return;
  for (const item of items) {
    const { attributes, body, keyword, name } = item;
    if (body === undefined) continue;
    const inner = { mode: around.mode, modeText: around.modeText };
    if (keyword === 'mod') {
      restrictBy(source, attributes, inner);
      const isOnlyTests = reading.isOnlyTests || isTestItem(source, item);
      readItems(
        { ...reading, isOnlyTests },
        itemsOf(source, body),
        [...suites, name],
        inner,
        depth + 1,
      );
    } else if (keyword === '!' && /^(?:proptest|quickcheck|cfg_if|rusty_fork_test)$/.test(name)) {
      restrictBy(source, attributes, inner);
      readItems(reading, itemsOf(source, body), suites, inner, depth + 1);
    } else if (keyword === '!' && reading.macros.has(name)) {
      restrictBy(source, attributes, inner);
      readInvocation(reading, name, body, suites, inner);
    } else if (keyword === 'impl' || keyword === 'trait') {
      readItems(reading, itemsOf(source, body), suites, inner, depth + 1);
    } else if (keyword === 'fn') {
      readFunction(reading, item, body, suites, around);
    }
  }
}

/** The tests that a call of a macro of the file writes: one for each part where it repeats. */
function readInvocation(
  reading: Reading,
  name: string,
  body: Range,
  suites: readonly string[],
  around: Pick<Collection, 'mode' | 'modeText'>,
): void {
  const { source } = reading.file;
  const macro = reading.macros.get(name);
  if (macro?.item.body === undefined) return;
  const written: TestCase[] = [];
  readFunction({ ...reading, tests: written }, macro.item, macro.item.body, suites, around);
  for (const part of macro.isRepeated ? invocationsIn(source, body) : [body]) {
    const title = source.tokens[part.from];
    if (title?.kind !== 'word') continue;
    const values = canonicalText(source, { from: part.from + 2, to: part.to });
    const cases = values === '' ? [] : [values];
    for (const test of written) {
      const own = { name: title.text, line: title.line, cases: [...cases, ...test.cases] };
      reading.tests.push({ ...test, ...own });
    }
  }
}

function readFunction(
  { file, helpers, isOnlyTests, tests }: Reading,
  item: RustItem,
  body: Range,
  suites: readonly string[],
  around: Pick<Collection, 'mode' | 'modeText'>,
): void {
  const { source } = file;
  const { attributes, line, name, parameters } = item;
  const into = emptyCollection(around.mode, around.modeText);
  const scope = new Scope();
  if (parameters !== undefined) {
    for (const { from } of partsOf(source, parameters)) {
      const words = source.tokens.slice(from, from + 3).filter(({ kind }) => kind === 'word');
      for (const word of words) scope.addRow(word.text);
    }
  }
  readRustBlock(file, body, { scope, guard: undefined, into, depth: 0 });
  const calls = callsIn(
    source,
    body,
    (callee, last) =>
      NO_SUBJECT.has(callee) ||
      (callee !== last && NO_SUBJECT_METHOD.test(last)) ||
      NO_SUBJECT_METHOD.test(callee),
  );
  if (!isTestBy(source, attributes)) {
    if (isOnlyTests) helpers.push({ name, line, assertions: into.assertions, calls });
    return;
  }
  restrictBy(source, attributes, into);
  const last = rustStatementsOf(source, body).at(-1);
  const isAssertedLast =
    last !== undefined && /^(?:\w+_)?assert\w*!/.test(textOf(expressionIn(source, last)));
  if (isAssertedLast && attributes.some((one) => nameOf(source, one) === 'should_panic')) {
    // What is asserted last is what fails.
    restrict(into, 'expected-to-fail', '#[should_panic]');
  }
  const { doubles, hasOtherCases, mode, modeText } = into;
  const assertions = [...into.assertions, ...claimedBy(source, attributes, body, line)];
  const given = [...casesOf(source, attributes), ...valuesOf(source, parameters)];
  tests.push({
    name, suites, line, mode, modeText, assertions, calls, doubles,
    cases: [...given, ...into.cases],
    hasOtherCases: hasOtherCases || /#\s*\[\s*files/.test(textOfParameters(source, parameters)),
    body: canonicalText(source, body),
    waits: waitsIn(source, body),
  }); // biome-ignore format: a list of names
}

function textOfParameters(source: Source, parameters: Range | undefined): string {
  return parameters === undefined ? '' : canonicalText(source, parameters);
}

/** `#[values(1, 2)]` before a parameter: each is a case. */
function valuesOf(source: Source, parameters: Range | undefined): readonly string[] {
  if (parameters === undefined) return [];
  return partsOf(source, parameters).flatMap((part) => {
    const at = source.tokens.slice(part.from, part.to).findIndex(({ text }) => text === 'values');
    if (at < 0 || source.tokens[part.from + at + 1]?.text !== '(') return [];
    const open = part.from + at + 2;
    const inside = { from: open, to: Math.min(source.closing.get(open - 1) ?? part.to, part.to) };
    return partsOf(source, inside).map((one) => canonicalText(source, one));
  });
}

/** What attributes claim of a test: that it panics, or what it returns. */
function claimedBy(
  source: Source,
  attributes: readonly Range[],
  body: Range,
  line: number,
): readonly Assertion[] {
  const last = rustStatementsOf(source, body).at(-1);
  const value = last === undefined ? [] : rightSideOf(expressionIn(source, last));
  const subject = textOf(rustDialect(new Scope()).plain(value)).slice(0, 200);
  return attributes
    .flatMap((attribute): readonly Assertion[] => {
      const text = canonicalText(source, attribute);
      const name = nameOf(source, attribute);
      const written = `#[${text}]`;
      if (name === 'should_panic' && !/^(?:\w+_)?assert\w*!/.test(textOf(value))) {
        const message = source.tokens
          .slice(attribute.from, attribute.to)
          .find(({ kind }) => kind === 'string');
        const expected = message === undefined ? undefined : `"${message.value}"`;
        return [{ line, text: written, subject, form: 'throws', negated: false, expected }];
      }
      if (name !== 'test_case' || !text.includes('=>')) return [];
      return [{ line, text: written, subject, form: 'equal', negated: false, expected: 'case' }];
    })
    .filter(
      (one, index, all) =>
        one.expected !== 'case' || all.findIndex(({ expected }) => expected === 'case') === index,
    );
}

function waitsIn({ tokens }: Source, { from, to }: Range): number {
  return tokens
    .slice(from, to)
    .filter(
      ({ text }, index, all) =>
        all[index - 1]?.text === '.' &&
        (text === 'await' || (/^(?:join|wait|recv)$/.test(text) && all[index + 1]?.text === '(')),
    ).length;
}

function importsOf(source: Source, items: readonly RustItem[], depth = 0): readonly Import[] {
  if (depth > MOST_DEPTH) return [];
  return items.flatMap(({ body, keyword, range }) => {
    if (keyword === 'mod' && body !== undefined)
      return importsOf(source, itemsOf(source, body), depth + 1);
    if (keyword !== 'use') return [];
    const at =
      range.from +
      source.tokens.slice(range.from, range.to).findIndex(({ text }) => text === 'use');
    const words = source.tokens.slice(at + 1, range.to).filter(({ text }) => text !== ';');
    const open = words.findIndex(({ text }) => text === '{');
    const path = (open < 0 ? words.slice(0, -2) : words.slice(0, open - 1))
      .map(({ text }) => text)
      .join('');
    const names = (open < 0 ? words.slice(-1) : words.slice(open + 1)).filter(
      ({ kind, text }) => kind === 'word' || text === '*',
    );
    return [
      {
        from: path,
        names: names.map(({ text }) => text).filter((name) => name !== 'as' && name !== 'self'),
      },
    ];
  });
}

/** `std::process::exit(0)` ends the run of all tests of a binary, as if they had passed. */
function stopsOf({ tokens }: Source): TestFile['stops'] {
  return tokens.flatMap(({ line, text }, at) => {
    const isExit =
      text === 'exit' && tokens[at - 1]?.text === '::' && tokens[at - 2]?.text === 'process';
    const [open, code, close] = tokens.slice(at + 1, at + 4);
    const isZero = open?.text === '(' && code?.text === '0' && close?.text === ')';
    return isExit && isZero ? [{ line, text: 'process::exit(0)' }] : [];
  });
}
