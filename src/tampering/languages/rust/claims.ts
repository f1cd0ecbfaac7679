import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  equalityClaim,
  numberIn,
  type OfCall,
  type OfEquality,
  type OwnClaims,
} from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import {
  about,
  condition,
  equal,
  type Matcher,
  type Named,
  named,
  near,
  not,
} from '../../reading/matchers.ts';
import { expectedText, type Reading, subjectText, textOf } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { canonical, RUST_DIALECT as RUST, WRITING } from './dialect.ts';

/** What conditions and macros of Rust claim: the standard library, proptest, approx, insta, googletest and their kin. */

/** What gave an error: the receiver of `unwrap_err()`. */
function failedOf(reading: Reading, node: SyntaxNode): SyntaxNode | undefined {
  const call = RUST.call(reading.scope.standsFor(node));
  if (call?.receiver === undefined) return undefined;
  if (/^(?:unwrap_err|expect_err|err)$/.test(call.name)) return call.receiver;
  return /^(?:kind|message)$/.test(call.name) ? failedOf(reading, call.receiver) : undefined;
}

const ownEquality: OfEquality = (reading, left, right, negated) => {
  const subject = subjectText(reading, left);
  const expected = expectedText(reading, right);
  if (/^(?:true|false)$/.test(expected))
    return claimsOf(reading, left, negated !== (expected === 'false'))[0];
  if (expected === 'Ok(())') return claim(negated ? 'throws' : 'runs', subject);
  const call = RUST.call(RUST.unwrapped(right));
  const error = call?.path === 'Err' ? call.args[0] : undefined;
  if (error !== undefined)
    return claim('throws', subject, { expected: expectedText(reading, error.value), negated });
  const failed = failedOf(reading, left);
  if (failed !== undefined)
    return claim('throws', subjectText(reading, failed), { expected, negated });
  const counted = RUST.counted(RUST.unwrapped(left));
  return counted !== undefined && expected === '0' && negated
    ? claim('defined', subjectText(reading, counted))
    : undefined;
};

function letClaim(reading: Claiming, node: SyntaxNode, negated: boolean): Claim | undefined {
  const [pattern, value] = [node.child('pattern'), node.child('value')];
  return node.type === 'let_condition' && pattern && value
    ? patternClaim(reading, value, pattern, negated)
    : undefined;
}

const callClaim: OfCall = (reading, call, negated) => {
  const { args, name, receiver } = call;
  const first = args[0]?.value;
  if (call.path === 'matches!') {
    const pattern = args[1]?.value;
    return first && pattern ? patternClaim(reading, first, pattern, negated) : undefined;
  }
  if (receiver === undefined) return undefined;
  const subject = subjectText(reading, receiver);
  const none = claim('equal', subject, { expected: 'None' });
  switch (name) {
    case 'is_ok':
      return claim(negated ? 'throws' : 'runs', subject);
    case 'is_err':
      return claim(negated ? 'runs' : 'throws', subject);
    case 'is_some':
      return negated ? none : claim('defined', subject);
    case 'is_none':
      return negated ? claim('defined', subject) : none;
    case 'is_empty':
      return negated ? claim('defined', subject) : claim('count', subject, { expected: '0' });
  }
  if (first === undefined) return undefined;
  const expected = expectedText(reading, first);
  if (name === 'eq' || name === 'ne')
    return equalityClaim(reading, receiver, first, negated !== (name === 'ne'));
  if (!/^(?:contains|contains_key|starts_with|ends_with|any)$/.test(name)) return undefined;
  const failed = failedOf(reading, receiver);
  return failed === undefined
    ? claim('contains', subject, { expected, negated })
    : claim('throws', subjectText(reading, failed), { expected, negated, wildcards: 1 });
};

/** `matches!(value, Err(Error::Empty))`. */
export function patternClaim(
  reading: Claiming,
  value: SyntaxNode,
  pattern: SyntaxNode,
  negated: boolean,
): Claim {
  const text = canonical(pattern);
  const subject = subjectText(reading, value);
  const open = (text.match(/\b_\b|\.\./g) ?? []).length;
  const wildcards = open === 0 ? {} : { wildcards: open };
  const [, wrapper, inner = ''] = /^(Ok|Some|Err)\((.*)\)$/s.exec(text) ?? [];
  const isAny = /^(?:_|\.\.|[a-z_]\w*)$/.test(inner);
  if (wrapper === 'Err')
    return isAny
      ? claim(negated ? 'runs' : 'throws', subject)
      : claim('throws', subject, { expected: inner, negated, ...wildcards });
  if (wrapper === 'Ok' && isAny) return claim(negated ? 'throws' : 'runs', subject);
  if (wrapper === 'Some' && isAny) return claim('defined', subject, { negated });
  if (text === 'None')
    return negated ? claim('defined', subject) : claim('equal', subject, { expected: 'None' });
  if (wrapper !== undefined && open === 0 && !inner.includes(' if '))
    return claim('equal', subject, { expected: inner, negated });
  return text === '_'
    ? claim('vacuous', subject)
    : claim('matches', subject, { expected: text, negated, ...wildcards });
}

const pattern: Matcher = (reading, { args: [value, of] }) =>
  value && of ? [patternClaim(reading, value.value, of.value, false)] : [];

const isNear = near((reading, { args }) => {
  const bound =
    args.find(({ name }) => /^(?:epsilon|max_relative|abs|ulps|max_ulps)$/.test(name ?? '')) ??
    args.filter(({ name }) => name === undefined)[2];
  return bound === undefined ? undefined : numberIn(reading, bound.value);
});

/** A snapshot in a file, or right here: `@"…"`. */
const snapshot: Matcher = (reading, { args }) => {
  const isInline = (node: SyntaxNode): boolean => node.source.text[node.from - 1] === '@';
  const [inline] = args.filter(({ value }) => isInline(value));
  const values = args.filter((one) => one !== inline);
  // `assert_snapshot!("name", value)`.
  const isNamed = values.length > 1 && WRITING.strings.has(values[0]?.value.type ?? '');
  const subject = values[isNamed ? 1 : 0]?.value;
  const expected = inline === undefined ? {} : { expected: canonical(inline.value) };
  return [claim('snapshot', subject === undefined ? '' : subjectText(reading, subject), expected)];
};

/** Matchers of googletest. */
const matched: Matcher = (reading, { args: [subject, matcher] }) =>
  subject && matcher ? [matcherClaim(reading, subject.value, matcher.value, false)] : [];

function matcherClaim(
  reading: Claiming,
  subject: SyntaxNode,
  matcher: SyntaxNode,
  negated: boolean,
): Claim {
  const call = RUST.call(matcher);
  const first = call?.args[0]?.value;
  const about = subjectText(reading, subject);
  const name = call?.name ?? '';
  if (/^(?:anything|always)$/.test(name)) return claim('vacuous', about);
  if (first !== undefined) {
    if (name === 'eq' || name === 'is_equal_to')
      return equalityClaim(reading, subject, first, negated);
    if (name === 'not') return matcherClaim(reading, subject, first, !negated);
    if (name === 'ok') return matcherClaim(reading, subject, first, negated);
  }
  return claim('custom', about, { expected: textOf(reading, matcher), negated });
}

/** What macros claim, by their names without what says only when they are looked at. */
const MACROS: Named<Matcher> = named<Matcher>(
  [condition(), 'assert ensure'],
  [equal(), 'assert_eq assert_str_eq ensure_eq assert_ok_eq assert_some_eq'],
  [not(equal()), 'assert_ne'],
  [pattern, 'assert_matches assert_let'],
  [about('runs'), 'assert_ok'],
  [about('throws'), 'assert_err'],
  [about('defined'), 'assert_some'],
  [about('equal', 'None'), 'assert_none'],
  [matched, 'assert_that expect_that verify_that'],
);

/** What a macro claims; undefined where its name says of no assertion. */
export function macroClaims(reading: Claiming, call: Call): readonly Claim[] | undefined {
  const name = call.name.replace(/^(?:debug_|prop_|const_|pretty_)/, '');
  const known = MACROS.get(name);
  if (known !== undefined) return known(reading, call);
  if (/^assert_(?:abs_diff|relative|ulps|approx|float|delta|nearly|near|in_delta)/.test(name))
    return isNear(reading, call);
  if (/^assert_(?:\w+_)?snapshot$|^assert_snapshot/.test(name)) return snapshot(reading, call);
  return /^(?:assert|expect|check|verify)_/.test(name)
    ? customClaims(reading, call, name)
    : undefined;
}

/** A call by a name that says that it asserts. */
export function customClaims(
  reading: Claiming,
  { args }: Call,
  expected: string,
): readonly Claim[] {
  return [
    claim('custom', args.map(({ value }) => subjectText(reading, value)).join(','), { expected }),
  ];
}

/** What only conditions of Rust claim. */
export const RUST_CLAIMS: OwnClaims = {
  ofCall: callClaim,
  ofEquality: ownEquality,
  ofValue: letClaim,
};
