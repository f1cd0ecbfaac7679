import { type Claiming, numberIn } from '../reading/claims.ts';
import type { Argument, Binding, Call, Dialect, Statement } from '../reading/dialect.ts';
import {
  about,
  condition,
  equal,
  type Matcher,
  named,
  near,
  not,
  ordered,
  sides,
} from '../reading/matchers.ts';
import type { Mode } from '../reading/modes.ts';
import { dialectOf, type Shape } from '../reading/shape.ts';
import { languageByTable, markAssertion, type Unit } from '../reading/table.ts';
import { chainOf, type Expectation, TableBody, throws } from '../reading/table-body.ts';
import type { SyntaxNode } from '../syntax/node.ts';

/** C#: xUnit, NUnit and MSTest, with FluentAssertions, Shouldly, Moq and NSubstitute. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string_literal', 'verbatim_string_literal', 'raw_string_literal']),
    blocks: new Set(['block', 'declaration_list', 'compilation_unit', 'arrow_expression_clause']),
    silent: new Set([';', 'new']),
    stringText: ({ text }) => text.replace(/^@/, ''),
  },
  calls: { invocation_expression: { callee: 'function', args: 'arguments' } },
  members: { member_access_expression: ['expression', 'name'], qualified_name: ['qualifier', 'name'] },
  names: new Set(['identifier']),
  transparent: new Set(['parenthesized_expression', 'await_expression', 'argument', 'expression_element', 'collection_element']),
  conditionals: { conditional_expression: 'consequence' },
  displays: new Set(['collection_expression', 'initializer_expression']),
  bindings: { assignment_expression: ['left', 'right'] },
  routines: {
    method_declaration: ['name', 'body'], local_function_statement: ['name', 'body'], lambda_expression: ['', 'body'], anonymous_method_expression: ['', 'body'],
  },
  statements: {
    foreach_statement: { kind: 'loop', over: 'right', body: 'body' },
    local_function_statement: { kind: 'function' },
  },
}; // biome-ignore format: a table

const CSHARP: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) =>
      /^(?:Count|Length)$/.test(node.child('name')?.text ?? '')
        ? node.child('expression')
        : undefined,
    valueCalls: /^(?:new|Parse|From\w+|Of|Create)$/,
    doubleCalls: /^(?:Of|For|Fake)$/,
    nothing: /^null$/,
    hasUpperCaseFunctions: true,
  },
  (plain) => ({
    call: (node) => callOf(node, plain),
    statement: (node) => statementOf(node) ?? plain.statement(node),
    bindings: (node): readonly Binding[] => {
      if (node.type !== 'variable_declarator') return plain.bindings(node);
      const name = node.child('name')?.text;
      return name === undefined ? [] : [{ name, node, value: givenTo(node) }];
    },
    elements: (node) => plain.elements(node.childOf('initializer_expression') ?? node),
  }),
);

/** What a variable is given where it is declared. */
function givenTo(declarator: SyntaxNode): SyntaxNode | undefined {
  return declarator.named.filter(({ field }) => field !== 'name').at(-1);
}

/** A call; what stands in its angle brackets is given to it as well. */
function callOf(node: SyntaxNode, plain: Dialect): Call | undefined {
  const type = node.type === 'object_creation_expression' ? node.child('type') : undefined;
  const given = node.child('arguments')?.named ?? [];
  const args = given.map(
    (one): Argument => ({ name: one.child('name')?.text, value: one.named.at(-1) ?? one }),
  );
  if (type !== undefined)
    return { node, path: `new.${type.text}`, name: 'new', receiver: undefined, args };
  const call = plain.call(node);
  const callee = node.child('function');
  const name = callee?.child('name') ?? callee;
  if (call === undefined || name === undefined) return undefined;
  const types = name.childOf('type_argument_list')?.named ?? [];
  const bare = (text: string): string => text.replace(/<.*$/s, '');
  return {
    ...call,
    path: bare(call.path),
    name: bare(name.text),
    args: [...args, ...types.map((value) => ({ name: undefined, value }))],
  };
}

function statementOf(node: SyntaxNode): Statement | undefined {
  if (node.type === 'local_declaration_statement') {
    const declarator = node.childOf('variable_declaration')?.childOf('variable_declarator');
    const value = declarator && givenTo(declarator);
    return value === undefined ? { kind: 'other' } : { kind: 'binding', value };
  }
  if (node.type === 'using_statement')
    return { kind: 'with', items: [], body: node.child('body')?.named ?? [] };
  return /_expression$/.test(node.type) ? { kind: 'expression', value: node } : undefined;
}

const TEST = /^(?:\w*Fact|\w*Theory|Test|TestCase\w*|\w*TestMethod|Property)$/;
const SETUP = /^(?:SetUp|OneTimeSetUp|TestInitialize|ClassInitialize)$/;

function attributesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(({ type }) => type === 'attribute_list').flatMap((one) => one.named);
}

function unitOf(node: SyntaxNode): Unit | undefined {
  const name = node.child('name')?.text ?? '';
  const attributes = attributesOf(node);
  const is = (pattern: RegExp): boolean =>
    attributes.some((one) => pattern.test(one.child('name')?.text ?? ''));
  const modes = attributes.flatMap((one): readonly Mode[] => {
    const text = `[${one.text}]`;
    if (/^\[(?:Ignore|Explicit)\b|\bSkip\s*=/.test(text)) return [{ mode: 'skipped', text }];
    return /^\[(?:Platform|Conditional|SkipOn|SupportedOS|OSCondition)|\bSkip(?:When|Unless)\s*=/.test(
      text,
    )
      ? [{ mode: 'conditional', text }]
      : [];
  });
  if (node.type === 'class_declaration')
    return { kind: 'suite', name, body: node.child('body')?.named ?? [], modes };
  const body = CSHARP.routine(node)?.body ?? [];
  if (node.type === 'constructor_declaration')
    return { kind: 'setup', name, body: node.child('body')?.named ?? [] };
  if (node.type !== 'method_declaration') return undefined;
  if (is(SETUP)) return { kind: 'setup', name, body };
  const rows = attributes.filter((one) =>
    /^(?:InlineData|TestCase|DataRow)$/.test(one.child('name')?.text ?? ''),
  );
  return is(TEST)
    ? {
        kind: 'test',
        name,
        body,
        modes,
        rows: rows.flatMap((one) => one.childOf('attribute_argument_list') ?? []),
        hasOtherCases: is(/Source$|^(?:Member|Class|Auto|Dynamic)Data$/),
        claims: attributes
          .filter((one) => one.child('name')?.text === 'ExpectedException')
          .map(markAssertion),
      }
    : undefined;
}

function expectationOf(call: Call): Expectation | undefined {
  const [subject, constraint] = call.args;
  if (/(?:^|\.)Assert\.That$/.test(call.path)) {
    if (subject === undefined || constraint === undefined || /string/.test(constraint.value.type))
      return undefined;
    return {
      subject: subject.value,
      negated: false,
      steps: stepsOf(constraint, chainOf(CSHARP, constraint.value)),
    };
  }
  const name = /^Should([A-Z]\w*)$/.exec(call.name)?.[1];
  if (name !== undefined)
    return { subject: call.receiver, negated: false, steps: [{ ...call, name }] };
  const chain = chainOf(CSHARP, call.node);
  const at = chain.findIndex((one) => /^(?:Should|Received|DidNotReceive)$/.test(one.name));
  if (at < 0) return undefined;
  const isFluent = chain[at]?.name === 'Should';
  return {
    subject: chain[at]?.receiver,
    negated: false,
    steps: chain.slice(isFluent ? at + 1 : at),
  };
}

/** The steps of a constraint: what is thrown, or how many there are, is one. */
function stepsOf(constraint: Argument, steps: readonly Call[]): readonly Call[] {
  const [first] = steps;
  const last = steps.at(-1);
  if (first?.name === 'Throws') return [{ ...first, args: steps.length > 1 ? [constraint] : [] }];
  const isCount = last !== undefined && steps.some(({ name }) => /^(?:Count|Length)$/.test(name));
  return isCount
    ? [
        ...steps.filter(({ name }) => name === 'Not'),
        { ...last, name: last.name === 'EqualTo' ? 'HaveCount' : last.name },
      ]
    : steps;
}

const NULL = about('equal', 'null');
const EMPTY = about('equal', 'empty');
const EQUAL = equal('expected first');

/** A third number is how far it may be off. */
const EXPECTED: Matcher = (reading, call) => {
  const third = call.args[2]?.value;
  const tolerance = third === undefined ? undefined : numberIn(reading, third);
  return tolerance === undefined
    ? EQUAL(reading, call)
    : near(() => toleranceOf(reading, call, tolerance), 'expected first')(reading, call);
};

/** xUnit counts digits. */
function toleranceOf(_reading: Claiming, { name }: Call, given: number): number {
  return name === 'Equal' && Number.isInteger(given) ? 10 ** -given : given;
}

const MATCHERS = named(
  [equal('subject given'), 'Be EqualTo Equal SameAs BeEquivalentTo BeSameAs EquivalentTo'],
  [about('equal', 'true'), 'BeTrue True'],
  [about('equal', 'false'), 'BeFalse False'],
  [NULL, 'BeNull Null'],
  [EMPTY, 'BeEmpty Empty BeNullOrEmpty BeNullOrWhiteSpace'],
  [sides('count', 0), 'HaveCount HaveLength'],
  [about('count', '1'), 'ContainSingle'],
  [
    sides('contains', 0),
    'Contain Contains ContainKey StartWith EndWith StartsWith EndsWith Member ContainEquivalentOf',
  ],
  [sides('matches', 0), 'Match MatchRegex'],
  [sides('near', 0), 'BeApproximately BeCloseTo'],
  [sides('instance', 0), 'BeOfType BeAssignableTo TypeOf InstanceOf AssignableTo'],
  [ordered('>'), 'BeGreaterThan GreaterThan BePositive'],
  [ordered('>='), 'BeGreaterThanOrEqualTo GreaterThanOrEqualTo AtLeast'],
  [ordered('<'), 'BeLessThan LessThan BeNegative'],
  [ordered('<='), 'BeLessThanOrEqualTo LessThanOrEqualTo AtMost'],
  [throws, 'Throw ThrowAsync ThrowExactly ThrowExactlyAsync Throws'],
  [sides('called', 0), 'Received DidNotReceive'],
);

export const CSHARP_LANGUAGE = languageByTable({
  Body: TableBody,
  name: 'C#',
  extensions: ['cs'],
  grammar: 'csharp',
  dialect: CSHARP,
  isTestFile: (path, text) => /(?:Tests?|Specs?)\.cs$/.test(path) || /\[(?:\w+\.)*(?:\w*Fact|\w*Theory|Test|TestCase|\w*TestMethod)\b/.test(text),
  unit: unitOf,
  loops: /^ForEach$/,
  owners: /(?:^|\.)\w*Assert(?:ions)?$/,
  assertions: named(
    [EXPECTED, 'Equal StrictEqual AreEqual'],
    [EQUAL, 'Same AreSame Equivalent AreEquivalent'],
    [not(EQUAL), 'NotEqual AreNotEqual NotSame AreNotSame NotStrictEqual'],
    [condition(), 'True IsTrue That'],
    [condition(true), 'False IsFalse'],
    [NULL, 'Null IsNull'],
    [not(NULL), 'NotNull IsNotNull'],
    [EMPTY, 'Empty IsEmpty'],
    [not(EMPTY), 'NotEmpty IsNotEmpty'],
    [about('count', '1'), 'Single'],
    [sides('contains', 1), 'Contains StartsWith EndsWith'],
    [not(sides('contains', 1)), 'DoesNotContain'],
    [sides('matches', 1), 'Matches IsMatch'],
    [ordered('>'), 'Greater'],
    [ordered('>='), 'GreaterOrEqual'],
    [ordered('<'), 'Less'],
    [ordered('<='), 'LessOrEqual'],
    [sides('instance', 0), 'IsType IsInstanceOf IsInstanceOfType IsAssignableFrom'],
    [throws, 'Throws ThrowsAsync ThrowsAny ThrowsAnyAsync ThrowsException ThrowsExceptionAsync ThrowsExactly ThrowsExactlyAsync Catch'],
  ),
  isAsserting: /^(?:Verify\w*|Assert[A-Z]\w*|MustHave\w*)$|(?:^|\.)\w*Assert\.(?!(?:Ignore|Inconclusive|Skip|Pass|Multiple)\b)/,
  expectation: expectationOf,
  matchers: MATCHERS,
  matcher: (name) => {
    const plain = MATCHERS.get(name.replace(/^Not(?=[A-Z])/, ''));
    return plain === undefined || !/^Not[A-Z]/.test(name) ? plain : not(plain);
  },
  links: /^(?:Is|Has|Does|Which|Subject|Because)$/,
  skip: /(?:^|\.)Assert\.(?:Ignore|Inconclusive|Skip)$/,
  fail: /(?:^|\.)Assert\.Fail$/,
  exit: /(?:^|\.)Environment\.Exit$|(?:^|\.)Assert\.Pass$/,
  wideErrors: /\bException\b|\bAssert\w*Exception\b|\bXunitException\b/,
  environment: /\bEnvironment\b|\bOperatingSystem\b|\bRuntimeInformation\b/,
  pending: /^(?:Throw\w*|Assert\w*)Async$/,
  double: ({ args, name, receiver }) => {
    const text = name === 'Setup' ? args[0]?.value.text : name === 'Returns' ? receiver?.text : undefined;
    return text === undefined ? undefined : /(\w+)(?:\([^()]*\))?$/.exec(text)?.[1];
  },
  imported: (node) => {
    const from = node.type === 'using_directive' ? node.named.at(-1)?.text : undefined;
    return from === undefined ? undefined : { from, names: [from.replace(/^.*\./, '')] };
  },
  defined: (node) => {
    const isNamed = /^(?:class|struct|record|interface|enum|method|property|constructor)_declaration$/.test(node.type);
    const name = node.child('name')?.text;
    return isNamed && name !== undefined ? { name, isHolder: true } : undefined;
  },
}); // biome-ignore format: a table
