/** The words behind `expect(…)` and `.should`: matchers of jest and its kin, and chains of chai. */

import type { Claim, Reading } from './javascript-claims.ts';
import {
  calledIn,
  calledTimes,
  claim,
  distanceClaim,
  equalClaims,
  equalTo,
  errorText,
  expectedIn,
  isEmptyFunction,
  orderOf,
  truthyClaims,
} from './javascript-claims.ts';
import type { Link } from './javascript-syntax.ts';
import { functionAt, stringIn } from './javascript-syntax.ts';
import { isLiteral } from './javascript-values.ts';
import type { Range } from './source.ts';

/** How far the words have been read. */
export interface Expecting {
  readonly reading: Reading;
  /** Where the value is written; undefined where it is a property of it, or a page. */
  readonly range: Range | undefined;
  readonly subject: string;
  readonly negated: boolean;
  readonly words: ReadonlySet<string>;
  readonly settles: 'resolves' | 'rejects' | undefined;
}

type Matcher = (state: Expecting, args: readonly Range[]) => readonly Claim[];

function one(state: Expecting, form: Claim['form'], more: Partial<Claim> = {}): readonly Claim[] {
  return [claim(state.subject, form, state.negated, more)];
}

function text(state: Expecting, args: readonly Range[]): string {
  return args.map((argument) => expectedIn(state.reading, argument)).join(',');
}

const equals: Matcher = (state, args) => {
  const [wanted] = args;
  const { negated, range, reading, subject } = state;
  if (state.settles === 'rejects')
    return one(state, 'throws', { expected: errorText(reading, args) });
  if (wanted === undefined) return one(state, 'equal', { expected: 'undefined' });
  if (range !== undefined) return equalClaims(reading, range, wanted, negated);
  return [equalTo(subject, expectedIn(reading, wanted), negated)];
};

const contains: Matcher = (state, args) => {
  const expected = text(state, args);
  if (state.settles === 'rejects') {
    return one(state, 'throws', { expected: errorText(state.reading, args) });
  }
  const equal = equalTo(state.subject, expected, state.negated);
  const more = equal.wildcards === undefined ? {} : { wildcards: equal.wildcards };
  return one(state, 'contains', { expected, ...more });
};

const throws: Matcher = (state, args) => {
  const { negated, range, reading, settles } = state;
  const subject =
    range === undefined || settles !== undefined ? state.subject : calledIn(reading, range);
  if (!negated) return [claim(subject, 'throws', false, { expected: errorText(reading, args) })];
  const isEmpty = range !== undefined && isEmptyFunction(reading, range);
  return [claim(subject, isEmpty ? 'vacuous' : 'runs', false)];
};

const truthy: Matcher = (state) =>
  state.range === undefined
    ? one(state, 'truthy')
    : truthyClaims(state.reading, state.range, state.negated);

const defined: Matcher = (state) => {
  const isConstant = state.range !== undefined && isLiteral(state.reading.source, state.range);
  if (isConstant) return [claim(state.subject, 'vacuous', false)];
  return state.negated
    ? [claim(state.subject, 'equal', false, { expected: 'undefined' })]
    : [claim(state.subject, 'defined', false)];
};

const instance: Matcher = (state, args) =>
  state.settles === 'rejects'
    ? one(state, 'throws', { expected: errorText(state.reading, args) })
    : one(state, 'instance', { expected: text(state, args) });

const matches: Matcher = (state, args) => {
  const isObject = text(state, args).startsWith('{');
  if (state.settles === 'rejects') {
    return one(state, 'throws', { expected: errorText(state.reading, args) });
  }
  return one(state, isObject ? 'contains' : 'matches', { expected: text(state, args) });
};

function order(sign: string, opposite: string): Matcher {
  return (state, args) => {
    const { negated, range, reading, subject } = state;
    const [limit] = args;
    const near =
      range === undefined || limit === undefined
        ? undefined
        : distanceClaim(reading, range, negated ? opposite : sign, limit);
    if (near !== undefined) return [near];
    const isConstant = range !== undefined && isLiteral(reading.source, range);
    const list = state.words.has('length') || state.words.has('lengthOf') ? '.length' : '';
    return [orderOf(`${subject}${list}`, negated ? opposite : sign, text(state, args), isConstant)];
  };
}

const count: Matcher = (state, args) => one(state, 'count', { expected: text(state, args) });

const jestNear: Matcher = (state, args) => {
  const digits = Number(args[1] === undefined ? '2' : expectedIn(state.reading, args[1]));
  const tolerance = Number.isInteger(digits) ? Number(`5e${-digits - 1}`) : undefined;
  return one(state, 'near', { expected: text(state, args.slice(0, 1)), tolerance });
};

/** The difference stands for itself. */
const chaiNear: Matcher = (state, args) => {
  const tolerance = Number(args[1] === undefined ? 'none' : expectedIn(state.reading, args[1]));
  const more = Number.isFinite(tolerance) ? { tolerance } : {};
  return one(state, 'near', { expected: text(state, args.slice(0, 1)), ...more });
};

const property: Matcher = (state, args) => {
  const [name, value] = args;
  const path = name === undefined ? undefined : stringIn(state.reading.source, name);
  const subject = `${state.subject}${path === undefined ? `[${text(state, args.slice(0, 1))}]` : `.${path}`}`;
  if (value === undefined) return [claim(subject, 'defined', state.negated)];
  return [equalTo(subject, expectedIn(state.reading, value), state.negated)];
};

const called: Matcher = (state) => one(state, 'called');
const calledWith: Matcher = (state, args) => {
  const expected = `(${text(state, args)})`;
  const { wildcards } = equalTo('', expected, false);
  return one(state, 'called', { expected, ...(wildcards === undefined ? {} : { wildcards }) });
};
const timesCalled: Matcher = (state, args) => [
  calledTimes(state.subject, text(state, args), state.negated),
];

const snapshot: Matcher = (state, args) => {
  const kept = args.map((argument) => stringIn(state.reading.source, argument)).at(-1);
  const expected = kept === undefined ? undefined : kept.replace(/\s+/g, ' ').trim();
  return one(state, 'snapshot', expected === undefined ? {} : { expected });
};

const errorSnapshot: Matcher = (state, args) => {
  const kept = args[0] === undefined ? undefined : stringIn(state.reading.source, args[0]);
  const { range, reading, settles } = state;
  const subject =
    range === undefined || settles !== undefined ? state.subject : calledIn(reading, range);
  return [claim(subject, 'throws', state.negated, { expected: kept?.trim() })];
};

/** A state that a page shows. */
function shows(expected: string, isOpposite = false): Matcher {
  return ({ negated, subject }) => [claim(subject, 'equal', negated !== isOpposite, { expected })];
}

/** A text, an address or an attribute of what a page shows. */
const shown: Matcher = (state, args) => {
  const expected = text(state, args);
  if (args.length === 0) return one(state, 'defined');
  return one(state, expected.startsWith('/') ? 'matches' : 'equal', { expected });
};

function fixed(expected: string): Matcher {
  return (state) => {
    const { negated, range, reading, subject } = state;
    if (range !== undefined && (expected === 'true' || expected === 'false')) {
      const value = subject;
      if (isLiteral(reading.source, range)) {
        return [claim(value, 'vacuous', negated, { expected })];
      }
      const isNegated = negated !== (expected === 'false');
      const [claimed] = truthyClaims(reading, range, isNegated);
      if (claimed !== undefined && claimed.form !== 'truthy') {
        return truthyClaims(reading, range, isNegated);
      }
    }
    return [equalTo(subject, expected, negated)];
  };
}

const custom =
  (name: string): Matcher =>
  (state, args) =>
    one(state, 'custom', { expected: `${name}(${text(state, args)})` });

/** Each matcher and the names that it has, those of properties of chai included. */
const MATCHERS: ReadonlyMap<string, Matcher> = new Map(
  (
    [
      [equals, 'toBe toEqual toStrictEqual toEqualTypeOf toDeepEqual equal equals eq eql eqls toStrictlyEqual'],
      [truthy, 'toBeTruthy ok'],
      [(state) => truthy({ ...state, negated: !state.negated }, []), 'toBeFalsy'],
      [fixed('true'), 'toBeTrue true'],
      [fixed('false'), 'toBeFalse false'],
      [fixed('null'), 'toBeNull null'],
      [fixed('undefined'), 'toBeUndefined undefined'],
      [fixed('NaN'), 'toBeNaN NaN'],
      [(state) => one(state, 'defined'), 'exist toBeInTheDocument toBeAttached toExistInTheDocument'],
      [defined, 'toBeDefined toExist'],
      [throws, 'toThrow toThrowError toThrowErrorWithMessage throw throws Throw rejectedWith'],
      [errorSnapshot, 'toThrowErrorMatchingInlineSnapshot toThrowErrorMatchingSnapshot'],
      [contains, 'toMatchObject toContain toContainEqual include includes contain contains string toInclude'],
      [contains, 'toContainText toHaveTextContent toContainHTML toHaveClass toContainElement toIncludeAllMembers toInclude'],
      [contains, 'oneOf toBeOneOf containSubset keys key toContainKeys toContainKey'],
      [contains, 'toHaveStyle toHaveFormValues class descendants'],
      [matches, 'toMatch match matches'],
      [instance, 'toBeInstanceOf instanceof instanceOf toBeA toBeAn toBeTypeOf a an'],
      [count, 'toHaveLength toHaveCount lengthOf length toHaveSize toBeArrayOfSize'],
      [order('>', '<='), 'toBeGreaterThan above gt greaterThan toBeAfter'],
      [order('>=', '<'), 'toBeGreaterThanOrEqual least gte greaterThanOrEqual'],
      [order('<', '>='), 'toBeLessThan below lt lessThan toBeBefore'],
      [order('<=', '>'), 'toBeLessThanOrEqual most lte lessThanOrEqual'],
      [order('within', 'not within'), 'within toBeWithin'],
      [jestNear, 'toBeCloseTo'],
      [chaiNear, 'closeTo approximately'],
      [property, 'toHaveProperty property'],
      [called, 'toHaveBeenCalled toBeCalled toHaveReturned called'],
      [timesCalled, 'toHaveBeenCalledTimes toBeCalledTimes callCount toHaveReturnedTimes'],
      [(state) => timesOf(state, '1'), 'calledOnce toHaveBeenCalledOnce'],
      [(state) => timesOf(state, '2'), 'calledTwice'],
      [(state) => timesOf(state, '3'), 'calledThrice'],
      [calledWith, 'toHaveBeenCalledWith toBeCalledWith calledWith calledWithExactly calledOnceWith calledOnceWithExactly'],
      [calledWith, 'toHaveBeenLastCalledWith lastCalledWith toHaveBeenNthCalledWith nthCalledWith toHaveBeenCalledExactlyOnceWith calledWithMatch toHaveReturnedWith toHaveBeenCalledOnceWith'],
      [snapshot, 'toMatchSnapshot toMatchInlineSnapshot toMatchFileSnapshot toHaveScreenshot matchSnapshot toMatchImageSnapshot toMatchAriaSnapshot'],
      [shows('visible'), 'toBeVisible visible'],
      [shows('visible', true), 'toBeHidden hidden'],
      [shows('disabled'), 'toBeDisabled disabled'],
      [shows('disabled', true), 'toBeEnabled enabled'],
      [shows('checked'), 'toBeChecked checked'],
      [shows('focus'), 'toHaveFocus toBeFocused focus focused'],
      [shows('required'), 'toBeRequired'],
      [shows('valid'), 'toBeValid'],
      [shows('valid', true), 'toBeInvalid'],
      [shows('editable'), 'toBeEditable'],
      [shows('ok'), 'toBeOK'],
      [(state) => one(state, 'count', { expected: '0' }), 'toBeEmpty empty'],
      [shows('empty'), 'toBeEmptyDOMElement'],
      [shows('selected'), 'selected'],
      [shown, 'toHaveText toHaveURL toHaveTitle toHaveValue toHaveValues toHaveDisplayValue toHaveAccessibleName toHaveRole text value html id'],
      [shown, 'toHaveAttribute attr css toHaveCSS toHaveId toHaveJSProperty data prop toHaveErrorMessage'],
      [(state, args) => (state.words.has('include') || state.words.has('contain') ? contains : equals)(state, args), 'members'],
      [(state) => one(state, 'throws'), 'rejected'],
      [(state) => [claim(state.subject, 'runs', false)], 'fulfilled'],
    ] as const satisfies readonly (readonly [Matcher, string])[]
  ).flatMap(([matcher, names]) => names.split(' ').map((name) => [name, matcher] as const)),
); // biome-ignore format: a table

function timesOf(state: Expecting, times: string): readonly Claim[] {
  return [calledTimes(state.subject, times, state.negated)];
}

/** Words of chai that claim something without being called. */
const PROPERTIES = new Set(
  (
    'ok true false null undefined NaN exist empty called calledOnce calledTwice calledThrice visible hidden disabled ' +
    'enabled checked focus focused selected rejected fulfilled'
  ).split(' '),
);
/** Words that lead to others, even where they are called. */
const LEADING = new Set(
  (
    'to be been is that which and has have with at of same but does still also deep nested own ordered any all ' +
    'resolves rejects eventually not soft poll its withContext extensible sealed frozen finite arguments'
  ).split(' '),
);

/**
 * What the words behind a value claim.
 *
 * @param links The words: all behind `expect(value)` or `value.should`.
 */
export function claimsOfWords(start: Expecting, links: readonly Link[]): readonly Claim[] {
  const claims: Claim[] = [];
  let state = start;
  for (const [index, link] of links.entries()) {
    if (link.kind !== 'name') continue;
    if (/^(?:then|catch|finally|end)$/.test(link.name)) break;
    const call = links[index + 1];
    const args = call?.kind === 'call' ? call.args : undefined;
    const isLast = args === undefined && !PROPERTIES.has(link.name);
    if (LEADING.has(link.name) || isLast) {
      state = ledBy(state, link.name);
      continue;
    }
    const found = (MATCHERS.get(link.name) ?? custom(link.name))(state, args ?? []);
    claims.push(...found.map((claimed) => settled(claimed, state)));
    state = behind(state, link.name, args);
  }
  return claims;
}

function ledBy(state: Expecting, name: string): Expecting {
  const words = new Set([...state.words, name]);
  if (name === 'not') return { ...state, words, negated: !state.negated };
  if (name === 'rejects' || name === 'resolves') return { ...state, words, settles: name };
  if (name === 'eventually') return { ...state, words, settles: 'resolves' };
  return { ...state, words };
}

/** Behind a property the words are about what it holds. */
function behind(state: Expecting, name: string, args: readonly Range[] | undefined): Expecting {
  const [key] = args ?? [];
  const path = key === undefined ? undefined : stringIn(state.reading.source, key);
  if (name !== 'property' || path === undefined) return state;
  return { ...state, range: undefined, subject: `${state.subject}.${path}`, words: new Set() };
}

function settled(claimed: Claim, { negated, settles }: Expecting): Claim {
  if (settles === undefined) return claimed;
  const runs = settles === 'resolves' && negated && claimed.form === 'throws';
  const isNothing =
    settles === 'resolves' && claimed.form === 'equal' && claimed.expected === 'undefined';
  const form = runs || isNothing ? 'runs' : claimed.form;
  return { ...claimed, form, isPromise: true };
}

/** Words of a page's test that stand in a string: `.should('not.have.text', 'a')`. */
export function claimsOfChainer(
  start: Expecting,
  chainer: string,
  args: readonly Range[],
): readonly Claim[] {
  const names = chainer.split('.');
  const last = names.pop() ?? '';
  const state = names.reduce((before, name) => ledBy(before, name), start);
  return (MATCHERS.get(last) ?? custom(last))(state, args);
}

/** Whether the words are a promise in a test of a browser: all matchers of a page's parts wait. */
export function waitsForPage(links: readonly Link[]): boolean {
  return links.some(
    (link) =>
      link.kind === 'name' &&
      /^to(?:BeVisible|BeHidden|HaveText|ContainText|HaveURL|HaveTitle|HaveCount|BeEnabled|BeDisabled|BeChecked|HaveValue|HaveAttribute|HaveClass|BeAttached|BeFocused|HaveScreenshot|BeEditable|HaveCSS)$/.test(
        link.name,
      ),
  );
}

/** Whether a callback stands where a word could. */
export function isCallback({ reading }: Expecting, range: Range | undefined): boolean {
  return range !== undefined && functionAt(reading.source, range.from, range.to) !== undefined;
}
