import { type Expression, isPlainLiteral, topLevelOf, withoutParentheses } from './expressions.ts';

/** What a local name stands for. */
export interface Binding {
  readonly value: Expression;
  /** `error`: the error of the call in `value`. `flag`: whether it gave something. `later`: another of its results. */
  readonly role: 'value' | 'error' | 'flag' | 'later';
}

/** Longer right sides stay behind their name: the text of a subject is to be read by a person. */
const MOST_TOKENS = 40;
const MOST_RECEIVER_TOKENS = 16;
/** What makes an object keeps its name: the calls on it are what is asked, not how it came to be. */
const CONSTRUCTOR =
  /^(?:[nN]ew|[mM]ake|[dD]efault|[bB]uilder|with_|[oO]pen|[cC]onnect|[sS]etup|[sS]eed|[sS]tart|spawn|[mM]ock|[fF]ake|test_|fixture|sample)/;

/** The local names of a block and of those around it. Names of tables and their rows are conditions of no environment. */
export class Scope {
  private readonly bindings = new Map<string, Binding | undefined>();
  private readonly rows = new Set<string>();
  private readonly parent: Scope | undefined;

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  /** Says what a name stands for from here on; undefined where that is not known. */
  bind(name: string, binding: Binding | undefined): void {
    this.bindings.set(name, binding);
  }

  /** A name of an outer block is given another value: there it stands for nothing that is known any more. */
  reassign(name: string, binding: Binding | undefined): void {
    if (!this.bindings.has(name)) this.parent?.forget(name);
    this.bind(name, binding);
  }

  private forget(name: string): void {
    if (this.bindings.has(name)) this.bindings.set(name, undefined);
    else this.parent?.forget(name);
  }

  find(name: string): Binding | undefined {
    return this.bindings.has(name) ? this.bindings.get(name) : this.parent?.find(name);
  }

  isLocal(name: string): boolean {
    return this.bindings.has(name) || this.rows.has(name) || (this.parent?.isLocal(name) ?? false);
  }

  addRow(name: string): void {
    this.rows.add(name);
  }

  isRow(name: string): boolean {
    return this.rows.has(name) || (this.parent?.isRow(name) ?? false);
  }

  /** Whether a condition looks at a row of a table or at a parameter: it belongs to the cases. */
  isAboutRow(condition: Expression): boolean {
    return condition.some(
      ({ kind, text }, index) =>
        kind === 'word' && condition[index - 1]?.text !== '.' && this.isRow(text),
    );
  }

  /**
   * An expression with local names replaced by their right sides where these are short: the whole of it, the first
   * name of a chain that a call gave, and literals among the arguments.
   */
  inlined(expression: Expression): Expression {
    const plain = withoutParentheses(expression);
    const whole = this.withFirstName(plain);
    return this.withLiterals(whole);
  }

  private withFirstName(expression: Expression): Expression {
    const [first, second] = expression;
    if (first?.kind !== 'word') return expression;
    const binding = this.find(first.text);
    if (binding?.role !== 'value' || binding.value.length > MOST_TOKENS) return expression;
    const { value } = binding;
    if (second === undefined) return value;
    const rest = expression.slice(1);
    const isOperation = topLevelOf(value).some(
      (index) =>
        value[index]?.kind === 'symbol' && !/^(?:\.|::|[([{]|\?|!|&)$/.test(value[index].text),
    );
    if (isOperation || !/^(?:\.|\[)$/.test(second.text)) return expression;
    return isPlainReceiver(value) ? [...value, ...rest] : expression;
  }

  private withLiterals(expression: Expression): Expression {
    if (expression.length > 4 * MOST_TOKENS) return expression;
    return expression.flatMap((token, index) => {
      if (token.kind !== 'word') return [token];
      const before = expression[index - 1]?.text ?? '';
      const after = expression[index + 1]?.text ?? '';
      if (/^(?:\.|::)$/.test(before) || /^(?:\.|::|:|\(|!|\{)$/.test(after)) return [token];
      const binding = this.find(token.text);
      return binding?.role === 'value' && isPlainLiteral(binding.value) ? binding.value : [token];
    });
  }
}

/** Whether what a name stands for may stand before a dot: a call that makes no object. */
function isPlainReceiver(value: Expression): boolean {
  if (value.length > MOST_RECEIVER_TOKENS || value.at(-1)?.text === '}') return false;
  const top = topLevelOf(value);
  const names = top.filter((index) => value[index]?.kind === 'word');
  const isCall = top.some((index) => value[index]?.text === '(');
  return isCall && !names.some((index) => CONSTRUCTOR.test(value[index]?.text ?? ''));
}
