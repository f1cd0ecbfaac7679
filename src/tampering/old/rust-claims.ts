import { type Claim, claim, claimNear, claimsOf, type Dialect, equalityClaims } from './claims.ts';
import {
  callOf,
  type Expression,
  indexOfSymbol,
  splitAt,
  textOf,
  topLevelOf,
  withoutParentheses,
} from './expressions.ts';
import type { Scope } from './scope.ts';
import type { Token } from './source.ts';

const CONVERSIONS = new Set([
  'Some', 'Ok', 'Err', 'None', 'String', 'from', 'to_string', 'to_owned', 'into', 'vec', 'Vec', 'Box', 'Rc', 'Arc',
  'true', 'false', 'format', 'as', 'u8', 'u16', 'u32', 'u64', 'usize', 'i8', 'i16', 'i32', 'i64', 'isize', 'f32', 'f64',
  'new', 'str', 'from_secs', 'from_millis', 'Duration', 'json',
]); // biome-ignore format: a table
/** What is called on a value before it is compared, and makes no difference to what is asked. */
const PLAIN_METHODS = new Set([
  'unwrap', 'expect', 'clone', 'as_str', 'as_ref', 'as_deref', 'to_owned', 'to_string', 'as_slice', 'as_bytes', 'to_vec',
  'copied', 'cloned', 'into_inner', 'iter', 'borrow', 'as_mut', 'into_iter',
]); // biome-ignore format: a table
const ERROR_METHODS = /^(?:unwrap_err|expect_err|err)$/;

/** How Rust writes claims, with the local names of a scope. */
export function rustDialect(scope: Scope): Dialect {
  const dialect: Dialect = {
    scope,
    conversions: CONVERSIONS,
    claimsOfCall: (expression, holds) => claimsOfCall(expression, holds, dialect),
    claimsOfEquality: (sides, holds) => claimsOfEquality(sides, holds, dialect),
    plain: (expression) => plainOf(expression, scope),
    countedOf: (expression) => {
      const call = callOf(expression);
      if (call === undefined || call.args.length > 0 || call.receiver.length === 0)
        return undefined;
      return /^(?:len|count)$/.test(call.name) ? call.receiver : undefined;
    },
  };
  return dialect;
}

/** A value without references, unwrapping and copies, its local names inlined. */
function plainOf(expression: Expression, scope: Scope): Expression {
  const bare = withoutUnwrapping(unwrapped(expression));
  const inlined = scope.inlined(bare);
  return textOf(inlined) === textOf(bare) ? bare : withoutUnwrapping(unwrapped(inlined));
}

/** An expression without `?`, `.await`, `.unwrap()` and `.expect("…")` inside of it. */
function withoutUnwrapping(expression: Expression): Expression {
  const kept: Token[] = [];
  for (let at = 0; at < expression.length; at += 1) {
    const [dot, name, open, first, second] = expression.slice(at, at + 5);
    const isMethod = dot?.text === '.' && open?.text === '(';
    if (dot === undefined || (dot.kind === 'symbol' && dot.text === '?')) continue;
    if (dot.text === '.' && name?.text === 'await') at += 1;
    else if (isMethod && name?.text === 'unwrap' && first?.text === ')') at += 3;
    else if (
      isMethod &&
      name?.text === 'expect' &&
      first?.kind === 'string' &&
      second?.text === ')'
    )
      at += 4;
    else kept.push(dot);
  }
  return kept;
}

function unwrapped(expression: Expression): Expression {
  let bare = withoutParentheses(expression);
  for (let size = -1, depth = 0; size !== bare.length && depth < 50; depth += 1) {
    size = bare.length;
    if (/^[&*]$/.test(bare[0]?.text ?? '')) bare = bare.slice(bare[1]?.text === 'mut' ? 2 : 1);
    else if (bare[0]?.text === '&&') bare = bare.slice(1);
    if (bare.at(-1)?.text === '?') bare = bare.slice(0, -1);
    if (bare.at(-1)?.text === 'await' && bare.at(-2)?.text === '.') bare = bare.slice(0, -2);
    const call = callOf(bare);
    const isPlain = call !== undefined && call.receiver.length > 0 && PLAIN_METHODS.has(call.name);
    if (isPlain && call.args.length === (call.name === 'expect' ? 1 : 0)) bare = call.receiver;
    else if (
      call !== undefined &&
      /^String::from$|^Some$|^Ok$/.test(call.callee) &&
      call.args.length === 1
    ) {
      bare = call.args[0] ?? bare;
    }
    bare = withoutParentheses(bare);
  }
  return bare;
}

/** What gave an error: the receiver of `unwrap_err()`. */
function failedOf(expression: Expression, dialect: Dialect): Expression | undefined {
  const call = callOf(dialect.plain(expression));
  if (call === undefined || call.receiver.length === 0) return undefined;
  if (ERROR_METHODS.test(call.name)) return call.receiver;
  return /^(?:kind|message)$/.test(call.name) ? failedOf(call.receiver, dialect) : undefined;
}

function claimsOfEquality(
  [left, right]: readonly [Expression, Expression],
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const value = textOf(right);
  const subject = () => textOf(dialect.plain(left));
  if (value === 'None') {
    return [holds ? claim('equal', subject(), { expected: 'None' }) : claim('defined', subject())];
  }
  if (value === 'Ok(())') return [claim(holds ? 'runs' : 'throws', subject())];
  const call = callOf(withoutParentheses(right));
  if (call?.callee === 'Err' && call.args.length === 1) {
    const expected = textOf(dialect.plain(call.args[0] ?? []));
    return [claim('throws', subject(), { expected, negated: !holds })];
  }
  const failed = failedOf(left, dialect);
  if (failed === undefined) return undefined;
  const expected = textOf(dialect.plain(right));
  return [claim('throws', textOf(dialect.plain(failed)), { expected, negated: !holds })];
}

function claimsOfCall(
  expression: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] | undefined {
  const call = callOf(unlessAwaited(expression));
  if (call === undefined) return undefined;
  const negated = !holds;
  const [first = []] = call.args;
  if (call.callee === 'matches!') return claimsOfPattern(first, call.args.slice(1), holds, dialect);
  if (call.receiver.length === 0) return undefined;
  const about = () => textOf(dialect.plain(call.receiver));
  const expected = textOf(dialect.plain(first));
  switch (call.name) {
    case 'is_ok':
      return [claim(holds ? 'runs' : 'throws', about())];
    case 'is_err':
      return [claim(holds ? 'throws' : 'runs', about())];
    case 'is_some':
      return [holds ? claim('defined', about()) : claim('equal', about(), { expected: 'None' })];
    case 'is_none':
      return [holds ? claim('equal', about(), { expected: 'None' }) : claim('defined', about())];
    case 'is_empty':
      return [holds ? claim('count', about(), { expected: '0' }) : claim('defined', about())];
    case 'eq':
      return equalityClaims([call.receiver, first], holds, dialect);
    case 'ne':
      return equalityClaims([call.receiver, first], !holds, dialect);
    case 'is_match':
      return [claim('matches', expected, { expected: about(), negated })];
    case 'contains':
    case 'contains_key':
    case 'starts_with':
    case 'ends_with':
    case 'any': {
      const failed = failedOf(call.receiver, dialect);
      if (failed === undefined) return [claim('contains', about(), { expected, negated })];
      return [claim('throws', textOf(dialect.plain(failed)), { expected, negated, wildcards: 1 })];
    }
    default:
      return undefined;
  }
}

function unlessAwaited(expression: Expression): Expression {
  const isAwaited = expression.at(-1)?.text === 'await' && expression.at(-2)?.text === '.';
  return isAwaited ? expression.slice(0, -2) : expression;
}

/** `matches!(value, Err(Error::Empty))`. */
export function claimsOfPattern(
  value: Expression,
  pattern: readonly Expression[],
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] {
  const text = pattern.map(textOf).join(',');
  const subject = textOf(dialect.plain(value));
  const negated = !holds;
  const open = (text.match(/\b_\b|\.\./g) ?? []).length;
  const wildcards = open === 0 ? {} : { wildcards: open };
  const wrapped = /^(Ok|Some|Err)\((.*)\)$/.exec(text);
  const inner = wrapped?.[2] ?? '';
  const isAny = /^(?:_|\.\.|[a-z_]\w*)$/.test(inner);
  if (wrapped?.[1] === 'Err') {
    if (isAny) return [claim(holds ? 'throws' : 'runs', subject)];
    return [claim('throws', subject, { expected: inner, negated, ...wildcards })];
  }
  if (wrapped !== null && isAny) {
    const form = wrapped[1] === 'Ok' ? 'runs' : 'defined';
    return [
      holds || form === 'defined' ? claim(form, subject, { negated }) : claim('throws', subject),
    ];
  }
  if (text === 'None') {
    return [holds ? claim('equal', subject, { expected: 'None' }) : claim('defined', subject)];
  }
  if (wrapped !== null && open === 0 && !inner.includes(' if ')) {
    return [claim('equal', subject, { expected: inner, negated })];
  }
  if (text === '_') return [claim('vacuous', subject)];
  return [claim('matches', subject, { expected: text, negated, ...wildcards })];
}

/**
 * What a macro claims: those of the standard library and of proptest, approx, float_cmp, assert_matches, insta,
 * assert_ok, googletest. Undefined where its name says of no assertion.
 */
export function claimsOfMacro(
  name: string,
  args: readonly Expression[],
  dialect: Dialect,
): readonly Claim[] | undefined {
  const [first = [], second = []] = args;
  const bare = name.replace(/^(?:debug_|prop_|const_|pretty_)/, '');
  switch (bare) {
    case 'assert':
    case 'ensure':
      return claimsOf(first, true, dialect);
    case 'assert_eq':
    case 'assert_str_eq':
    case 'ensure_eq':
      return equalityClaims([first, second], true, dialect);
    case 'assert_ne':
      return equalityClaims([first, second], false, dialect);
    case 'assert_matches':
    case 'assert_let':
      return claimsOfPattern(first, [second], true, dialect);
    case 'assert_ok':
      return [claim('runs', textOf(dialect.plain(first)))];
    case 'assert_err':
      return [claim('throws', textOf(dialect.plain(first)))];
    case 'assert_ok_eq':
    case 'assert_some_eq':
      return equalityClaims([first, second], true, dialect);
    case 'assert_some':
      return [claim('defined', textOf(dialect.plain(first)))];
    case 'assert_none':
      return [claim('equal', textOf(dialect.plain(first)), { expected: 'None' })];
    case 'assert_that':
    case 'expect_that':
    case 'verify_that':
      return claimsOfMatcher(first, second, true, dialect);
    default:
      return claimsOfOtherMacro(bare, args, dialect);
  }
}

function claimsOfOtherMacro(
  name: string,
  args: readonly Expression[],
  dialect: Dialect,
): readonly Claim[] | undefined {
  const [first = [], second = []] = args;
  if (/^assert_(?:abs_diff|relative|ulps|approx|float|delta|nearly|near|in_delta)/.test(name)) {
    return [nearClaim(first, second, args.slice(2), dialect)];
  }
  if (/^assert_(?:\w+_)?snapshot$|^assert_snapshot/.test(name))
    return [snapshotClaim(args, dialect)];
  if (!/^(?:assert|expect|check|verify)_/.test(name)) return undefined;
  return [
    claim('custom', args.map((one) => textOf(dialect.plain(one))).join(','), { expected: name }),
  ];
}

/** `assert_relative_eq!(a, b, epsilon = 1e-6)`. */
function nearClaim(
  left: Expression,
  right: Expression,
  options: readonly Expression[],
  dialect: Dialect,
): Claim {
  const named = options.find((one) =>
    /^(?:epsilon|max_relative|abs|ulps|max_ulps)$/.test(one[0]?.text ?? ''),
  );
  const bound = named === undefined ? (options[0] ?? []) : named.slice(2);
  return claimNear([left, right], bound, dialect, false);
}

/** A snapshot in a file, or right here: `@"…"`. */
function snapshotClaim(args: readonly Expression[], dialect: Dialect): Claim {
  const inline = args.find((one) => one[0]?.text.startsWith('@'));
  const values = args.filter((one) => one !== inline);
  // `assert_snapshot!("name", value)`.
  const subject = values.length > 1 && values[0]?.[0]?.kind === 'string' ? values[1] : values[0];
  return claim('snapshot', textOf(dialect.plain(subject ?? [])), {
    expected: inline === undefined ? undefined : textOf(inline.slice(1)),
  });
}

/** Matchers of googletest. */
function claimsOfMatcher(
  subject: Expression,
  matcher: Expression,
  holds: boolean,
  dialect: Dialect,
): readonly Claim[] {
  const call = callOf(matcher);
  const about = textOf(dialect.plain(subject));
  const [first = []] = call?.args ?? [];
  const negated = !holds;
  if (call?.name === 'eq' || call?.name === 'is_equal_to')
    return equalityClaims([subject, first], holds, dialect);
  if (call?.name === 'not') return claimsOfMatcher(subject, first, !holds, dialect);
  if (call?.name === 'ok') return claimsOfMatcher(subject, first, holds, dialect);
  if (call?.name === 'err') return [claim('throws', about, { expected: textOf(first), negated })];
  if (/^(?:contains|contains_substring|starts_with)$/.test(call?.name ?? '')) {
    return [claim('contains', about, { expected: textOf(dialect.plain(first)), negated })];
  }
  if (/^(?:anything|always)$/.test(call?.name ?? '')) return [claim('vacuous', about)];
  return [claim('custom', about, { expected: textOf(matcher), negated })];
}

/** The last expression between operators of a statement: `add(1, 2)` of `let _ = add(1, 2)`. */
export function rightSideOf(statement: Expression): Expression {
  const at = statement[0]?.text === 'let' ? indexOfSymbol(statement, ['=']) : -1;
  return statement.slice(at + 1);
}

/** Binds the name that `let name = …` gives a value; a mutable one stands for nothing that is known. */
export function bindLet(statement: Expression, scope: Scope): void {
  if (statement[0]?.text !== 'let') return;
  const at = indexOfSymbol(statement, ['=']);
  if (at < 2) return;
  const colon = indexOfSymbol(statement.slice(0, at), [':']);
  const target = statement.slice(1, colon > 0 ? colon : at);
  const value = unwrapped(scope.inlined(unwrapped(statement.slice(at + 1))));
  const [name] = target;
  const isBlock = topLevelOf(value).some((index) =>
    /^(?:\||\|\||if|match|async)$/.test(value[index]?.text ?? ''),
  );
  if (
    target.length === 1 &&
    name?.kind === 'word' &&
    name.text !== '_' &&
    !isBlock &&
    value.length > 0
  ) {
    scope.bind(name.text, { value, role: 'value' });
    return;
  }
  for (const one of target)
    if (one.kind === 'word' && one.text !== 'mut') scope.bind(one.text, undefined);
}

/** The values of an array or vector as written, as canonical texts; undefined where an expression is none. */
export function rowsOf(expression: Expression): readonly string[] | undefined {
  let bare = expression;
  for (
    let call = callOf(bare);
    call !== undefined && /^(?:iter|into_iter|enumerate|copied|cloned)$/.test(call.name);
  ) {
    bare = call.receiver;
    call = callOf(bare);
  }
  bare = bare[0]?.text === '&' ? bare.slice(1) : bare;
  if (bare[0]?.text === 'vec' && bare[1]?.text === '!') bare = bare.slice(2);
  if (bare[0]?.text !== '[' || bare.at(-1)?.text !== ']' || topLevelOf(bare).length > 1)
    return undefined;
  return splitAt(bare.slice(1, -1), ',').map(textOf);
}
