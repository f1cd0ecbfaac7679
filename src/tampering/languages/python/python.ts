import { lastName } from '../../reading/shape.ts';
import { languageByTable } from '../../reading/table.ts';
import { PythonBody } from './body.ts';
import { PYTHON_CLAIMS } from './claims.ts';
import { definitionOf, importsAt, isText, PYTHON_DIALECT as PYTHON } from './dialect.ts';
import { isWait, PythonTests, TEST_NAME, unitOf } from './tests.ts';
import { PYTHON_WORDS } from './words.ts';

/** Python: pytest, unittest, nose, hypothesis; the assertions of mock, numpy, pandas, Django. */

const TEST_FOLDER = /(?:^|\/)(?:tests?|testing|unittests?)\/.*\.py$/;

/** What frameworks and the language itself call. */
const NO_SUBJECT = new RegExp(
  [
    /^(?:pytest|unittest|mock|mocker|monkeypatch|patch|patcher|hypothesis|st|warnings|contextlib)\./,
    /^(?:patch|subTest|skip|skipTest|fail|call|param|fixture|suppress|super|raises|warns|approx)$|(?:^|\.)(?:subTest|skipTest|setattr)$|^(?:self|cls)\.fail$/,
    /^(?:len|isinstance|str|int|float|bool|list|dict|set|tuple|range|sorted|abs|round|type|repr|sum|min|max|any|all|hasattr|getattr|zip|enumerate|map|filter|open|print)$/,
    /(?:^|\.)(?:assert[A-Z_]\w*|(?:Magic|Async|NonCallable|NonCallableMagic|Property)?Mock|create_autospec|sentinel|stub)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

function isWord(name: string): boolean {
  return PYTHON_WORDS.matchers.has(name) || PYTHON_WORDS.isAsserting.test(name);
}

export const PYTHON_LANGUAGE = languageByTable(
  {
    name: 'Python',
    extensions: ['py', 'pyi'],
    grammar: 'python',
    dialect: PYTHON,
    isTestFile: (path) =>
      TEST_NAME.test(path) || TEST_FOLDER.test(path) || /(?:^|\/)conftest\.py$/.test(path),
    unit: unitOf,
    ...PYTHON_WORDS,
    Body: PythonBody,
    isFramework: (path) => NO_SUBJECT.test(path) || isWord(lastName(path)),
    ownClaims: PYTHON_CLAIMS,
    waits: isWait,
    imported: importsAt,
    defined: (node) => {
      const { parent, type } = node;
      const definition = parent?.type === 'decorated_definition' ? undefined : definitionOf(node);
      if (definition !== undefined) return { name: definition.name, isHolder: true };
      const isAlone = type === 'assignment' && parent?.type === 'expression_statement';
      const target = isAlone ? node.child('left') : undefined;
      const isName = target !== undefined && PYTHON.isName(target);
      return isName ? { name: target.text, isHolder: false } : undefined;
    },
    documentation: (node) => {
      const first = definitionOf(node)?.node.child('body')?.named[0];
      return first !== undefined && isText(first) ? first.text : undefined;
    },
  },
  PythonTests,
);
