import { type Claim, type Claiming, claim, comparisonClaim } from '../reading/claims.ts';
import type {
  Call,
  Choice,
  Comparison,
  Dialect,
  Operation,
  Statement,
} from '../reading/dialect.ts';
import { equal, type Matcher, named } from '../reading/matchers.ts';
import { expectedText, subjectText } from '../reading/scope.ts';
import { dialectOf, type Shape } from '../reading/shape.ts';
import { languageByTable, type Unit } from '../reading/table.ts';
import { TableBody } from '../reading/table-body.ts';

import { canonicalText } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';

/** Shell: bats, with bats-assert and bats-file. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string', 'raw_string', 'ansi_c_string']),
    blocks: new Set(['compound_statement', 'do_group', 'program']),
    silent: new Set([';', '\n']),
    // A number is one with quotes and without.
    stringText: ({ text }) => text.replace(/^["'](-?\d+)["']$/, '$1').replace(/^'(.*)'$/s, '"$1"'),
    essence: expansionIn,
  },
  calls: {},
  members: {},
  names: new Set(['variable_name']),
  transparent: new Set(['test_command', 'parenthesized_expression', 'negated_command']),
  binaries: new Set(),
  scalars: { string: true, raw_string: true, number: true, word: true },
  displays: new Set(),
  bindings: { variable_assignment: ['name', 'value'] },
  routines: { function_definition: ['name', 'body'] },
  statements: {
    function_definition: { kind: 'function' },
    test_command: { kind: 'assert' },
  },
}; // biome-ignore format: a table

const BASH: Dialect = dialectOf(
  SHAPE,
  { counted: () => undefined, valueCalls: /^$/, doubleCalls: /^$/, nothing: /^$/ },
  (plain) => ({
    call: callOf,
    statement: (node) => statementOf(node) ?? plain.statement(node),
    operation: (node) => operationOf(node) ?? plain.operation(node),
    unwrapped: (node) => {
      const own = node.type === 'negated_command' ? node : plain.unwrapped(node);
      return expansionIn(own) ?? own;
    },
    elements: (node) => (node.type === 'for_statement' ? node.childrenAs('value') : undefined),
  }),
);

/** The name in `"$name"`, `$name` and `${name}`. */
function expansionIn(node: SyntaxNode): SyntaxNode | undefined {
  const [only] = node.named;
  const isWhole = only !== undefined && node.text.replace(/^"(.*)"$/s, '$1') === only.text;
  if (node.type === 'string' && isWhole) return expansionIn(only) ?? only;
  if (node.type === 'simple_expansion') return only;
  return node.type === 'expansion' && node.text === `\${${only?.text}}` ? only : undefined;
}

function callOf(node: SyntaxNode): Call | undefined {
  const name = node.type === 'command' ? node.child('name')?.text : undefined;
  if (name === undefined) return undefined;
  const args = node.childrenAs('argument').map((value) => ({
    name: /^-{1,2}[a-z]/.test(value.text) ? value.text : undefined,
    value,
  }));
  return { node, path: name, name, receiver: undefined, args };
}

const OPERATORS: Readonly<Record<string, Comparison['operator']>> = {
  '=': '==', '==': '==', '!=': '!=', '-eq': '==', '-ne': '!=', '-lt': '<', '-le': '<=', '-gt': '>', '-ge': '>=', '<': '<', '>': '>',
}; // biome-ignore format: a table

/** What `test a = b` compares. */
function comparedIn([left, sign, right]: readonly SyntaxNode[]): Comparison | undefined {
  const operator = OPERATORS[sign?.text ?? ''];
  return left && operator && right && { left, operator, right };
}

function operationOf(node: SyntaxNode): Operation | undefined {
  const [left, right] = [node.child('left'), node.child('right')];
  if (node.type === 'binary_expression' && left !== undefined && right !== undefined) {
    const isPattern = node.childrenAs('right').some(({ type }) => /pattern|regex/.test(type));
    const operator = OPERATORS[node.child('operator')?.text ?? ''];
    return operator && !isPattern
      ? { kind: 'compared', pairs: [{ left, operator, right }] }
      : undefined;
  }
  const words = callOf(node)?.name === 'test' ? node.childrenAs('argument') : [];
  const compared = comparedIn(words);
  if (compared !== undefined) return { kind: 'compared', pairs: [compared] };
  const [first, second] = node.named;
  if (node.type === 'negated_command' && first !== undefined) return { kind: 'not', of: first };
  if (node.type !== 'list' || first === undefined || second === undefined) return undefined;
  return { kind: node.hasWord('&&') ? 'and' : 'or', parts: [first, second] };
}

const FAILING = /\b(?:fail|false|flunk)\b|\b(?:return|exit) [1-9]/;
const CHECKING = /^(?:[ef]?grep|diff|cmp|test|jq)$/;

function statementOf(node: SyntaxNode): Statement | undefined {
  const [first, second] = node.named;
  switch (node.type) {
    case 'command': {
      const name = node.child('name')?.text ?? '';
      if (/^(?:return|exit)$/.test(name) && FAILING.test(node.text))
        return { kind: 'leave', how: 'throw', value: node };
      if (name === 'return') return { kind: 'leave', how: 'return', value: undefined };
      return CHECKING.test(name)
        ? { kind: 'assert', condition: node }
        : { kind: 'expression', value: node };
    }
    case 'negated_command':
      return { kind: 'assert', condition: node };
    case 'pipeline':
      return CHECKING.test(callOf(node.named.at(-1) ?? node)?.name ?? '')
        ? { kind: 'assert', condition: node }
        : { kind: 'other' };
    case 'compound_statement':
      return node.text.startsWith('((') && first
        ? { kind: 'assert', condition: first }
        : { kind: 'block', body: node.named };
    case 'list': {
      const isSkip = /^skip\b/.test(second?.text ?? '');
      if (first === undefined || second === undefined) return undefined;
      if (isSkip) return { kind: 'choice', branches: [{ condition: first, body: [second] }] };
      if (node.hasWord('&&')) return { kind: 'block', body: [first, second] };
      const handlers = FAILING.test(second.text) ? [] : [{ errors: '', body: [] }];
      return { kind: 'attempt', body: [first], handlers, otherwise: [], last: [] };
    }
    case 'if_statement':
    case 'elif_clause':
      return { kind: 'choice', branches: branchesOf(node) };
    case 'for_statement':
      return { kind: 'loop', over: node, body: node.child('body')?.named ?? [] };
    case 'redirected_statement':
      return first === undefined ? undefined : statementOf(first);
    default:
      return undefined;
  }
}

function branchesOf(node: SyntaxNode): Choice['branches'] {
  const conditions = node.childrenAs('condition').filter(({ isNamed }) => isNamed);
  const isClause = ({ type }: SyntaxNode): boolean => /^(?:elif|else)_clause$/.test(type);
  const body = node.named.filter((one) => !conditions.includes(one) && !isClause(one));
  const further = node.named
    .filter(isClause)
    .flatMap((one) =>
      one.type === 'elif_clause' ? branchesOf(one) : [{ condition: undefined, body: one.named }],
    );
  return [{ condition: conditions[0], body }, ...further];
}

/** `@test "a title" {` as a function of that name. */
function prepared(text: string): string {
  return text.replace(
    /^([ \t]*)@test\s+(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|(\S+))\s+\{/gm,
    (_all, space, one, other, word) => {
      const title: string = one ?? other ?? word;
      return `${space}@test:${title.replace(/\W/g, '\\$&')}() {`;
    },
  );
}

function unitOf(node: SyntaxNode): Unit | undefined {
  const name = node.type === 'function_definition' ? (node.child('name')?.text ?? '') : '';
  const body = node.child('body')?.named ?? [];
  if (/^setup(?:_file)?$/.test(name)) return { kind: 'setup', name, body };
  if (!name.startsWith('@test:')) return undefined;
  const siblings = node.parent?.children ?? [];
  const above = siblings[siblings.indexOf(node) - 1]?.text ?? '';
  const isFocused = /^#\s*bats test_tags=.*\bbats:focus\b/.test(above);
  const title = name.slice('@test:'.length).replace(/\\(.)/gs, '$1');
  return {
    kind: 'test',
    name: title,
    body,
    modes: isFocused ? [{ mode: 'focused', text: 'bats:focus' }] : [],
  };
}

/** What is said of the output, or of a line of it: the whole, or a part. */
function output(subject: string, isNegated: boolean): Matcher {
  return (reading, { args }) => {
    const flags = args.flatMap(({ name }) => name ?? []);
    const values = args
      .filter(({ name }) => name === undefined)
      .map(({ value }) => expectedText(reading, value));
    const isIndexed = flags.some((flag) => /^(?:--index|-n)$/.test(flag));
    const about = isIndexed ? `lines[${values[0]}]` : 'output';
    const expected = values.at(-1) ?? '""';
    const negated = values.length === 0 ? !isNegated : isNegated;
    const isPart =
      flags.some((flag) => /^(?:--partial|-p)$/.test(flag)) || (subject === 'line' && !isIndexed);
    const form = flags.some((flag) => /^(?:--regexp|-e)$/.test(flag))
      ? 'matches'
      : isPart
        ? 'contains'
        : 'equal';
    return [claim(form, about, { expected, negated })];
  };
}

/** The command ended with a status, or with any but zero. */
function status(isFailure: boolean): Matcher {
  return (reading, { args }) => {
    const given = args.find(({ value }) => /^-?\d+$|^!$/.test(value.text))?.value;
    if (given === undefined)
      return [claim('equal', 'status', { expected: '0', negated: isFailure })];
    return [claim('equal', 'status', { expected: expectedText(reading, given).replace('-', '') })];
  };
}

/** `run -1 add` and `run ! add` ask for a status. */
const RUN: Matcher = (reading, call) => {
  const first = call.args[0]?.value.text ?? '';
  if (first === '!') return [claim('equal', 'status', { expected: '0', negated: true })];
  return /^-\d+$/.test(first)
    ? status(false)(reading, { ...call, args: call.args.slice(0, 1) })
    : [];
};

function valueClaim(reading: Claiming, node: SyntaxNode, negated: boolean): Claim | undefined {
  const [left, right] = [node.child('left'), node.childrenAs('right')];
  const mark = node.children[0]?.text ?? '';
  const [value] = node.named.slice(-1);
  if (left !== undefined && right.length > 0) {
    const operator = node.child('operator')?.text ?? '';
    const pattern = right
      .map((one) => canonicalText(BASH.writing, one))
      .join('')
      .replace(/^\*|\*$/g, '');
    const form = operator === '=~' ? 'matches' : 'contains';
    return claim(form, subjectText(reading, left), {
      expected: pattern,
      negated: negated !== (operator === '!='),
    });
  }
  if (mark === '-z' && value)
    return claim('equal', subjectText(reading, value), { expected: '""', negated });
  if (mark === '-n' && value)
    return claim('equal', subjectText(reading, value), { expected: '""', negated: !negated });
  return undefined;
}

/** `assert [ -e file ]` and `test -e file` say what `[ -e file ]` says. */
const COMMAND: Matcher = (reading, { args }) => {
  const words = args.map(({ value }) => value).filter(({ text }) => !/^[[\]]$/.test(text));
  const compared = comparedIn(words);
  if (compared !== undefined) return [comparisonClaim(reading, compared, false)];
  return [claim('truthy', words.map((word) => subjectText(reading, word)).join(''))];
};

export const BATS_LANGUAGE = languageByTable({
  Body: TableBody,
  name: 'shell',
  extensions: ['bats', 'sh', 'bash'],
  grammar: 'bash',
  dialect: BASH,
  isTestFile: (path) => path.endsWith('.bats') && !/(?:^|\/)fixtures\//.test(path),
  prepared,
  unit: unitOf,
  loops: /^$/,
  owners: /^$/,
  assertions: named(
    [status(false), 'assert_success'],
    [status(true), 'assert_failure'],
    [equal('subject given'), 'assert_equal'],
    [COMMAND, 'assert'],
    [RUN, 'run'],
    [output('output', false), 'assert_output'],
    [output('output', true), 'refute_output'],
    [output('line', false), 'assert_line'],
    [output('line', true), 'refute_line'],
  ),
  isAsserting: /^(?:assert|refute)_/,
  matchers: named(),
  expectation: () => undefined,
  ofValue: valueClaim,
  links: /^$/,
  skip: /^skip$/,
  fail: /^(?:fail|flunk|false|return|exit)$/,
  exit: /^exit$/,
  wideErrors: /^$/,
  environment: /\bCI\b|GITHUB_|OSTYPE|uname/,
  imported: (node) => {
    const call = node.type === 'command' ? callOf(node) : undefined;
    const isLoad = /^(?:load|bats_load_library|source|\.)$/.test(call?.name ?? '');
    return isLoad ? { from: call?.args[0]?.value.text.replace(/["']/g, '') ?? '', names: [] } : undefined;
  },
  defined: (node) => {
    const isNamed = /^(?:function_definition|variable_assignment)$/.test(node.type);
    const name = node.child('name')?.text;
    return isNamed && name !== undefined ? { name, isHolder: node.type === 'function_definition' } : undefined;
  },
}); // biome-ignore format: a table
