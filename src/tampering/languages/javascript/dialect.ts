import type { Binding, Call, Dialect } from '../../reading/dialect.ts';
import { dialectOf, type Shape } from '../../reading/shape.ts';
import { canonicalText, type Writing } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';

/** What JavaScript and TypeScript are made of, by the nodes of tree-sitter-javascript and tree-sitter-typescript. */

/** Types make no difference to what a test does. */
const TYPES =
  /^(?:type_annotation|type_arguments|type_parameters|asserts_annotation|type_predicate_annotation|accessibility_modifier)$/;

/** How programs are written: with their types. */
export const PROGRAM_WRITING: Writing = {
  strings: new Set(['string', 'template_string']),
  blocks: new Set(['statement_block', 'program', 'class_body']),
  silent: new Set([';']),
  stringText,
  isSilent: isLoneParameterBracket,
};

const WRITING: Writing = {
  ...PROGRAM_WRITING,
  isSilent: (node) => TYPES.test(node.type) || isLoneParameterBracket(node),
  essence,
};

const CASTS = /^(?:as_expression|satisfies_expression|non_null_expression)$/;
/** What needs no brackets around it, wherever it stands. */
const PRIMARY =
  /^(?:identifier|this|string|number|true|false|null|undefined|array|call_expression|member_expression|subscript_expression|template_string)$/;

/** The value in a cast; what stands in brackets that it does not need. */
function essence(node: SyntaxNode): SyntaxNode | undefined {
  if (CASTS.test(node.type)) return node.named[0];
  if (node.type !== 'parenthesized_expression') return undefined;
  const [inner] = node.named;
  const own = inner !== undefined && CASTS.test(inner.type) ? inner.named[0] : inner;
  const isStatement = /_statement$/.test(node.parent?.type ?? '');
  return own !== undefined && !isStatement && PRIMARY.test(own.type) ? own : undefined;
}

/** Subjects are the same whether they are awaited or not. */
const SUBJECT_WRITING: Writing = {
  ...WRITING,
  isSilent: (node) => {
    const { children, isNamed, parent, type } = node;
    if (TYPES.test(type)) return true;
    if (children.length > 0 || isNamed) return false;
    if (type === 'await') return true;
    const isAwaited = parent?.type === 'parenthesized_expression' && isAwait(parent.named[0]);
    return (isAwaited && /^[()]$/.test(type)) || isLoneParameterBracket(node);
  },
};

function isAwait(node: SyntaxNode | undefined): boolean {
  return node?.type === 'await_expression';
}

/** `await read<Page>()`, which the grammar takes for a call of what was waited for. */
export function isAwaitedCall(node: SyntaxNode): boolean {
  return node.child('type_arguments') !== undefined && isAwait(node.child('function'));
}

/** A string between double quotes; as a name, where it is a key that could be one. */
function stringText(node: SyntaxNode): string {
  const content = stringContent(node).replace(/\\(['"`])|"/g, (_, quote: string | undefined) =>
    quote === undefined || quote === '"' ? '\\"' : quote,
  );
  return node.field === 'key' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(content)
    ? content
    : `"${content}"`;
}

/** What a string holds, as it is written. */
export function stringContent({ from, source, to }: SyntaxNode): string {
  return source.text.slice(from + 1, to - 1);
}

/** What a string or a template without parts holds; undefined for anything else. */
export function stringIn(node: SyntaxNode | undefined): string | undefined {
  const isText =
    node?.type === 'string' ||
    (node?.type === 'template_string' && node.childOf('template_substitution') === undefined);
  return isText ? stringContent(node) : undefined;
}

/** `(x) => x` is `x => x`. */
function isLoneParameterBracket({ isNamed, parent, type }: SyntaxNode): boolean {
  if (isNamed || !/^[()]$/.test(type) || parent?.type !== 'formal_parameters') return false;
  if (parent.parent?.type !== 'arrow_function' || parent.named.length !== 1) return false;
  const [only] = parent.named;
  const inner =
    only?.type === 'required_parameter' && only.named.length === 1 ? only.named[0] : only;
  return inner?.type === 'identifier';
}

const SHAPE: Shape = {
  writing: WRITING,
  calls: {
    call_expression: { callee: 'function', args: 'arguments' },
    new_expression: { callee: 'constructor', args: 'arguments' },
  },
  members: { member_expression: ['object', 'property'] },
  names: new Set(['identifier', 'this', 'import', 'super', 'shorthand_property_identifier_pattern']),
  transparent: new Set(['parenthesized_expression', 'await_expression', 'as_expression', 'satisfies_expression', 'non_null_expression']),
  displays: new Set(['array']),
  bindings: {},
  changes: { augmented_assignment_expression: 'left', update_expression: 'argument' },
  routines: {
    arrow_function: ['name', 'body'], function_expression: ['name', 'body'], function_declaration: ['name', 'body'],
    generator_function_declaration: ['name', 'body'], generator_function: ['name', 'body'], method_definition: ['name', 'body'],
  },
  statements: {
    switch_statement: { kind: 'match', arms: 'switch_case', body: 'body', any: /^switch_default$/ },
    for_in_statement: { kind: 'loop', over: 'right', body: 'body' },
    try_statement: { kind: 'attempt', body: 'body', handler: /^catch_clause$/, errors: '', last: 'finally_clause' },
    function_declaration: { kind: 'function' },
    generator_function_declaration: { kind: 'function' },
    export_statement: { kind: 'wrapper' },
  },
}; // biome-ignore format: a table

export const JAVASCRIPT_DIALECT: Dialect = dialectOf(
  SHAPE,
  {
    counted: (node) =>
      node.type === 'member_expression' &&
      /^(?:length|size)$/.test(node.child('property')?.text ?? '')
        ? node.child('object')
        : undefined,
    valueCalls:
      /^(?:Date|Map|Set|Number|String|Boolean|BigInt|RegExp|Uint8Array|Buffer|Symbol|any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|freeze|stringify|parseInt|keys|join)$/,
    doubleCalls: /^(?:fn|stub|spy|fake|mock|mocked|spyOn|createSpyObj|createSpy)$/,
    nothing: /^(?:null|undefined)$/,
  },
  (plain) => ({
    subjectWriting: SUBJECT_WRITING,
    call: (node) => {
      const call = plain.call(node);
      // `await get<T>(…)` is a call of `await get` to the grammar.
      const callee = node.child('function');
      const waited = isAwait(callee) ? callee?.named[0] : undefined;
      return call === undefined || waited === undefined
        ? call
        : ({ ...call, path: waited.text, name: waited.text.replace(/^.*\./, '') } satisfies Call);
    },
    bindings: (node) => ownBindings(node) ?? plain.bindings(node),
    truth: (node) => (plain.unwrapped(node).text === '!0' ? true : plain.truth(node)),
  }),
);

function ownBindings(node: SyntaxNode): readonly Binding[] | undefined {
  switch (node.type) {
    case 'variable_declarator': {
      const target = node.child('name');
      // `var` holds in all of its function.
      const isScoped = node.parent?.type !== 'variable_declaration';
      return target === undefined
        ? []
        : bindingsOf(target, node, node.child('value'), '').map((one) => ({ ...one, isScoped }));
    }
    case 'assignment_expression': {
      const target = node.child('left');
      const isName = target !== undefined && /^(?:identifier|.*_pattern)$/.test(target.type);
      return isName ? bindingsOf(target, node, node.child('right'), '') : [];
    }
    case 'for_in_statement': {
      const target = node.child('left');
      return target === undefined ? [] : bindingsOf(target, target, undefined, '');
    }
    case 'formal_parameters':
    case 'catch_clause': {
      const names = node.type === 'catch_clause' ? node.child('parameter') : node;
      return names === undefined ? [] : hidden(names);
    }
    case 'arrow_function': {
      const only = node.child('parameter');
      return only === undefined ? [] : hidden(only);
    }
    default:
      return undefined;
  }
}

function hidden(names: SyntaxNode): readonly Binding[] {
  return [...names.within()]
    .filter(({ type }) => SHAPE.names.has(type))
    .map(({ text }) => ({ name: text, node: names, value: undefined, isScoped: true }));
}

/** `const { status, body: [first] } = get()` gives parts of a value to names. */
function bindingsOf(
  target: SyntaxNode,
  node: SyntaxNode,
  value: SyntaxNode | undefined,
  part: string,
): readonly Binding[] {
  const inner = (one: SyntaxNode | undefined, more: string): readonly Binding[] =>
    one === undefined ? [] : bindingsOf(one, node, value, `${part}${more}`);
  switch (target.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern': {
      const own = part === '' && target.type === 'identifier' ? {} : { part };
      return [{ name: target.text, node, value, ...own }];
    }
    case 'object_pattern':
      return target.named.flatMap((one) => {
        if (one.type === 'pair_pattern')
          return inner(one.child('value'), `.${one.child('key')?.text ?? ''}`);
        return one.type === 'shorthand_property_identifier_pattern'
          ? inner(one, `.${one.text}`)
          : bindingsOf(one, node, undefined, '');
      });
    case 'array_pattern':
      return target.named.flatMap((one, index) => inner(one, `[${index}]`));
    default:
      return [...target.within()]
        .filter(({ type }) => SHAPE.names.has(type))
        .map(({ text }) => ({ name: text, node, value: undefined }));
  }
}

/** A node in one way of writing. */
export const canonical = (node: SyntaxNode): string => canonicalText(WRITING, node);

/** A function that is written here; undefined for anything else. */
export function functionIn(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const own = node === undefined ? undefined : JAVASCRIPT_DIALECT.unwrapped(node);
  return own !== undefined && own.type in SHAPE.routines ? own : undefined;
}

/** What a function does: its statements, or the value that it gives. */
export function bodyNodeOf(routine: SyntaxNode): SyntaxNode {
  return routine.child('body') ?? routine;
}

/** The text of what a function does. */
export function bodyText(routine: SyntaxNode): string {
  return canonical(bodyNodeOf(routine)).replace(/^\{(.*)\}$/s, '$1');
}

/** One step of a chain of calls: `expect(sum).not.toBe(3)` has six. */
export type Link =
  | { readonly kind: 'name'; readonly name: string; readonly node: SyntaxNode }
  | { readonly kind: 'call'; readonly args: readonly SyntaxNode[]; readonly node: SyntaxNode }
  | { readonly kind: 'index' | 'template' | 'group'; readonly node: SyntaxNode };

/** The steps of a chain, each with the node up to it; a value that is no chain is one group. */
export function linksOf(node: SyntaxNode): readonly Link[] {
  const links: Link[] = [];
  let at: SyntaxNode | undefined = node;
  while (at !== undefined) {
    const [link, before]: readonly [Link | undefined, SyntaxNode | undefined] = linkAt(at);
    if (link !== undefined) links.unshift(link);
    at = before;
  }
  return links;
}

function linkAt(node: SyntaxNode): readonly [Link | undefined, SyntaxNode | undefined] {
  switch (node.type) {
    case 'call_expression':
    case 'new_expression': {
      const list = node.child('arguments');
      const callee = node.child('function') ?? node.child('constructor');
      const before = isAwait(callee) ? callee?.named[0] : callee;
      if (list?.type === 'template_string') return [{ kind: 'template', node }, before];
      return [{ kind: 'call', args: list?.named ?? [], node }, before];
    }
    case 'member_expression':
      return [
        { kind: 'name', name: node.child('property')?.text ?? '', node },
        node.child('object'),
      ];
    case 'subscript_expression':
      return [{ kind: 'index', node }, node.child('object')];
    case 'non_null_expression':
      return [undefined, node.named[0]];
    case 'identifier':
    case 'this':
    case 'super':
    case 'import':
      return [{ kind: 'name', name: node.text, node }, undefined];
    default:
      return [{ kind: 'group', node }, undefined];
  }
}

/** The names that a chain begins with, with dots, up to the first step that is no name: `client.get`. */
export function dottedName(links: readonly Link[]): string {
  const names: string[] = [];
  for (const link of links) {
    if (link.kind !== 'name') break;
    names.push(link.name);
  }
  return names.join('.');
}

/** The arguments of the first call of a chain. */
export function firstArguments(links: readonly Link[]): readonly SyntaxNode[] | undefined {
  return links.flatMap((link) => (link.kind === 'call' ? [link.args] : []))[0];
}
