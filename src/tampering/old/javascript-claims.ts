/** What assertions of JavaScript claim, whatever library they are written with. */

import type { Assertion } from '../test-file.ts';
import {
  chainAt,
  closingOf,
  dottedName,
  functionAt,
  isChainStart,
  textAt,
} from './javascript-syntax.ts';
import type { Scope } from './javascript-values.ts';
import {
  bare,
  bindingOf,
  expectedText,
  isLiteral,
  subjectText,
  written,
} from './javascript-values.ts';
import type { Range, Source } from './source.ts';
import { insideOf } from './source.ts';

/** An assertion without the place where it stands. */
export type Claim = Omit<Assertion, 'line' | 'text' | 'guard'> & {
  /** Whether it gives a promise that somebody must wait for. */
  readonly isPromise?: boolean;
};

/** The text that is read, and the names that hold there. */
export interface Reading {
  readonly source: Source;
  readonly scope: Scope;
}

const WILDCARD =
  /\b(?:any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|closeTo|notNull|notUndefined)\(|\bmatch\.\w+/g;

const TIMES: Readonly<Record<string, string>> = {
  calledOnce: '1',
  calledTwice: '2',
  calledThrice: '3',
};

export function claim(
  subject: string,
  form: Claim['form'],
  negated: boolean,
  more: Partial<Claim> = {},
): Claim {
  return { subject, form, negated, ...more };
}

export function subjectIn({ scope, source }: Reading, range: Range): string {
  return subjectText(source, range, scope);
}

export function expectedIn({ scope, source }: Reading, range: Range | undefined): string {
  return range === undefined ? '' : expectedText(source, range, scope);
}

function wildcardsIn(expected: string): { readonly wildcards?: number } {
  const count = expected.match(WILDCARD)?.length ?? 0;
  return count === 0 ? {} : { wildcards: count };
}

/** Two values are equal, whichever of them stands first. */
export function equalClaims(
  reading: Reading,
  left: Range,
  right: Range,
  negated: boolean,
): readonly Claim[] {
  const { source } = reading;
  const isYoda = isLiteral(source, left) && !isLiteral(source, right);
  const [actual, wanted] = isYoda ? [right, left] : [left, right];
  const [own, other] = [actual, wanted].map((one) => written(source, bare(source, one)));
  const isConstant = isLiteral(source, actual) && isLiteral(source, wanted);
  if (own === other && !/[(]/.test(own ?? '') && !negated) {
    return [claim(own ?? '', 'vacuous', false, { expected: other })];
  }
  if (isConstant && !isNamed(reading, actual)) {
    return [claim(own ?? '', 'vacuous', negated, { expected: other })];
  }
  const expected = expectedIn(reading, wanted);
  if (expected === 'true' || expected === 'false') {
    const compared = comparison(reading, actual, negated !== (expected === 'false'));
    if (compared !== undefined) return compared;
  }
  return [equalTo(subjectIn(reading, actual), expected, negated)];
}

function isNamed({ source }: Reading, range: Range): boolean {
  return source.tokens[range.from]?.kind === 'word' && !isLiteral(source, range);
}

/** A subject is equal to a value: what the value leaves open makes it a weaker claim. */
export function equalTo(subject: string, expected: string, negated: boolean): Claim {
  if (negated && (expected === 'null' || expected === 'undefined')) {
    return claim(subject, 'defined', false);
  }
  const calls = /^(.+)\.mock\.(?:calls\.length|callCount\(\))$/.exec(subject);
  const count = /^(.+)\.callCount$/.exec(subject);
  const double = calls?.[1] ?? count?.[1];
  if (double !== undefined) return calledTimes(double, expected, negated);
  const spy = /^(.+)\.(called(?:Once|Twice|Thrice)?)$/.exec(subject);
  if (spy?.[1] !== undefined && /^(?:true|false)$/.test(expected)) {
    const times = TIMES[spy[2] ?? ''];
    const isOpposite = negated !== (expected === 'false');
    return claim(spy[1], 'called', isOpposite, times === undefined ? {} : { expected: times });
  }
  const list = /^(.+)\.(?:length|size)$/.exec(subject);
  if (list?.[1] !== undefined) return claim(list[1], 'count', negated, { expected });
  const type = /^typeof (.+)$/.exec(subject) ?? /^typeof\((.+)\)$/.exec(subject);
  if (type?.[1] !== undefined) return claim(type[1], 'instance', negated, { expected });
  return (
    openClaim(subject, expected, negated) ?? {
      ...claim(subject, 'equal', negated, { expected }),
      ...wildcardsIn(expected),
    }
  );
}

/** What a whole value that is a wildcard claims. */
function openClaim(subject: string, expected: string, negated: boolean): Claim | undefined {
  const found =
    /^(?:expect|sinon\.match|match|jasmine)\.(any|anything|objectContaining|arrayContaining|stringContaining|stringMatching)\((.*)\)$/.exec(
      expected,
    );
  const [, kind, inner = ''] = found ?? [];
  if (kind === undefined) return undefined;
  const more = { expected: inner, ...wildcardsIn(inner) };
  if (kind === 'any') return claim(subject, 'instance', negated, { expected: inner });
  if (kind === 'anything') return claim(subject, 'defined', negated);
  return claim(subject, kind === 'stringMatching' ? 'matches' : 'contains', negated, more);
}

export function calledTimes(subject: string, expected: string, negated: boolean): Claim {
  return expected === '0'
    ? claim(subject, 'called', !negated)
    : claim(subject, 'called', negated, { expected });
}

/** A value is one that holds; a comparison inside of it counts as the comparison. */
export function truthyClaims(reading: Reading, range: Range, negated: boolean): readonly Claim[] {
  const { source } = reading;
  const value = bare(source, range);
  if (isAlways(source, value, negated)) {
    return [claim(written(source, value), 'vacuous', false)];
  }
  return (
    comparison(reading, value, negated) ?? [claim(subjectIn(reading, value), 'truthy', negated)]
  );
}

function isAlways(source: Source, { from, to }: Range, negated: boolean): boolean {
  if (to <= from) return false;
  for (const part of splitBy(source, { from, to }, '||')) {
    const text = written(source, bare(source, part));
    if (!negated && (text === 'true' || text === '!false' || text === '!0')) return true;
  }
  return isLiteral(source, { from, to });
}

function splitBy(source: Source, { from, to }: Range, operator: string): readonly Range[] {
  const parts: Range[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    if (source.closing.has(at)) at = closingOf(source, at, to);
    else if (textAt(source, at) === operator) {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  parts.push({ from: start, to });
  return parts;
}

const COMPARISONS = /^(?:===?|!==?|<=?|>=?|instanceof|in)$/;
const UNCOMPARED = /^(?:\|\||\?\?|\?|=>|=)$/;
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };

/** What a condition claims where it compares; undefined where it does not. */
export function comparison(
  reading: Reading,
  range: Range,
  negated: boolean,
): readonly Claim[] | undefined {
  const { source } = reading;
  const { from, to } = bare(source, range);
  const parts = splitBy(source, { from, to }, '&&');
  if (parts.length > 1) {
    if (negated) return undefined;
    return parts.flatMap((part) => truthyClaims(reading, part, false));
  }
  if (textAt(source, from) === '!') {
    const isWhole = chainAt(source, from + 1, to).to >= to;
    return isWhole ? truthyClaims(reading, { from: from + 1, to }, !negated) : undefined;
  }
  const at = operatorIn(source, { from, to });
  if (at === undefined) return calledPredicate(reading, { from, to }, negated);
  return comparisonAt(reading, { from, to, at }, negated);
}

function operatorIn(source: Source, { from, to }: Range): number | undefined {
  let found: number | undefined;
  for (let at = from; at < to; at += 1) {
    if (source.closing.has(at)) at = closingOf(source, at, to);
    else if (UNCOMPARED.test(textAt(source, at))) return undefined;
    else if (COMPARISONS.test(textAt(source, at)) && at > from && at < to - 1) found ??= at;
  }
  return found;
}

function comparisonAt(
  reading: Reading,
  { at, from, to }: Range & { readonly at: number },
  negated: boolean,
): readonly Claim[] {
  const { source } = reading;
  const operator = textAt(source, at);
  const [left, right] = [
    { from, to: at },
    { from: at + 1, to },
  ];
  if (/^(?:===?)$/.test(operator)) return equalClaims(reading, left, right, negated);
  if (/^(?:!==?)$/.test(operator)) return equalClaims(reading, left, right, !negated);
  if (operator === 'instanceof') {
    const expected = expectedIn(reading, right);
    return [claim(subjectIn(reading, left), 'instance', negated, { expected })];
  }
  if (operator === 'in') {
    const expected = expectedIn(reading, left);
    return [claim(subjectIn(reading, right), 'contains', negated, { expected })];
  }
  const isYoda = isLiteral(source, left) && !isLiteral(source, right);
  const plain = isYoda ? (MIRRORED[operator] ?? operator) : operator;
  const sign = negated ? (OPPOSITE[plain] ?? plain) : plain;
  const [actual, limit] = isYoda ? [right, left] : [left, right];
  return [orderClaim(reading, actual, sign, limit)];
}

/** A value is more or less than another; near, where it is the distance of two and less than a bound. */
export function orderClaim(reading: Reading, actual: Range, sign: string, limit: Range): Claim {
  const near = distanceClaim(reading, actual, sign, limit);
  if (near !== undefined) return near;
  const subject = subjectIn(reading, actual);
  return orderOf(subject, sign, expectedIn(reading, limit), isLiteral(reading.source, actual));
}

/** `Math.abs(a - b) < c`; undefined for every other order. */
export function distanceClaim(
  reading: Reading,
  about: Range,
  sign: string,
  limit: Range,
): Claim | undefined {
  if (sign !== '<' && sign !== '<=') return undefined;
  const { source } = reading;
  const range = standsFor(reading, about);
  const { links, to } = chainAt(source, range.from, range.to);
  const call = links.at(-1);
  const isDistance = dottedName(links) === 'Math.abs' && links.length === 3 && to >= range.to;
  const inner = isDistance && call?.kind === 'call' ? call.args[0] : undefined;
  const difference = inner === undefined ? undefined : standsFor(reading, inner);
  const minus = difference === undefined ? undefined : minusIn(source, difference);
  if (difference === undefined || minus === undefined) return undefined;
  const sides = [
    { from: difference.from, to: minus },
    { from: minus + 1, to: difference.to },
  ] as const;
  const isYoda = isLiteral(source, sides[0]) && !isLiteral(source, sides[1]);
  const [actual, wanted] = isYoda ? [sides[1], sides[0]] : sides;
  const bound = expectedIn(reading, limit);
  const tolerance = bound === 'Number.EPSILON' ? Number.EPSILON : Number(bound);
  return claim(subjectIn(reading, actual), 'near', false, {
    expected: expectedIn(reading, wanted),
    ...(Number.isFinite(tolerance) ? { tolerance } : {}),
  });
}

/** What a name was given, where it is a name and no more. */
function standsFor({ scope, source }: Reading, range: Range): Range {
  const { from, to } = bare(source, range);
  const binding = to === from + 1 ? bindingOf(scope, textAt(source, from)) : undefined;
  return binding?.range ?? { from, to };
}

/** Where the last difference outside of brackets is taken; a sign before a number is none. */
function minusIn(source: Source, { from, to }: Range): number | undefined {
  let found: number | undefined;
  for (let at = from; at < to; at += 1) {
    if (source.closing.has(at)) at = closingOf(source, at, to);
    else if (textAt(source, at) === '-' && at > from && !isOperator(source, at - 1)) found = at;
  }
  return found;
}

function isOperator({ tokens }: Source, at: number): boolean {
  const token = tokens[at];
  return token?.kind === 'symbol' && !/^[)\]}]$/.test(token.text);
}

/** The same of texts; no count is below zero. */
export function orderOf(subject: string, sign: string, limit: string, isConstant = false): Claim {
  const list = /^(.+)\.(?:length|size)$/.exec(subject);
  const isAlways = `${sign}${limit}` === '>=0' || `${sign}${limit}` === '>-1';
  if (isConstant || (list !== null && isAlways)) {
    return claim(list?.[1] ?? subject, 'vacuous', false, { expected: `${sign}${limit}` });
  }
  return claim(list?.[1] ?? subject, 'compares', false, { expected: `${sign}${limit}` });
}

/** `list.includes(x)`, `/a/.test(text)`, `Array.isArray(x)` as what they look at. */
function calledPredicate(
  reading: Reading,
  range: Range,
  negated: boolean,
): readonly Claim[] | undefined {
  const { source } = reading;
  if (
    !isChainStart(source, range.from) &&
    !source.closing.has(range.from) &&
    !isRegex(reading, range)
  ) {
    return undefined;
  }
  const { links, to } = chainAt(source, range.from, range.to);
  const call = links.at(-1);
  const name = links.at(-2);
  if (to < range.to || call?.kind !== 'call' || name?.kind !== 'name') return undefined;
  const [argument] = call.args;
  if (argument === undefined) return undefined;
  if (/^called(?:Once)?With(?:Exactly)?$/.test(name.name)) {
    const args = call.args.map((one) => expectedIn(reading, one)).join(',');
    const double = subjectIn(reading, { from: range.from, to: name.from });
    return [claim(double, 'called', negated, { expected: `(${args})` })];
  }
  if (call.args.length > 1) return undefined;
  const owner = { from: range.from, to: name.from };
  const subject = subjectIn(reading, owner);
  const expected = expectedIn(reading, argument);
  if (subject === 'Array' && name.name === 'isArray') {
    return [claim(subjectIn(reading, argument), 'instance', negated, { expected: 'Array' })];
  }
  if (/^(?:includes|has|startsWith|endsWith)$/.test(name.name)) {
    return [claim(subject, 'contains', negated, { expected })];
  }
  if (name.name === 'test' && subject.startsWith('/')) {
    return [claim(subjectIn(reading, argument), 'matches', negated, { expected: subject })];
  }
  return undefined;
}

function isRegex({ source }: Reading, { from }: Range): boolean {
  return source.tokens[from]?.text.startsWith('/') === true;
}

/** What a function that is to throw does: the call inside of `() => parse('')`. */
export function calledIn(reading: Reading, range: Range): string {
  const { source } = reading;
  const value = bare(source, range);
  const literal = functionAt(source, value.from, value.to);
  return subjectIn(reading, literal?.body ?? value);
}

/** Whether a function has nothing in its body. */
export function isEmptyFunction({ source }: Reading, range: Range): boolean {
  const literal = functionAt(source, range.from, range.to);
  return literal !== undefined && literal.body.to <= literal.body.from;
}

/** An error that is expected: its class and its message, `TypeError "bad"`. */
export function errorText(reading: Reading, args: readonly Range[]): string | undefined {
  const { source } = reading;
  const texts = args.map((argument) => {
    const { from, to } = bare(source, argument);
    if (textAt(source, from) === 'new') {
      const { args: inner, name } = constructed(source, from + 1, to);
      return [name, expectedIn(reading, inner)].filter((one) => one !== '').join(' ');
    }
    return textAt(source, from) === '{'
      ? errorProperties(reading, from)
      : expectedIn(reading, argument);
  });
  const text = texts.filter((one) => one !== '' && !/^undefined$/.test(one)).join(' ');
  return text === '' ? undefined : text;
}

function constructed(
  source: Source,
  at: number,
  limit: number,
): { readonly name: string; readonly args: Range | undefined } {
  const { links } = chainAt(source, at, limit);
  const call = links.find((one) => one.kind === 'call');
  const name = links.flatMap((one) => (one.kind === 'name' ? [one.name] : [])).join('.');
  return { name, args: call?.kind === 'call' ? call.args[0] : undefined };
}

/** `{ name: 'TypeError', message: 'bad' }` as `TypeError "bad"`; with more in it, as it is. */
function errorProperties(reading: Reading, open: number): string {
  const { source } = reading;
  const inside = insideOf(source, open);
  const whole = expectedIn(reading, { from: open, to: inside.to + 1 });
  const found = /^\{(?:(?:name:"(\w+)"|instanceOf:(\w+)),?)?(?:message:(.+))?\}$/.exec(whole);
  if (found === null || /,\w+:/.test(found[3] ?? '')) return whole;
  const text = [found[1] ?? found[2], found[3]].filter((one) => one !== undefined).join(' ');
  return text === '' ? whole : text;
}

/** That something throws, or only that it does not. */
export function throwsClaim(
  reading: Reading,
  run: Range,
  expected: string | undefined,
  negated: boolean,
): Claim {
  const subject = calledIn(reading, run);
  if (!negated) return claim(subject, 'throws', false, { expected });
  return claim(subject, isEmptyFunction(reading, run) ? 'vacuous' : 'runs', false);
}
