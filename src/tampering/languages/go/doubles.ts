import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Double } from '../../test-file.ts';
import { canonical, GO_DIALECT as GO, stringIn } from './dialect.ts';

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
