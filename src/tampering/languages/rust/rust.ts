import {
  assertingOf,
  callsIn,
  commentsAbove,
  commentsIn,
  type Defining,
  definitionsIn,
} from '../../reading/outline.ts';
import type { Parse, SyntaxNode } from '../../syntax/node.ts';
import type { Import, TestFile, TestLanguage } from '../../test-file.ts';
import { isOfTests, isTest, modeOf } from './attributes.ts';
import { canonical, RUST_DIALECT as RUST, WRITING } from './dialect.ts';
import { withMacros } from './macros.ts';
import { RustTests } from './tests.ts';

/** Rust: the built-in tests and those of tokio, rstest, test_case, proptest and quickcheck. Doc tests are left out. */
export const RUST_LANGUAGE: TestLanguage = {
  name: 'Rust',
  extensions: ['rs'],
  hasTestsInProgram: true,
  grammar: () => 'rust',
  isTestFile: (path, text) =>
    /(?:^|\/)tests\/(?:[^/]+\/(?:main|mod)|[^/]+)\.rs$/.test(path) ||
    (TEST_ATTRIBUTE.test(text) && !DATA.test(path)),
  readTests,
  readDefinitions: (root) => definitionsIn(root, DEFINING, isOfTests),
};

/** Folders of programs that tests read: `tests/ui/cart.rs`. */
const DATA =
  /(?:^|\/)tests\/(?:.*\/)?(?:fixtures?|data|testdata|ui|compile-fail|trybuild|expand)\//;
const TEST_ATTRIBUTE =
  /#\[(?:\w+::)*(?:test|rstest|test_case|wasm_bindgen_test|quickcheck|gtest)\b|#\[cfg\((?:all\()?test\b|\bproptest!|\bquickcheck!/;

function readTests(tree: SyntaxNode, path: string, parse: Parse): TestFile {
  const root = withMacros(tree, parse);
  const reader = new RustTests(root);
  const mode = modeOf(root);
  const isOnlyTests = /(?:^|\/)tests\//.test(path);
  reader.readItems(root.named, { suites: [], mode, isOnlyTests });
  const exits = callsIn(RUST, [root]).filter((call) =>
    canonical(call.node).endsWith('process::exit(0)'),
  );
  return {
    tests: reader.tests,
    helpers: assertingOf(reader.helpers),
    doubles: [],
    imports: importsIn(root),
    definitions: definitionsIn(root, DEFINING, isTest),
    comments: commentsIn(root),
    stops: exits.map(({ node }) => ({ line: node.line, text: 'process::exit(0)' })),
    shared: '',
  };
}

/** `use a::{b, c as d};` */
function importsIn(root: SyntaxNode): readonly Import[] {
  return [...root.within()].flatMap((node) => {
    const used = node.type === 'use_declaration' ? node.child('argument') : undefined;
    if (used === undefined || node.around('function_item') !== undefined) return [];
    const text = canonical(used);
    const open = text.indexOf('{');
    const [from, names] =
      open < 0
        ? [text.replace(/(?:^|::)[^:]*$/, ''), /[^:]*$/.exec(text)?.[0] ?? '']
        : [text.slice(0, open).replace(/::$/, ''), text.slice(open + 1)];
    const words = (names.match(/\w+|\*/g) ?? []).filter((name) => !/^(?:as|self)$/.test(name));
    return [{ from, names: words }];
  });
}

const NAMED =
  /^(?:function|struct|enum|union|const|static|type|trait)_item$|^(?:function_signature_item|macro_definition)$/;

const DEFINING: Defining = {
  writing: WRITING,
  nameOf: (node) => {
    if (NAMED.test(node.type)) return node.child('name')?.text;
    const type = node.type === 'impl_item' ? node.child('type') : undefined;
    return type && [...type.within()].find((one) => one.type === 'type_identifier')?.text;
  },
  isRoutine: ({ type }) => type === 'function_item',
  isHolder: ({ type }) => /^(?:function|impl|trait|mod)_item$/.test(type),
  documentation: commentsAbove,
};
