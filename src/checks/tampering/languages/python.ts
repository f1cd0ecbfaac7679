/** Python: pytest, unittest, nose, hypothesis; the assertions of mock, numpy, pandas, Django. */

import type { Source } from '../source.ts';
import type { Definition, TestFile, TestLanguage } from '../test-file.ts';
import { attributesOf, testBasesOf } from './python-classes.ts';
import { definitionsIn, importsIn, topDefinitions } from './python-definitions.ts';
import { doublesIn } from './python-doubles.ts';
import type { PythonFile } from './python-file.ts';
import { stopsIn } from './python-stops.ts';
import {
  blockText,
  isText,
  nameOf,
  pythonSource,
  readStatements,
  type Statement,
  statementsIn,
} from './python-syntax.ts';
import { helpersOf, isAutouse, isShared, testsOf, waitsByItself } from './python-tests.ts';
import { valuesAssigned } from './python-values.ts';

/** Names by which pytest, unittest, Django or nose find a file. */
const TEST_NAME = /^(test.*|.*_tests?|tests?)\.py$/;
const TEST_FOLDER = /(^|\/)(tests?|testing|unittests?)\//;

export const PYTHON: TestLanguage = {
  name: 'Python',
  extensions: ['py', 'pyi'],
  isTestFile: (path) => {
    const name = fileName(path);
    return (
      name.endsWith('.py') &&
      (TEST_NAME.test(name) || name === 'conftest.py' || TEST_FOLDER.test(path))
    );
  },
  readTests,
  readDefinitions: (text): readonly Definition[] => {
    const source = pythonSource(text);
    return definitionsIn(source, readStatements(source));
  },
};

function readTests(text: string, path: string): TestFile {
  const file = readFile(text);
  const { source, statements, values } = file;
  const isConftest = fileName(path) === 'conftest.py';
  const { modes, stops } = stopsIn(values, statements, isConftest);
  const tests = TEST_NAME.test(fileName(path)) ? testsOf(file, modes) : [];
  const lines = new Set(tests.map(({ line }) => line));
  const all = [...statementsIn(statements)];
  const shared = all.filter((one) => one.keyword === 'def' && isShared(source, one));
  const classes = new Set(tests.flatMap(({ suites }) => suites));
  return {
    tests,
    helpers: helpersOf(file, (line) => lines.has(line)),
    doubles: doublesIn(values, fileWide(source, statements), file.imported),
    imports: importsIn(source, statements),
    definitions: topDefinitions(
      source,
      statements,
      (one) => lines.has(one.line) || (one.keyword === 'class' && classes.has(nameOf(source, one))),
    ),
    comments: [...source.comments, ...textsIn(source, all)].sort(
      (one, other) => one.line - other.line,
    ),
    stops,
    shared: blockText(source, shared),
  };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function readFile(text: string): PythonFile {
  const source = pythonSource(text);
  const statements = readStatements(source);
  const all = [...statementsIn(statements)];
  const named = (keyword: string): ReadonlyMap<string, Statement> =>
    new Map(all.filter((one) => one.keyword === keyword).map((one) => [nameOf(source, one), one]));
  const functions = named('def');
  const classes = named('class');
  return {
    source,
    statements,
    values: {
      source,
      locals: new Map(),
      constants: valuesAssigned(source, statements, false),
      attributes: attributesOf(source, classes),
      tables: new Map(),
    },
    functions,
    classes,
    asyncNames: new Set([...functions].filter(([, { isAsync }]) => isAsync).map(([name]) => name)),
    ownNames: new Set(functions.keys()),
    uses: usesOf(source, functions),
    imported: new Set(importsIn(source, statements).flatMap(({ names }) => names)),
    testBases: testBasesOf(source, classes.values()),
    isWaiting: waitsByItself(source, statements),
    skips: new Map(),
    doubles: new Map(),
  };
}

/** Where the names of functions stand. */
function usesOf(
  { tokens }: Source,
  functions: ReadonlyMap<string, Statement>,
): ReadonlyMap<string, readonly number[]> {
  const uses = new Map<string, number[]>([...functions.keys()].map((name) => [name, []]));
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'word') uses.get(text)?.push(at);
  }
  return uses;
}

/** What of a file is carried out for all of its tests. */
function fileWide(source: Source, statements: readonly Statement[]): readonly Statement[] {
  return statements.filter(
    (one) =>
      one.keyword !== 'class' &&
      (one.keyword !== 'def' ||
        isAutouse(source, one) ||
        /^setup_?module$/i.test(nameOf(source, one))),
  );
}

/** Texts that stand alone: code may be put out of use in one. */
function textsIn(
  source: Source,
  statements: readonly Statement[],
): readonly { readonly text: string; readonly line: number }[] {
  return statements
    .filter(({ head, keyword }) => keyword === '' && isText(source, head))
    .flatMap(({ head, line }) => {
      const text = source.tokens[head.from]?.value ?? '';
      return /^\s*(async )?def |^\s*@|^\s*class |\bassert\b/m.test(text) ? [{ text, line }] : [];
    });
}
