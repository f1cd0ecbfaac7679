import type { Assertion, AssertionForm } from '../test-file.ts';
import { sameValue } from './literal-value.ts';

/** How much an assertion says, and how two assertions about the same thing compare. */

/** The more a form says, the higher. Forms of one rank can stand for each other. */
const RANKS: Readonly<Record<AssertionForm, number>> = {
  equal: 8,
  snapshot: 7,
  near: 7,
  throws: 6,
  called: 6,
  matches: 5,
  contains: 5,
  count: 4,
  compares: 4,
  instance: 3,
  custom: 3,
  truthy: 2,
  defined: 1,
  runs: 1,
  vacuous: 0,
};

/** That a value is not this one says little. That a part is missing, or nothing was called, says as much as its opposite. */
const RANK_OF_OTHER_THAN = 2;

/** What a constant of a class that is written out may be qualified with: `Compilation.ExitCode.OK`. */
const QUALIFIED = /^(?:[A-Z]\w*\.)+(?=[A-Z]\w*\.[A-Z][A-Z\d_]*$)/;
/** The beginning of a text: `name.substring(0,3)`, `name[:3]`. */
const BEGINNING = /^(.+?)(?:\.(?:substring|slice|substr)\(0,.*\)|\[:[^\]]*\])$/;
const TRUE = /^(?:true|True)$/;
const FALSE = /^(?:false|False)$/;
const NOTHING = /^(?:null|nil|None|undefined|NULL)$/;
/** What counts as no where a language takes any value for yes or no. */
const EMPTY =
  /^(?:""|empty|b""|\[\]|\{\}|\(\)|0|0\.0|dict\(\)|set\(\)|list\(\)|(?:Collections\.)?empty(?:List|Set|Map)\(\)|vec!\[\]|String::new\(\))$/;
/** Widest tolerance, as a share of what is expected, by which a number still counts as equal: reading and rounding. */
const SAME_NUMBER = 0.001;
/** What frameworks allow for rounding by themselves: `approx` of pytest a millionth, `assertAlmostEqual` seven digits. */
const ROUNDING = 1e-6;

/** An assertion in one of several equal ways; an object that is to have some parts as one assertion for each part. */
export function plainAssertions(read: Assertion): readonly Assertion[] {
  const plain = plainAssertion(read);
  const { expected = '', form, negated, subject } = plain;
  const parts = form === 'contains' && !negated ? pairsOf(expected) : undefined;
  if (parts === undefined) return [plain];
  return parts.flatMap(([key, value]) => {
    const part = { ...plain, subject: `${subject}${key}`, expected: value, wildcards: undefined };
    return plainAssertions({ ...part, form: value.startsWith('{') ? 'contains' : 'equal' });
  });
}

/** The keys of an object that is written out, as they stand behind its name, and their values. */
export function pairsOf(
  text: string,
): readonly (readonly [key: string, value: string])[] | undefined {
  if (!/^\{.+\}$/s.test(text) || text.length > LONGEST_OBJECT) return undefined;
  const pairs = partsOf(text.slice(1, -1)).map((part) => {
    const [, key, quoted, value] =
      /^(?:([\p{L}_$][\p{L}\p{N}_$]*)|("[^"]*")):(.+)$/su.exec(part) ?? [];
    if (value === undefined) return undefined;
    return [key === undefined ? `[${quoted}]` : `.${key}`, value] as const;
  });
  const known = pairs.filter((pair) => pair !== undefined);
  return known.length === pairs.length ? known : undefined;
}

/** The parts of an object or a list that is written out: what each is called behind its name, and its value. */
export function valuesOf(
  text: string,
): readonly (readonly [key: string, value: string])[] | undefined {
  if (!/^\[.+\]$/s.test(text) || text.length > LONGEST_OBJECT) return pairsOf(text);
  return partsOf(text.slice(1, -1)).map((part, index) => [`[${index}]`, part] as const);
}

/** Longer objects are data, of which no part is asserted by itself. */
const LONGEST_OBJECT = 2000;

/** The parts of a canonical text between commas outside of brackets and strings. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\](){},]/g)) {
    if (/^[[({]$/.test(token)) depth += 1;
    else if (/^[\])}]$/.test(token)) depth -= 1;
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** `toBe(true)` and `assert x` say the same of a yes or no. */
function plainAssertion(read: Assertion): Assertion {
  // A module that is taken where its function is called.
  const assertion = {
    ...read,
    subject: read.subject.replace(/\brequire\("[^"]*"\)\./g, ''),
    expected: read.expected?.replace(QUALIFIED, ''),
  };
  const { expected = '', form, negated } = assertion;
  const isNothing = NOTHING.test(expected);
  // A value is always itself.
  if (form === 'equal' && expected !== '' && expected === assertion.subject) {
    return { ...assertion, form: 'vacuous' };
  }
  const [, whole] = BEGINNING.exec(assertion.subject) ?? [];
  if (form === 'equal' && whole !== undefined && /^b?"/.test(expected)) {
    return { ...assertion, form: 'matches', subject: whole };
  }
  const yes = { ...assertion, form: 'truthy', isExact: true, expected: undefined } as const;
  if (form === 'equal' && TRUE.test(expected)) return yes;
  if (form === 'equal' && FALSE.test(expected)) return { ...yes, negated: !negated };
  if (form === 'throws') return { ...assertion, expected: plainErrors(assertion.expected) };
  if (form === 'equal' && isNothing) {
    return { ...assertion, form: 'defined', negated: !negated, expected: undefined };
  }
  // That a value is anything but empty.
  if (form === 'equal' && negated && EMPTY.test(expected)) {
    return { ...assertion, form: 'truthy', negated: false, expected: undefined };
  }
  return assertion;
}

/** Errors by their own names: `errors.TimeoutError` as `TimeoutError`. */
function plainErrors(expected: string | undefined): string | undefined {
  return expected?.replace(/^((?:[\w$]+(?:\.|::))+)(?=[A-Z][\w$]*)/, '');
}

/** Whether it says that there is nothing, in one of the ways to say so. */
function saysEmpty({ expected = '', form, negated }: Assertion): boolean {
  if (form === 'equal' || form === 'count') return !negated && EMPTY.test(expected);
  return negated && (form === 'truthy' || form === 'defined');
}

/** Whether it says of a call that it gave no error. */
function saysNoError({ form, negated }: Assertion): boolean {
  return form === 'runs' || (form === 'defined' && negated);
}

/** Whether one says of a number what the other says of it within a tolerance that hides nothing. */
function isSameNumber(before: Assertion, after: Assertion): boolean {
  if (before.form !== 'equal' || after.form !== 'near' || before.negated || after.negated)
    return false;
  if (!sameExpected(before.expected, after.expected)) return false;
  const size = Math.abs(Number(before.expected?.replace(/[^\d.-]/g, '') ?? 1)) || 1;
  return after.tolerance === undefined || after.tolerance <= SAME_NUMBER * size;
}

/** How much it says, from 0 (nothing) to 8 (the whole value). */
export function rankOf({ form, negated, wildcards = 0, expected }: Assertion): number {
  // That it is nothing is a whole value.
  if (form === 'defined' && negated) return 6;
  if (form === 'truthy' && negated) return 3;
  if (negated && (form === 'equal' || form === 'near')) return RANK_OF_OTHER_THAN;
  if (form === 'equal' && wildcards > 0 && expected !== undefined) return 6;
  return RANKS[form];
}

/**
 * - `same`: one says what the other said. - `stronger`: it says more. - `weaker`: less. - `edited`: as much, but of another
 * value.
 */
export type Comparison = 'same' | 'stronger' | 'weaker' | 'edited';

/** How an assertion compares with the one that it takes the place of; both are about the same thing. */
export function compareClaims(before: Assertion, after: Assertion): Comparison {
  if (saysEmpty(before) && saysEmpty(after)) return 'same';
  if (saysNoError(before) && saysNoError(after)) return 'same';
  if (isSameNumber(before, after)) return 'same';
  if (isOtherOutcome(before, after)) return 'edited';
  const rank = rankOf(after) - rankOf(before);
  if (after.form !== before.form || after.negated !== before.negated) {
    if (rank < 0) return 'weaker';
    if (rank > 0) return 'stronger';
    return after.negated === before.negated ? 'same' : 'edited';
  }
  if (isLooser(before, after)) return 'weaker';
  const errors = before.form === 'throws' ? compareErrors(before, after) : undefined;
  if (errors !== undefined) return errors;
  if (sameExpected(before.expected, after.expected)) return 'same';
  if (before.expected === undefined || isTighter(before, after)) return 'stronger';
  if (after.expected === undefined || isPartOf(after, before)) return 'weaker';
  return isPartOf(before, after) ? 'stronger' : 'edited';
}

/** Whether something else is expected, and not less of it: yes for no, yes for a value, an error for a value. */
function isOtherOutcome(before: Assertion, after: Assertion): boolean {
  if (before.form === 'truthy' && after.form === 'truthy') return before.negated !== after.negated;
  const isValue = ({ form, negated }: Assertion): boolean =>
    !negated && /^(?:equal|snapshot|near|contains|matches|count)$/.test(form);
  const isNothing = after.form === 'defined' && after.negated;
  if (isValue(before))
    return (after.form === 'truthy' && after.isExact === true) || isNothing || isError(after);
  return isError(before) && isValue(after);
}

function isError({ form, negated }: Assertion): boolean {
  return form === 'throws' && !negated;
}

/** Errors of which nearly every other is one. */
const ANY_ERROR = /^(?:Exception|BaseException|Error|Throwable|RuntimeException)\b(?:\.class)?/;

/** How the classes of two errors compare, where one is that of nearly every error. */
function compareErrors(
  { expected: before = '' }: Assertion,
  { expected: after = '' }: Assertion,
): Comparison | undefined {
  if (before === '' || after === '') return undefined;
  const [wasAny, isAny] = [ANY_ERROR.test(before), ANY_ERROR.test(after)];
  if (wasAny !== isAny) return isAny ? 'weaker' : 'stronger';
  // One of several errors: the fewer, the more it says.
  const [old, current] = [alternativesIn(before), alternativesIn(after)];
  if (old.length === current.length) return undefined;
  if (current.every((one) => old.includes(one))) return 'stronger';
  return old.every((one) => current.includes(one)) ? 'weaker' : undefined;
}

/** The classes in `(KeyError,ValueError)` and `KeyError|ValueError`. */
function alternativesIn(errors: string): readonly string[] {
  const bare = /^\(([\w.,]+)\)$/.exec(errors)?.[1] ?? errors;
  return /^[\w.]+(?:[,|][\w.]+)*$/.test(bare) ? bare.split(/[,|]/) : [errors];
}

function isLooser(before: Assertion, after: Assertion): boolean {
  const isFurtherOff =
    after.tolerance !== undefined &&
    before.tolerance !== undefined &&
    after.tolerance > Math.max(before.tolerance * (1 + 1e-9), ROUNDING);
  return isFurtherOff || (after.wildcards ?? 0) > (before.wildcards ?? 0);
}

/** Whether a bound of a number leaves less open: `>=8` in place of `>=7`. */
function isTighter(before: Assertion, after: Assertion): boolean {
  if (after.form !== 'compares' || after.negated) return false;
  const [old, current] = [before, after].map(({ expected = '' }) =>
    /^([<>]=?)(-?[\d.]+)$/.exec(expected),
  );
  if (!old || !current || old[1] !== current[1]) return false;
  return Number(current[2]) > Number(old[2]) === (old[1]?.startsWith('>') ?? false);
}

function sameExpected(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && sameValue(one, other));
}

const OF_PARTS: ReadonlySet<AssertionForm> = new Set(['contains', 'matches', 'throws', 'called']);

/** Whether what one looks for is only a part of what the other looks for. */
function isPartOf(part: Assertion, whole: Assertion): boolean {
  if (!OF_PARTS.has(part.form)) return false;
  const [inner, outer] = [part, whole].map(({ expected = '' }) =>
    expected.replace(/^["'/]|["'/]$/g, ''),
  );
  return (inner ?? '').length < (outer ?? '').length && (outer ?? '').includes(inner ?? '');
}
