import { claim, numberIn } from '../reading/claims.ts';
import type { Branch, Call, Dialect, Statement } from '../reading/dialect.ts';
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
import { callsIn } from '../reading/outline.ts';
import { expectedText, subjectText } from '../reading/scope.ts';
import { dialectOf, type Shape } from '../reading/shape.ts';
import { languageByTable, type Unit } from '../reading/table.ts';
import { throws } from '../reading/table-body.ts';
import type { SyntaxNode } from '../syntax/node.ts';

/** Swift: XCTest and Swift Testing. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string']),
    blocks: new Set(['block', 'source_file']),
    silent: new Set([';']),
    stringText: ({ text }) => textOfString(text),
    essence: valueIn,
  },
  calls: { call_expression: { callee: 'function', args: 'arguments' } },
  members: { member_expression: ['object', 'property'] },
  namedArguments: { argument: ['name', 'value'] },
  names: new Set(['identifier']),
  transparent: new Set(['try_expression', 'await_expression']),
  inner: valueIn,
  conditionals: { conditional_expression: 'consequence' },
  displays: new Set(['array_literal']),
  bindings: { local_declaration: ['name', 'value'], assignment_expression: ['left', 'right'] },
  changes: { for_statement: 'name' },
  routines: { function_declaration: ['name', 'body'], closure_expression: ['', 'body'] },
  statements: {
    function_declaration: { kind: 'function' },
    for_statement: { kind: 'loop', over: 'value', body: 'body' },
    do_statement: { kind: 'attempt', body: 'body', handler: /^catch_clause$/, errors: 'errors' },
    switch_statement: { kind: 'wrapper' },
  },
}; // biome-ignore format: a table

const SWIFT: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => (node.child('property')?.text === 'count' ? node.child('object') : undefined),
    valueCalls: /^(?:Set|Array|String|Int|Double|Float|Data|Date|URL|Decimal)$/,
    doubleCalls: /^$/,
    nothing: /^nil$/,
  },
  (plain) => ({
    statement: (node) => statementOf(node) ?? plain.statement(node),
    operation: (node) => (node.type === 'is_expression' ? typeAsked(node) : plain.operation(node)),
  }),
); // biome-ignore format: a table

/** A text between two quotes, whatever the marks around it, without the indentation of its last line. */
function textOfString(text: string): string {
  const [, hashes = '', long, body = ''] = /^(#*)(?:(""")|")([\s\S]*?)(?:\2|")#*$/.exec(text) ?? [];
  if (long === undefined) return hashes === '' ? text : JSON.stringify(body);
  const indent = /\n([ \t]*)$/.exec(body)?.[1] ?? '';
  return `"${body.replaceAll(`\n${indent}`, '\n').replace(/^\n|\n$/g, '')}"`;
}

/** The value in brackets, in a cast, and in what only says that there is one. */
function valueIn(node: SyntaxNode): SyntaxNode | undefined {
  const [first, second] = node.named;
  if (node.type === 'member_expression' && first?.text === 'self') return second;
  if (node.type === 'cast_expression') return first;
  if (node.type === 'try_expression' || node.type === 'await_expression') return first;
  if (node.type === 'tuple_expression') return second === undefined && first?.type !== 'argument' ? first : undefined;
  if (node.type !== 'call_expression' || !/^(?:XCTUnwrap|#require)$/.test(first?.text ?? '')) return undefined;
  const value = second?.named[0]?.child('value');
  return value?.type === 'binary_expression' ? undefined : value;
} // biome-ignore format: short

function typeAsked(node: SyntaxNode): ReturnType<Dialect['operation']> {
  const [left, right] = [node.child('left'), node.child('right')];
  return left && right && { kind: 'compared', pairs: [{ left, operator: 'instance', right }] };
}

function statementOf(node: SyntaxNode): Statement | undefined {
  const [first] = node.named;
  if (node.type === 'local_declaration') {
    const value = node.child('value');
    return value === undefined ? { kind: 'other' } : { kind: 'binding', value };
  }
  if (node.type === 'throw_statement' && /^XCTSkip\b/.test(first?.text ?? ''))
    return first && { kind: 'expression', value: first };
  if (node.type !== 'guard_statement') return undefined;
  const branches: readonly Branch[] = [
    { condition: node.child('condition'), body: node.child('alternative')?.named ?? [] },
  ];
  return { kind: 'choice', branches };
}

function unitOf(node: SyntaxNode): Unit | undefined {
  const name = node.child('name')?.text ?? '';
  const body = node.child('body')?.named ?? [];
  const marks = node.children.filter(({ type }) => type === 'attribute');
  const modes = marks.flatMap(modesOf);
  if (node.type === 'class_declaration') return { kind: 'suite', name, body, modes };
  if (node.type !== 'function_declaration') return undefined;
  if (/^(?:setUp(?:WithError)?|init)$/.test(name)) return { kind: 'setup', name, body };
  const mark = marks.find((one) => one.child('name')?.text === '@Test');
  const isNamed = /^test/.test(name) && node.child('parameters')?.named.length === 0;
  if (mark === undefined && !isNamed) return undefined;
  const given = mark?.child('arguments')?.named ?? [];
  const at = given.findIndex((one) => one.child('name')?.text === 'arguments');
  const lists = at < 0 ? [] : given.slice(at).flatMap((one) => one.child('value') ?? []);
  return { kind: 'test', name, body, modes, lists };
}

/** What an attribute says of when a test runs. */
function modesOf({ text }: SyntaxNode): readonly Mode[] {
  if (/^@(?:Test|Suite)\b[\s\S]*\.disabled\((?!\s*(?:"[^"]*",\s*)?if:)/.test(text))
    return [{ mode: 'skipped', text }];
  const isConditional = /^@(?:Test|Suite)\b[\s\S]*\.(?:disabled|enabled)\(|^@available\b/.test(
    text,
  );
  return isConditional ? [{ mode: 'conditional', text }] : [];
}

/** Any error at all. */
const ANY_ERROR = /^\(?(?:any\s*)?Error\)?\.self$/;

/** An error is thrown, and is what the closure behind it compares it with. */
const THROWN: Matcher = (reading, call) => {
  const closure = call.args.slice(1).find(({ value }) => SWIFT.routine(value) !== undefined);
  const body = closure === undefined ? [] : (SWIFT.routine(closure.value)?.body ?? []);
  const asked = callsIn(SWIFT, body).find(({ name }) => /^(?:XCTAssert|#expect)/.test(name));
  const error = asked?.args[1] ?? asked?.args[0];
  const own = { ...call, args: call.args.slice(0, 1) };
  const expected = error && expectedText(reading, error.value.child('right') ?? error.value);
  return throws(reading, own).map((one) => (expected === undefined ? one : { ...one, expected }));
};

/** `#expect` of a condition, or that something throws. */
const EXPECT: Matcher = (reading, call) => {
  const error = call.args.find(({ name }) => name === 'throws');
  if (error === undefined) return condition()(reading, call);
  const tried = call.args.filter((one) => one !== error && one.name === undefined);
  if (error.value.text === 'Never.self') return [claim('runs', '')];
  const isAny = ANY_ERROR.test(error.value.text);
  return throws(reading, { ...call, args: isAny ? tried : [...tried, { ...error, name: undefined }] });
}; // biome-ignore format: short

const EQUAL = equal();
const NIL = about('equal', 'nil');
const accuracyOf = ({ args }: Call) => args.find(({ name }) => name === 'accuracy')?.value;
/** Two values are the same, or as near as they are asked to be. */
const SAME: Matcher = (reading, call) => {
  const accuracy = accuracyOf(call);
  return accuracy === undefined
    ? EQUAL(reading, call)
    : near(() => numberIn(reading, accuracy))(reading, call);
};

export const SWIFT_LANGUAGE = languageByTable({
  name: 'Swift',
  extensions: ['swift'],
  grammar: 'swift',
  dialect: SWIFT,
  isTestFile: (path, text) => /Tests?\.swift$|(?:^|\/)[^/]*Tests\/.*\.swift$/.test(path) || /^import (?:XCTest|Testing)$/m.test(text),
  unit: unitOf,
  loops: /^forEach$/,
  owners: /^$/,
  assertions: named(
    [SAME, 'XCTAssertEqual'],
    [EQUAL, 'XCTAssertIdentical'],
    [not(EQUAL), 'XCTAssertNotEqual XCTAssertNotIdentical'],
    [condition(), 'XCTAssert XCTAssertTrue'],
    [condition(true), 'XCTAssertFalse'],
    [NIL, 'XCTAssertNil'],
    [not(NIL), 'XCTAssertNotNil XCTUnwrap'],
    [ordered('>'), 'XCTAssertGreaterThan'],
    [ordered('>='), 'XCTAssertGreaterThanOrEqual'],
    [ordered('<'), 'XCTAssertLessThan'],
    [ordered('<='), 'XCTAssertLessThanOrEqual'],
    [THROWN, 'XCTAssertThrowsError'],
    [about('runs'), 'XCTAssertNoThrow'],
    [EXPECT, '#expect #require expectThrows'],
  ),
  isAsserting: /^(?:XCTAssert\w*|assert[A-Z]\w*|expect[A-Z]\w*|confirmation|verify\w*)$/,
  matchers: named([sides('contains', 0), 'contains hasPrefix hasSuffix']),
  expectation: () => undefined,
  ofValue: (reading, value, negated) => {
    const object = value.child('property')?.text === 'isEmpty' ? value.child('object') : undefined;
    return object && claim('equal', subjectText(reading, object), { expected: '[]', negated });
  },
  links: /^$/,
  skip: /^XCTSkip(?:If|Unless)?$/,
  expectedToFail: /^(?:withKnownIssue|XCTExpectFailure)$/,
  fail: /^(?:XCTFail|Issue\.record)$/,
  exit: /^(?:exit|abort|fatalError)$/,
  wideErrors: /\bError\b/,
  environment: /\bProcessInfo\b|\btargetEnvironment\b|#available|\benvironment\b/,
  double: () => undefined,
  imported: (node) => {
    const from = node.type === 'import_declaration' ? node.child('path')?.text : undefined;
    return from === undefined ? undefined : { from, names: [from.replace(/^.*\./, '')] };
  },
  defined: (node) => {
    const isNamed = /^(?:class|function|local)_declaration$/.test(node.type);
    const name = node.child('name')?.text;
    return isNamed && name !== undefined ? { name, isHolder: node.type !== 'local_declaration' } : undefined;
  },
}); // biome-ignore format: a table
