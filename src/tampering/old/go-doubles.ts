import type { Double } from '../test-file.ts';
import { callOf, type Expression, expressionIn, indexOfSymbol, textOf } from './expressions.ts';
import type { Scope } from './scope.ts';
import { type Range, type Source, writtenText } from './source.ts';

/** Functions of monkey patching libraries; what they replace is their first argument, of a method the second as well. */
const PATCHES = /^(?:gomonkey|monkey|mpatch|supermonkey)\.(?:Apply|Patch)\w*$/;

/** Doubles that a statement sets up: a function variable that is given another value, and calls of mock libraries. */
export function doublesOf(source: Source, range: Range, scope: Scope): readonly Double[] {
  const expression = expressionIn(source, range);
  const target = assignedTarget(expression, scope) ?? mockedTarget(expression);
  if (target === undefined) return [];
  const line = source.tokens[range.from]?.line ?? 1;
  return [{ line, text: writtenText(source, range), target }];
}

/** `fetch = func(…) {…}`, `clock.Now = …` over what is no local name. */
function assignedTarget(expression: Expression, scope: Scope): string | undefined {
  const at = indexOfSymbol(expression, ['=']);
  const [first] = expression;
  if (at < 1 || first?.kind !== 'word' || first.text === '_' || first.text === 'var')
    return undefined;
  const left = expression.slice(0, at);
  if (!left.every(({ kind, text }) => kind === 'word' || text === '.')) return undefined;
  const isFunction = expression[at + 1]?.text === 'func';
  const isLocal = scope.isLocal(first.text);
  if (isLocal && !(isFunction && left.length > 1)) return undefined;
  return isFunction || /^(?:fake|stub|mock)/i.test(expression[at + 1]?.text ?? '')
    ? textOf(left)
    : undefined;
}

/** `mock.EXPECT().Get(1).Return(2)`, `store.On("Get", 1).Return(2)`, `gomonkey.ApplyFunc(load, …)`. */
function mockedTarget(expression: Expression): string | undefined {
  const call = callOf(expression);
  if (call === undefined) return undefined;
  if (PATCHES.test(call.callee)) {
    const [first = [], second = []] = call.args;
    const isMethod = /Method/.test(call.name);
    return isMethod ? `${textOf(first)}.${second[0]?.value ?? ''}` : textOf(first);
  }
  let current: ReturnType<typeof callOf> = call;
  let answers = false;
  for (let depth = 0; current !== undefined && depth < 12; depth += 1) {
    answers ||= /^(?:Return|DoAndReturn|Run|SetArg|Do)$/.test(current.name);
    const [title] = current.args[0] ?? [];
    const owner = callOf(current.receiver);
    if (current.name === 'On' && title?.kind === 'string') {
      return answers ? `${textOf(current.receiver)}.${title.value}` : undefined;
    }
    if (owner?.name === 'EXPECT')
      return answers ? `${textOf(owner.receiver)}.${current.name}` : undefined;
    current = owner;
  }
  return undefined;
}
