import { numberIn } from '../reading/claims.ts';
import type { Call, Dialect, Statement } from '../reading/dialect.ts';
import { about, condition, equal, named, near, not, ordered, sides } from '../reading/matchers.ts';
import type { Mode } from '../reading/modes.ts';
import { dialectOf, type Shape } from '../reading/shape.ts';
import { languageByTable, markAssertion, type Unit } from '../reading/table.ts';
import { chainOf, type Expectation, ofTest, TableBody, throws } from '../reading/table-body.ts';
import type { SyntaxNode } from '../syntax/node.ts';

/** PHP: PHPUnit and Pest. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string', 'encapsed_string', 'variable_name']),
    blocks: new Set(['compound_statement', 'declaration_list', 'program']),
    silent: new Set([';']),
    stringText: ({ text }) => text.replace(/^'(.*)'$/s, '"$1"'),
  },
  calls: {
    function_call_expression: { callee: 'function', args: 'arguments' },
    member_call_expression: { object: 'object', name: 'name', args: 'arguments' },
    nullsafe_member_call_expression: { object: 'object', name: 'name', args: 'arguments' },
    scoped_call_expression: { object: 'scope', name: 'name', args: 'arguments' },
  },
  members: { member_access_expression: ['object', 'name'] },
  names: new Set(['variable_name', 'name', 'qualified_name', 'relative_scope']),
  transparent: new Set(['parenthesized_expression', 'argument', 'expression_statement']),
  conditionals: { conditional_expression: 'body' },
  displays: new Set(['array_creation_expression']),
  bindings: { assignment_expression: ['left', 'right'] },
  changes: { augmented_assignment_expression: 'left' },
  routines: {
    function_definition: ['name', 'body'], method_declaration: ['name', 'body'], anonymous_function: ['', 'body'], arrow_function: ['', 'body'],
  },
  statements: {
    if_statement: { kind: 'choice', condition: 'condition', body: 'body', otherwise: 'alternative' },
    else_if_clause: { kind: 'choice', condition: 'condition', body: 'body', otherwise: 'alternative' },
    try_statement: { kind: 'attempt', body: 'body', handler: /^catch_clause$/, errors: 'type', last: 'finally_clause' },
    function_definition: { kind: 'function' },
  },
}; // biome-ignore format: a table

const PHP: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => {
      const call = PHP.call(node);
      return call?.path === 'count' ? call.args[0]?.value : undefined;
    },
    valueCalls: /^(?:array|now|today|date|collect)$/,
    doubleCalls: /^(?:createMock|createStub|getMockBuilder|mock|spy|prophesize)$/,
    nothing: /^null$/i,
  },
  (plain) => ({
    call: (node) => callOf(node, plain),
    statement: (node) => statementOf(node) ?? plain.statement(node),
    // The key of a data set is its title.
    elements: (node) => plain.elements(node)?.map((one) => one.named.at(-1) ?? one),
  }),
);

function callOf(node: SyntaxNode, plain: Dialect): Call | undefined {
  const made = node.type === 'object_creation_expression' ? node.named[0]?.text : undefined;
  const call =
    made === undefined
      ? plain.call(node)
      : { node, path: made, name: made.replace(/^.*\\/, ''), receiver: undefined, args: [] };
  if (call === undefined) return undefined;
  const args = (node.childOf('arguments')?.named ?? []).map((one) => ({
    name: one.named.length > 1 ? one.child('name')?.text : undefined,
    value: one.named.at(-1) ?? one,
  }));
  return { ...call, args };
}

function statementOf(node: SyntaxNode): Statement | undefined {
  const [first, ...others] = node.named;
  if (node.type === 'foreach_statement')
    return { kind: 'loop', over: first, body: node.child('body')?.named ?? [] };
  if (first?.type === 'throw_expression')
    return { kind: 'leave', how: 'throw', value: first.named[0] };
  const isPlain = others.length === 0 && node.type === 'expression_statement';
  if (isPlain || !/_call_expression$/.test(node.type)) return undefined;
  return { kind: 'expression', value: node };
}

/** The words of attributes and of the comment above a method: `dataProvider rows`. */
function marksOf(node: SyntaxNode): string {
  const siblings = node.parent?.children ?? [];
  const above = siblings[siblings.indexOf(node) - 1];
  const documented = above?.type === 'comment' ? above.text : '';
  return `${documented} ${node.child('attributes')?.text ?? ''}`;
}

function unitOf(node: SyntaxNode): Unit | undefined {
  const name = node.child('name')?.text ?? '';
  const body = PHP.routine(node)?.body ?? [];
  if (node.type === 'class_declaration')
    return { kind: 'suite', name, body: node.child('body')?.named ?? [] };
  if (node.type === 'expression_statement') return pestUnit(node);
  if (node.type !== 'method_declaration') return undefined;
  const marks = marksOf(node);
  if (/^setUp(?:BeforeClass)?$/.test(name) || /@before\b|#\[Before\b/.test(marks))
    return { kind: 'setup', name, body };
  if (!/^test/.test(name) && !/@test\b|\bTest\b/.test(marks.replace(/\\Test\w/g, '')))
    return undefined;
  const providers = [...marks.matchAll(/(?:@dataProvider\s+|DataProvider\(\s*['"])(\w+)/g)].map(
    ([, one]) => one,
  );
  const methods = (node.parent?.named ?? []).filter((one) =>
    providers.includes(one.child('name')?.text),
  );
  const given = methods
    .flatMap((one) => [...one.within()])
    .filter(({ type }) => /^(?:return_statement|yield_expression)$/.test(type));
  const attributes = [...(node.child('attributes')?.within() ?? [])].filter(
    ({ type }) => type === 'attribute',
  );
  return {
    kind: 'test',
    name,
    body,
    lists: given.flatMap((one) => (one.type === 'return_statement' ? one.named.slice(0, 1) : [])),
    rows: [
      ...given
        .flatMap((one) => (one.type === 'yield_expression' ? one.named.slice(-1) : []))
        .map((one) => one.named.at(-1) ?? one),
      ...attributes.filter(({ text }) => text.startsWith('TestWith')),
    ],
    hasOtherCases: providers.length > methods.length,
  };
}

const PEST_MODES: Readonly<Record<string, Mode['mode']>> = {
  skip: 'skipped',
  todo: 'skipped',
  only: 'focused',
  fails: 'expected-to-fail',
};

/** `it('adds', function () {…})->with([…])->skip()` */
function pestUnit(node: SyntaxNode): Unit | undefined {
  const [base, ...further] = chainOf(PHP, node);
  const [title, code] = base?.args ?? [];
  if (base === undefined || base.node.type !== 'function_call_expression') return undefined;
  const isSetup = base.path === 'beforeEach';
  const body = PHP.routine((isSetup ? title : code)?.value ?? node)?.body ?? [];
  if (isSetup) return { kind: 'setup', name: base.path, body };
  if (
    !/^(?:it|test|describe|todo)$/.test(base.path) ||
    !SHAPE.writing.strings.has(title?.value.type ?? '')
  )
    return undefined;
  const modes = further.flatMap(({ args, name }): readonly Mode[] => {
    const [first] = args;
    const isAsked =
      name === 'skip' &&
      first !== undefined &&
      !SHAPE.writing.strings.has(first.value.type) &&
      PHP.truth(first.value) !== true;
    const mode = isAsked || /^skipOn|^onlyOn/.test(name) ? 'conditional' : PEST_MODES[name];
    return mode === undefined ? [] : [{ mode, text: `->${name}()` }];
  });
  return {
    kind: base.path === 'describe' ? 'suite' : 'test',
    name: title?.value.text.slice(1, -1) ?? '',
    body,
    claims: further
      .filter(({ name }) => name === 'throws')
      .map(({ node: one }) => markAssertion(one.child('arguments') ?? one)),
    modes: base.path === 'todo' ? [{ mode: 'skipped', text: 'todo' }] : modes,
    lists: further.flatMap(({ args, name }) =>
      name === 'with' ? args.map(({ value }) => value) : [],
    ),
  };
}

function expectationOf({ node }: Call): Expectation | undefined {
  const chain = chainOf(PHP, node);
  const [base] = chain;
  const at = chain.findIndex(({ name }) =>
    /^(?:expects|shouldReceive|shouldHaveReceived)$/.test(name),
  );
  if (at > 0) return { subject: chain[at]?.receiver, negated: false, steps: chain.slice(at) };
  if (base?.path !== 'expect' || chain.length === 1) return undefined;
  return { subject: base.args[0]?.value, negated: false, steps: chain.slice(1) };
}

const NULL = about('equal', 'null');
const EMPTY = about('equal', 'empty');
const NEAR = near((reading, { args }) =>
  args[2] === undefined ? undefined : numberIn(reading, args[2].value),
);

export const PHP_LANGUAGE = languageByTable({
  Body: TableBody,
  name: 'PHP',
  extensions: ['php'],
  grammar: 'php',
  dialect: PHP,
  isTestFile: (path, text) =>
    /(?:Test|Cest)\.php$/.test(path) || (/(?:^|\/)[tT]ests?\/.*\.php$/.test(path) && /\b(?:it|test)\(/.test(text)),
  unit: unitOf,
  loops: /^(?:each|map)$/,
  owners: /^(?:\$this|self|static|parent|(?:\w*\\)*Assert)$/,
  assertions: named(
    [condition(), 'assertTrue assert'],
    [condition(true), 'assertFalse assertNotTrue'],
    [equal('expected first'), 'assertEquals assertSame assertEqualsCanonicalizing assertJsonStringEqualsJsonString'],
    [not(equal('expected first')), 'assertNotEquals assertNotSame'],
    [NULL, 'assertNull'],
    [not(NULL), 'assertNotNull'],
    [EMPTY, 'assertEmpty'],
    [not(EMPTY), 'assertNotEmpty'],
    [sides('count', 1), 'assertCount'],
    [sides('contains', 1), 'assertContains assertStringContainsString assertStringStartsWith assertStringEndsWith assertArrayHasKey assertContainsEquals assertObjectHasProperty'],
    [not(sides('contains', 1)), 'assertNotContains assertStringNotContainsString assertArrayNotHasKey'],
    [sides('matches', 1), 'assertMatchesRegularExpression'],
    [NEAR, 'assertEqualsWithDelta'],
    [sides('instance', 1), 'assertInstanceOf'],
    [about('instance'), 'assertIsString assertIsInt assertIsArray assertIsBool assertIsFloat assertIsObject assertIsNumeric assertIsCallable'],
    [ordered('<'), 'assertGreaterThan'],
    [ordered('<='), 'assertGreaterThanOrEqual'],
    [ordered('>'), 'assertLessThan'],
    [ordered('>='), 'assertLessThanOrEqual'],
    [ofTest('throws', 'exception'), 'expectException expectExceptionObject'],
    [ofTest('contains', 'exception message'), 'expectExceptionMessage expectExceptionMessageMatches'],
    [ofTest('contains', 'exception code'), 'expectExceptionCode'],
    [ofTest('contains', 'output'), 'expectOutputString expectOutputRegex'],
  ),
  isAsserting: /^assert[A-Z]|^expectsAssertions$/,
  expectation: expectationOf,
  matchers: named(
    [equal('subject given'), 'toBe toEqual toEqualCanonicalizing'],
    [about('equal', 'true'), 'toBeTrue'],
    [about('equal', 'false'), 'toBeFalse'],
    [NULL, 'toBeNull'],
    [EMPTY, 'toBeEmpty'],
    [about('truthy'), 'toBeTruthy'],
    [not(about('truthy')), 'toBeFalsy'],
    [sides('count', 0), 'toHaveCount toHaveLength'],
    [sides('contains', 0), 'toContain toStartWith toEndWith toHaveKey toHaveKeys toMatchArray toHaveProperty toContainEqual'],
    [sides('matches', 0), 'toMatch'],
    [NEAR, 'toEqualWithDelta'],
    [sides('instance', 0), 'toBeInstanceOf'],
    [about('instance'), 'toBeString toBeInt toBeArray toBeBool toBeFloat toBeObject toBeNumeric toBeCallable'],
    [ordered('>'), 'toBeGreaterThan'],
    [ordered('>='), 'toBeGreaterThanOrEqual'],
    [ordered('<'), 'toBeLessThan'],
    [ordered('<='), 'toBeLessThanOrEqual'],
    [throws, 'toThrow'],
    [sides('called', 0), 'expects shouldReceive shouldHaveReceived'],
  ),
  links: /^(?:will|andReturn|each$)/,
  skip: /(?:^|\.)markTest(?:Skipped|Incomplete)$/,
  fail: /(?:^|\.)fail$/,
  exit: /^(?:exit|die)$/,
  wideErrors: /\b(?:Throwable|Exception|AssertionFailedError|ExpectationFailedException)\b/,
  environment: /\bgetenv\b|\$_(?:ENV|SERVER)|\bPHP_|\benv\(|extension_loaded/,
  double: ({ args, name }) => (/^(?:method|shouldReceive)$/.test(name) ? args[0]?.value.text.slice(1, -1) : undefined),
  imported: (node) => {
    if (node.type !== 'namespace_use_clause') return undefined;
    const from = node.text.replace(/\s+as\s.*$/s, '');
    return { from, names: [from.replace(/^.*\\/, '')] };
  },
  defined: (node) => {
    const isNamed = /^(?:class|interface|trait|enum|method)_declaration$|^function_definition$|^const_element$/.test(node.type);
    const name = node.child('name') ?? node.named[0];
    return isNamed && name ? { name: name.text, isHolder: node.type !== 'const_element' } : undefined;
  },
}); // biome-ignore format: a table
