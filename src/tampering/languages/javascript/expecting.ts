import {
  type Claim,
  type Claiming,
  claim,
  claimsOf,
  numberIn,
  orderClaim,
} from '../../reading/claims.ts';
import type { Comparison } from '../../reading/dialect.ts';
import { type Named, named } from '../../reading/matchers.ts';
import { expectedText, rankOf, subjectText } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import {
  calledTimes,
  equalClaims,
  equalTo,
  errorText,
  propertySubject,
  throwsClaim,
  wildcardsIn,
} from './claims.ts';
import { type Link, stringIn } from './dialect.ts';

/** The words behind `expect(…)` and `.should`: matchers of jest and its kin, and chains of chai. */

/** How far the words have been read. */
export interface Expecting {
  readonly reading: Claiming;
  /** What is expected of; undefined where it is a property of it, or a page. */
  readonly value: SyntaxNode | undefined;
  readonly subject: string;
  readonly negated: boolean;
  readonly words: ReadonlySet<string>;
  readonly settles: 'resolves' | 'rejects' | undefined;
}

export function expecting(reading: Claiming, value: SyntaxNode | undefined): Expecting {
  const subject = value === undefined ? '' : subjectText(reading, value);
  return { reading, value, subject, negated: false, words: new Set(), settles: undefined };
}

export type Word = (state: Expecting, args: readonly SyntaxNode[]) => readonly Claim[];

/** A form of claim about what is expected of. */
export function one(
  state: Expecting,
  form: Claim['form'],
  more: Partial<Claim> = {},
): readonly Claim[] {
  return [claim(form, state.subject, { negated: state.negated, ...more })];
}

function text({ reading }: Expecting, args: readonly SyntaxNode[]): string {
  return args.map((argument) => expectedText(reading, argument)).join(',');
}

/** The opposite of a word. */
export function not(word: Word): Word {
  return (state, args) => word({ ...state, negated: !state.negated }, args);
}

/** What is claimed of a promise that is to be rejected is claimed of its error. */
function ofError(word: Word): Word {
  return (state, args) =>
    state.settles === 'rejects'
      ? one(state, 'throws', { expected: errorText(state.reading, args) })
      : word(state, args);
}

const equals = ofError((state, args) => {
  const [wanted] = args;
  const { negated, reading, subject, value } = state;
  if (wanted === undefined) return one(state, 'equal', { expected: 'undefined' });
  if (value !== undefined) return equalClaims(reading, value, wanted, negated);
  return [equalTo(subject, expectedText(reading, wanted), negated)];
});

const contains = ofError((state, args) => {
  const expected = text(state, args);
  return one(state, 'contains', { expected, ...wildcardsIn(expected) });
});

const instance = ofError((state, args) => one(state, 'instance', { expected: text(state, args) }));

const matches = ofError((state, args) => {
  const expected = text(state, args);
  return one(state, expected.startsWith('{') ? 'contains' : 'matches', { expected });
});

export const throws: Word = ({ negated, reading, settles, subject, value }, args) => {
  const expected = errorText(reading, args);
  if (value !== undefined && settles === undefined)
    return [throwsClaim(reading, value, expected, negated)];
  return [negated ? claim('runs', subject) : claim('throws', subject, { expected })];
};

export const truthy: Word = (state) =>
  state.value === undefined
    ? one(state, 'truthy')
    : claimsOf(state.reading, state.value, state.negated);

const defined: Word = (state) => {
  const isConstant = state.value !== undefined && rankOf(state.reading, state.value) === 0;
  if (isConstant) return [claim('vacuous', state.subject)];
  return state.negated
    ? [claim('equal', state.subject, { expected: 'undefined' })]
    : [claim('defined', state.subject)];
};

const OPPOSITES: Readonly<Record<string, Comparison['operator']>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
};

export function order(operator: Comparison['operator']): Word {
  return (state, args) => {
    const { negated, reading, subject, value } = state;
    const [limit] = args;
    const own = negated ? (OPPOSITES[operator] ?? operator) : operator;
    const isOfLength = state.words.has('length') || state.words.has('lengthOf');
    if (value === undefined || limit === undefined || isOfLength)
      return [claim('compares', subject, { expected: `${own}${text(state, args)}` })];
    const isConstant = [value, limit].every((side) => rankOf(reading, side) === 0);
    if (isConstant) return [claim('vacuous', subject)];
    return claimsOfOrder(reading, value, own, limit);
  };
}

function claimsOfOrder(
  reading: Claiming,
  value: SyntaxNode,
  operator: Comparison['operator'],
  limit: SyntaxNode,
): readonly Claim[] {
  const own = reading.scope.standsFor(value);
  const isCount = /\.(?:length|size)$/.test(subjectText(reading, value));
  const bound = expectedText(reading, limit);
  if (isCount && /^(?:>=0|>-1)$/.test(`${operator}${bound}`))
    return [claim('vacuous', subjectText(reading, value))];
  return [orderClaim(reading, own, operator, limit)];
}

const within: Word = (state, args) =>
  one(state, 'compares', { expected: `within ${text(state, args)}` });

const count: Word = (state, args) => one(state, 'count', { expected: text(state, args) });

const jestNear: Word = (state, [wanted, precision]) => {
  const digits = precision === undefined ? 2 : numberIn(state.reading, precision);
  const tolerance = Number.isInteger(digits) ? Number(`5e${-(digits ?? 0) - 1}`) : undefined;
  return one(state, 'near', {
    expected: text(state, wanted === undefined ? [] : [wanted]),
    tolerance,
  });
};

/** The difference stands for itself. */
export const chaiNear: Word = (state, [wanted, delta]) =>
  one(state, 'near', {
    expected: text(state, wanted === undefined ? [] : [wanted]),
    tolerance: delta === undefined ? 1e-7 : numberIn(state.reading, delta),
  });

export const property: Word = ({ negated, reading, subject: owner }, [key, value]) => {
  const subject = propertySubject(reading, owner, key);
  if (value === undefined) return [claim('defined', subject, { negated })];
  return [equalTo(subject, expectedText(reading, value), negated)];
};

const calledWith: Word = (state, args) => {
  const expected = `(${text(state, args)})`;
  return one(state, 'called', { expected, ...wildcardsIn(expected) });
};

export const timesCalled: Word = (state, args) => [
  calledTimes(state.subject, text(state, args), state.negated),
];

export function times(expected: string): Word {
  return ({ negated, subject }) => [calledTimes(subject, expected, negated)];
}

export const snapshot: Word = (state, args) => {
  const kept = args.map(stringIn).at(-1)?.replace(/\s+/g, ' ').trim();
  return one(state, 'snapshot', kept === undefined ? {} : { expected: kept });
};

/** A state that a page shows. */
function shows(expected: string, isOpposite = false): Word {
  return ({ negated, subject }) => [
    claim('equal', subject, { negated: negated !== isOpposite, expected }),
  ];
}

/** The text of what a page shows, as it would be asked for by hand. */
const shownText: Word = (state, args) =>
  shown({ ...state, value: undefined, subject: `${state.subject}.textContent` }, args);

/** A text, an address or an attribute of what a page shows. */
const shown: Word = (state, args) => {
  const expected = text(state, args);
  if (args.length === 0) return one(state, 'defined');
  return one(state, expected.startsWith('/') ? 'matches' : 'equal', { expected });
};

export function fixed(expected: string): Word {
  return ({ negated, reading, subject, value }) => {
    if (value !== undefined && /^(?:true|false)$/.test(expected)) {
      if (rankOf(reading, value) === 0) return [claim('vacuous', subject, { expected })];
      const found = claimsOf(reading, value, negated !== (expected === 'false'));
      if (found.some(({ form }) => form !== 'truthy')) return found;
    }
    return [equalTo(subject, expected, negated)];
  };
}

const customWord =
  (name: string): Word =>
  (state, args) =>
    one(state, 'custom', { expected: `${name}(${text(state, args)})` });

/** Each word's meaning and the names that it has, those of properties of chai included. */
const WORDS: Named<Word> = named<Word>(
  [equals, 'toBe toEqual toStrictEqual toEqualTypeOf toDeepEqual equal equals eq eql eqls toStrictlyEqual'],
  [truthy, 'toBeTruthy ok'],
  [not(truthy), 'toBeFalsy'],
  [fixed('true'), 'toBeTrue true'],
  [fixed('false'), 'toBeFalse false'],
  [fixed('null'), 'toBeNull null'],
  [fixed('undefined'), 'toBeUndefined undefined'],
  [fixed('NaN'), 'toBeNaN NaN'],
  [(state) => one(state, 'defined'), 'exist toBeInTheDocument toBeAttached toExistInTheDocument'],
  [defined, 'toBeDefined toExist'],
  [throws, 'toThrow toThrowError toThrowErrorWithMessage throw throws Throw rejectedWith'],
  [throws, 'toThrowErrorMatchingInlineSnapshot toThrowErrorMatchingSnapshot'],
  [contains, 'toMatchObject toContain toContainEqual include includes contain contains string toInclude'],
  [shownText, 'toHaveTextContent'],
  [contains, 'toContainText toContainHTML toHaveClass toContainElement toIncludeAllMembers toInclude'],
  [contains, 'oneOf toBeOneOf containSubset keys key toContainKeys toContainKey toHaveStyle toHaveFormValues class descendants'],
  [matches, 'toMatch match matches'],
  [instance, 'toBeInstanceOf instanceof instanceOf toBeA toBeAn toBeTypeOf a an'],
  [count, 'toHaveLength toHaveCount lengthOf length toHaveSize toBeArrayOfSize'],
  [order('>'), 'toBeGreaterThan above gt greaterThan toBeAfter'],
  [order('>='), 'toBeGreaterThanOrEqual least gte greaterThanOrEqual'],
  [order('<'), 'toBeLessThan below lt lessThan toBeBefore'],
  [order('<='), 'toBeLessThanOrEqual most lte lessThanOrEqual'],
  [within, 'within toBeWithin'],
  [jestNear, 'toBeCloseTo'],
  [chaiNear, 'closeTo approximately'],
  [property, 'toHaveProperty property'],
  [(state) => one(state, 'called'), 'toHaveBeenCalled toBeCalled toHaveReturned called'],
  [timesCalled, 'toHaveBeenCalledTimes toBeCalledTimes callCount toHaveReturnedTimes'],
  [times('1'), 'calledOnce toHaveBeenCalledOnce'],
  [times('2'), 'calledTwice'],
  [times('3'), 'calledThrice'],
  [calledWith, 'toHaveBeenCalledWith toBeCalledWith calledWith calledWithExactly calledOnceWith calledOnceWithExactly'],
  [calledWith, 'toHaveBeenLastCalledWith lastCalledWith toHaveBeenNthCalledWith nthCalledWith toHaveBeenCalledExactlyOnceWith calledWithMatch toHaveReturnedWith toHaveBeenCalledOnceWith'],
  // What is handed to it is the name of the snapshot.
  [(state) => one(state, 'snapshot'), 'toMatchSnapshot'],
  [snapshot, 'toMatchInlineSnapshot toMatchFileSnapshot toHaveScreenshot matchSnapshot toMatchImageSnapshot toMatchAriaSnapshot'],
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
  [(state) => [claim('runs', state.subject)], 'fulfilled'],
); // biome-ignore format: a table

export function wordNamed(name: string): Word | undefined {
  return WORDS.get(name);
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

/** What the words behind a value claim: all behind `expect(value)` or `value.should`. */
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
    const [name, isNot] = plainWord(link.name);
    const own = isNot ? { ...state, negated: !state.negated } : state;
    const found = (WORDS.get(name) ?? customWord(name))(own, args ?? []);
    const from = state;
    claims.push(...found.map((claimed) => settled(claimed, from)));
    state = behind(state, link.name, args);
  }
  return claims;
}

/** `toNotBe`, which older libraries have, is `not.toBe`. */
function plainWord(name: string): readonly [name: string, isNot: boolean] {
  const plain = name.replace(/^toNot(?=[A-Z])/, 'to');
  return [plain === name ? name : plain, plain !== name];
}

function ledBy(state: Expecting, name: string): Expecting {
  const words = new Set([...state.words, name]);
  if (name === 'not') return { ...state, words, negated: !state.negated };
  if (name === 'rejects' || name === 'resolves') return { ...state, words, settles: name };
  return name === 'eventually' ? { ...state, words, settles: 'resolves' } : { ...state, words };
}

/** Behind a property the words are about what it holds. */
function behind(
  state: Expecting,
  name: string,
  args: readonly SyntaxNode[] | undefined,
): Expecting {
  const path = stringIn(args?.[0]);
  if (name !== 'property' || path === undefined) return state;
  return { ...state, value: undefined, subject: `${state.subject}.${path}`, words: new Set() };
}

function settled(claimed: Claim, { negated, settles }: Expecting): Claim {
  if (settles === undefined) return claimed;
  const runs = settles === 'resolves' && negated && claimed.form === 'throws';
  const isNothing =
    settles === 'resolves' && claimed.form === 'equal' && claimed.expected === 'undefined';
  return { ...claimed, form: runs || isNothing ? 'runs' : claimed.form, isPromise: true };
}

/** Words of a page's test that stand in a string: `.should('not.have.text', 'a')`. */
export function claimsOfChainer(
  start: Expecting,
  chainer: string,
  args: readonly SyntaxNode[],
): readonly Claim[] {
  const names = chainer.split('.');
  const last = names.pop() ?? '';
  const state = names.reduce((before, name) => ledBy(before, name), start);
  return (WORDS.get(last) ?? customWord(last))(state, args);
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
