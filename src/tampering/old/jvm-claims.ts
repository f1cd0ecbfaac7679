/** What one expression of Java or Kotlin claims: the part that assertions of all frameworks share. */

import type { Assertion } from '../test-file.ts';
import type { JvmCode, Link } from './jvm-source.ts';
import {
  chainOf,
  isSymbol,
  isWord,
  jvmText,
  lambdasIn,
  placeOf,
  statementsOf,
  withoutBrackets,
} from './jvm-source.ts';
import type { Range } from './source.ts';
import { partsOf } from './source.ts';

export type Claim = Pick<
  Assertion,
  'subject' | 'form' | 'negated' | 'expected' | 'tolerance' | 'wildcards'
>;

export interface ClaimContext {
  readonly code: JvmCode;
  /** The canonical text of a range, local variables replaced by what they hold. */
  say(range: Range): string;
  /** Whether something of this package is imported. */
  imports(name: string): boolean;
}

const STRING = String.raw`"(?:[^"\\]|\\[\s\S])*"`;
const PLAIN_TOKENS = new RegExp(
  String.raw`^(?:${STRING}|[\d.][\w.]*|[-+,[\]{}():]|true|false|null|new (?=[A-Z])|` +
    String.raw`[A-Z][\w]*(?:\.(?:class|java|of|valueOf|[A-Z]\w*))*|::class|` +
    String.raw`(?:listOf|setOf|mapOf|emptyList|emptySet|emptyMap|arrayOf|to)\b|` +
    String.raw`(?:BigDecimal|Arrays)\.\w+| )*$`,
);
const COLLECTION =
  /^(?:(?:List|Set|ImmutableList|ImmutableSet|Stream)\.of|Arrays\.asList|Lists\.newArrayList|listOf|setOf|arrayOf|intArrayOf|(?:new )?\w+\[\])([({])([\s\S]*)[)}]$/;
const EMPTY =
  /^(?:Collections\.empty(?:List|Set|Map)|empty(?:List|Set|Map)|(?:List|Set|Map)\.of)\(\)$/;
const SIZE = /^([\s\S]+?)\.(?:size\(\)|size|length\(\)|length|count\(\))$/;

/** Whether a text names a value by itself: a literal, a constant, or a collection of them. */
export function isPlainValue(text: string): boolean {
  return text !== '' && text.length <= 2_000 && PLAIN_TOKENS.test(text);
}

function isLiteral(text: string): boolean {
  return /^(?:-?[\d.][\w.]*|true|false|null)$/.test(text) || /^"[^"]*"$/.test(text);
}

/** A claim in the one form that all claims of its meaning have. */
export function settled(claim: Claim): Claim {
  const { expected, form, negated, subject } = claim;
  if (form !== 'equal' || expected === undefined) return claim;
  if (isPlainValue(subject) && !isPlainValue(expected) && claim.wildcards === undefined) {
    return settled({ ...claim, subject: expected, expected: subject });
  }
  const isSame = subject === expected && !subject.includes('(');
  const isFixed = isLiteral(subject) && isLiteral(expected) && (subject === expected) !== negated;
  if ((isSame && !negated) || isFixed) return vacuous(subject);
  if (expected === 'true' || expected === 'false') {
    return { subject, form: 'truthy', negated: negated !== (expected === 'false') };
  }
  if (expected === 'null' && negated) return { subject, form: 'defined', negated: false };
  const size = SIZE.exec(subject);
  if (size?.[1] !== undefined) {
    return { ...claim, subject: size[1], form: 'count' };
  }
  if (EMPTY.test(expected)) return { ...claim, form: 'count', expected: '0' };
  const list = COLLECTION.exec(expected);
  return list?.[2] === undefined ? claim : { ...claim, expected: `[${list[2]}]` };
}

export function vacuous(subject: string): Claim {
  return { subject, form: 'vacuous', negated: false };
}

export function equality(
  context: ClaimContext,
  subject: Range,
  expected: Range,
  negated: boolean,
): readonly Claim[] {
  const value = context.say(expected);
  if (value === 'true' || value === 'false') {
    return claimsOfCondition(context, subject, negated !== (value === 'false'));
  }
  return [settled({ subject: context.say(subject), form: 'equal', negated, expected: value })];
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '==': '==',
  '===': '==',
  '!=': '!=',
  '!==': '!=',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
  instanceof: 'is',
  is: 'is',
  in: 'in',
  '!is': 'is',
};
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** What is claimed where a condition holds; where it does not, if `negated`. */
export function claimsOfCondition(
  context: ClaimContext,
  whole: Range,
  negated: boolean,
): readonly Claim[] {
  const { source } = context.code;
  const range = withoutBrackets(source, whole);
  if (range.to <= range.from) return [];
  const all = partsOf(source, range, negated ? '||' : '&&');
  if (all.length > 1) return all.flatMap((part) => claimsOfCondition(context, part, negated));
  const any = partsOf(source, range, negated ? '&&' : '||');
  if (any.length > 1) {
    const holds = negated ? 'false' : 'true';
    const isVacuous = any.some((part) => context.say(part) === holds);
    const subject = context.say(range);
    return [isVacuous ? vacuous(subject) : { subject, form: 'truthy', negated }];
  }
  if (isSymbol(source.tokens[range.from], '!')) {
    return claimsOfCondition(context, { ...range, from: range.from + 1 }, !negated);
  }
  return claimsOfComparison(context, range, negated) ?? claimsOfCall(context, range, negated);
}

function claimsOfComparison(
  context: ClaimContext,
  range: Range,
  negated: boolean,
): readonly Claim[] | undefined {
  const { source } = context.code;
  const at = placeOf(source, range, (token, place) => {
    if (place === range.from || token.kind === 'string' || !(token.text in COMPARISONS))
      return false;
    const before = source.tokens[place - 1];
    // The angle brackets of types stand close.
    return !/^[<>]$/.test(token.text) || before === undefined || before.to < token.from;
  });
  if (at === undefined) return undefined;
  const isNot = isSymbol(source.tokens[at - 1], '!');
  const left = { from: range.from, to: isNot ? at - 1 : at };
  const right = { from: at + 1, to: range.to };
  const operator = COMPARISONS[source.tokens[at]?.text ?? ''] ?? '==';
  const isNegated = negated !== isNot;
  if (operator === '==') return equality(context, left, right, isNegated);
  if (operator === '!=') return equality(context, left, right, !isNegated);
  const subject = context.say(left);
  const expected = context.say(right);
  if (operator === 'is') {
    return [{ subject, form: 'instance', negated: isNegated, expected: expected.split(' ')[0] }];
  }
  if (operator === 'in') {
    return [{ subject: expected, form: 'contains', negated: isNegated, expected: subject }];
  }
  return [comparison(subject, isNegated ? (OPPOSITE[operator] ?? operator) : operator, expected)];
}

/** That one value is more or less than another. */
export function comparison(left: string, operator: string, right: string): Claim {
  if (isPlainValue(left) && !isPlainValue(right)) {
    return comparison(right, MIRRORED[operator] ?? operator, left);
  }
  const isSize = SIZE.test(left);
  const always =
    isSize && ((operator === '>=' && right === '0') || (operator === '>' && right === '-1'));
  if (always || (isPlainValue(left) && isPlainValue(right))) return vacuous(left);
  return { subject: left, form: 'compares', negated: false, expected: `${operator}${right}` };
}

const PART_CALLS: Readonly<Record<string, Claim['form']>> = {
  equals: 'equal',
  contentEquals: 'equal',
  contains: 'contains',
  containsAll: 'contains',
  containsKey: 'contains',
  containsValue: 'contains',
  startsWith: 'matches',
  endsWith: 'matches',
  matches: 'matches',
};

function claimsOfCall(context: ClaimContext, range: Range, negated: boolean): readonly Claim[] {
  const { code } = context;
  const subject = context.say(range);
  if (subject === 'true' || subject === 'false') {
    // What always fails is no claim that lets things through.
    return (subject === 'true') === negated
      ? [{ subject, form: 'custom', negated, expected: 'fails' }]
      : [vacuous(subject)];
  }
  const links = chainOf(code, range);
  const last = links.at(-1);
  if (last?.isCall && last.to === range.to) {
    const [first, second] = last.arguments;
    const owner = links.at(-2)?.name;
    if (
      last.name.toLowerCase().endsWith('equals') &&
      first &&
      second &&
      /^[A-Z]/.test(owner ?? '')
    ) {
      return equality(context, second, first, negated);
    }
    const form = PART_CALLS[last.name];
    if (form !== undefined && first !== undefined && links.length > 1) {
      const receiver = { from: range.from, to: last.from - 1 };
      if (form === 'equal') return equality(context, receiver, first, negated);
      return [{ subject: context.say(receiver), form, negated, expected: context.say(first) }];
    }
    if (/^is(?:Not)?Empty$/.test(last.name) && links.length > 1) {
      const isNegated = negated !== (last.name === 'isNotEmpty');
      const receiver = context.say({ from: range.from, to: last.from - 1 });
      return [{ subject: receiver, form: 'count', negated: isNegated, expected: '0' }];
    }
  }
  return [{ subject, form: 'truthy', negated }];
}

/** What a lambda, or a reference to a method, does: its statements as one text. */
export function actionOf(context: ClaimContext, range: Range | undefined): string {
  if (range === undefined) return '';
  const [lambda] = lambdasIn(context.code, range);
  const body = lambda ?? range;
  return statementsOf(context.code, body)
    .map((statement) => context.say(withoutReturn(context.code, statement)))
    .join(';');
}

function withoutReturn({ source }: JvmCode, { from, to }: Range): Range {
  return isWord(source.tokens[from], 'return') ? { from: from + 1, to } : { from, to };
}

/** The name of a class from `X.class`, `X::class` or `X::class.java`. */
export function className(text: string): string {
  return text.replace(/(?:\.class|::class(?:\.java)?)$/, '').replace(/^.*\.(?=[A-Z]\w*$)/, '');
}

/** An error's class and message, as far as they are named. */
export function errorText(name: string, message = ''): string | undefined {
  const text = [name, message].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

export function isString({ code }: ClaimContext, range: Range | undefined): boolean {
  return range !== undefined && code.source.tokens[range.from]?.kind === 'string';
}

const WILD =
  /(?<![\w.])(?:Mockito\.|ArgumentMatchers\.|Matchers\.)?(?:any|any[A-Z]\w*|anything|isA|notNull|isNotNull|nullable|allAny)\(/g;

/** How many arguments of a double may be anything. */
export function wildcardsIn(text: string): number | undefined {
  const count =
    [...text.matchAll(WILD)].length + [...text.matchAll(/(?<![\w"])_(?![\w"])/g)].length;
  return count === 0 ? undefined : count;
}

/** The arguments of a call as one text. */
export function argumentsText({ code }: ClaimContext, link: Link): string {
  const [first] = link.arguments;
  const last = link.arguments.at(-1);
  return first === undefined || last === undefined
    ? ''
    : jvmText(code.source, { from: first.from, to: last.to });
}
