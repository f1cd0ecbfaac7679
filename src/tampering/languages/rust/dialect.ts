import type { Argument, Binding, Call, Dialect } from '../../reading/dialect.ts';
import { dialectOf, lastName, type Shape } from '../../reading/shape.ts';
import { canonicalText, type Writing } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';

/** What Rust code is made of, by the nodes of tree-sitter-rust. */

/** Where a semicolon is a part of what is said: `[0; 3]`. */
const COUNTED = /^(?:token_tree|array_expression|array_type)$/;

/** How Rust is written, all of it. */
export const WRITING: Writing = {
  strings: new Set(['string_literal', 'raw_string_literal']),
  blocks: new Set(['block', 'source_file', 'declaration_list']),
  silent: new Set(),
  stringText: ({ text }) => {
    const raw = /^(b?)r#*"(.*)"#*$/s.exec(text);
    return raw === null ? text : `${raw[1]}"${raw[2]}"`;
  },
  isSilent: ({ parent, type }) => type === ';' && !COUNTED.test(parent?.type ?? ''),
};

const SHAPE: Shape = {
  // What makes an error a panic, or waits, makes no difference to what is asked.
  writing: {
    ...WRITING,
    isSilent: (node) => WRITING.isSilent?.(node) === true || isUnwrapping(node),
  },
  calls: {},
  members: { field_expression: ['value', 'field'] },
  names: new Set(['identifier']),
  inner: innerOf,
  transparent: new Set([
    'parenthesized_expression',
    'try_expression',
    'await_expression',
    'expression_statement',
  ]),
  displays: new Set(['array_expression']),
  bindings: { assignment_expression: ['left', 'right'] },
  changes: {
    compound_assignment_expr: 'left',
    parameter: 'pattern',
    closure_parameters: undefined,
    for_expression: 'pattern',
  },
  routines: { closure_expression: ['name', 'body'] },
  statements: {},
};

/** What is called on a value before it is compared, and makes no difference to what is asked. */
const PLAIN_METHODS =
  /^(?:unwrap|clone|as_str|as_ref|as_deref|to_owned|to_string|as_slice|as_bytes|to_vec|copied|cloned|enumerate|into_inner|iter|borrow|as_mut|into_iter)$/;
/** Values that do more than stand for themselves: their names are kept. */
const BLOCKS = /^(?:closure_expression|if_expression|match_expression|async_block|block)$/;

export const RUST_DIALECT: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) => {
      const call = RUST_DIALECT.call(node);
      return /^(?:len|count)$/.test(call?.name ?? '') && call?.args.length === 0
        ? call.receiver
        : undefined;
    },
    valueCalls:
      /^(?:from|to_string|to_owned|into|vec|format|new|json|from_secs|from_millis|[iu](?:8|16|32|64|size)|f32|f64)$/,
    subjectWriting: SHAPE.writing,
    doubleCalls: /^Mock/,
    constants: /^[A-Z]/,
    nothing: /^None$/,
  },
  (plain) => ({
    call: callOf,
    bindings: (node) => bindingsOf(node) ?? plain.bindings(node),
    elements: (node) => {
      const own = RUST_DIALECT.unwrapped(node);
      const call = callOf(own);
      return call?.path === 'vec!' ? call.args.map(({ value }) => value) : plain.elements(own);
    },
  }),
);

function callOf(node: SyntaxNode): Call | undefined {
  if (node.type === 'macro_invocation') {
    const path = `${node.child('macro')?.text ?? ''}!`;
    const name = lastName(path.slice(0, -1));
    return { node, path, name, receiver: undefined, args: argumentsOf(node.childOf('token_tree')) };
  }
  const callee = node.type === 'call_expression' ? node.child('function') : undefined;
  if (callee === undefined) return undefined;
  const plain = callee.type === 'generic_function' ? (callee.child('function') ?? callee) : callee;
  const path = pathOf(plain);
  const receiver = plain.type === 'field_expression' ? plain.child('value') : undefined;
  return { node, path, name: lastName(path), receiver, args: argumentsOf(node.child('arguments')) };
}

function argumentsOf(list: SyntaxNode | undefined): readonly Argument[] {
  return (list?.named ?? []).map((one) =>
    one.type === 'assignment_expression'
      ? { name: one.child('left')?.text, value: one.child('right') ?? one }
      : { name: undefined, value: one },
  );
}

function pathOf(node: SyntaxNode): string {
  switch (node.type) {
    case 'identifier':
    case 'self':
    case 'super':
    case 'crate':
    case 'primitive_type':
      return node.text;
    case 'field_expression':
      return `${pathOf(node.child('value') ?? node)}.${node.child('field')?.text ?? ''}`;
    case 'scoped_identifier':
      return canonical(node);
    default:
      return '';
  }
}

/** What a value is inside of references, unwrapping and copies. */
function innerOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'reference_expression') return node.child('value');
  if (node.type === 'unary_expression')
    return node.children[0]?.type === '*' ? node.named[0] : undefined;
  const call = callOf(node);
  const [only, ...others] = call?.args ?? [];
  if (call?.receiver !== undefined) {
    const isPlain = only === undefined ? PLAIN_METHODS.test(call.name) : call.name === 'expect';
    return isPlain ? call.receiver : undefined;
  }
  const isWrapped = others.length === 0 && /^(?:String::from|Some|Ok)$/.test(call?.path ?? '');
  return isWrapped && only?.value.type !== 'unit_expression' ? only?.value : undefined;
}

/** Whether a part belongs to `?`, `.await`, `.unwrap()` or `.expect("…")`. */
function isUnwrapping(node: SyntaxNode): boolean {
  const { parent, type } = node;
  if (parent?.type === 'try_expression') return type === '?';
  if (parent?.type === 'await_expression') return type === '.' || type === 'await';
  const member = type === 'arguments' ? parent?.child('function') : parent;
  if (member?.type !== 'field_expression' || node.field === 'value') return false;
  const call = member.parent;
  if (call?.type !== 'call_expression' || member.field !== 'function') return false;
  const name = member.child('field')?.text;
  const args = call.child('arguments')?.named ?? [];
  return (
    (name === 'unwrap' && args.length === 0) ||
    (name === 'expect' && WRITING.strings.has(args[0]?.type ?? ''))
  );
}

function bindingsOf(node: SyntaxNode): readonly Binding[] | undefined {
  const pattern = node.type === 'match_pattern' ? node.named[0] : node.child('pattern');
  if (pattern === undefined || !/^(?:let_declaration|let_condition|match_pattern)$/.test(node.type))
    return undefined;
  const value =
    node.type === 'match_pattern'
      ? node.around('match_expression')?.child('value')
      : node.child('value');
  const wrapped = /^(?:Ok|Some)$/.test(pattern.child('type')?.text ?? '')
    ? pattern.named[1]
    : pattern;
  const isKept =
    wrapped?.type === 'identifier' &&
    node.childOf('mutable_specifier') === undefined &&
    value !== undefined &&
    !BLOCKS.test(value.type);
  if (isKept) return [{ name: wrapped.text, node, value }];
  return namesIn(pattern).map((name) => ({ name, node, value: undefined }));
}

/** The names that a pattern binds. */
export function namesIn(pattern: SyntaxNode): readonly string[] {
  return [...pattern.within()]
    .filter(({ text, type }) => /identifier$/.test(type) && /^[a-z_]/.test(text))
    .map(({ text }) => text);
}

/** A node in one way of writing. */
export const canonical = (node: SyntaxNode): string => canonicalText(SHAPE.writing, node);

/** A statement without what only makes it one. */
export function plainStatement(node: SyntaxNode): SyntaxNode {
  return node.type === 'expression_statement' ? (node.named[0] ?? node) : node;
}
