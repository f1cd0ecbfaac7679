import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  equalityClaim,
  type OfCall,
  type OwnClaims,
} from '../../reading/claims.ts';
import { expectedText, type Reading, rankOf, subjectText } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import {
  bodyNodeOf,
  canonical,
  functionIn,
  JAVASCRIPT_DIALECT as JAVASCRIPT,
  stringIn,
} from './dialect.ts';

/** What only JavaScript claims: of doubles, types, errors and what leaves a value open. */

const WILDCARD =
  /\b(?:any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|closeTo|notNull|notUndefined)\(|\bmatch\.\w+/g;
const TIMES: Readonly<Record<string, string>> = {
  calledOnce: '1',
  calledTwice: '2',
  calledThrice: '3',
};

/** Two values are equal; a comparison that is said to be true or false counts as the comparison. */
export function equalClaims(
  reading: Claiming,
  actual: SyntaxNode,
  wanted: SyntaxNode,
  negated: boolean,
): readonly Claim[] {
  const [own, other] = [actual, wanted].map((one) => canonical(JAVASCRIPT.unwrapped(one)));
  const isSame = own === other && !own?.includes('(') && !negated;
  const isConstant =
    rankOf(reading, actual) === 0 && (rankOf(reading, wanted) === 0 || isSame) && !negated;
  if (isSame || isConstant) return [claim('vacuous', own ?? '', { expected: other })];
  const expected = expectedText(reading, wanted);
  if (/^(?:true|false)$/.test(expected)) {
    const found = claimsOf(reading, actual, negated !== (expected === 'false'));
    if (found.some(({ form }) => form !== 'truthy')) return found;
    return [equalTo(subjectText(reading, actual), expected, negated)];
  }
  return [equalityClaim(reading, actual, wanted, negated, 'subject given')];
}

/** A subject is equal to a value: what the value leaves open makes it a weaker claim. */
export function equalTo(subject: string, expected: string, negated: boolean): Claim {
  if (negated && /^(?:null|undefined)$/.test(expected)) return claim('defined', subject);
  const spied = /^(?:true|false)$/.test(expected)
    ? spyClaim(subject, negated !== (expected === 'false'))
    : countClaim(subject, expected, negated);
  if (spied !== undefined) return spied;
  const list = /^(.+)\.(?:length|size)$/.exec(subject);
  if (list?.[1] !== undefined) return claim('count', list[1], { negated, expected });
  const type = /^typeof (.+)$/.exec(subject) ?? /^typeof\((.+)\)$/.exec(subject);
  if (type?.[1] !== undefined) return claim('instance', type[1], { negated, expected });
  return (
    openClaim(subject, expected, negated) ??
    claim('equal', subject, { negated, expected, ...wildcardsIn(expected) })
  );
}

/** `send.mock.calls.length`, `send.callCount`. */
function countClaim(subject: string, expected: string, negated: boolean): Claim | undefined {
  const double =
    /^(.+?)\.(?:(?:mock\.)?calls\.(?:length|count\(\))|mock\.callCount\(\)|callCount)$/.exec(
      subject,
    )?.[1];
  return double === undefined ? undefined : calledTimes(double, expected, negated);
}

/** `send.called`, `send.calledOnce`. */
function spyClaim(subject: string, negated: boolean): Claim | undefined {
  const [, double, word = ''] = /^(.+)\.(called(?:Once|Twice|Thrice)?)$/.exec(subject) ?? [];
  if (double === undefined) return undefined;
  const times = TIMES[word];
  return claim('called', double, { negated, ...(times === undefined ? {} : { expected: times }) });
}

export function calledTimes(subject: string, expected: string, negated: boolean): Claim {
  return expected === '0'
    ? claim('called', subject, { negated: !negated })
    : claim('called', subject, { negated, expected });
}

export function wildcardsIn(expected: string): { readonly wildcards?: number } {
  const count = expected.match(WILDCARD)?.length ?? 0;
  return count === 0 ? {} : { wildcards: count };
}

/** What a whole value that is a wildcard claims. */
function openClaim(subject: string, expected: string, negated: boolean): Claim | undefined {
  const [, kind, inner = ''] =
    /^(?:expect|sinon\.match|match|jasmine)\.(any|anything|objectContaining|arrayContaining|stringContaining|stringMatching)\((.*)\)$/s.exec(
      expected,
    ) ?? [];
  if (kind === undefined) return undefined;
  if (kind === 'any') return claim('instance', subject, { negated, expected: inner });
  if (kind === 'anything') return claim('defined', subject, { negated });
  const form = kind === 'stringMatching' ? 'matches' : 'contains';
  return claim(form, subject, { negated, expected: inner, ...wildcardsIn(inner) });
}

/** `list.includes(x)`, `/a/.test(text)`, `Array.isArray(x)` as what they look at. */
const predicateClaim: OfCall = (reading, { args, name, path, receiver }, negated) => {
  const [first, second] = args;
  if (receiver === undefined) {
    const isTruth = /^(?:Boolean)$/.test(name) && first !== undefined;
    return isTruth ? claimsOf(reading, first.value, negated) : undefined;
  }
  if (first === undefined) return undefined;
  const subject = subjectText(reading, receiver);
  if (/^called(?:Once)?With(?:Exactly)?$/.test(name)) {
    const given = args.map(({ value }) => expectedText(reading, value)).join(',');
    return claim('called', subject, { negated, expected: `(${given})` });
  }
  if (second !== undefined) return undefined;
  const expected = expectedText(reading, first.value);
  if (path === 'Array.isArray')
    return claim('instance', subjectText(reading, first.value), { negated, expected: 'Array' });
  if (/^(?:includes|has|startsWith|endsWith)$/.test(name))
    return claim('contains', subject, { negated, expected });
  if (name === 'test' && subject.startsWith('/'))
    return claim('matches', subjectText(reading, first.value), { negated, expected: subject });
  return undefined;
};

/** What a function that is to throw does: the call inside of `() => parse('')`. */
export function calledIn(reading: Reading, node: SyntaxNode): string {
  const routine = functionIn(node);
  if (routine === undefined) return subjectText(reading, node);
  const body = bodyNodeOf(routine);
  if (body.type !== 'statement_block') return subjectText(reading, body);
  return body.named
    .map((one) =>
      subjectText(reading, one.type === 'expression_statement' ? (one.named[0] ?? one) : one),
    )
    .join(';');
}

/** That something throws, or only that it does not. */
export function throwsClaim(
  reading: Reading,
  run: SyntaxNode,
  expected: string | undefined,
  negated: boolean,
): Claim {
  const subject = calledIn(reading, run);
  if (!negated) return claim('throws', subject, { expected });
  const routine = functionIn(run);
  const isEmpty = routine !== undefined && bodyNodeOf(routine).named.length === 0;
  return claim(isEmpty ? 'vacuous' : 'runs', subject);
}

/** An error that is expected: its class and its message, `TypeError "bad"`. */
export function errorText(reading: Reading, args: readonly SyntaxNode[]): string | undefined {
  const texts = args.map((argument) => {
    const own = JAVASCRIPT.unwrapped(argument);
    if (own.type === 'object') return errorProperties(expectedText(reading, own));
    const made = own.type === 'new_expression' ? JAVASCRIPT.call(own) : undefined;
    if (made === undefined) return expectedText(reading, argument);
    const [message] = made.args;
    const text = message === undefined ? '' : expectedText(reading, message.value);
    return [made.path, text].filter((one) => one !== '').join(' ');
  });
  const text = texts.filter((one) => one !== '' && one !== 'undefined').join(' ');
  return text === '' ? undefined : text;
}

/** `{ name: 'TypeError', message: 'bad' }` as `TypeError "bad"`; with more in it, as it is. */
function errorProperties(whole: string): string {
  const found = /^\{(?:(?:name:"(\w+)"|instanceOf:(\w+)),?)?(?:message:(.+))?\}$/.exec(whole);
  if (found === null || /,\w+:/.test(found[3] ?? '')) return whole;
  const text = [found[1] ?? found[2], found[3]].filter((one) => one !== undefined).join(' ');
  return text === '' ? whole : text;
}

/** The subject of a property: `user.name` of `'name'`, `user[key]` of anything else. */
export function propertySubject(
  reading: Reading,
  subject: string,
  key: SyntaxNode | undefined,
): string {
  const path = stringIn(key);
  if (path !== undefined) return `${subject}.${path}`;
  return key === undefined ? subject : `${subject}[${expectedText(reading, key)}]`;
}

/** What only conditions of JavaScript claim. */
export const JAVASCRIPT_CLAIMS: OwnClaims = {
  ofCall: predicateClaim,
  ofEquality: (reading, left, right, negated) =>
    equalTo(subjectText(reading, left), expectedText(reading, right), negated),
  ofValue: (reading, value, negated) => {
    const found = spyClaim(subjectText(reading, value), negated);
    return found?.form === 'called' ? found : undefined;
  },
};
