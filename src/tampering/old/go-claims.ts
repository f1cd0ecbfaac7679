import { type Claim, claim, type Dialect, equalityClaims } from './claims.ts';
import {
  type Call,
  callOf,
  type Expression,
  indexOfSymbol,
  splitAt,
  textOf,
  withoutParentheses,
} from './expressions.ts';
import type { Scope } from './scope.ts';

/** Names of functions that only convert a value. */
const CONVERSIONS = new Set([
  'string', 'byte', 'rune', 'bool', 'any', 'error', 'int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8',
  'uint16', 'uint32', 'uint64', 'float32', 'float64', 'true', 'false', 'nil', 'map', 'struct', 'interface',
]); // biome-ignore format: a table
/** Functions that say whether two values are equal. */
const EQUALITIES =
  /^(?:reflect\.DeepEqual|bytes\.Equal|slices\.Equal|maps\.Equal|cmp\.Equal|proto\.Equal|strings\.EqualFold)$/;
const CONTAINMENTS =
  /^(?:strings|bytes|slices)\.(?:Contains|HasPrefix|HasSuffix|ContainsAny|ContainsRune)$/;
const LOOSE_OPTION = /(?:Ignore|Sort|Approx|FilterPath|EquateEmpty)/;

/** How Go writes claims, with the local names of a scope. */
export function goDialect(scope: Scope): Dialect {
  const dialect: Dialect = {
    scope,
    conversions: CONVERSIONS,
    claimsOfCall: (expression, holds) => claimsOfCall(expression, holds, dialect),
    claimsOfEquality: (sides, holds) => claimsOfEquality(sides, holds, dialect),
    plain: (expression) => scope.inlined(withoutAddress(expression)),
    countedOf: (expression) => {
      const call = callOf(expression);
      return call?.callee === 'len' ? call.args[0] : undefined;
    },
  };
  return dialect;
}

export function withoutAddress(expression: Expression): Expression {
  const bare = withoutParentheses(expression);
  return /^[*&]$/.test(bare[0]?.text ?? '') && bare.length > 1 ? bare.slice(1) : bare;
}

/** The canonical text of the call whose error an expression is; undefined where it is no error. */
export function failingCallOf(expression: Expression, { scope }: Dialect): string | undefined {
  const bare = withoutParentheses(expression);
  const [name] = bare;
  if (bare.length === 1 && name?.kind === 'word') {
    const binding = scope.find(name.text);
    if (binding?.role === 'error') return textOf(binding.value);
    return isErrorName(name.text)
      ? binding === undefined
        ? name.text
        : textOf(binding.value)
      : undefined;
  }
  const last = bare.at(-1);
  const isField = bare.at(-2)?.text === '.' && last?.kind === 'word';
  if (isField && isErrorName(last.text)) return textOf(bare);
  const call = callOf(bare);
  return call !== undefined && isErrorName(call.name) ? textOf(bare) : undefined;
}

function isErrorName(name: string): boolean {
  return /^(?:err|error|e)\d*$|^err[A-Z_]|(?:Err|Error)\d*$/.test(name);
}

function claimsOfEquality(
  [left, right]: readonly [Expression, Expression],
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const value = textOf(right);
  if (value === 'nil') {
    const failing = failingCallOf(left, dialect);
    if (failing !== undefined) return [claim(holds ? 'runs' : 'throws', failing)];
    const subject = textOf(dialect.plain(left));
    return [holds ? claim('equal', subject, { expected: 'nil' }) : claim('defined', subject)];
  }
  // `(err != nil) != test.wantErr`.
  const inner = withoutParentheses(left);
  const isNil = inner.at(-1)?.text === 'nil' && inner.at(-2)?.text === '!=';
  const failing = isNil ? failingCallOf(inner.slice(0, -2), dialect) : undefined;
  if (failing !== undefined) {
    return [claim('throws', failing, { expected: textOf(dialect.plain(right)), negated: !holds })];
  }
  return (
    claimsOfErrorText(left, right, holds, dialect) ??
    claimsOfDifference(left, right, holds, dialect)
  );
}

/** `err.Error() == "…"`, `err == ErrNotFound`. */
function claimsOfErrorText(
  left: Expression,
  right: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const failing = failingCallOf(receiverOfErrorText(left) ?? left, dialect);
  if (failing === undefined) return undefined;
  return [claim('throws', failing, { expected: textOf(dialect.plain(right)), negated: !holds })];
}

function receiverOfErrorText(expression: Expression): Expression | undefined {
  const call = callOf(expression);
  return call?.name === 'Error' && call.args.length === 0 ? call.receiver : undefined;
}

/** `cmp.Diff(want, got) == ""`. */
function claimsOfDifference(
  left: Expression,
  right: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  if (textOf(right) !== '""' && textOf(right) !== '0') return undefined;
  const call = callOf(dialect.plain(left));
  if (
    call === undefined ||
    !/(?:^|\.)Diff$|^(?:cmp|bytes|strings|slices)\.Compare$/.test(call.callee)
  ) {
    // `len(cmp.Diff(…)) == 0` is left to be counted.
    return undefined;
  }
  return claimsOfEqual(call, holds, dialect, call.name === 'Diff');
}

function claimsOfEqual(
  { args }: Call,
  holds: boolean,
  dialect: Dialect,
  isExpectedFirst: boolean,
): readonly Claim[] {
  const [first = [], second = [], ...options] = args;
  const loose = options.filter((option) => LOOSE_OPTION.test(textOf(option))).length;
  const claims = equalityClaims([first, second], holds, dialect, isExpectedFirst);
  return loose === 0 ? claims : claims.map((one) => ({ ...one, wildcards: loose }));
}

function claimsOfCall(
  expression: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const [word] = expression;
  const binding = expression.length === 1 ? dialect.scope.find(word?.text ?? '') : undefined;
  if (binding?.role === 'flag') {
    const subject = textOf(binding.value);
    return [holds ? claim('defined', subject) : claim('equal', subject, { expected: 'nil' })];
  }
  const call = callOf(expression);
  if (call === undefined) return undefined;
  const [first = [], second = []] = call.args;
  const plainText = (one: Expression) => textOf(dialect.plain(one));
  if (EQUALITIES.test(call.callee)) return claimsOfEqual(call, holds, dialect, false);
  if (
    /(?:^|\.)(?:Is|As)$/.test(call.callee) &&
    /^(?:errors|xerrors|pkgerrors)$/.test(textOf(call.receiver))
  ) {
    const failing = failingCallOf(first, dialect) ?? plainText(first);
    if (textOf(second) === 'nil') return [claim(holds ? 'runs' : 'throws', failing)];
    return [
      claim('throws', failing, { expected: textOf(withoutAddress(second)), negated: !holds }),
    ];
  }
  if (CONTAINMENTS.test(call.callee)) {
    const text = receiverOfErrorText(first);
    const failing = text === undefined ? undefined : failingCallOf(text, dialect);
    const expected = plainText(second);
    if (failing !== undefined)
      return [claim('throws', failing, { expected, negated: !holds, wildcards: 1 })];
    return [claim('contains', plainText(first), { expected, negated: !holds })];
  }
  if (/^(?:MatchString|Match)$/.test(call.name)) {
    const isPackage = textOf(call.receiver) === 'regexp';
    const [expected, subject] = isPackage ? [first, second] : [call.receiver, first];
    return [
      claim('matches', plainText(subject), { expected: plainText(expected), negated: !holds }),
    ];
  }
  if (call.name === 'Equal' && call.args.length === 1 && call.receiver.length > 0) {
    return equalityClaims([call.receiver, first], holds, dialect);
  }
  return undefined;
}

/** The parts of a header: `x, err := f()` and `err != nil` of an `if`. */
export function headerOf(header: Expression): {
  readonly init: Expression;
  readonly condition: Expression;
} {
  const at = indexOfSymbol(header, [';']);
  return at < 0
    ? { init: [], condition: header }
    : { init: header.slice(0, at), condition: header.slice(at + 1) };
}

/** Binds the names that a statement `a, err := f(x)`, `var a = b` or `a = b` gives a value. */
export function bindNames(
  statement: Expression,
  scope: Scope,
  isMutable: (name: string) => boolean,
): void {
  const words = /^(?:var|const)$/.test(statement[0]?.text ?? '') ? statement.slice(1) : statement;
  const at = indexOfSymbol(words, [':=', '=']);
  if (at <= 0) return;
  const isNew = words[at]?.text === ':=' || words.length < statement.length;
  const names = splitAt(words.slice(0, at), ',');
  const values = splitAt(words.slice(at + 1), ',');
  for (const [index, target] of names.entries()) {
    const [name] = target;
    if (name?.kind !== 'word' || name.text === '_' || (target.length > 1 && !isNew)) continue;
    const own = values.length === names.length ? values[index] : values[0];
    const value = scope.inlined(own ?? []);
    const isOnly = values.length === names.length;
    const isKept =
      (!isMutable(name.text) && !value.some(({ text }) => text === 'func')) ||
      isErrorName(name.text);
    const role = roleOf(name.text, isOnly, index, names.length);
    const binding = isKept && value.length > 0 ? ({ value, role } as const) : undefined;
    if (isNew) scope.bind(name.text, binding);
    else scope.reassign(name.text, binding);
  }
}

function roleOf(
  name: string,
  isOnly: boolean,
  index: number,
  count: number,
): 'value' | 'error' | 'flag' | 'later' {
  if (isErrorName(name)) return 'error';
  if (isOnly || index === 0) return 'value';
  return /^(?:ok|found|exists)$/.test(name) && index === count - 1 ? 'flag' : 'later';
}
