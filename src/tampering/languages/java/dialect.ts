import type { Call, Dialect, Handler, Statement } from '../../reading/dialect.ts';
import { dialectOf, type Shape } from '../../reading/shape.ts';
import { canonicalText, writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import {
  type Annotation,
  type Declaration,
  JVM_WRITING,
  jvmWords,
  listedIn,
} from '../jvm/dialect.ts';

/** What Java code is made of, by the nodes of tree-sitter-java. */

const SHAPE: Shape = {
  writing: {
    ...JVM_WRITING,
    strings: new Set(['string_literal']),
    blocks: new Set(['block', 'program', 'class_body', 'enum_body', 'interface_body']),
    stringText: ({ text }) => text,
    essence: (node) =>
      node.type === 'array_creation_expression' ? node.child('value') : undefined,
  },
  calls: { method_invocation: { object: 'object', name: 'name', args: 'arguments' } },
  members: { field_access: ['object', 'field'] },
  names: new Set(['identifier', 'this', 'super', 'type_identifier']),
  inner: (node) => (node.type === 'cast_expression' ? node.child('value') : undefined),
  transparent: new Set(['parenthesized_expression']),
  conditionals: { ternary_expression: 'consequence' },
  displays: new Set(['array_initializer', 'element_value_array_initializer']),
  bindings: { variable_declarator: ['name', 'value'], resource: ['name', 'value'] },
  changes: {
    update_expression: undefined, formal_parameter: 'name', catch_formal_parameter: 'name', inferred_parameters: undefined, enhanced_for_statement: 'name',
  },
  routines: {
    lambda_expression: ['name', 'body'], method_declaration: ['name', 'body'], constructor_declaration: ['name', 'body'],
  },
  statements: {
    enhanced_for_statement: { kind: 'loop', over: 'value', body: 'body' },
    try_with_resources_statement: { kind: 'attempt', body: 'body', handler: /^catch_clause$/, last: 'finally_clause' },
  },
}; // biome-ignore format: a table

export const JAVA_DIALECT: Dialect = dialectOf(
  SHAPE,
  jvmWords(() => JAVA_DIALECT, SHAPE.writing),
  (plain) => ({
    statement: (node) => ownStatement(node) ?? withPlainErrors(plain.statement(node)),
    call: (node) => plain.call(node) ?? constructionOf(node),
    operation: (node) => {
      const [left, right] = [node.child('left'), node.child('right')];
      return node.type === 'instanceof_expression' && left && right
        ? { kind: 'compared', pairs: [{ left, operator: 'instance', right }] }
        : plain.operation(node);
    },
    bindings: (node) => {
      const [left, right] = [node.child('left'), node.child('right')];
      if (node.type === 'assignment_expression' && left?.type === 'identifier') {
        const isWhole = node.child('operator')?.type === '=';
        return [{ name: left.text, node, value: isWhole ? right : undefined }];
      }
      if (node.type === 'variable_declarator' && isChangeable(node.parent))
        return plain.bindings(node).map((one) => ({ ...one, value: undefined }));
      const only = node.type === 'lambda_expression' ? node.child('parameters') : undefined;
      return only?.type === 'identifier'
        ? [{ name: only.text, node, value: undefined }]
        : plain.bindings(node);
    },
    isName: ({ field, parent, type }) =>
      type === 'identifier' &&
      !(field === 'name' || field === 'field' || field === 'key') &&
      parent?.type !== 'method_reference',
    elements: (node) => listedIn(JAVA_DIALECT, node) ?? plain.elements(essential(node)),
  }),
);

/** A field that is not final may hold anything by the time it is asked. */
function isChangeable(node: SyntaxNode | undefined): boolean {
  return node?.type === 'field_declaration' && node.childOf('modifiers')?.hasWord('final') !== true;
}

function essential(node: SyntaxNode): SyntaxNode {
  return SHAPE.writing.essence?.(node) ?? node;
}

/** `new Cart(1)` is a call of `Cart`. */
function constructionOf(node: SyntaxNode): Call | undefined {
  if (node.type !== 'object_creation_expression') return undefined;
  const path = (node.child('type')?.text ?? '').replace(/<.*$/s, '');
  const args = (node.child('arguments')?.named ?? []).map((value) => ({ name: undefined, value }));
  return { node, path, name: path.replace(/^.*\./, ''), receiver: undefined, args };
}

function ownStatement(node: SyntaxNode): Statement | undefined {
  switch (node.type) {
    case 'expression_statement': {
      const [value] = node.named;
      const right = value?.type === 'assignment_expression' ? value.child('right') : undefined;
      if (right !== undefined) return { kind: 'binding', value: right };
      return value && { kind: 'expression', value };
    }
    case 'local_variable_declaration': {
      const value = node.child('declarator')?.child('value');
      return value && { kind: 'binding', value };
    }
    case 'synchronized_statement':
      return { kind: 'block', body: node.child('body')?.named ?? [] };
    case 'switch_expression': {
      const arms = node.child('body')?.named ?? [];
      const branches = arms.map(({ named: [label, ...rest] }) => ({
        condition: label?.text === 'default' ? undefined : label,
        body: rest.flatMap((one) => (one.type === 'block' ? one.named : [one])),
      }));
      return { kind: 'choice', isMatch: true, branches };
    }
    case 'method_invocation':
    case 'object_creation_expression':
      // The whole of a lambda.
      return { kind: 'expression', value: node };
    default:
      return undefined;
  }
}

/** The classes of the errors that are caught, without their name. */
function withPlainErrors(statement: Statement): Statement {
  if (statement.kind !== 'attempt') return statement;
  const plain = ({ body, errors }: Handler): Handler => ({
    body,
    errors: errors.replace(/^final /, '').replace(/ \w+$/, ''),
  });
  return { ...statement, handlers: statement.handlers.map(plain) };
}

const TYPES = /^(?:class|interface|enum|record|annotation_type)_declaration$/;

/** The class, method or field that a node declares. */
export function declaration(node: SyntaxNode): Declaration | undefined {
  const modifiers = node.childOf('modifiers');
  const own = {
    node,
    annotations: (modifiers?.named ?? []).flatMap(annotationOf),
    modifiers: new Set((modifiers?.children ?? []).map(({ type }) => type)),
  };
  const body = node.child('body');
  if (TYPES.test(node.type)) {
    const named = node.child('name') ?? node;
    const parents = node.named.filter(({ field }) =>
      /^(?:superclass|interfaces)$/.test(field ?? ''),
    );
    const members = (body?.named ?? []).flatMap((one) =>
      one.type === 'enum_body_declarations' ? one.named : [one],
    );
    const type = parents.map((one) => canonicalText(SHAPE.writing, one)).join(' ');
    return { ...own, kind: 'type', name: named.text, body: members, type };
  }
  if (/^(?:method|constructor)_declaration$/.test(node.type)) {
    const name = (node.child('name') ?? node).text;
    return { ...own, kind: 'function', name, body: body?.named, type: '' };
  }
  const declared = node.type === 'field_declaration' ? node.child('declarator') : undefined;
  const named = declared?.child('name');
  if (named === undefined) return undefined;
  const type = node.child('type')?.text ?? '';
  return { ...own, kind: 'value', name: named.text, body: undefined, type };
}

function annotationOf(node: SyntaxNode): readonly Annotation[] {
  if (!/^(?:marker_)?annotation$/.test(node.type)) return [];
  const args = (node.child('arguments')?.named ?? []).map((one) => ({
    name: one.child('key')?.text,
    value: one.child('value') ?? one,
  }));
  const name = (node.child('name')?.text ?? '').replace(/^.*\./, '');
  return [{ name, text: writtenText(node), args }];
}
