import type { Comparison, Dialect, Statement } from '../../reading/dialect.ts';
import { dialectOf, operatorOf, type Shape } from '../../reading/shape.ts';
import { canonicalText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Import } from '../../test-file.ts';

/** What Python code is made of, by the nodes of tree-sitter-python. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['string']),
    blocks: new Set(['block', 'module']),
    silent: new Set([';', '\\']),
    stringText,
    isSilent: isDocString,
  },
  calls: { call: { callee: 'function', args: 'arguments' } },
  members: { attribute: ['object', 'attribute'] },
  namedArguments: { keyword_argument: ['name', 'value'] },
  names: new Set(['identifier']),
  transparent: new Set(['parenthesized_expression', 'await']),
  conditionals: { conditional_expression: 'then' },
  displays: new Set(['list', 'tuple', 'set', 'dictionary']),
  bindings: { assignment: ['left', 'right'] },
  changes: {
    augmented_assignment: 'left',
    for_statement: 'left',
    as_pattern_target: undefined,
    global_statement: undefined,
    nonlocal_statement: undefined,
    delete_statement: undefined,
  },
  routines: { function_definition: ['name', 'body'], lambda: ['name', 'body'] },
  statements: {
    raise_statement: { kind: 'leave', how: 'throw' },
    match_statement: { kind: 'match', arms: 'case_clause', body: 'consequence', any: /^_$/ },
    for_statement: { kind: 'loop', over: 'right', body: 'body', otherwise: 'alternative' },
    while_statement: {
      kind: 'loop',
      condition: 'condition',
      body: 'body',
      otherwise: 'alternative',
    },
    try_statement: {
      kind: 'attempt',
      body: 'body',
      handler: /^except/,
      otherwise: 'else_clause',
      last: 'finally_clause',
    },
    function_definition: { kind: 'function' },
  },
};

export const PYTHON_DIALECT: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => {
      const call = PYTHON_DIALECT.call(node);
      return call?.path === 'len' && call.args.length === 1 ? call.args[0]?.value : undefined;
    },
    valueCalls:
      /^(?:date|datetime|time|timedelta|set|frozenset|dict|list|tuple|bytes|bytearray|str|int|float|complex|range|array|asarray|zeros|ones|full|approx|dedent|timezone|namedtuple|encode|strip|join|format|call)$/,
    doubleCalls:
      /^(?:MagicMock|Mock|AsyncMock|NonCallableMock|NonCallableMagicMock|PropertyMock|create_autospec|sentinel|stub)$/,
    nothing: /^None$/,
  },
  (plain) => ({
    statement: (node) => ownStatement(node) ?? plain.statement(node),
    bindings: (node) =>
      node.type === 'parameters' && node.parent !== undefined
        ? parametersOf(node.parent).map((name) => ({ name, node, value: undefined }))
        : plain.bindings(node),
    operation: (node) =>
      node.type === 'comparison_operator'
        ? { kind: 'compared', pairs: comparisonsOf(node) }
        : plain.operation(node),
    call: (node) => {
      const call = plain.call(node);
      const generated = node.child('arguments');
      // `all(f(x) for x in xs)`
      return call !== undefined && generated?.type === 'generator_expression'
        ? { ...call, args: [{ name: undefined, value: generated }] }
        : call;
    },
    truth: (node) => {
      const own = plain.unwrapped(node);
      if (own.type === 'generator_expression') return true;
      return /(?:^|\.)TYPE_CHECKING$/.test(own.text) ? false : plain.truth(own);
    },
  }),
);

/** A string between double quotes, with the prefix that makes another value of it: `b"x"`, `f"{x}"`. */
function stringText(node: SyntaxNode): string {
  const [start] = node.children;
  const end = node.children.at(-1);
  if (start?.type !== 'string_start' || end?.type !== 'string_end') return node.text;
  const prefix = /^[rR]?([bBfFtT])/.exec(start.text)?.[1]?.toLowerCase() ?? '';
  return `${prefix}"${node.source.text.slice(start.to, end.from)}"`;
}

function isDocString(node: SyntaxNode): boolean {
  const isFirst = node.parent?.named[0] === node;
  return isFirst && /^(?:block|module)$/.test(node.parent?.type ?? '') && isText(node);
}

/** Whether a statement is nothing but a text. */
export function isText(statement: SyntaxNode): boolean {
  const [only, ...others] = statement.type === 'expression_statement' ? statement.named : [];
  return others.length === 0 && /^(?:concatenated_)?string$/.test(only?.type ?? '');
}

function ownStatement(node: SyntaxNode): Statement | undefined {
  if (node.type === 'with_statement') {
    const items = (node.childOf('with_clause')?.named ?? []).flatMap((item) => {
      const value = item.child('value') ?? item.named[0];
      return (value?.type === 'as_pattern' ? value.named[0] : value) ?? [];
    });
    return { kind: 'with', items, body: node.child('body')?.named ?? [] };
  }
  if (node.type !== 'decorated_definition') return undefined;
  const inner = node.child('definition');
  return inner?.type === 'function_definition'
    ? { kind: 'function', node: inner }
    : { kind: 'other' };
}

/** `0 < x <= 5` compares twice. */
function comparisonsOf({ children }: SyntaxNode): readonly Comparison[] {
  const operands = children.filter((one) => one.field !== 'operators' && one.isNamed);
  const operators = children.filter((one) => one.field === 'operators');
  return operators.flatMap((one, index) => {
    const [left, right] = [operands[index], operands[index + 1]];
    const operator = operatorOf(one);
    const isComparison = operator !== undefined && !/^(?:and|or|-)$/.test(operator);
    return left && right && isComparison
      ? [{ left, operator: operator as Comparison['operator'], right }]
      : [];
  });
}

/** A node in one way of writing. */
export const canonical = (node: SyntaxNode): string => canonicalText(SHAPE.writing, node);

/** The names of the parameters of a function. */
export function parametersOf(node: SyntaxNode): readonly string[] {
  return (node.child('parameters')?.named ?? []).flatMap((one) => {
    const name = one.type === 'identifier' ? one : (one.child('name') ?? one.named[0]);
    return name === undefined ? [] : [name.text];
  });
}

/** A function or class with its decorators. */
export interface Definition {
  readonly whole: SyntaxNode;
  readonly node: SyntaxNode;
  readonly name: string;
  readonly decorators: readonly SyntaxNode[];
}

/** The function or class that a statement defines. */
export function definitionOf(whole: SyntaxNode): Definition | undefined {
  const node = whole.type === 'decorated_definition' ? whole.child('definition') : whole;
  if (node?.type !== 'function_definition' && node?.type !== 'class_definition') return undefined;
  const marks = whole.children.filter(({ type }) => type === 'decorator');
  const decorators = marks.flatMap((one) => one.named);
  return { whole, node, name: node.child('name')?.text ?? '', decorators };
}

/** The body of a function or class. */
export function bodyOf({ node }: Definition): readonly SyntaxNode[] {
  return node.child('body')?.named ?? [];
}

/** The bases of a class, as they are written. */
export function basesOf({ node }: Definition): readonly string[] {
  return (node.child('superclasses')?.named ?? [])
    .filter(({ type }) => type !== 'keyword_argument')
    .map(canonical);
}

/** The target and the value of `target = value`. */
export function assignmentOf(
  statement: SyntaxNode,
): { readonly target: SyntaxNode; readonly value: SyntaxNode } | undefined {
  const [only] = statement.type === 'expression_statement' ? statement.named : [];
  if (only?.type !== 'assignment') return undefined;
  const [target, value] = [only.child('left'), only.child('right')];
  return target && value ? { target, value } : undefined;
}

/** What an import takes. */
export function importsAt(node: SyntaxNode): readonly Import[] {
  if (node.type === 'import_statement') {
    return node.childrenAs('name').map((one) => {
      const from = canonical(one.child('name') ?? one);
      return { from, names: [one.child('alias')?.text ?? from.replace(/\..*$/, '')] };
    });
  }
  if (node.type !== 'import_from_statement') return [];
  const names = node.childrenAs('name').map((one) => (one.child('alias') ?? one).text);
  const module = node.child('module_name');
  return [{ from: module === undefined ? '' : canonical(module), names }];
}
