/** What the methods of `assert`, `t`, `tap` and their kin claim. */

import type { Claim, Reading } from './javascript-claims.ts';
import {
  calledTimes,
  claim,
  equalClaims,
  equalTo,
  errorText,
  expectedIn,
  orderClaim,
  subjectIn,
  throwsClaim,
  truthyClaims,
} from './javascript-claims.ts';
import { stringIn } from './javascript-syntax.ts';
import { bare, isLiteral, written } from './javascript-values.ts';
import type { Range } from './source.ts';

/** Reads what a method claims of its arguments; nothing where it is given too few. */
export type Method = (reading: Reading, args: readonly Range[]) => readonly Claim[];

const equal: Method = (reading, [actual, wanted]) =>
  actual === undefined || wanted === undefined ? [] : ordered(reading, actual, wanted, false);
const differs: Method = (reading, [actual, wanted]) =>
  actual === undefined || wanted === undefined ? [] : ordered(reading, actual, wanted, true);

/** Some write what they expect first: what has a name for it, or no call where the other has one. */
function ordered(
  reading: Reading,
  first: Range,
  second: Range,
  negated: boolean,
): readonly Claim[] {
  const isWanted = /^(?:expected|want|wanted|exp)\b/i;
  const [one, other] = [first, second].map((range) =>
    written(reading.source, bare(reading.source, range)),
  );
  const isSwapped = isWanted.test(one ?? '') && !isWanted.test(other ?? '');
  return isSwapped
    ? equalClaims(reading, second, first, negated)
    : equalClaims(reading, first, second, negated);
}

/** That its first argument holds; a comparison counts as the comparison. */
export const truthy: Method = (reading, [value]) =>
  value === undefined ? [] : truthyClaims(reading, value, false);
const falsy: Method = (reading, [value]) =>
  value === undefined ? [] : truthyClaims(reading, value, true);

function fixed(expected: string, negated = false): Method {
  return (reading, [value]) => {
    if (value === undefined) return [];
    const isYes = expected === 'true' || expected === 'false';
    const isOpposite = negated !== (expected === 'false');
    const claims = isYes ? truthyClaims(reading, value, isOpposite) : [];
    const [first] = claims;
    if (first !== undefined && first.form !== 'truthy') return claims;
    return [equalTo(subjectIn(reading, value), expected, negated)];
  };
}

function form(kind: Claim['form'], negated = false): Method {
  return (reading, [value, wanted]) => {
    if (value === undefined) return [];
    const subject = subjectIn(reading, value);
    if (isLiteral(reading.source, value) && !negated) return [claim(subject, 'vacuous', false)];
    const expected = wanted === undefined ? {} : { expected: expectedIn(reading, wanted) };
    return [claim(subject, kind, negated, expected)];
  };
}

function defined(negated = false): Method {
  return (reading, [value]) =>
    value === undefined ? [] : [claim(subjectIn(reading, value), 'defined', negated)];
}

/** There is nothing in a list, or something. */
function none(negated: boolean): Method {
  return (reading, [value]) =>
    value === undefined
      ? []
      : [claim(subjectIn(reading, value), 'count', negated, { expected: '0' })];
}

function order(sign: string): Method {
  return (reading, [value, limit]) =>
    value === undefined || limit === undefined ? [] : [orderClaim(reading, value, sign, limit)];
}

function ofType(expected: string, negated = false): Method {
  return (reading, [value]) =>
    value === undefined
      ? []
      : [claim(subjectIn(reading, value), 'instance', negated, { expected })];
}

function throws(negated: boolean, isPromise: boolean): Method {
  return (reading, [run, ...errors]) => {
    if (run === undefined) return [];
    const found = throwsClaim(reading, run, errorText(reading, errors), negated);
    return [isPromise ? { ...found, isPromise } : found];
  };
}

const near: Method = (reading, [value, wanted, delta]) => {
  if (value === undefined || wanted === undefined) return [];
  const tolerance = Number(delta === undefined ? '1e-7' : expectedIn(reading, delta));
  const more = Number.isFinite(tolerance) ? { tolerance } : {};
  const expected = expectedIn(reading, wanted);
  return [claim(subjectIn(reading, value), 'near', false, { expected, ...more })];
};

function property(negated: boolean): Method {
  return (reading, [owner, key, value]) => {
    if (owner === undefined || key === undefined) return [];
    const path = stringIn(reading.source, key);
    const rest = path === undefined ? `[${expectedIn(reading, key)}]` : `.${path}`;
    const subject = `${subjectIn(reading, owner)}${rest}`;
    return value === undefined
      ? [claim(subject, 'defined', negated)]
      : [equalTo(subject, expectedIn(reading, value), negated)];
  };
}

const noError: Method = (reading, [value]) =>
  value === undefined ? [] : [claim(subjectIn(reading, value), 'truthy', true)];

const passes: Method = () => [claim('', 'vacuous', false)];

/** How many assertions a test says that it has. */
export function planned(name: string): Method {
  return (reading, args) => [
    claim('', 'custom', false, {
      expected: `${name}(${args.map((one) => expectedIn(reading, one)).join(',')})`,
    }),
  ];
}

function calls(times: string | undefined): Method {
  return (reading, [double, count]) => {
    if (double === undefined) return [];
    const subject = subjectIn(reading, double);
    const expected = times === 'given' ? expectedIn(reading, count) : times;
    if (expected === undefined) return [claim(subject, 'called', false)];
    return [calledTimes(subject, expected, false)];
  };
}

const callsWith: Method = (reading, [double, ...args]) =>
  double === undefined
    ? []
    : [
        claim(subjectIn(reading, double), 'called', false, {
          expected: `(${args.map((one) => expectedIn(reading, one)).join(',')})`,
        }),
      ];

/** Methods of `assert`, `t`, `tap` and their kin, and the functions of Deno and chai. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  (
    [
      [equal, 'equal equals is isEqual strictEqual deepEqual deepStrictEqual same strictSame deepEquals looseEqual looseEquals isDeeply'],
      [equal, 'strictEquals propEqual eq eql sameDeepMembers sameMembers sameOrderedMembers deepEqualInAnyOrder hasStrict assertEquals assertStrictEquals assertEqual'],
      [differs, 'notEqual notStrictEqual not notDeepEqual notDeepStrictEqual isNot isNotEqual notSame notEquals notStrictSame'],
      [differs, 'assertNotEquals assertNotStrictEquals notLooseEqual isNotDeep'],
      [truthy, 'ok isOk truthy assert isTruthy'],
      [falsy, 'notOk isNotOk falsy isFalsy notok assertFalse'],
      [fixed('true'), 'true isTrue'],
      [fixed('false'), 'false isFalse'],
      [fixed('true', true), 'isNotTrue'],
      [fixed('false', true), 'isNotFalse'],
      [fixed('null'), 'isNull'],
      [fixed('null', true), 'isNotNull'],
      [fixed('undefined'), 'isUndefined'],
      [fixed('NaN'), 'isNaN'],
      [defined(), 'isDefined exists exist assertExists'],
      [defined(true), 'notExists isNotDefined'],
      [form('contains'), 'include includes contains has like deepInclude hasSubset containsSubset assertStringIncludes assertArrayIncludes assertObjectMatch matchObject'],
      [form('contains'), 'containsAllKeys hasAllKeys hasAnyKeys includeMembers includeDeepMembers oneOf partialDeepStrictEqual hasFields propContains'],
      [form('contains', true), 'notInclude notIncludes doesNotInclude notDeepInclude notHas'],
      [form('matches'), 'match regex matches assertMatch'],
      [form('matches', true), 'doesNotMatch notMatch notRegex assertNotMatch'],
      [form('instance'), 'instanceOf type typeOf isA assertInstanceOf'],
      [ofType('"string"'), 'isString'],
      [ofType('Array'), 'isArray'],
      [ofType('"number"'), 'isNumber'],
      [ofType('"object"'), 'isObject'],
      [ofType('"function"'), 'isFunction'],
      [ofType('"boolean"'), 'isBoolean'],
      [form('count'), 'lengthOf'],
      [none(false), 'isEmpty'],
      [none(true), 'isNotEmpty'],
      [order('>'), 'isAbove assertGreater'],
      [order('>='), 'isAtLeast assertGreaterOrEqual'],
      [order('<'), 'isBelow assertLess'],
      [order('<='), 'isAtMost assertLessOrEqual'],
      [near, 'closeTo approximately assertAlmostEquals'],
      [property(false), 'property propertyVal nestedProperty nestedPropertyVal deepPropertyVal hasProperty'],
      [property(true), 'notProperty'],
      [throws(false, false), 'throws assertThrows raises throw'],
      [throws(true, false), 'doesNotThrow notThrows'],
      [throws(false, true), 'rejects throwsAsync assertRejects isRejected'],
      [throws(true, true), 'doesNotReject notThrowsAsync resolves isFulfilled'],
      [form('snapshot'), 'snapshot matchSnapshot assertSnapshot fileSnapshot'],
      [noError, 'ifError error'],
      [passes, 'pass'],
      [planned('plan'), 'plan'],
      [calls('1'), 'calledOnce'],
      [calls('2'), 'calledTwice'],
      [calls('3'), 'calledThrice'],
      [calls('0'), 'notCalled'],
      [calls('given'), 'callCount'],
      [calls(undefined), 'called'],
      [callsWith, 'calledWith calledWithExactly calledOnceWithExactly calledWithMatch calledOnceWith'],
    ] as const satisfies readonly (readonly [Method, string])[]
  ).flatMap(([method, names]) => names.split(' ').map((name) => [name, method] as const)),
); // biome-ignore format: a table
