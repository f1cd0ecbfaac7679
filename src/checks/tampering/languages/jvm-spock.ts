/** Spock: what the blocks of a feature method assert. */

import type { Range, Token } from '../source.ts';
import { canonicalText, partsOf } from '../source.ts';
import type { Claim, ClaimContext } from './jvm-claims.ts';
import { argumentsText, claimsOfCondition, className, wildcardsIn } from './jvm-claims.ts';
import { chainOf, isSymbol, placeOf } from './jvm-source.ts';

const LABELS = new Set([
  'given',
  'setup',
  'when',
  'then',
  'expect',
  'where',
  'cleanup',
  'and',
  'filter',
]);

export function isGroovyLabel(first: Token | undefined, second: Token | undefined): boolean {
  return first?.kind === 'word' && LABELS.has(first.text) && isSymbol(second, ':');
}

/** What a statement below a label claims, and its cases; undefined where it is an ordinary one. */
export function groovyClaims(
  context: ClaimContext,
  range: Range,
  label: string,
): { readonly claims: readonly Claim[]; readonly cases: readonly string[] } | undefined {
  const { source } = context.code;
  if (label === 'where') return { claims: [], cases: casesOf(context, range) };
  if (label !== 'then' && label !== 'expect') return undefined;
  if (placeOf(source, range, (token) => isSymbol(token, '=')) !== undefined) {
    const thrown = thrownClaims(context, range);
    return thrown === undefined ? undefined : { claims: thrown, cases: [] };
  }
  const claims = thrownClaims(context, range) ?? interaction(context, range);
  if (claims !== undefined) return { claims, cases: [] };
  const isBlock = chainOf(context.code, range).some(({ block }) => block !== undefined);
  const isCommand = /^(?:with|verifyAll|assertSoftly|println)\b|^assert/.test(context.say(range));
  if (isBlock || isCommand) return undefined;
  return { claims: claimsOfCondition(context, range, false), cases: [] };
}

function thrownClaims(context: ClaimContext, range: Range): readonly Claim[] | undefined {
  const { source } = context.code;
  const equals = placeOf(source, range, (token) => isSymbol(token, '='));
  const value = equals === undefined ? range : { ...range, from: equals + 1 };
  const [link] = chainOf(context.code, value);
  const [first] = link?.arguments ?? [];
  if (link?.name === 'notThrown' || link?.name === 'noExceptionThrown') {
    return [{ subject: '', form: 'runs', negated: false }];
  }
  if (link?.name !== 'thrown') return undefined;
  const expected = first === undefined ? undefined : className(context.say(first));
  return [{ subject: '', form: 'throws', negated: false, expected }];
}

/** `1 * cart.add(_)` */
function interaction(context: ClaimContext, range: Range): readonly Claim[] | undefined {
  const { source } = context.code;
  const times = placeOf(source, range, (token) => isSymbol(token, '*'));
  if (times === undefined || times - range.from > 4) return undefined;
  const links = chainOf(context.code, { from: times + 1, to: range.to });
  const last = links.at(-1);
  if (last?.isCall !== true) return undefined;
  const count = canonicalText(source, { from: range.from, to: times });
  if (!/^(?:\d+|_|\(.*\))$/.test(count)) return undefined;
  const given = argumentsText(context, last);
  const wildcards = wildcardsIn(`${given} ${/^\d+$/.test(count) ? '' : '_'}`);
  const expected =
    count === '0' || count === '1' || count === '_' ? given : `${given} times(${count})`;
  const subject = links.map(({ name }) => name).join('.');
  const claim: Claim = { subject, form: 'called', negated: count === '0', expected };
  return [wildcards === undefined ? claim : { ...claim, wildcards }];
}

/** A row of a table below `where:`, or the values of `a << [1, 2]`. The row of names has only words. */
function casesOf({ code }: ClaimContext, range: Range): readonly string[] {
  const { source } = code;
  const piped = placeOf(source, range, (token) => isSymbol(token, '<<'));
  if (piped !== undefined) {
    const open = piped + 1;
    if (!isSymbol(source.tokens[open], '[')) return [];
    const to = source.closing.get(open) ?? range.to;
    return partsOf(source, { from: open + 1, to }).map((part) => canonicalText(source, part));
  }
  const bar = placeOf(source, range, (token) => isSymbol(token, '|') || isSymbol(token, '||'));
  if (bar === undefined) return [];
  const isNames = source.tokens
    .slice(range.from, range.to)
    .every(({ kind, text }) => (kind === 'symbol' ? /^\|+$/.test(text) : /^[a-z]\w*$/.test(text)));
  return isNames ? [] : [canonicalText(source, range)];
}
