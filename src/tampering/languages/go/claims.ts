import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  equalityClaim,
  type OfCall,
  type OfEquality,
  type OwnClaims,
} from '../../reading/claims.ts';
import type { Binding, Call } from '../../reading/dialect.ts';
import {
  expectedText,
  type Order,
  type Reading,
  subjectText,
  textOf,
} from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { GO_DIALECT as GO, isErrorName, isFlag } from './dialect.ts';

/** What only conditions of Go claim: of errors, of differences, of what `ok` says. */

/** Functions that say whether two values are equal. */
const EQUALITIES =
  /^(?:reflect\.DeepEqual|(?:bytes|slices|maps|cmp|proto)\.Equal|strings\.EqualFold)$/;
const CONTAINMENTS =
  /^(?:strings|bytes|slices)\.(?:Contains|HasPrefix|HasSuffix|ContainsAny|ContainsRune)$/;
const DIFFERENCES = /(?:^|\.)Diff$|^(?:cmp|bytes|strings|slices)\.Compare$/;
const LOOSE_OPTION = /(?:Ignore|Sort|Approx|FilterPath|EquateEmpty)/;

/** The text of the call whose error a node is; undefined where it is no error. */
export function failingText({ dialect, scope }: Reading, node: SyntaxNode): string | undefined {
  const own = dialect.unwrapped(node);
  if (!dialect.isName(own) || !isErrorName(own.text)) return undefined;
  return textOf({ dialect, scope }, scope.find(own.text, own) ?? own);
}

/** The same, or the text of the node itself. */
export function failing(reading: Reading, node: SyntaxNode): string {
  return failingText(reading, node) ?? subjectText(reading, node);
}

/** A value is nothing, or something; an error that is nothing is none. */
export function nilClaim(reading: Reading, node: SyntaxNode, negated: boolean): Claim {
  const error = failingText(reading, node);
  if (error !== undefined) return claim(negated ? 'throws' : 'runs', error);
  const subject = subjectText(reading, node);
  return negated ? claim('defined', subject) : claim('equal', subject, { expected: 'nil' });
}

const ownEquality: OfEquality = (reading, left, right, negated) => {
  const expected = expectedText(reading, right);
  if (expected === 'nil') return nilClaim(reading, left, negated);
  if (/^(?:true|false)$/.test(expected))
    return claimsOf(reading, left, negated !== (expected === 'false'))[0];
  const error = errorText(left) ?? left;
  const thrown = failingText(reading, error);
  if (thrown !== undefined) return claim('throws', thrown, { expected, negated });
  const counted = GO.counted(GO.unwrapped(left));
  if (counted !== undefined && expected === '0' && negated)
    return claim('defined', subjectText(reading, counted));
  const call = GO.call(reading.scope.standsFor(left));
  const isDifference = call !== undefined && DIFFERENCES.test(call.path);
  return isDifference && (expected === '""' || expected === '0')
    ? looseEquality(reading, call, negated, call.name === 'Diff' ? 'expected first' : undefined)
    : undefined;
};

/** `err` of `err.Error()`. */
function errorText(node: SyntaxNode): SyntaxNode | undefined {
  const call = GO.call(GO.unwrapped(node));
  return call?.name === 'Error' && call.args.length === 0 ? call.receiver : undefined;
}

/** `cmp.Diff(want, got, options…)` */
function looseEquality(
  reading: Claiming,
  { args }: Call,
  negated: boolean,
  order?: Order,
): Claim | undefined {
  const [first, second, ...options] = args;
  if (first === undefined || second === undefined) return undefined;
  const wildcards = options.filter(({ value }) => LOOSE_OPTION.test(value.text)).length;
  const one = equalityClaim(reading, first.value, second.value, negated, order);
  return wildcards === 0 ? one : { ...one, wildcards };
}

/** `v, ok := m[k]`: what `ok` says of `m[k]`. */
function flagClaim({ scope }: Claiming, value: SyntaxNode, negated: boolean): Claim | undefined {
  if (!GO.isName(value) || !isFlag(value.text)) return undefined;
  const of = scope.find(value.text, value);
  if (of === undefined || of.type === 'true' || of.type === 'false') return undefined;
  const isSecond = of.parent?.type === 'expression_list' && of.parent.named.length === 1;
  const names = of.parent?.parent?.child('left')?.named.length ?? 1;
  if (!isSecond || names < 2) return undefined;
  const subject = textOf({ dialect: GO, scope }, of);
  return negated ? claim('equal', subject, { expected: 'nil' }) : claim('defined', subject);
}

/** Whether a name is one of a loop, or of a parameter. */
function isOfRow({ node: { field, parent, type } }: Binding): boolean {
  const isCounter = field === 'initializer' && parent?.type === 'for_clause';
  return isCounter || /^(?:range_clause|parameter_declaration)$/.test(type);
}

const callClaims: OfCall = (reading, call, negated) => {
  const { args, name, path, receiver } = call;
  const [first, second] = args.map(({ value }) => value);
  if (EQUALITIES.test(path)) return looseEquality(reading, call, negated);
  if (first === undefined) return undefined;
  if (receiver !== undefined && name === 'Equal' && second === undefined)
    return equalityClaim(reading, receiver, first, negated);
  if (second === undefined) return undefined;
  const expected = expectedText(reading, second);
  if (/^(?:errors|xerrors|pkgerrors)\.(?:Is|As)$/.test(path))
    return expected === 'nil'
      ? nilClaim(reading, first, negated)
      : claim('throws', failing(reading, first), { expected, negated });
  if (!CONTAINMENTS.test(path)) return undefined;
  const text = errorText(first);
  const error = text === undefined ? undefined : failingText(reading, text);
  return error === undefined
    ? claim('contains', subjectText(reading, first), { expected, negated })
    : claim('throws', error, { expected, negated, wildcards: 1 });
};

/** What only conditions of Go claim. Names of rows and parameters are conditions of no environment. */
export const GO_CLAIMS: OwnClaims = {
  asksRow: (condition, { scope }) =>
    [...condition.within()].some(
      ({ text, type }) => type === 'identifier' && scope.bindingsOf(text).some(isOfRow),
    ),
  ofCall: callClaims,
  ofEquality: ownEquality,
  ofValue: flagClaim,
};
