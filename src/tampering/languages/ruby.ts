import { claim, numberIn } from '../reading/claims.ts';
import type { Call, Dialect, Statement } from '../reading/dialect.ts';
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
import { subjectText } from '../reading/scope.ts';
import { dialectOf, type Shape } from '../reading/shape.ts';
import { type LanguageTable, languageByTable, type Unit } from '../reading/table.ts';
import {
  chainOf,
  type Expectation,
  each,
  TableBody,
  throws,
  whole,
} from '../reading/table-body.ts';
import { canonicalText } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';

/** Ruby: RSpec, minitest and its specs, the tests of Rails. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string', 'simple_symbol', 'string_array', 'symbol_array']),
    blocks: new Set(['body_statement', 'block_body', 'then', 'program']),
    silent: new Set([';', 'do', 'end', 'then']),
    stringText: (node) => {
      const { text, type } = node;
      if (type === 'string') return text.replace(/^'(.*)'$/s, '"$1"');
      // A symbol is a value like a text.
      if (type === 'simple_symbol') return `":${text.slice(1)}"`;
      const mark = type === 'string_array' ? '' : ':';
      const words = node.named.map((one) => `"${mark}${one.text}"`);
      return `[${words.join(',')}]`;
    },
    isSilent: ({ parent, type }) => /^[{}]$/.test(type) && parent?.type === 'block',
  },
  calls: {},
  members: {},
  names: new Set(['identifier', 'instance_variable', 'constant']),
  transparent: new Set(['parenthesized_statements']),
  conditionals: { conditional: 'consequence' },
  displays: new Set(['array', 'hash', 'string_array', 'symbol_array']),
  bindings: { assignment: ['left', 'right'] },
  changes: { operator_assignment: 'left' },
  routines: { method: ['name', 'body'], singleton_method: ['name', 'body'], do_block: ['', 'body'], block: ['', 'body'] },
  statements: {
    if: { kind: 'choice', condition: 'condition', body: 'consequence', otherwise: 'alternative' },
    unless: { kind: 'choice', condition: 'condition', body: 'consequence', otherwise: 'alternative' },
    elsif: { kind: 'choice', condition: 'condition', body: 'consequence', otherwise: 'alternative' },
    case: { kind: 'match', arms: 'when', body: 'body', any: /^else$/ },
    while: { kind: 'loop', condition: 'condition', body: 'body' },
    until: { kind: 'loop', condition: 'condition', body: 'body' },
    for: { kind: 'loop', over: 'value', body: 'body' },
    return: { kind: 'leave', how: 'return' },
    next: { kind: 'leave', how: 'next' },
    break: { kind: 'leave', how: 'break' },
    method: { kind: 'function' },
  },
}; // biome-ignore format: a table

const RUBY: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => {
      const call = RUBY.call(node);
      return /^(?:size|length|count)$/.test(call?.name ?? '') ? call?.receiver : undefined;
    },
    valueCalls: /^(?:new|to_set|freeze|to_d|to_date|parse|BigDecimal|Rational)$/,
    doubleCalls: /^(?:(?:instance_|class_|object_)?(?:double|spy)|mock|stub)$/,
    nothing: /^nil$/,
  },
  (plain) => ({
    call: callOf,
    statement: (node) => statementOf(node) ?? plain.statement(node),
    routine: (node) => {
      if (node.type === 'lambda')
        return RUBY.routine(node.child('body') ?? node.children[0] ?? node);
      const routine = plain.routine(node);
      const body = node.child('body');
      // A method may have handlers of its own.
      return routine && body?.childOf('rescue') ? { ...routine, body: [body] } : routine;
    },
    bindings: (node) => {
      const call = /^let!?$|^subject$/.test(node.child('method')?.text ?? '')
        ? callOf(node)
        : undefined;
      const [value, ...others] = RUBY.routine(call?.args.at(-1)?.value ?? node)?.body ?? [];
      const name = call?.args[0]?.value.text ?? '';
      if (call === undefined) return plain.bindings(node);
      return name.startsWith(':') && others.length === 0
        ? [{ name: name.slice(1), node, value }]
        : [];
    },
  }),
);

function callOf(node: SyntaxNode): Call | undefined {
  const name = node.child('method')?.text;
  if (node.type !== 'call' || name === undefined) return undefined;
  const receiver = node.child('receiver');
  const block = node.child('block');
  const path = receiver === undefined ? name : `${pathOf(receiver)}.${name}`;
  const values = [
    ...(node.child('arguments')?.named ?? []),
    ...(block === undefined ? [] : [block]),
  ];
  const args = values.map((one) => ({
    name: one.type === 'pair' ? one.child('key')?.text.replace(/^:|:$/g, '') : undefined,
    value: one.child(one.type === 'pair' ? 'value' : '') ?? one,
  }));
  return { node, path, name, receiver, args };
}

function pathOf(node: SyntaxNode): string {
  if (node.children.length === 0 || node.type === 'scope_resolution') return node.text;
  const call = callOf(node);
  return call?.args.length === 0 ? call.path : '';
}

function statementOf(node: SyntaxNode): Statement | undefined {
  const { type } = node;
  if (/^(?:if|unless)_modifier$/.test(type)) {
    const [body, test] = [node.child('body'), node.child('condition')];
    return {
      kind: 'choice',
      branches: [{ condition: test, body: body === undefined ? [] : [body] }],
    };
  }
  if (/^(?:begin|body_statement)$/.test(type)) {
    const clause = (name: string): readonly SyntaxNode[] => node.childOf(name)?.named ?? [];
    const handlers = node.named
      .filter((one) => one.type === 'rescue')
      .map((one) => ({
        errors: one.child('exceptions')?.text ?? '',
        body: one.child('body')?.named ?? [],
      }));
    const body = node.named.filter((one) => !/^(?:rescue|else|ensure)$/.test(one.type));
    return { kind: 'attempt', body, handlers, otherwise: clause('else'), last: clause('ensure') };
  }
  if (type === 'rescue_modifier')
    return {
      kind: 'attempt',
      body: node.named.slice(0, 1),
      handlers: [{ errors: '', body: [] }],
      otherwise: [],
      last: [],
    };
  if (callOf(node)?.path === 'raise') return { kind: 'leave', how: 'throw', value: node };
  if (/assignment$/.test(type)) return { kind: 'binding', value: node.child('right') ?? node };
  return type in SHAPE.statements ? undefined : { kind: 'expression', value: node };
}

const TESTS = /^[fx]?(?:it|specify|example|scenario|test|should)$|^(?:focus|pending|skip)$/;
const SUITES =
  /^[fx]?(?:describe|context|feature|example_group)$|^shared_(?:examples(?:_for)?|context)$/;

function unitOf(node: SyntaxNode): Unit | undefined {
  const name = node.child('name')?.text ?? '';
  const routine = RUBY.routine(node);
  if (node.type === 'method') {
    if (/^test_/.test(name)) return { kind: 'test', name, body: routine?.body ?? [] };
    return name === 'setup' ? { kind: 'setup', name, body: routine?.body ?? [] } : undefined;
  }
  if (node.type === 'class') return { kind: 'suite', name, body: node.child('body')?.named ?? [] };
  const call = callOf(node);
  const isOwn = call?.receiver === undefined || call.receiver.text === 'RSpec';
  if (call === undefined || !isOwn) return undefined;
  const body = RUBY.routine(call.args.at(-1)?.value ?? node)?.body;
  if (/^(?:before|setup|around)$/.test(call.name) && body)
    return { kind: 'setup', name: call.name, body };
  const [title] = call.args;
  const isTitled = title !== undefined && RUBY.routine(title.value) === undefined;
  const isTest =
    TESTS.test(call.name) &&
    (isTitled ? title.value.type === 'string' : /^[fx]?(?:it|specify)$/.test(call.name));
  const isSuite = SUITES.test(call.name) && body !== undefined;
  const isIn = node.around('do_block', 'block', 'class') !== undefined;
  if (
    !isSuite &&
    (!isTest || !isIn || (body === undefined && !/it|specify|example|test/.test(call.name)))
  )
    return undefined;
  const titles = call.args.filter(
    ({ name: key, value }) =>
      key === undefined && /^(?:string|constant|scope_resolution)$/.test(value.type),
  );
  return {
    kind: isTest ? 'test' : 'suite',
    name: titles.map(({ value }) => value.text.replace(/^["']|["']$/g, '')).join(' ') || 'example',
    body: body ?? [],
    modes: [
      ...modesOf(call),
      ...(body === undefined ? [{ mode: 'skipped' as const, text: call.name }] : []),
    ],
  };
}

function modesOf({ args, name }: Call): readonly Mode[] {
  const marks = args.flatMap(({ name: key, value }) => {
    const isOff = /^(?:false|nil)$/.test(value.text);
    return key === undefined ? value.text : isOff ? [] : `:${key}`;
  });
  const has = (mark: string): boolean => marks.includes(mark);
  const modes: Mode[] = [];
  if (/^(?:x|skip$)/.test(name) || has(':skip'))
    modes.push({ mode: 'skipped', text: `${name} ${has(':skip') ? 'skip' : ''}`.trim() });
  if (name === 'pending' || has(':pending'))
    modes.push({ mode: 'expected-to-fail', text: 'pending' });
  if (/^f(?:ocus$|it|spec|exam|desc|context|feat)/.test(name) || has(':focus'))
    modes.push({ mode: 'focused', text: 'focus' });
  if (has(':if') || has(':unless'))
    modes.push({ mode: 'conditional', text: has(':if') ? 'if:' : 'unless:' });
  return modes;
}

/** A call with its pairs as they are written. */
function withPairs(call: Call): Call {
  const args = call.args.map(({ name, value }) => ({
    name: undefined,
    value: name === undefined ? value : (value.parent ?? value),
  }));
  return { ...call, args };
}

function expectationOf({ args, name, receiver }: Call): Expectation | undefined {
  if (receiver === undefined) return undefined;
  const base = callOf(receiver);
  const spec = /^(must|wont)_(.+)$/.exec(name);
  if (spec !== null) {
    const subject = /^(?:_|value|expect)$/.test(base?.path ?? '') ? base?.args[0]?.value : receiver;
    return {
      subject,
      negated: spec[1] === 'wont',
      steps: [{ node: receiver, name: spec[2] ?? '', path: '', receiver: undefined, args }],
    };
  }
  const isExpected = base?.path === 'expect' || receiver.text === 'is_expected';
  const isOld = /^should(?:_not)?$/.test(name);
  const [matcher] = args;
  if (matcher === undefined || !((/^(?:to|not_to|to_not)$/.test(name) && isExpected) || isOld))
    return undefined;
  const steps = chainOf(RUBY, matcher.value).map(withPairs);
  const [first, second] = steps;
  const isNear = first?.name === 'be_within' && second?.name === 'of';
  return {
    subject: base?.path === 'expect' ? base.args[0]?.value : receiver,
    negated: /not/.test(name),
    steps: isNear
      ? [{ ...second, name: 'be_within', args: [...second.args, ...first.args] }]
      : steps,
  };
}

const NEAR = near((reading, { args }) =>
  args[2] === undefined ? 0.001 : numberIn(reading, args[2].value),
);
/** `eq(a: 1)` and `include(a: 1)` are given an object without its braces. */
const isPart = ({ args }: Call): boolean => args[1]?.value.type === 'pair';
const OBJECT = ['{', '}'] as const;
const EQUAL: Matcher = (reading, call) =>
  (isPart(call) ? whole('equal', OBJECT) : equal('subject given'))(reading, call);
const INCLUDED: Matcher = (reading, call) =>
  (isPart(call) ? whole('contains', OBJECT) : each(sides('contains', 0)))(reading, call);
const NIL = about('equal', 'nil');
const EMPTY = about('equal', 'empty');
const CALLED = sides('called', 0);

const RUBY_TABLE: LanguageTable = {
  Body: TableBody,
  name: 'Ruby',
  extensions: ['rb'],
  grammar: 'ruby',
  dialect: RUBY,
  isTestFile: (path) => /(?:^|\/)(?:[^/]*_(?:spec|test)|test_[^/]*)\.rb$/.test(path),
  unit: unitOf,
  loops: /^(?:each(?:_pair|_with_index)?|times|map)$/,
  owners: /^self$/,
  assertions: named(
    [condition(), 'assert'],
    [condition(true), 'refute assert_not'],
    [equal('expected first'), 'assert_equal assert_same'],
    [not(equal('expected first')), 'refute_equal assert_not_equal refute_same assert_not_same'],
    [NIL, 'assert_nil'],
    [not(NIL), 'refute_nil assert_not_nil'],
    [EMPTY, 'assert_empty'],
    [not(EMPTY), 'refute_empty assert_not_empty'],
    [sides('contains', 0), 'assert_includes'],
    [not(sides('contains', 0)), 'refute_includes assert_not_includes'],
    [sides('matches', 1), 'assert_match'],
    [not(sides('matches', 1)), 'refute_match assert_no_match'],
    [NEAR, 'assert_in_delta assert_in_epsilon'],
    [sides('instance', 1), 'assert_instance_of assert_kind_of'],
    [throws, 'assert_raises assert_raise assert_throws'],
    [predicate(1), 'assert_predicate'],
    [not(predicate(1)), 'refute_predicate assert_not_predicate'],
  ),
  isAsserting: /^(?:assert|refute|expect)_|^(?:must|wont)_|^(?:it_behaves_like|include_examples|it_should_behave_like)$/,
  expectation: expectationOf,
  matchers: named(
    [EQUAL, 'eq eql equal be match_array be_equal'],
    [whole('equal', ['[', ']']), 'contain_exactly'],
    [NIL, 'be_nil'],
    [EMPTY, 'be_empty'],
    [about('truthy'), 'be_truthy be_present'],
    [not(about('truthy')), 'be_falsey be_falsy be_blank'],
    [INCLUDED, 'include start_with end_with have_attributes'],
    [sides('matches', 0), 'match'],
    [NEAR, 'be_within be_close_to be_in_delta be_within_delta'],
    [sides('instance', 0), 'be_a be_an be_kind_of be_instance_of be_an_instance_of'],
    [throws, 'raise_error raise_exception raise'],
    [CALLED, 'receive have_received'],
    [whole('called', ['', '']), 'change'],
    [sides('count', 0), 'have_size'],
    [ordered('>'), 'be_greater_than'],
  ),
  matcher: (name) => (/^be_an?_?\b|^be_\w+$/.test(name) && !/^be_(?:nil|empty|truthy|present|fals|blank|within|an?$|an?_|kind|inst)/.test(name) ? beMatcher(name.slice(3)) : undefined),
  links: /^and_(?:return|yield|raise|call_original|wrap_original|invoke)$/,
  skip: /^skip$/,
  expectedToFail: /^pending$/,
  fail: /^(?:flunk|fail)$/,
  exit: /^(?:exit!?|abort)$/,
  wideErrors: /Exception|Assertion|ExpectationNotMet/,
  environment: /\bENV\b|\bRUBY_|\bRails\.env|\bGem\b/,
  double: ({ args, name }) =>
    /^(?:receive|stubs?|receive_messages)$/.test(name) ? args[0]?.value.text.replace(/^:/, '') : undefined,
  imported: (node) => {
    const call = node.type === 'call' ? callOf(node) : undefined;
    if (!/^require(?:_relative)?$/.test(call?.path ?? '')) return undefined;
    return { from: call?.args[0]?.value.text.replace(/["']/g, '') ?? '', names: [] };
  },
  defined: (node) => {
    const name = /^(?:singleton_)?method$|^class$|^module$/.test(node.type) ? node.child('name') : undefined;
    const constant = node.type === 'assignment' && node.child('left')?.type === 'constant' ? node.child('left') : undefined;
    const found = name ?? constant;
    return found === undefined ? undefined : { name: found.text, isHolder: name !== undefined };
  },
}; // biome-ignore format: a table

export const RUBY_LANGUAGE = languageByTable(RUBY_TABLE);

/** `assert_predicate x, :valid?` says what `assert x.valid?` says. */
function predicate(at: number): Matcher {
  return (reading, { args }) => {
    const [subject, asked] = [args[0]?.value, args[at]?.value];
    const text = subject === undefined ? '' : subjectText(reading, subject);
    return [claim('truthy', `${text}.${asked?.text.replace(/^:/, '') ?? ''}`)];
  };
}

/** `be_valid` asks `valid?`. */
function beMatcher(name: string): Matcher {
  return (reading, { args }) => {
    const [subject, ...others] = args.map(({ value }) => value);
    const text = subject === undefined ? '' : subjectText(reading, subject);
    const given = others.map((one) => canonicalText(reading.dialect.writing, one)).join(',');
    return [claim('truthy', `${text}.${name}?${given === '' ? '' : `(${given})`}`)];
  };
}
