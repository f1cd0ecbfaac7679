import { commentsAbove, type Defining, pathsIn } from '../../reading/outline.ts';
import { Scope } from '../../reading/scope.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Double, Import } from '../../test-file.ts';
import { canonical, GO_DIALECT as GO, stringIn } from './dialect.ts';
import { isNoSubject } from './words.ts';

/** A Go file as a whole: its functions, names and imports, and the doubles that code sets up. */

export interface GoFunction {
  readonly node: SyntaxNode;
  readonly name: string;
  /** The type whose method it is; empty where it is none. */
  readonly receiver: string;
  readonly parameters: string;
  readonly body: readonly SyntaxNode[];
}

export interface GoFile {
  readonly root: SyntaxNode;
  readonly functions: readonly GoFunction[];
  /** The bodies of functions by their names. */
  readonly bodies: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Names by which assertion libraries are called: `assert`, `require`, and what `assert.New(t)` gave. */
  readonly asserters: ReadonlySet<string>;
  readonly scope: Scope;
}

export function readFile(root: SyntaxNode): GoFile {
  const functions = root.named.flatMap((node) => functionOf(node) ?? []);
  const isFunction = ({ type }: SyntaxNode): boolean => FUNCTION.test(type);
  const top = root.named.filter((one) => !isFunction(one));
  return {
    root,
    functions,
    bodies: new Map(functions.map(({ body, name }) => [name, body])),
    asserters: assertersIn(root, functions),
    scope: new Scope(GO, top, undefined, ({ type }) => type === 'func_literal'),
  };
}

const FUNCTION = /^(?:function|method)_declaration$/;

function functionOf(node: SyntaxNode): GoFunction | undefined {
  const body = node.child('body');
  if (!FUNCTION.test(node.type) || body === undefined) return undefined;
  const receiver = [...(node.child('receiver')?.within() ?? [])];
  return {
    node,
    name: node.child('name')?.text ?? '',
    receiver: receiver.find(({ type }) => type === 'type_identifier')?.text ?? '',
    parameters: canonical(node.child('parameters') ?? node).slice(1, -1),
    body: body.named,
  };
}

function assertersIn(root: SyntaxNode, functions: readonly GoFunction[]): ReadonlySet<string> {
  const found = new Set(['assert', 'require', 'is', 'must']);
  for (const node of root.within()) {
    if (node.type !== 'short_var_declaration') continue;
    const made = node.child('right')?.named[0];
    const path = made === undefined ? '' : (GO.call(made)?.path ?? '');
    if (/^(?:assert|require|is|qt|must)\.New$/.test(path))
      found.add(node.child('left')?.text ?? '');
  }
  // Methods of testify's suites assert by their receiver.
  for (const { name, node, receiver } of functions) {
    const own = node.child('receiver')?.named[0]?.child('name')?.text;
    if (receiver !== '' && own !== undefined && /^(?:Test|Setup|TearDown)/.test(name))
      found.add(own);
  }
  return found;
}

/** What some code calls, without assertions and the framework. */
export function callNames(
  { asserters, bodies }: GoFile,
  code: readonly SyntaxNode[],
): readonly string[] {
  return pathsIn(GO, code).filter((path) => !isNoSubject(path, { asserters, functions: bodies }));
}

export function importsIn(root: SyntaxNode): readonly Import[] {
  return [...root.within(({ type }) => FUNCTION.test(type))].flatMap((node) => {
    const from = node.type === 'import_spec' ? stringIn(node.child('path')) : undefined;
    if (from === undefined) return [];
    const last = from.replace(/\/v\d+$/, '').replace(/^.*\//, '');
    return [{ from, names: [node.child('name')?.text ?? last] }];
  });
}

/** Functions of monkey patching libraries; what they replace is their first argument, of a method the second as well. */
const PATCHES = /^(?:gomonkey|monkey|mpatch|supermonkey)\.(?:Apply|Patch)\w*$/;
const ANSWERS = /^(?:Return|DoAndReturn|Run|SetArg|Do)$/;
const STATEMENT = /^(?:expression_statement|assignment_statement|short_var_declaration|var_spec)$/;

/** Doubles that some code sets up: a function variable that is given another value, and calls of mock libraries. */
export function doublesIn(
  code: readonly SyntaxNode[],
  isLeftOut: (node: SyntaxNode) => boolean = () => false,
): readonly Double[] {
  const nodes = code.flatMap((one) => (isLeftOut(one) ? [] : [...one.within(isLeftOut)]));
  const locals = new Set<string>();
  for (const node of nodes) {
    if (/^(?:short_var_declaration|var_spec|parameter_declaration|range_clause)$/.test(node.type))
      for (const { name } of GO.bindings(node)) locals.add(name);
  }
  return nodes.flatMap((node) => {
    if (!STATEMENT.test(node.type)) return [];
    const target = assignedTarget(node, locals) ?? mockedTarget(node);
    return target === undefined ? [] : [{ line: node.line, text: writtenText(node), target }];
  });
}

/** `fetch = func(…) {…}`, `clock.Now = …` over what is no local name. */
function assignedTarget(node: SyntaxNode, locals: ReadonlySet<string>): string | undefined {
  const isAssigned = node.type === 'assignment_statement' && node.child('operator')?.type === '=';
  const target = isAssigned ? node.child('left')?.text : undefined;
  const value = node.child('right')?.named[0];
  if (target === undefined || !/^\w+(?:\.\w+)*$/.test(target) || target === '_') return undefined;
  const [first = '', ...fields] = target.split('.');
  const isFunction = value?.type === 'func_literal';
  if (locals.has(first) && !(isFunction && fields.length > 0)) return undefined;
  return isFunction || /^(?:fake|stub|mock)/i.test(value?.text ?? '') ? target : undefined;
}

/** `mock.EXPECT().Get(1).Return(2)`, `store.On("Get", 1).Return(2)`, `gomonkey.ApplyFunc(load, …)`. */
function mockedTarget(node: SyntaxNode): string | undefined {
  const said = GO.statement(node);
  const value =
    said.kind === 'expression' || said.kind === 'binding'
      ? said.value
      : node.child('value')?.named[0];
  let call = value === undefined ? undefined : GO.call(value);
  if (call === undefined) return undefined;
  const [first, second] = call.args.map((one) => one.value);
  if (PATCHES.test(call.path) && first !== undefined)
    return canonical(first) + (/Method/.test(call.name) ? `.${stringIn(second) ?? ''}` : '');
  let isAnswered = false;
  for (; call?.receiver !== undefined; call = GO.call(call.receiver)) {
    isAnswered ||= ANSWERS.test(call.name);
    const title = call.name === 'On' ? stringIn(call.args[0]?.value) : undefined;
    const owner = GO.call(call.receiver);
    const target = title === undefined ? undefined : `${canonical(call.receiver)}.${title}`;
    const expected =
      owner?.name === 'EXPECT' && owner.receiver !== undefined
        ? `${canonical(owner.receiver)}.${call.name}`
        : undefined;
    if (target !== undefined || expected !== undefined)
      return isAnswered ? (target ?? expected) : undefined;
  }
  return undefined;
}

export const DEFINING: Defining = {
  writing: GO.writing,
  nameOf: (node) =>
    FUNCTION.test(node.type) || /^(?:type|const|var)_(?:spec|alias)$/.test(node.type)
      ? node.child('name')?.text
      : undefined,
  isRoutine: ({ type }) => FUNCTION.test(type),
  isHolder: ({ type }) => FUNCTION.test(type) || type === 'type_spec',
  documentation: (node) => {
    const { parent } = node;
    const isAlone = /_declaration$/.test(parent?.type ?? '') && parent?.hasWord('(') === false;
    return commentsAbove(isAlone && parent !== undefined ? parent : node);
  },
};
