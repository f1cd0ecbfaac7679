/** What a Python test puts in the place of the real thing. */

import { canonicalText, type Range, writtenText } from '../source.ts';
import type { Double } from '../test-file.ts';
import {
  type Argument,
  argumentsAt,
  assignmentIn,
  callIn,
  callsIn,
  nameOf,
  type Statement,
  simpleName,
  statementsIn,
} from './python-syntax.ts';
import { isDoubleCall, rankOf, type Values } from './python-values.ts';

/** `client.patch('/users/1')` is a request. */
const PATCH = /^((\w+\.)*\w*mock(er)?\.)?patch(\.object|\.multiple)?$/;
const SETATTR = /^(\w+\.)?setattr$/;

/** The doubles that some statements set up, decorators and nested functions included. */
export function doublesIn(
  values: Values,
  statements: readonly Statement[],
  imported: ReadonlySet<string>,
): readonly Double[] {
  const found: Double[] = [];
  for (const statement of statementsIn(statements)) {
    for (const decorator of statement.decorators) found.push(...patchesIn(values, decorator));
    found.push(...patchesIn(values, statement.head));
    const over = replacedBy(values, statement, imported);
    if (over !== undefined) {
      found.push({
        line: statement.line,
        text: writtenText(values.source, statement.head),
        target: over,
      });
    }
  }
  return found;
}

/** The doubles that a range sets up by calls: `patch('shop.total')`, `monkeypatch.setattr(shop, 'total', …)`. */
export function patchesIn(values: Values, range: Range): readonly Double[] {
  const { source } = values;
  const found: Double[] = [];
  for (const { name, open } of callsIn(source, range)) {
    const isPatch = PATCH.test(name);
    if (!isPatch && !SETATTR.test(name)) continue;
    const args = argumentsAt(source, open);
    const targets = isPatch ? patchTargets(values, name, args) : attributeTarget(values, args);
    const start = open - name.split('.').length * 2 + 1;
    const text = writtenText(source, { from: start, to: (source.closing.get(open) ?? open) + 1 });
    const line = source.tokens[open]?.line ?? 1;
    found.push(...targets.map((target) => ({ line, text, target })));
  }
  return found;
}

function patchTargets(values: Values, name: string, args: readonly Argument[]): readonly string[] {
  const [first, second, third] = args;
  if (first === undefined || args.some((one) => one.name === 'wraps')) return [];
  const owner = textOf(values, first.value);
  if (name.endsWith('.multiple')) {
    return args.flatMap((one) => (one.name === undefined ? [] : [`${owner}.${one.name}`]));
  }
  if (name.endsWith('.object'))
    return second === undefined || isConstant(values, third)
      ? []
      : [`${owner}.${textOf(values, second.value)}`];
  return /^[\w.]+$/.test(owner) && !isConstant(values, second) ? [owner] : [];
}

function attributeTarget(values: Values, args: readonly Argument[]): readonly string[] {
  const [owner, name, value] = args;
  if (owner === undefined || name === undefined) return [];
  if (value === undefined || value.name === 'raising') {
    return isConstant(values, name) ? [] : [textOf(values, owner.value)];
  }
  return isConstant(values, value)
    ? []
    : [`${textOf(values, owner.value)}.${textOf(values, name.value)}`];
}

/** Another setting is no double. */
function isConstant(values: Values, argument: Argument | undefined): boolean {
  return (
    argument !== undefined &&
    argument.name === undefined &&
    rankOf(values, argument.value) === 0 &&
    !canonicalText(values.source, argument.value).startsWith('lambda')
  );
}

function textOf({ source }: Values, range: Range): string {
  const first = source.tokens[range.from];
  return range.to - range.from === 1 && first?.kind === 'string'
    ? first.value
    : canonicalText(source, range);
}

/** The name that an assignment or a function puts a double over: `Cart.total = Mock()`, `def add(): …` over an import. */
function replacedBy(
  values: Values,
  statement: Statement,
  imported: ReadonlySet<string>,
): string | undefined {
  const { source } = values;
  if (statement.keyword === 'def' && imported.has(nameOf(source, statement)))
    return nameOf(source, statement);
  const assigned = assignmentIn(source, statement);
  if (assigned === undefined) return undefined;
  const { target, value } = assigned;
  const text = canonicalText(source, target);
  const module = /^sys\.modules\["([^"]+)"\]$/.exec(text)?.[1];
  const call = callIn(source, value);
  if (call !== undefined && isDoubleCall(call.name)) return module ?? text;
  if (module !== undefined) return module;
  const isLambda = source.tokens[value.from]?.text === 'lambda';
  const root = source.tokens[target.from]?.text ?? '';
  if (!imported.has(root) || rankOf(values, value) <= 1)
    return isLambda && text.includes('.') ? text : undefined;
  const isWhole = simpleName(source, target) !== undefined;
  return isLambda || (!isWhole && !text.includes('[')) ? text : undefined;
}
