import {
  assertingOf,
  commentsAbove,
  commentsIn,
  type Defining,
  definitionsIn,
  frameOf,
} from '../../reading/outline.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { TestFile, TestLanguage } from '../../test-file.ts';
import { functionIn, PROGRAM_WRITING } from './dialect.ts';
import { assertingNames, importsIn, testNamesOf } from './names.ts';
import { JavaScriptReader } from './reader.ts';

/** JavaScript and TypeScript, whichever runner runs the tests. */

const TEST_NAME =
  /[._-](?:test|tests|spec|specs|e2e|cy|unit|integration)\.[cm]?[jt]sx?$|(?:^|\/)(?:test|tests|spec)\.[cm]?[jt]sx?$/i;
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|playwright)\//i;
const HAS_TESTS =
  /\b(?:it|test|describe|suite|context|specify|fit|xit|xtest|xdescribe|fdescribe)\b[\w.$]*\s*[(<`]|\b(?:expect|assert\w*|should|cy)\b\s*[.(]|\bfc\.assert\b/;

export const JAVASCRIPT_LANGUAGE: TestLanguage = {
  name: 'JavaScript',
  extensions: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'],
  grammar: (path) => {
    if (/\.[cm]?ts$/i.test(path)) return 'typescript';
    return /\.tsx$/i.test(path) ? 'tsx' : 'javascript';
  },
  isTestFile(path, text) {
    if (/\.d\.[cm]?ts$/.test(path)) return false;
    return (TEST_NAME.test(path) || TEST_FOLDER.test(path)) && HAS_TESTS.test(text);
  },
  readTests,
  readDefinitions: (root) => definitionsIn(root, DEFINING),
};

function readTests(root: SyntaxNode): TestFile {
  const imports = importsIn(root);
  const found = JavaScriptReader.read(root, assertingNames(imports), testNamesOf(root, imports));
  return {
    tests: found.tests,
    helpers: assertingOf(found.helpers),
    doubles: found.doubles,
    imports: imports.map(({ from, names }) => ({ from, names })),
    definitions: definitionsIn(root, DEFINING, (node) => found.testNodes.has(node)),
    comments: commentsIn(root),
    stops: found.stops,
    frame: frameOf(root, found.testCalls),
    shared: found.shared.join('\n'),
  };
}

const NAMED =
  /^(?:function_declaration|generator_function_declaration|class_declaration|abstract_class_declaration|interface_declaration|type_alias_declaration|enum_declaration|internal_module|method_definition)$/;

const DEFINING: Defining = {
  writing: PROGRAM_WRITING,
  nameOf: (node) => {
    const { parent, type } = node;
    if (NAMED.test(type)) return node.child('name')?.text ?? 'default';
    if (type === 'variable_declarator' || /field_definition$/.test(type)) {
      const name = node.child('name') ?? node.child('property');
      const isOwn = type === 'variable_declarator' || functionIn(node.child('value')) !== undefined;
      return isOwn && /identifier$/.test(name?.type ?? '') ? name?.text : undefined;
    }
    if (type === 'pair') {
      return functionIn(node.child('value')) === undefined ? undefined : node.child('key')?.text;
    }
    if (type === 'assignment_expression' && parent?.type === 'expression_statement')
      return /^(?:module\.)?exports\.(\w+)$/.exec(node.child('left')?.text ?? '')?.[1];
    const isDefault = type === 'export_statement' && node.hasWord('default');
    return isDefault && node.child('value') !== undefined ? 'default' : undefined;
  },
  isRoutine: (node) => functionIn(node) === node,
  isHolder: () => true,
  documentation: (node) => commentsAbove(statementOf(node)),
};

/** The statement that a definition is a part of. */
function statementOf(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  return /^(?:lexical_declaration|variable_declaration|export_statement)$/.test(parent?.type ?? '')
    ? statementOf(parent ?? node)
    : node;
}
