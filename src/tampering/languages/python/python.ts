import { statementsText } from '../../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../../syntax/node.ts';
import type { GrammarLanguage, Definition as NamedText, TestFile } from '../../test-file.ts';
import {
  canonical,
  type Definition,
  definitionOf,
  isText,
  PYTHON_DIALECT as PYTHON,
} from './dialect.ts';
import { assignmentOf, readFile } from './file.ts';
import { stopsIn } from './stops.ts';
import { isShared, PythonTests } from './tests.ts';

/** Python: pytest, unittest, nose, hypothesis; the assertions of mock, numpy, pandas, Django. */

/** Names by which pytest, unittest, Django or nose find a file. */
const TEST_NAME = /^(?:test.*|.*_tests?|tests?)\.py$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|testing|unittests?)\//;

export const PYTHON_LANGUAGE: GrammarLanguage = {
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
  readDefinitions: (root) => definitionsIn(root),
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
    definitions: topDefinitions(
      root,
      ({ name, node }) =>
        lines.has(node.line) || (node.type === 'class_definition' && suites.has(name)),
    ),
    comments: commentsIn(root),
    stops,
    shared: statementsText(
      PYTHON.writing,
      shared.map(({ whole }) => whole),
    ),
  };
}

/** Comments, and texts that stand alone: code may be put out of use in one. */
function commentsIn(root: SyntaxNode): TestFile['comments'] {
  return [...root.within()].flatMap((node) => {
    const { line, text } = node;
    if (isComment(node)) return [{ text, line }];
    const content = isText(node) ? text.replace(/^\w*["']{1,3}|["']{1,3}$/g, '') : '';
    const isCode = /^\s*(?:async )?def |^\s*@|^\s*class |\bassert\b/m.test(content);
    return isCode ? [{ text: content, line }] : [];
  });
}

/** Functions, methods, classes and constants, nested ones also alone. */
function definitionsIn(root: SyntaxNode): readonly NamedText[] {
  const found: NamedText[] = [];
  const visit = (node: SyntaxNode, isInFunction: boolean): void => {
    const name = definedName(node, isInFunction);
    if (name !== undefined) found.push({ name, line: lineOf(node), text: definitionText(node) });
    const inner = isInFunction || node.type === 'function_definition';
    for (const one of node.children) {
      const isOwn = node.type === 'decorated_definition' && definitionOf(one) !== undefined;
      if (!isOwn) visit(one, inner);
      else
        for (const part of one.children) visit(part, inner || one.type === 'function_definition');
    }
  };
  visit(root, false);
  return found;
}

function lineOf(node: SyntaxNode): number {
  return (definitionOf(node)?.node ?? node).line;
}

/** The definitions of the top of a file, without those of the functions and classes that are left out. */
function topDefinitions(
  root: SyntaxNode,
  isLeftOut: (one: Definition) => boolean,
): readonly NamedText[] {
  return [...root.within((node) => definitionOf(node.parent ?? node) !== undefined)].flatMap(
    (node) => {
      const definition = definitionOf(node);
      if (definition !== undefined && isLeftOut(definition)) return [];
      const name = definedName(node, false);
      return name === undefined ? [] : [{ name, line: lineOf(node), text: definitionText(node) }];
    },
  );
}

function definedName(node: SyntaxNode, isInFunction: boolean): string | undefined {
  const definition = definitionOf(node);
  if (definition !== undefined) return definition.name || undefined;
  if (isInFunction) return undefined;
  const target =
    assignmentOf(node)?.target ??
    (node.type === 'expression_statement' && node.named[0]?.type === 'assignment'
      ? node.named[0].child('left')
      : undefined);
  return target !== undefined && PYTHON.isName(target) ? target.text : undefined;
}

/** Everything that a definition says, its doc string and comments included. */
function definitionText(node: SyntaxNode): string {
  const inner = definitionOf(node)?.node.child('body');
  const [first] = inner?.named ?? [];
  const documented = first !== undefined && isText(first) ? first.text : '';
  const comments = [...node.within()].filter(isComment).map(({ text }) => text.trim());
  return [canonical(node), documented, ...comments].filter((text) => text !== '').join('\n');
}
