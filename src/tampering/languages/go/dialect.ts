import type { Binding, Dialect } from '../../reading/dialect.ts';
import { dialectOf, type Shape } from '../../reading/shape.ts';
import { canonicalText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';

/** What Go code is made of, by the nodes of tree-sitter-go. */

const SHAPE: Shape = {
  writing: {
    strings: new Set(['interpreted_string_literal', 'raw_string_literal']),
    blocks: new Set(['block', 'source_file']),
    silent: new Set([';', '\n']),
    stringText: ({ text }) => (text.startsWith('`') ? `"${text.slice(1, -1)}"` : text),
  },
  calls: { call_expression: { callee: 'function', args: 'arguments' } },
  members: { selector_expression: ['operand', 'field'] },
  names: new Set(['identifier']),
  inner: innerOf,
  transparent: new Set(['parenthesized_expression', 'literal_element']),
  displays: new Set(),
  bindings: {},
  changes: {
    inc_statement: undefined,
    dec_statement: undefined,
    parameter_declaration: undefined,
    range_clause: 'left',
  },
  routines: {
    func_literal: ['', 'body'],
    function_declaration: ['name', 'body'],
    method_declaration: ['name', 'body'],
  },
  statements: {},
};

/** What gives values to names: the fields of the names and of the values. */
const BINDINGS: Readonly<Record<string, readonly [names: string, values: string]>> = {
  short_var_declaration: ['left', 'right'],
  assignment_statement: ['left', 'right'],
  var_spec: ['name', 'value'],
  const_spec: ['name', 'value'],
};

export const GO_DIALECT: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => {
      const call = GO_DIALECT.call(node);
      return call?.path === 'len' ? call.args[0]?.value : undefined;
    },
    valueCalls: /^(?:string|byte|rune|bool|any|error|u?int\d*|float\d*|map|new)$/,
    subjectWriting: SHAPE.writing,
    doubleCalls: /^(?:New)?Mock/,
    constants: /^(?:Status|Err)[A-Z]/,
    hasUpperCaseFunctions: true,
    // What is nil may be an error: its own claims tell.
    nothing: /(?!)/,
  },
  (plain) => ({
    statement: (node) => {
      const value = keptValue(node);
      return value === undefined ? plain.statement(node) : { kind: 'binding', value };
    },
    bindings: (node) => bindingsOf(node) ?? plain.bindings(node),
    elements: (node) => {
      const own = GO_DIALECT.unwrapped(node);
      return own.type === 'composite_literal' ? own.child('body')?.named : undefined;
    },
  }),
);

/** The address of a value, and what stands there, are as good as the value; a list of one is that one. */
function innerOf(node: SyntaxNode): SyntaxNode | undefined {
  const [first, ...others] = node.named;
  if (node.type === 'expression_list') return others.length === 0 ? first : undefined;
  const isPlace = node.type === 'unary_expression' && /^[&*]$/.test(node.children[0]?.type ?? '');
  return isPlace ? first : undefined;
}

/** The value that a statement keeps; the first of several. */
function keptValue(node: SyntaxNode): SyntaxNode | undefined {
  const fields = BINDINGS[node.type];
  if (fields !== undefined) return node.child(fields[1])?.named[0];
  const spec = /^(?:var|const)_declaration$/.test(node.type)
    ? [...node.within()].find(({ type }) => type in BINDINGS)
    : undefined;
  return spec === undefined ? undefined : keptValue(spec);
}

function bindingsOf(node: SyntaxNode): readonly Binding[] | undefined {
  const of = (name: string, value?: SyntaxNode): readonly Binding[] => [{ name, node, value }];
  if (node.type === 'unary_expression' && node.children[0]?.type === '&') {
    const [place] = node.named;
    return place?.type === 'identifier' ? of(place.text) : [];
  }
  const fields = BINDINGS[node.type];
  if (fields === undefined) return undefined;
  const names = node
    .childrenAs(fields[0])
    .flatMap((one) => (one.type === 'expression_list' ? one.named : one.isNamed ? [one] : []));
  const values = node.child(fields[1])?.named ?? [];
  const isChange = !/^:?=$/.test(node.child('operator')?.type ?? '=');
  return names.flatMap((one, index) => {
    // What is stored in a part of a thing changes the thing.
    const name = [...one.within()].find(({ type }) => type === 'identifier')?.text ?? '_';
    if (name === '_') return [];
    if (one.type !== 'identifier' || isChange) return of(name);
    if (values.length === names.length) return of(name, values[index]);
    const isKept = index === 0 || isErrorName(name) || isFlag(name);
    return of(name, isKept ? values[0] : undefined);
  });
}

export function isErrorName(name: string): boolean {
  return /^(?:err|error|e)\d*$|^err[A-Z_]|(?:Err|Error)\d*$/.test(name);
}

/** Whether a name says of a value that there is one. */
export function isFlag(name: string): boolean {
  return /^(?:ok|found|exists)$/.test(name);
}

/** A node in one way of writing. */
export const canonical = (node: SyntaxNode): string => canonicalText(SHAPE.writing, node);

/** The functions that are written out in some code, but for those in others. */
export function closuresIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'func_literal') return [node];
  return node.children.flatMap(closuresIn);
}

/** What a string says, without its quotes; undefined for anything else. */
export function stringIn(node: SyntaxNode | undefined): string | undefined {
  return node !== undefined && SHAPE.writing.strings.has(node.type)
    ? node.text.slice(1, -1)
    : undefined;
}
