import type {
  Argument,
  Binding,
  Branch,
  Call,
  Comparison,
  Dialect,
  Handler,
  Operation,
  Routine,
  Statement,
} from '../../reading/dialect.ts';
import { canonicalText, type Writing } from '../../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../../syntax/node.ts';

/** What Python code is made of, by the nodes of tree-sitter-python. */

const WRITING: Writing = {
  strings: new Set(['string']),
  blocks: new Set(['block', 'module']),
  silent: new Set([';', '\\']),
  stringText,
  isSilent: isDocString,
};

/** A string between double quotes, with the prefix that makes another value of it: `b"x"`, `f"{x}"`. */
function stringText(node: SyntaxNode): string {
  const [start] = node.children;
  const end = node.children.at(-1);
  if (start?.type !== 'string_start' || end?.type !== 'string_end') return node.text;
  const prefix = /^[rR]?([bBfFtT])/.exec(start.text)?.[1]?.toLowerCase() ?? '';
  return `${prefix}"${node.source.text.slice(start.to, end.from)}"`;
}

function isDocString(node: SyntaxNode): boolean {
  const { parent } = node;
  if (node.type !== 'expression_statement' || !isText(node)) return false;
  if (parent?.type !== 'block' && parent?.type !== 'module') return false;
  return parent.named[0] === node;
}

/** Whether a statement is nothing but a text. */
export function isText(statement: SyntaxNode): boolean {
  const [only, ...others] = statement.named;
  return (
    statement.type === 'expression_statement' &&
    others.length === 0 &&
    (only?.type === 'string' || only?.type === 'concatenated_string')
  );
}

/** The statements of a block. */
export function statementsOf(block: SyntaxNode | undefined): readonly SyntaxNode[] {
  return block?.named ?? [];
}

function statement(node: SyntaxNode): Statement {
  switch (node.type) {
    case 'expression_statement':
      return expressionStatement(node);
    case 'assert_statement': {
      const [condition] = node.named;
      return condition === undefined ? { kind: 'other' } : { kind: 'assert', condition };
    }
    case 'return_statement':
      return { kind: 'leave', how: 'return', value: node.named[0] };
    case 'raise_statement':
      return { kind: 'leave', how: 'throw', value: node.named[0] };
    case 'continue_statement':
      return { kind: 'leave', how: 'next', value: undefined };
    case 'break_statement':
      return { kind: 'leave', how: 'break', value: undefined };
    case 'if_statement':
      return { kind: 'choice', branches: branchesOf(node) };
    case 'match_statement':
      return { kind: 'choice', isMatch: true, branches: armsOf(node) };
    case 'for_statement':
    case 'while_statement':
      return {
        kind: 'loop',
        over: node.child('right'),
        condition: node.child('condition'),
        body: statementsOf(node.child('body')),
        otherwise: statementsOf(node.child('alternative')?.child('body')),
      };
    case 'try_statement':
      return {
        kind: 'attempt',
        body: statementsOf(node.child('body')),
        handlers: node.named.filter(({ type }) => /^except/.test(type)).map(handlerOf),
        otherwise: statementsOf(node.childOf('else_clause')?.child('body')),
        last: statementsOf(node.childOf('finally_clause')?.childOf('block')),
      };
    case 'with_statement':
      return { kind: 'with', items: withItems(node), body: statementsOf(node.child('body')) };
    case 'function_definition':
      return { kind: 'function', node };
    case 'decorated_definition': {
      const inner = node.child('definition');
      return inner?.type === 'function_definition'
        ? { kind: 'function', node: inner }
        : { kind: 'other' };
    }
    default:
      return { kind: 'other' };
  }
}

function expressionStatement(node: SyntaxNode): Statement {
  const [value, ...others] = node.named;
  if (value === undefined || others.length > 0) return { kind: 'other' };
  if (value.type !== 'assignment' && value.type !== 'augmented_assignment')
    return { kind: 'expression', value };
  const right = lastRight(value);
  return right === undefined ? { kind: 'other' } : { kind: 'binding', value: right };
}

function lastRight(assignment: SyntaxNode): SyntaxNode | undefined {
  const right = assignment.child('right');
  return right?.type === 'assignment' ? lastRight(right) : right;
}

function branchesOf(node: SyntaxNode): readonly Branch[] {
  const first = {
    condition: node.child('condition'),
    body: statementsOf(node.child('consequence')),
  };
  return [
    first,
    ...node.childrenAs('alternative').map((one) => ({
      condition: one.child('condition'),
      body: statementsOf(one.child('consequence') ?? one.child('body')),
    })),
  ];
}

function armsOf(node: SyntaxNode): readonly Branch[] {
  return (node.child('body') ?? node).named
    .filter(({ type }) => type === 'case_clause')
    .map((one) => {
      const pattern = one.named[0];
      const isAny = pattern?.text === '_' && one.child('guard') === undefined;
      return {
        condition: isAny ? undefined : pattern,
        body: statementsOf(one.child('consequence')),
      };
    });
}

function handlerOf(node: SyntaxNode): Handler {
  const body = node.childOf('block');
  const errors = node.named.filter((one) => one !== body && one.field !== 'alias');
  const [first] = errors;
  const error = first?.type === 'as_pattern' ? first.named[0] : first;
  return {
    errors: error === undefined ? '' : canonicalText(WRITING, error),
    body: statementsOf(body),
  };
}

function withItems(node: SyntaxNode): readonly SyntaxNode[] {
  const clause = node.childOf('with_clause');
  return (clause?.named ?? []).flatMap((item) => {
    const value = item.child('value') ?? item.named[0];
    const own = value?.type === 'as_pattern' ? value.named[0] : value;
    return own === undefined ? [] : [own];
  });
}

function call(node: SyntaxNode): Call | undefined {
  if (node.type !== 'call') return undefined;
  const callee = node.child('function');
  if (callee === undefined) return undefined;
  const path = pathOf(callee);
  return {
    node,
    path,
    name: path.slice(path.lastIndexOf('.') + 1),
    receiver: callee.type === 'attribute' ? callee.child('object') : undefined,
    args: argumentsOf(node.child('arguments')),
  };
}

/** `a.b.c`; with a leading dot where a call or an index stands before it; empty where it is no name. */
function pathOf(callee: SyntaxNode): string {
  if (callee.type === 'identifier') return callee.text;
  if (callee.type !== 'attribute') return '';
  const object = callee.child('object');
  const name = callee.child('attribute')?.text ?? '';
  return `${object === undefined ? '' : pathOf(object)}.${name}`;
}

/** The arguments of a call, the bases of a class. */
export function argumentsOf(list: SyntaxNode | undefined): readonly Argument[] {
  if (list?.type === 'generator_expression') return [{ name: undefined, value: list }];
  return (list?.named ?? []).flatMap((one) => {
    if (one.type !== 'keyword_argument') return [{ name: undefined, value: one }];
    const value = one.child('value');
    return value === undefined ? [] : [{ name: one.child('name')?.text, value }];
  });
}

function operation(node: SyntaxNode): Operation | undefined {
  switch (node.type) {
    case 'boolean_operator': {
      const kind = node.child('operator')?.type === 'and' ? 'and' : 'or';
      return { kind, parts: partsOf(node, kind) };
    }
    case 'not_operator': {
      const of = node.child('argument');
      return of === undefined ? undefined : { kind: 'not', of };
    }
    case 'comparison_operator':
      return { kind: 'compared', pairs: comparisonsOf(node) };
    case 'conditional_expression': {
      const [then] = node.named;
      return then === undefined ? undefined : { kind: 'choice', then };
    }
    case 'binary_operator': {
      const [left, right] = [node.child('left'), node.child('right')];
      if (node.child('operator')?.type !== '-' || !left || !right) return undefined;
      return { kind: 'difference', left, right };
    }
    default:
      return undefined;
  }
}

function partsOf(node: SyntaxNode, kind: 'and' | 'or'): readonly SyntaxNode[] {
  return ['left', 'right'].flatMap((side) => {
    const part = node.child(side);
    if (part === undefined) return [];
    const isSame = part.type === 'boolean_operator' && part.child('operator')?.type === kind;
    return isSame ? partsOf(part, kind) : [part];
  });
}

const OPERATORS: Readonly<Record<string, Comparison['operator']>> = {
  '==': '==',
  is: '==',
  '!=': '!=',
  '<>': '!=',
  'is not': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  in: 'in',
  'not in': 'not in',
};

function comparisonsOf({ children }: SyntaxNode): readonly Comparison[] {
  const operands = children.filter((one) => one.field !== 'operators' && one.isNamed);
  const operators = children.filter((one) => one.field === 'operators');
  return operators.flatMap((one, index) => {
    const [left, right] = [operands[index], operands[index + 1]];
    const operator = OPERATORS[one.text.replace(/\s+/g, ' ')];
    return left && right && operator ? [{ left, operator, right }] : [];
  });
}

/** An expression without brackets around it and without `await`. */
function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.type === 'parenthesized_expression' || inner.type === 'await') {
    const [next] = inner.named;
    if (next === undefined || next.type === 'generator_expression') break;
    inner = next;
  }
  return inner;
}

function bindings(node: SyntaxNode): readonly Binding[] {
  const unknown = (names: SyntaxNode | undefined): readonly Binding[] =>
    namesIn(names).map((name) => ({ name, node, value: undefined }));
  switch (node.type) {
    case 'assignment': {
      const left = node.child('left');
      // What is stored in a place of a thing leaves the name alone.
      if (left?.type === 'attribute' || left?.type === 'subscript') return [];
      const right = lastRight(node);
      if (left?.type !== 'identifier') return unknown(left);
      return right === undefined ? [] : [{ name: left.text, node, value: right }];
    }
    case 'augmented_assignment': {
      const left = node.child('left');
      return left?.type === 'identifier' ? unknown(left) : [];
    }
    case 'for_statement':
      return unknown(node.child('left'));
    case 'as_pattern':
      return unknown(node.child('alias') ?? node.childOf('as_pattern_target'));
    case 'global_statement':
    case 'nonlocal_statement':
    case 'delete_statement':
      return unknown(node);
    default:
      return [];
  }
}

function namesIn(node: SyntaxNode | undefined): readonly string[] {
  return node === undefined
    ? []
    : [...node.within()].filter(({ type }) => type === 'identifier').map(({ text }) => text);
}

function routine(node: SyntaxNode): Routine | undefined {
  if (node.type === 'lambda') {
    const body = node.child('body');
    return { name: '', body: body === undefined ? [] : [body], isAsync: false, parameters: [] };
  }
  if (node.type !== 'function_definition') return undefined;
  return {
    name: node.child('name')?.text ?? '',
    body: statementsOf(node.child('body')),
    isAsync: node.hasWord('async'),
    parameters: parametersOf(node),
  };
}

/** The names of the parameters of a function. */
export function parametersOf(node: SyntaxNode): readonly string[] {
  return (node.child('parameters')?.named ?? []).flatMap((one) => {
    const name = one.type === 'identifier' ? one : (one.child('name') ?? one.named[0]);
    return name === undefined ? [] : [name.text];
  });
}

const SCALARS = new Set(['string', 'integer', 'float', 'true', 'false', 'none']);

function isScalar(node: SyntaxNode): boolean {
  if (node.type === 'unary_operator') {
    const argument = node.child('argument');
    return node.child('operator')?.type === '-' && /^(?:integer|float)$/.test(argument?.type ?? '');
  }
  return SCALARS.has(node.type);
}

function truth(node: SyntaxNode): boolean | undefined {
  const own = unwrapped(node);
  switch (own.type) {
    case 'true':
      return true;
    case 'false':
    case 'none':
      return false;
    case 'integer':
    case 'float':
      return Number(own.text.replace(/_/g, '')) !== 0;
    case 'string':
      return own.children.some(({ type }) => type === 'string_content' || type === 'interpolation');
    case 'list':
    case 'tuple':
    case 'set':
    case 'dictionary':
      return own.named.length > 0;
    case 'generator_expression':
      return true;
    case 'not_operator': {
      const argument = own.child('argument');
      const inner = argument === undefined ? undefined : truth(argument);
      return inner === undefined ? undefined : !inner;
    }
    case 'identifier':
    case 'attribute':
      return /(?:^|\.)TYPE_CHECKING$/.test(own.text) ? false : undefined;
    default:
      return undefined;
  }
}

function elements(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const own = unwrapped(node);
  if (node.type === 'parenthesized_expression' && own.type !== 'tuple') return undefined;
  return /^(?:list|tuple|set|dictionary|expression_list)$/.test(own.type) ? own.named : undefined;
}

export const PYTHON_DIALECT: Dialect = {
  writing: WRITING,
  statement,
  call,
  operation,
  unwrapped,
  bindings,
  routine,
  isName: (node) => node.type === 'identifier',
  isScalar,
  truth,
  elements,
  counted: (node) => {
    const counting = call(node);
    return counting?.path === 'len' && counting.args.length === 1
      ? counting.args[0]?.value
      : undefined;
  },
  valueCalls:
    /^(?:date|datetime|time|timedelta|set|frozenset|dict|list|tuple|bytes|bytearray|str|int|float|complex|range|array|asarray|zeros|ones|full|approx|dedent|timezone|namedtuple|encode|strip|join|format|call)$/,
  doubleCalls:
    /^(?:MagicMock|Mock|AsyncMock|NonCallableMock|NonCallableMagicMock|PropertyMock|create_autospec|sentinel|stub)$/,
  nothing: /^None$/,
};

/** A node in one way of writing. */
export const canonical = (node: SyntaxNode): string => canonicalText(WRITING, node);

/** Every function and class of a file, with its decorators. */
export interface Definition {
  /** The definition with its decorators. */
  readonly whole: SyntaxNode;
  readonly node: SyntaxNode;
  readonly name: string;
  readonly decorators: readonly SyntaxNode[];
}

/** The function or class that a statement defines. */
export function definitionOf(whole: SyntaxNode): Definition | undefined {
  const node = whole.type === 'decorated_definition' ? whole.child('definition') : whole;
  if (node?.type !== 'function_definition' && node?.type !== 'class_definition') return undefined;
  const decorators = whole.children
    .filter(({ type }) => type === 'decorator')
    .flatMap((one) => one.named.filter((part) => !isComment(part)));
  return { whole, node, name: node.child('name')?.text ?? '', decorators };
}
