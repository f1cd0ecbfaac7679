import { numberIn } from '../reading/claims.ts';
import type { Call, Dialect, Statement } from '../reading/dialect.ts';
import { about, condition, equal, named, near, not, ordered, sides } from '../reading/matchers.ts';
import { type Mode, RUNS } from '../reading/modes.ts';
import { dialectOf, type Shape } from '../reading/shape.ts';
import { languageByTable, type Unit } from '../reading/table.ts';
import { chainOf, type Expectation, TableBody, throws, whole } from '../reading/table-body.ts';
import type { SourceText, SyntaxNode } from '../syntax/node.ts';

/** C and C++: GoogleTest with GoogleMock, Catch2 and doctest. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string_literal', 'raw_string_literal', 'null', 'number_literal']),
    blocks: new Set(['compound_statement', 'declaration_list', 'field_declaration_list', 'translation_unit']),
    silent: new Set([';']),
    stringText: ({ text, type }) => (type === 'null' ? 'null' : text.replace(/(?<=^[\d.]+)[uUlLfF]+$/, '')),
    essence: textIn,
  },
  calls: { call_expression: { callee: 'function', args: 'arguments' } },
  members: { field_expression: ['argument', 'field'], qualified_identifier: ['scope', 'name', '::'] },
  names: new Set(['identifier', 'namespace_identifier', 'field_identifier']),
  inner: textIn,
  transparent: new Set(['parenthesized_expression', 'condition_clause', 'pointer_expression']),
  conditionals: { conditional_expression: 'consequence' },
  displays: new Set(['initializer_list']),
  bindings: { init_declarator: ['declarator', 'value'], assignment_expression: ['left', 'right'] },
  changes: { structured_binding_declarator: undefined },
  routines: { lambda_expression: ['', 'body'], function_definition: ['', 'body'] },
  statements: {
    for_range_loop: { kind: 'loop', over: 'right', body: 'body' },
    try_statement: { kind: 'attempt', body: 'body', handler: /^catch_clause$/, errors: 'parameters' },
  },
}; // biome-ignore format: a table

const CPP: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => {
      const call = CPP.call(node);
      return /^(?:size|length|Size)$/.test(call?.name ?? '') ? call?.receiver : undefined;
    },
    valueCalls:
      /^(?:string|string_view|vector|pair|make_pair|make_tuple|tuple|set|map|optional|u?int\d*_t|size_t|Approx)$/,
    doubleCalls: /^$/,
    nothing: /^(?:null|NULL|std::nullopt)$/,
  },
  (plain) => ({
    statement: (node) => statementOf(node) ?? plain.statement(node),
    call: (node) => {
      const call = plain.call(node);
      const template = call?.path === '' ? /^[\w:]+/.exec(node.text)?.[0] : undefined;
      return call && template
        ? { ...call, path: template, name: template.replace(/^.*:/, '') }
        : call;
    },
    routine: (node) => {
      const routine = plain.routine(node);
      return (
        routine && {
          ...routine,
          name: node.type === 'function_definition' ? functionName(node) : '',
        }
      );
    },
  }),
);

/** `x.c_str()` is `x`. */
function textIn(node: SyntaxNode): SyntaxNode | undefined {
  const callee = node.type === 'call_expression' ? node.child('function') : undefined;
  return /\b(?:c_str|str)$/.test(callee?.child('field')?.text ?? '')
    ? callee?.child('argument')
    : undefined;
}

function functionName(node: SyntaxNode): string {
  return /([\w~]+)\s*\(/.exec(node.child('declarator')?.text ?? '')?.[1] ?? '';
}

function statementOf(node: SyntaxNode): Statement | undefined {
  if (/^preproc_(?:if|ifdef|else|elif)$/.test(node.type)) {
    const isOff = node.child('condition')?.text === '0';
    const body = node.named.filter(({ field }) => field !== 'name' && field !== 'condition');
    return { kind: 'block', body: isOff ? [] : body };
  }
  if (node.type === 'declaration') {
    const value = node.childOf('init_declarator')?.child('value');
    return value === undefined ? { kind: 'other' } : { kind: 'binding', value };
  }
  if (node.type !== 'expression_statement') {
    return /_expression$/.test(node.type) ? { kind: 'expression', value: node } : undefined;
  }
  let value = node.named[0];
  // What is streamed into an assertion is its message.
  while (value?.type === 'binary_expression' && value.child('operator')?.text === '<<')
    value = value.child('left');
  return value === undefined ? undefined : { kind: 'expression', value };
}

const TITLED =
  'TEST|TEST_[FP]|TYPED_TEST(?:_P)?|(?:TEMPLATE_)?TEST_CASE(?:_METHOD|_FIXTURE)?|SCENARIO(?:_METHOD)?';
const PARTS = '(?:DYNAMIC_)?SECTION|SUBCASE|(?:AND_)?(?:GIVEN|WHEN|THEN)';
const TEXT = '"(?:[^"\\\\\\n]|\\\\.)*"';
const HEAD = new RegExp(
  `^([ \\t]*)((?:${TITLED}|${PARTS})\\s*\\((?:[^()"]|${TEXT}|\\((?:[^()"]|${TEXT}|\\([^()]*\\)){0,400}\\)){0,400}\\))(\\s*\\{)`,
  'gm',
);
const IS_TEST = new RegExp(`^(?:${TITLED})$`);
const IS_PART = new RegExp(`^(?:${PARTS})$`);

function unitOf(node: SyntaxNode): Unit | undefined {
  if (node.type === 'preproc_if' && node.child('condition')?.text === '0')
    return {
      kind: 'suite',
      name: '',
      body: node.named.slice(1),
      modes: [{ mode: 'skipped', text: '#if 0' }],
    };
  const condition =
    node.type === 'if_statement' ? node.child('condition')?.child('value') : undefined;
  const call = condition && CPP.call(condition);
  if (call === undefined) return undefined;
  const body = node.child('consequence')?.named ?? [];
  if (IS_PART.test(call.path)) return { kind: 'suite', name: call.args[0]?.value.text ?? '', body };
  if (!IS_TEST.test(call.path)) return undefined;
  const texts = call.args.map(({ value }) => value.text);
  const [first = '', second = ''] = texts;
  const isCatch = texts.some((text) => text.includes('"'));
  const title = texts.find((text) => text.includes('"')) ?? '';
  const modes = [
    ...modesOf(texts.join(' ')),
    ...(isCatch ? [] : [fixturesOf(node).modes.get(first) ?? RUNS]),
  ];
  return {
    kind: 'test',
    name: isCatch ? title.replace(/^"|".*$/gs, '') : second.replace(/^DISABLED_/, ''),
    suites: isCatch ? [] : [first.replace(/^DISABLED_/, '')],
    body,
    modes,
    ...casesOf(node, first),
  };
}

function modesOf(text: string): readonly Mode[] {
  if (/\bDISABLED_|\[\.|\[!hide\]|doctest::skip\(/.test(text)) return [{ mode: 'skipped', text }];
  return /\[!(?:mayfail|shouldfail)\]|doctest::(?:may|should)_fail\(/.test(text)
    ? [{ mode: 'expected-to-fail', text }]
    : [];
}

/** What stands elsewhere in a file for its tests, by the names of their suites. */
interface Fixtures {
  readonly modes: ReadonlyMap<string, Mode>;
  readonly instantiated: ReadonlyMap<string, readonly SyntaxNode[]>;
}

const FIXTURES = new WeakMap<SourceText, Fixtures>();

function fixturesOf({ source }: SyntaxNode): Fixtures {
  const known = FIXTURES.get(source);
  if (known !== undefined) return known;
  const modes = new Map<string, Mode>();
  const instantiated = new Map<string, readonly SyntaxNode[]>();
  for (const node of source.nodes) {
    const skip = /^(?:class|struct)_specifier$/.test(node.type)
      ? SKIPPED_SETUP.exec(node.text)
      : null;
    const mode = /\bif\b/.test(skip?.[1] ?? '') ? 'conditional' : 'skipped';
    if (skip !== null) modes.set(node.child('name')?.text ?? '', { mode, text: 'GTEST_SKIP()' });
    const call = CPP.call(node);
    if (!/^INSTANTIATE_TEST_(?:SUITE|CASE)_P$/.test(call?.name ?? '')) continue;
    const [, suite, given] = call?.args.map(({ value }) => value) ?? [];
    const name = suite?.text ?? '';
    instantiated.set(name, [...(instantiated.get(name) ?? []), ...(given ? [given] : [])]);
  }
  const read = { modes, instantiated };
  FIXTURES.set(source, read);
  return read;
}

const SKIPPED_SETUP = /\bSetUp\s*\([^{]*\{([^}]*)GTEST_SKIP\(\)/;

/** What a suite is instantiated with, and what a test generates. */
function casesOf(node: SyntaxNode, suite: string): Pick<Unit, 'rows' | 'lists'> {
  const generated = [...node.within()].filter((one) => CPP.call(one)?.name === 'GENERATE');
  const argumentsOf = (one: SyntaxNode): readonly SyntaxNode[] | undefined =>
    CPP.call(one)?.args.map(({ value }) => value);
  const all = [...(fixturesOf(node).instantiated.get(suite) ?? []), ...generated];
  const given = all.flatMap((one) => argumentsOf(one) ?? []);
  const isList = ({ type }: SyntaxNode): boolean => type === 'initializer_list';
  return {
    lists: given.flatMap((one) => argumentsOf(one) ?? (isList(one) ? one : [])),
    rows: given.filter((one) => argumentsOf(one) === undefined && !isList(one)),
  };
}

function expectationOf({ args, name, node }: Call): Expectation | undefined {
  const [subject, matcher] = args;
  if (/^(?:EXPECT|ASSERT|CHECK|REQUIRE)_THAT$/.test(name) && subject && matcher)
    return { subject: subject.value, negated: false, steps: chainOf(CPP, matcher.value) };
  const [base, ...further] = chainOf(CPP, node);
  const [mock, called] = base?.args ?? [];
  if (base?.name !== 'EXPECT_CALL' || mock === undefined || called === undefined) return undefined;
  return { subject: mock.value, negated: false, steps: [{ ...base, args: [called] }, ...further] };
}

const EQUAL = equal();
const NULL = about('equal', 'null');
const EMPTY = about('equal', 'empty');
const NEAR = near((reading, { args }) =>
  args[2] === undefined ? undefined : numberIn(reading, args[2].value),
);

const MACROS = named(
  [EQUAL, 'EQ STREQ STRCASEEQ DOUBLE_EQ FLOAT_EQ'],
  [not(EQUAL), 'NE STRNE STRCASENE'],
  [condition(), 'TRUE'],
  [condition(true), 'FALSE'],
  [ordered('>'), 'GT'],
  [ordered('>='), 'GE'],
  [ordered('<'), 'LT'],
  [ordered('<='), 'LE'],
  [NEAR, 'NEAR'],
  [throws, 'THROW THROWS THROWS_AS THROWS_WITH THROWS_WITH_AS THROWS_MATCHES ANY_THROW'],
  [about('runs'), 'NO_THROW NOTHROW'],
); // biome-ignore format: a table

export const CPP_LANGUAGE = languageByTable({
  Body: TableBody,
  name: 'C and C++',
  extensions: ['c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'hxx'],
  grammar: 'cpp',
  dialect: CPP,
  isTestFile: (_path, text) => new RegExp(`^[ \\t]*(?:${TITLED})\\s*\\(`, 'm').test(text),
  prepared: (text) => text.replace(HEAD, '$1if ($2)$3'),
  unit: unitOf,
  loops: /^for_each$/,
  owners: /^$/,
  assertions: named(
    ...['EXPECT_', 'ASSERT_', 'CHECK_', 'REQUIRE_'].flatMap((prefix) => [...MACROS].map(([name, matcher]) => [matcher, prefix + name] as const)),
    [condition(), 'CHECK REQUIRE CHECK_MESSAGE REQUIRE_MESSAGE'],
    [condition(true), 'CHECK_FALSE REQUIRE_FALSE'],
  ),
  isAsserting: /^(?:EXPECT|ASSERT|CHECK|REQUIRE|STATIC_REQUIRE|BOOST_(?:CHECK|REQUIRE|TEST))_?\w*$/,
  expectation: expectationOf,
  matchers: named(
    [EQUAL, 'Eq StrEq DoubleEq FloatEq Equals Ref'],
    [not(EQUAL), 'Ne StrNe'],
    [whole('equal', ['[', ']']), 'ElementsAre UnorderedElementsAre ElementsAreArray UnorderedElementsAreArray RangeEquals'],
    [EMPTY, 'IsEmpty'],
    [sides('count', 0), 'SizeIs'],
    [NULL, 'IsNull'],
    [not(NULL), 'NotNull'],
    [condition(), 'IsTrue'],
    [condition(true), 'IsFalse'],
    [sides('contains', 0), 'HasSubstr StartsWith EndsWith Contains ContainsSubstring Each'],
    [sides('matches', 0), 'MatchesRegex ContainsRegex Matches'],
    [ordered('>'), 'Gt'],
    [ordered('>='), 'Ge'],
    [ordered('<'), 'Lt'],
    [ordered('<='), 'Le'],
    [NEAR, 'DoubleNear FloatNear WithinAbs WithinRel'],
    [sides('called', 0), 'EXPECT_CALL'],
  ),
  links: /^(?:Will\w*|RetiresOnSaturation)$/,
  skip: /^(?:GTEST_SKIP|SKIP)$/,
  fail: /^(?:FAIL|ADD_FAILURE|GTEST_FAIL)$/,
  exit: /^(?:::)?(?:std::)?(?:exit|abort|_Exit)$/,
  wideErrors: /^\(\.\.\.\)$|\bstd::exception\b/,
  environment: /\bgetenv\b|__linux__|_WIN32/,
  double: ({ args, name }) => (name === 'ON_CALL' ? /^\w+/.exec(args[1]?.value.text ?? '')?.[0] : undefined),
  imported: (node) => {
    const from = node.type === 'preproc_include' ? node.child('path')?.text.replace(/[<>"]/g, '') : undefined;
    return from === undefined ? undefined : { from, names: [from.replace(/^.*\/|\.\w+$/g, '')] };
  },
  defined: (node) => {
    if (node.type === 'function_definition') return { name: functionName(node), isHolder: true };
    const isNamed = /^(?:class|struct|enum)_specifier$|^preproc_(?:def|function_def)$/.test(node.type) && node.children.length > 2;
    const name = node.child('name')?.text;
    return isNamed && name !== undefined ? { name, isHolder: true } : undefined;
  },
}); // biome-ignore format: a table
