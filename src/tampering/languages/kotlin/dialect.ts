import type { Argument, Binding, Branch, Call, Dialect, Statement } from '../../reading/dialect.ts';
import { dialectOf, type Shape } from '../../reading/shape.ts';
import { canonicalText, writtenText } from '../../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../../syntax/node.ts';
import {
  type Annotation,
  type Declaration,
  genericIn,
  JVM_WRITING,
  jvmWords,
  lambdasIn,
  listedIn,
  memberOwner,
} from '../jvm/dialect.ts';

/** What Kotlin code is made of, by the nodes of tree-sitter-kotlin, few of which name their parts. */

const SHAPE: Shape = {
  writing: {
    ...JVM_WRITING,
    strings: new Set(['string_literal', 'multiline_string_literal']),
    blocks: new Set(['block', 'source_file', 'class_body', 'lambda_literal']),
    stringText: ({ text }) => text,
  },
  calls: {},
  members: {},
  names: new Set(['identifier']),
  inner: innerOf,
  transparent: new Set(['parenthesized_expression']),
  displays: new Set(['collection_literal']),
  bindings: {},
  routines: {},
  statements: {
    return_expression: { kind: 'leave', how: 'return' },
    throw_expression: { kind: 'leave', how: 'throw' },
    try_expression: { kind: 'attempt', body: 'block', handler: /^catch_block$/, errors: 'user_type', last: 'finally_block' },
    function_declaration: { kind: 'function' },
  },
}; // biome-ignore format: a table

const CONSTANT = /^(?:true|false|null)$/;

export const KOTLIN_DIALECT: Dialect = dialectOf(
  SHAPE,
  jvmWords(() => KOTLIN_DIALECT, SHAPE.writing),
  (plain) => ({
    statement: (node) => statementOf(node, plain),
    call: callOf,
    bindings: bindingsOf,
    routine: (node) => {
      if (!/^(?:lambda_literal|function_declaration|anonymous_function)$/.test(node.type))
        return undefined;
      return { name: node.child('name')?.text ?? '', body: bodyOf(node), isAsync: false };
    },
    isName: (node) => isName(node),
    isScalar: (node) => CONSTANT.test(node.text) || plain.isScalar(node),
    truth: (node) => {
      const own = KOTLIN_DIALECT.unwrapped(node);
      if (CONSTANT.test(own.text)) return own.text === 'true';
      return plain.truth(own);
    },
    elements: (node) => listedIn(KOTLIN_DIALECT, node) ?? plain.elements(node),
  }),
);

/** What is called by a node, inside of the calls that only add a lambda. */
function calleeOf(node: SyntaxNode): SyntaxNode {
  const [first] = node.children;
  if (node.type !== 'call_expression' || first === undefined) return node;
  return first.type === 'call_expression' && isLambdaAdded(node) ? calleeOf(first) : first;
}

/** Whether a call gives nothing but a lambda to the call before it. */
function isLambdaAdded(node: SyntaxNode): boolean {
  return node.type === 'call_expression' && node.childOf('value_arguments') === undefined;
}

function callOf(node: SyntaxNode): Call | undefined {
  if (node.type === 'infix_expression') {
    const [left, name, right] = node.named;
    if (left === undefined || name === undefined || right === undefined) return undefined;
    const args = [{ name: undefined, value: right }];
    return {
      node,
      path: `${pathOf(left)}.${plainName(name)}`,
      name: plainName(name),
      receiver: left,
      args,
    };
  }
  const generic = genericIn(node);
  if (generic !== undefined)
    return calling(node, generic.callee, [{ name: undefined, value: generic.arg }]);
  if (node.type !== 'call_expression') return undefined;
  const { parent } = node;
  const isInner =
    parent?.type === 'call_expression' && parent.children[0] === node && isLambdaAdded(parent);
  const isWhole = node.childOf('value_arguments') !== undefined;
  return isInner && isWhole ? undefined : calling(node, calleeOf(node), argumentsOf(node));
}

function calling(node: SyntaxNode, callee: SyntaxNode, args: readonly Argument[]): Call {
  const path = pathOf(callee);
  const name = path.replace(/^.*\./s, '');
  return { node, path, name, receiver: memberOwner(callee), args };
}

function plainName(node: SyntaxNode): string {
  return node.text.replace(/`/g, '');
}

function pathOf(node: SyntaxNode): string {
  if (node.type === 'identifier') return plainName(node);
  if (/^(?:this|super)_expression$/.test(node.type)) return node.text;
  const owner = memberOwner(node);
  if (owner === undefined) return '';
  return `${pathOf(KOTLIN_DIALECT.unwrapped(owner))}.${plainName(node.children.at(-1) ?? node)}`;
}

/** The arguments of a call, lambdas behind its brackets included. */
function argumentsOf(node: SyntaxNode): readonly Argument[] {
  const [first] = node.children;
  const own = (node.childOf('value_arguments')?.named ?? []).flatMap(argumentOf);
  const lambda = node.childOf('annotated_lambda')?.named.at(-1);
  const before = isLambdaAdded(node) && first?.type === 'call_expression' ? argumentsOf(first) : [];
  return [...before, ...own, ...(lambda === undefined ? [] : [{ name: undefined, value: lambda }])];
}

function argumentOf(node: SyntaxNode): readonly Argument[] {
  const value = node.named.at(-1);
  if (value === undefined) return [];
  return [{ name: node.hasWord('=') ? node.named[0]?.text : undefined, value }];
}

/** What a value is inside of what only says that it is there, or of which type. */
function innerOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'unary_expression')
    return node.child('operator')?.type === '!!' ? node.child('argument') : undefined;
  if (node.type === 'as_expression') return node.child('left');
  if (/^(?:annotated|labeled)_expression$/.test(node.type)) return node.named.at(-1);
  return elvisLeaving(node) === undefined ? undefined : node.child('left');
}

/** What is done where a value is missing: `return` of `find(1) ?: return`. */
function elvisLeaving(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'binary_expression' || node.child('operator')?.type !== '?:') return undefined;
  const right = node.child('right');
  const isLeaving =
    /^(?:return|throw)_expression$/.test(right?.type ?? '') ||
    /^(?:error|fail)$/.test(right === undefined ? '' : (callOf(right)?.path ?? ''));
  return isLeaving ? right : undefined;
}

/** Whether a leaf names a value, and is no part of a longer name, of a type or of an argument. */
function isName(node: SyntaxNode): boolean {
  const { field, parent, text, type } = node;
  if (type !== 'identifier' || CONSTANT.test(text) || field === 'name') return false;
  switch (parent?.type) {
    case 'navigation_expression':
    case 'call_expression':
      return parent.type === 'navigation_expression' && parent.children[0] === node;
    case 'infix_expression':
      return parent.named[1] !== node;
    case 'value_argument':
      return parent.named.at(-1) === node;
    case 'user_type':
    case 'variable_declaration':
    case 'qualified_identifier':
      return false;
    default:
      return true;
  }
}

function bindingsOf(node: SyntaxNode): readonly Binding[] {
  const unknown = (from: SyntaxNode | undefined): readonly Binding[] =>
    [...(from?.within() ?? [])]
      .filter(({ parent, type }) => type === 'identifier' && parent?.type !== 'user_type')
      .map(({ text }) => ({ name: text, node, value: undefined }));
  switch (node.type) {
    case 'property_declaration': {
      const name = node.childOf('variable_declaration')?.named[0];
      if (name === undefined) return unknown(node.childOf('multi_variable_declaration'));
      // A field may hold anything by the time it is asked.
      const isField = node.parent?.type === 'class_body' && node.hasWord('var');
      return [{ name: name.text, node, value: isField ? undefined : valueGiven(node) }];
    }
    case 'assignment': {
      const [left, right] = [node.child('left'), node.child('right')];
      if (left?.type !== 'identifier') return [];
      const isWhole = node.child('operator')?.type === '=';
      return [{ name: left.text, node, value: isWhole ? right : undefined }];
    }
    case 'unary_expression':
      return /^(?:\+\+|--)$/.test(node.child('operator')?.type ?? '')
        ? unknown(node.child('argument'))
        : [];
    case 'for_statement':
      return unknown(node.childOf('variable_declaration', 'multi_variable_declaration'));
    case 'lambda_parameters':
    case 'parameter':
      return unknown(node);
    case 'catch_block':
      return unknown(node.childOf('identifier'));
    default:
      return [];
  }
}

/** What a property or a variable is given. */
function valueGiven({ children }: SyntaxNode): SyntaxNode | undefined {
  const at = children.findIndex(({ type }) => type === '=');
  return at < 0 ? undefined : children.slice(at + 1).find((one) => one.isNamed && !isComment(one));
}

/** The statements of a function, a lambda, or of a branch with or without braces. */
export function bodyOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  switch (node?.type) {
    case undefined:
      return [];
    case 'block':
    case 'class_body':
    case 'enum_class_body':
      return node?.named ?? [];
    case 'lambda_literal':
      return (node?.named ?? []).filter(({ type }) => type !== 'lambda_parameters');
    case 'function_declaration':
    case 'anonymous_function': {
      const body = node?.childOf('function_body');
      return bodyOf(body?.named[0]);
    }
    default:
      return node === undefined ? [] : [node];
  }
}

function statementOf(node: SyntaxNode, plain: Dialect): Statement {
  switch (node.type) {
    case 'property_declaration': {
      const value = valueGiven(node);
      return value === undefined ? { kind: 'other' } : { kind: 'binding', value };
    }
    case 'assignment': {
      const value = node.child('right');
      return value === undefined ? { kind: 'other' } : { kind: 'binding', value };
    }
    case 'if_expression':
      return { kind: 'choice', branches: branchesOf(node) };
    case 'when_expression':
      return { kind: 'choice', isMatch: true, branches: entriesOf(node) };
    case 'for_statement':
    case 'while_statement':
    case 'do_while_statement':
      return loopOf(node);
    default: {
      const said = plain.statement(node);
      if (said.kind !== 'other' || /_declaration$/.test(node.type)) return said;
      return { kind: 'expression', value: node };
    }
  }
}

function branchesOf(node: SyntaxNode): readonly Branch[] {
  const otherwise = node.children.findIndex(({ type }) => type === 'else');
  const parts = node.children.filter((one) => one.isNamed && !isComment(one));
  const [first, second] = parts.filter(({ field }) => field !== 'condition');
  const isElseOnly = otherwise >= 0 && second === undefined;
  const own = { condition: node.child('condition'), body: bodyOf(isElseOnly ? undefined : first) };
  if (otherwise < 0) return [own];
  const last = isElseOnly ? first : second;
  if (last?.type === 'if_expression') return [own, ...branchesOf(last)];
  return [own, { condition: undefined, body: bodyOf(last) }];
}

function entriesOf(node: SyntaxNode): readonly Branch[] {
  return node.named
    .filter(({ type }) => type === 'when_entry')
    .map((one) => ({ condition: one.child('condition'), body: bodyOf(one.named.at(-1)) }));
}

function loopOf(node: SyntaxNode): Statement {
  const condition = node.child('condition');
  const last = node.named.filter((one) => one !== condition).at(-1);
  const at = node.children.findIndex(({ type }) => type === 'in');
  const over = node.children.slice(at + 1).find(({ isNamed }) => isNamed);
  const body = bodyOf(last === over ? undefined : last);
  return node.type === 'for_statement'
    ? { kind: 'loop', over, body }
    : { kind: 'loop', condition: node.type === 'while_statement' ? condition : undefined, body };
}

/** The class, function or property that a node declares. */
export function declaration(node: SyntaxNode): Declaration | undefined {
  const modifiers = node.childOf('modifiers')?.children ?? [];
  const own = {
    node,
    annotations: modifiers.flatMap(annotationOf),
    modifiers: new Set(modifiers.map(({ text }) => text)),
  };
  const name = node.child('name') ?? node.childOf('identifier');
  if (/^(?:class|object)_declaration$|^companion_object$/.test(node.type)) {
    const body = node.childOf('class_body', 'enum_class_body');
    const parents = node.childOf('delegation_specifiers');
    return {
      ...own,
      kind: 'type',
      name: name?.text ?? 'Companion',
      // A spec gives its tests in a block.
      body: [...bodyOf(body), ...(parents ? lambdasIn(parents).flatMap(bodyOf) : [])],
      type: parents === undefined ? '' : `:${canonicalText(SHAPE.writing, parents)}`,
    };
  }
  if (node.type === 'function_declaration' && name !== undefined) {
    const body = node.childOf('function_body') === undefined ? undefined : bodyOf(node);
    return { ...own, kind: 'function', name: plainName(name), body, type: '' };
  }
  const declared =
    node.type === 'property_declaration' ? node.childOf('variable_declaration') : undefined;
  const [named, type] = declared?.named ?? [];
  if (named === undefined) return undefined;
  return { ...own, kind: 'value', name: named.text, body: undefined, type: type?.text ?? '' };
}

function annotationOf(node: SyntaxNode): readonly Annotation[] {
  if (node.type !== 'annotation') return [];
  const made = node.childOf('constructor_invocation');
  const type = (made ?? node).childOf('user_type')?.text ?? '';
  const args = (made?.childOf('value_arguments')?.named ?? []).flatMap(argumentOf);
  return [{ name: type.replace(/^.*\./, ''), text: writtenText(node), args }];
}
