import {
  commentsIn,
  type Defining,
  definitionsIn,
  frameOf,
  topDefinitionsIn,
} from '../../reading/outline.ts';
import { statementsText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { TestFile, TestLanguage } from '../../test-file.ts';
import { definitionOf, isText, PYTHON_DIALECT as PYTHON } from './dialect.ts';
import { readFile } from './file.ts';
import { stopsIn } from './stops.ts';
import { isShared, PythonTests } from './tests.ts';

/** Python: pytest, unittest, nose, hypothesis; the assertions of mock, numpy, pandas, Django. */

/** Names by which pytest, unittest, Django or nose find a file. */
const TEST_NAME = /^(?:test.*|.*_tests?|tests?)\.py$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|testing|unittests?)\//;

export const PYTHON_LANGUAGE: TestLanguage = {
  name: 'Python',
  extensions: ['py', 'pyi'],
  grammar: () => 'python',
  isTestFile: (path) => {
    const name = fileName(path);
    return (
      name.endsWith('.py') &&
      (TEST_NAME.test(name) || name === 'conftest.py' || TEST_FOLDER.test(path))
    );
  },
  readTests,
  readDefinitions: (root) => definitionsIn(root, DEFINING),
};

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function readTests(root: SyntaxNode, path: string): TestFile {
  const file = readFile(root);
  const reading = { dialect: PYTHON, scope: file.scope };
  const isConftest = fileName(path) === 'conftest.py';
  const { modes, stops } = stopsIn(reading, file.statements, isConftest);
  const reader = new PythonTests(file);
  const tests = TEST_NAME.test(fileName(path)) ? reader.tests(modes) : [];
  const lines = new Set(tests.map(({ line }) => line));
  const suites = new Set(tests.flatMap((test) => test.suites));
  const shared = file.definitions.filter(
    (one) => one.node.type === 'function_definition' && isShared(one),
  );
  return {
    tests,
    helpers: reader.helpers((line) => lines.has(line)),
    doubles: reader.fileDoubles(),
    imports: file.imports,
    definitions: topDefinitionsIn(root, DEFINING, (whole) => {
      const one = definitionOf(whole);
      if (one === undefined) return false;
      return (
        lines.has(one.node.line) || (one.node.type === 'class_definition' && suites.has(one.name))
      );
    }),
    comments: commentsOf(root),
    stops,
    frame: frameOf(root, reader.testNodes),
    shared: statementsText(
      PYTHON.writing,
      shared.map(({ whole }) => whole),
    ),
  };
}

/** Comments, and texts that stand alone: code may be put out of use in one. */
function commentsOf(root: SyntaxNode): TestFile['comments'] {
  const texts = [...root.within()].filter(isText).flatMap(({ line, text }) => {
    const content = text.replace(/^\w*["']{1,3}|["']{1,3}$/g, '');
    const isCode = /^\s*(?:async )?def |^\s*@|^\s*class |\bassert\b/m.test(content);
    return isCode ? [{ text: content, line }] : [];
  });
  return [...commentsIn(root), ...texts].sort((one, other) => one.line - other.line);
}

const DEFINING: Defining = {
  writing: PYTHON.writing,
  nameOf: (node) => {
    const definition =
      node.parent?.type === 'decorated_definition' ? undefined : definitionOf(node);
    if (definition !== undefined) return definition.name;
    const target =
      node.type === 'assignment' && node.parent?.type === 'expression_statement'
        ? node.child('left')
        : undefined;
    return target !== undefined && PYTHON.isName(target) ? target.text : undefined;
  },
  isRoutine: ({ type }) => type === 'function_definition',
  isHolder: (node) => definitionOf(node) !== undefined,
  documentation: (node) => {
    const first = definitionOf(node)?.node.child('body')?.named[0];
    return first !== undefined && isText(first) ? first.text : undefined;
  },
};
