/** Tests in JavaScript and TypeScript, whichever runner runs them. */

import type {
  AssertingHelper,
  Definition,
  TestCase,
  TestFile,
  TestLanguage,
} from '../test-file.ts';
import { listsOf, NO_CASES } from './javascript-cases.ts';
import {
  assertingNames,
  commentsByEnd,
  definitionsIn,
  importsOf,
  testNamesOf,
} from './javascript-definitions.ts';
import type { Draft, Place } from './javascript-place.ts';
import { draftOf } from './javascript-place.ts';
import { StatementReader } from './javascript-reader.ts';
import type { Findings, Reader, ReadTest } from './javascript-reading.ts';
import { JAVASCRIPT_LEXICON, textAt } from './javascript-syntax.ts';
import { RUNS, strictest } from './javascript-test-calls.ts';
import type { Source } from './source.ts';
import { readSource } from './source.ts';

const TEST_NAME =
  /[._-](?:test|tests|spec|specs|e2e|cy|unit|integration)\.[cm]?[jt]sx?$|(?:^|\/)(?:test|tests|spec)\.[cm]?[jt]sx?$/i;
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|playwright)\//i;
const HAS_TESTS =
  /\b(?:it|test|describe|suite|context|specify|fit|xit|xtest|xdescribe|fdescribe)\b[\w.$]*\s*[(<`]|\b(?:expect|assert\w*|should|cy)\b\s*[.(]|\bfc\.assert\b/;
/** Other names by which test files give parameters their asserting object. */
const TEST_PARAMETERS: ReadonlySet<string> = new Set(['st', 'tt', 't1', 't2']);

export const JAVASCRIPT: TestLanguage = {
  name: 'JavaScript',
  extensions: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'],

  isTestFile(path, text) {
    if (/\.d\.[cm]?ts$/.test(path)) return false;
    return (TEST_NAME.test(path) || TEST_FOLDER.test(path)) && HAS_TESTS.test(text);
  },

  readTests(text) {
    return testFileIn(readSource(text, JAVASCRIPT_LEXICON));
  },

  readDefinitions(text): readonly Definition[] {
    const source = readSource(text, JAVASCRIPT_LEXICON);
    return definitionsIn(source, { from: 0, to: source.tokens.length });
  },
};

function testFileIn(source: Source): TestFile {
  const imports = importsOf(source);
  const reader: Reader = {
    source,
    names: assertingNames(imports, TEST_PARAMETERS),
    testNames: testNamesOf(source, imports),
    lists: listsOf(source),
    uses: usesIn(source),
    reassigned: reassignedIn(source),
    asyncFunctions: asyncFunctionsIn(source),
  };
  const findings: Findings = {
    tests: [],
    functions: [],
    doubles: [],
    shared: [],
    stops: [],
    testRanges: [],
  };
  const file = draftOf('file', '', 1);
  new StatementReader(reader, findings).block(
    { from: 0, to: source.tokens.length },
    startPlace(file),
  );
  const helpers = helpersIn(findings.functions);
  return {
    tests: findings.tests.map((test) => testCase(test, file)),
    helpers,
    doubles: findings.doubles,
    imports: imports.map(({ from, names }) => ({ from, names })),
    definitions: definitionsOutside(source, findings),
    comments: source.comments,
    stops: findings.stops,
    shared: findings.shared.join('\n'),
  };
}

function startPlace(draft: Draft): Place {
  return {
    draft,
    suites: [],
    scope: { names: new Map() },
    guard: undefined,
    region: RUNS,
    cases: NO_CASES,
    body: undefined,
    hasDone: false,
  };
}

function testCase({ body, draft, mode, place, title }: ReadTest, file: Draft): TestCase {
  const suiteModes = place.suites.map((suite) => suite.mode);
  const whole = strictest([mode, draft.mode, ...suiteModes, file.mode]);
  return {
    name: title,
    suites: place.suites.map(({ name }) => name),
    line: draft.line,
    mode: whole.mode,
    modeText: whole.text,
    assertions: draft.assertions,
    cases: draft.cases.rows,
    hasOtherCases: draft.cases.hasOthers,
    calls: [...draft.calls],
    doubles: draft.doubles,
    body,
    waits: draft.waits,
  };
}

/** The functions that assert, directly or through others. */
function helpersIn(functions: readonly Draft[]): readonly AssertingHelper[] {
  const asserting = new Set(
    functions.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name),
  );
  for (let count = -1; count !== asserting.size; ) {
    count = asserting.size;
    for (const { calls, name } of functions) {
      if ([...calls].some((call) => asserting.has(lastName(call)))) asserting.add(name);
    }
  }
  return functions
    .filter(({ name }) => asserting.has(name))
    .map(({ assertions, calls, line, name }) => ({ name, line, assertions, calls: [...calls] }));
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** What a file defines outside of its tests. */
function definitionsOutside(source: Source, { testRanges }: Findings): readonly Definition[] {
  const all: (readonly Definition[])[] = [];
  const comments = commentsByEnd(source);
  let from = 0;
  for (const range of [...testRanges].sort((one, other) => one.from - other.from)) {
    if (range.from < from) continue;
    all.push(definitionsIn(source, { from, to: range.from }, comments));
    from = range.to;
  }
  all.push(definitionsIn(source, { from, to: source.tokens.length }, comments));
  return all.flat();
}

/** Where each name of the file stands, but for those of properties. */
function usesIn(source: Source): ReadonlyMap<string, readonly number[]> {
  const uses = new Map<string, number[]>();
  for (const [at, { kind, text }] of source.tokens.entries()) {
    if (kind !== 'word' || /^(?:\.|\?\.)$/.test(textAt(source, at - 1))) continue;
    const known = uses.get(text);
    if (known === undefined) uses.set(text, [at]);
    else known.push(at);
  }
  return uses;
}

/** Names that are given another value after they were declared. */
function reassignedIn(source: Source): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, token] of source.tokens.entries()) {
    if (token.kind !== 'word') continue;
    const isDeclared = /^(?:const|let|var|\.|\?\.)$/.test(textAt(source, at - 1));
    const next = textAt(source, at + 1);
    const isCounted = /^(?:\+\+|--)$/.test(next) || /^(?:\+\+|--)$/.test(textAt(source, at - 1));
    if (isCounted || (!isDeclared && /^(?:=|[-+*/%&|^]=|&&=|\|\|=|\?\?=|\*\*=)$/.test(next))) {
      names.add(token.text);
    }
  }
  return names;
}

function asyncFunctionsIn(source: Source): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, token] of source.tokens.entries()) {
    if (token.text !== 'async') continue;
    if (textAt(source, at + 1) === 'function') names.add(textAt(source, at + 2));
    else if (textAt(source, at - 1) === '=') names.add(textAt(source, at - 2));
  }
  names.delete('');
  return names;
}
