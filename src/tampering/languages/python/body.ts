import type { End } from '../../reading/body.ts';
import type { OwnCases } from '../../reading/cases.ts';
import { claim, claimsOf } from '../../reading/claims.ts';
import type { Call, Valued, With } from '../../reading/dialect.ts';
import type { Guard } from '../../reading/modes.ts';
import { TableBody } from '../../reading/table-body.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { canonical, PYTHON_DIALECT as PYTHON } from './dialect.ts';
import { errorText } from './words.ts';

/** What only bodies of Python tests do: `with raises(…)`, coroutines, doubles that are asked without a call. */
export class PythonBody extends TableBody {
  protected override readExpression(node: SyntaxNode, statement: Valued, guard: Guard): End {
    const own = PYTHON.unwrapped(statement.value);
    const isBareQuestion =
      statement.kind === 'expression' &&
      own.type === 'attribute' &&
      /\.assert_(?:not_|any_|has_)?(?:called|awaited)\w*$/.test(own.text);
    if (!isBareQuestion) return super.readExpression(node, statement, guard);
    this.add(node, claim('vacuous', canonical(own).replace(/\.[^.]*$/, '')), guard);
    return undefined;
  }

  protected override readAssert(node: SyntaxNode, condition: SyntaxNode, guard: Guard): End {
    const call = PYTHON.call(condition);
    if (call === undefined || this.setting.asyncNames?.has(call.name) !== true)
      return super.readAssert(node, condition, guard);
    // A coroutine that is not awaited is always true.
    for (const one of claimsOf(this.reading, condition))
      this.add(node, { ...one, form: 'vacuous' }, guard);
    return undefined;
  }

  protected override isPending(node: SyntaxNode, call: Call, value: SyntaxNode): boolean {
    const { asyncNames, isAsync } = this.setting;
    const mustWait =
      asyncNames?.has(call.name) === true || (isAsync === true && /^(?:not_)?to_/.test(call.name));
    return mustWait && value.type !== 'await' && node.type !== 'return_statement';
  }

  protected override readWith(node: SyntaxNode, { body, items }: With, guard: Guard): End {
    let own = guard;
    for (const item of items) {
      const call = PYTHON.call(PYTHON.unwrapped(item));
      const name = call?.name ?? (PYTHON.isName(item) ? item.text : '');
      if (name === 'suppress') own ??= 'swallowed';
      const isExpectation = call === undefined && /^(?:expect\w*|raises)$/.test(name);
      // `warns(None)` takes no warning as well.
      const isOpen =
        call !== undefined && /^warns$/.test(name) && errorText(this.reading, call) === 'None';
      if (isOpen) continue;
      if (this.words.throws.test(name) || isExpectation)
        return this.readRaises(node, { name, call }, body, own);
      if (name === 'does_not_raise') this.add(node, claim('runs', this.triedText(body)), own);
      else if (call !== undefined && this.words.isAsserting(name)) {
        for (const one of this.words.claimsOfCall(this.reading, call) ?? [])
          this.add(node, one, own);
      }
    }
    return this.walk(body, own);
  }

  private readRaises(
    node: SyntaxNode,
    { call, name }: { readonly call: Call | undefined; readonly name: string },
    body: readonly SyntaxNode[],
    guard: Guard,
  ): End {
    const expected = call === undefined ? name : errorText(this.reading, call);
    const isWarning = name === 'deprecated_call' ? 'DeprecationWarning' : undefined;
    const tried = body.filter(({ type }, index) => index === 0 || type !== 'assert_statement');
    this.add(
      node,
      claim('throws', this.triedText(tried), { expected: expected || isWarning }),
      guard,
    );
    // What stands behind a call that throws does not run; a warning does not end the block.
    const isWarned = /warns|deprecated/i.test(name);
    const [first] = body;
    const said = body.length === 1 && first !== undefined ? PYTHON.statement(first) : undefined;
    const inner = said?.kind === 'with' ? said.body : body;
    this.walk(isWarned ? inner : inner.slice(1), isWarned ? guard : (guard ?? 'unreachable'));
    return undefined;
  }

  protected override readFunction(node: SyntaxNode, guard: Guard): End {
    const isDecorated = node.parent?.type === 'decorated_definition';
    const routine = PYTHON.routine(node);
    if (!isDecorated || routine === undefined) return super.readFunction(node, guard);
    const inner = this.inner(routine.isAsync);
    inner.walk(routine.body, guard);
    for (const one of inner.assertions) this.assertions.push(one);
    return undefined;
  }
}

const LISTS = /^(?:enumerate|list|tuple|sorted|set|reversed|iter)$/;

/** What only Python knows of tables. `attribute` is what a name of a class stands for. */
export function pythonCases(attribute: OwnCases['attribute']): OwnCases {
  return {
    ...(attribute === undefined ? {} : { attribute }),
    listOf: (node) => {
      const call = PYTHON.call(node);
      if (call === undefined) return undefined;
      if (/^(?:items|keys|values)$/.test(call.name) && call.args.length === 0) return call.receiver;
      return LISTS.test(call.path) ? call.args[0]?.value : undefined;
    },
    sum: (node) => {
      const [left, right] = [node.child('left'), node.child('right')];
      const isSum = node.type === 'binary_operator' && node.child('operator')?.type === '+';
      return isSum && left && right ? [left, right] : undefined;
    },
    slice: (node) => {
      const list = node.type === 'subscript' ? node.child('value') : undefined;
      const part = node.child('subscript');
      if (list === undefined || part?.type !== 'slice') return undefined;
      const bounds = /^(-?\d*):(-?\d*)$/.exec(canonical(part));
      if (bounds === null) return undefined;
      const [, from, to] = bounds;
      return { list, bounds: to === '' ? [Number(from)] : [Number(from), Number(to)] };
    },
    spread: (element) =>
      /^(?:list|dictionary)_splat$/.test(element.type) ? element.named[0] : undefined,
    row: (element) => {
      const call = PYTHON.call(element);
      if (call?.name !== 'param') return undefined;
      const marks = call.args.find(({ name }) => name === 'marks');
      if (marks !== undefined && /\b(?:skip|xfail)\b/.test(marks.value.text))
        return { cases: [], hasOthers: false };
      const texts = call.args.flatMap(({ name, value }) =>
        name === undefined ? [canonical(value)] : [],
      );
      return {
        cases: [texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(',')})`],
        hasOthers: false,
      };
    },
  };
}
