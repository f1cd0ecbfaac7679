import { describe, expect, it } from 'vitest';
import {
  isToShow,
  notShown,
  type ShownFact,
  shownFact,
  shownFactIn,
  strongestOf,
} from '../../../src/domain/shown/fact.ts';
import type { Shown } from '../../../src/domain/shown/outcome.ts';
import { criterionValue, proofParts } from '../../rig/values/proof-values.ts';

const SHOWN: Shown = { kind: 'shown', failing: ['adds'], among: 2 };
const NOT_BUILT: Shown = { kind: 'not-built', missing: 'undefined: Sum' };
const KEPT: Shown = { kind: 'kept' };
const UNCHANGED: Shown = { kind: 'no-test-changed' };
const NOT_TOLD: Shown = { kind: 'not-told', reason: 'no tests ran there' };
const ALL = [SHOWN, NOT_BUILT, KEPT, UNCHANGED, NOT_TOLD];

const same = (text: string): string => text;

describe('what a proof keeps', () => {
  it.each(ALL)('$kind is read as it was kept', (shown) => {
    const kept = shownFact(shown, 'abc', same);
    expect(kept).toMatchObject({ ...shown, base: 'abc' });
    expect(shownFactIn(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each<[string, Shown, string]>([
    ['names of tests', { kind: 'shown', failing: ['secret'], among: 1 }, 'failing'],
    ['what is missing', { kind: 'not-built', missing: 'secret' }, 'missing'],
    ['reasons', { kind: 'not-told', reason: 'secret' }, 'reason'],
  ])('%s without secrets', (_name, shown, key) => {
    const kept = shownFact(shown, 'abc', () => '***');
    expect(Reflect.get(kept, key)).toEqual(key === 'failing' ? ['***'] : '***');
  });

  it('the first names of many, and how many there are', () => {
    const failing = Array.from({ length: 500 }, (_, index) => `test ${index}`);
    const kept = shownFact({ kind: 'shown', failing, among: 500 }, 'abc', same);
    expect(kept).toMatchObject({ count: 500, failing: failing.slice(0, 20) });
  });

  it.each([undefined, null, 'kept', [], {}, { kind: 'later' }])('%j is nothing', (value) => {
    expect(shownFactIn(value)).toBeUndefined();
  });
});

describe('what the commands of one criterion say together', () => {
  it.each<[readonly Shown[], Shown | undefined]>([
    [[], undefined],
    [[KEPT], KEPT],
    [[KEPT, SHOWN], SHOWN],
    [[NOT_BUILT, KEPT], NOT_BUILT],
    [[KEPT, NOT_TOLD], NOT_TOLD],
    [[UNCHANGED, KEPT], KEPT],
    [[UNCHANGED, UNCHANGED], UNCHANGED],
  ])('%j', (outcomes, strongest) => {
    expect(strongestOf(outcomes)).toEqual(strongest);
  });
});

const BLOCK = { settings: { 'gates.shown': 'block' } };

it.each<[string, object, object, 'tell' | 'block', boolean]>([
  ['nothing asks for it', {}, {}, 'tell', false],
  ['the criterion asks for it', { must_show: true }, {}, 'tell', true],
  ['the setting asks for it', {}, {}, 'block', true],
  ['it was promised under the setting', {}, BLOCK, 'tell', true],
  ['the criterion says no, and the setting asks', { must_show: false }, {}, 'block', true],
])('whether a criterion is to show the work: %s', (_name, criterion, promise, setting, is) => {
  expect(isToShow(criterion, promise, setting)).toBe(is);
});

describe('what is held', () => {
  const proved = (shown: ShownFact | undefined, must_show = true) =>
    criterionValue({ must_show, proof: proofParts(shown === undefined ? {} : { shown }) });
  it.each<[string, ReturnType<typeof proved>, boolean]>([
    ...ALL.map((shown): [string, ReturnType<typeof proved>, boolean] => [
      shown.kind,
      proved(shownFact(shown, 'abc', same)),
      shown.kind === 'kept',
    ]),
    ['what was not asked', proved(undefined), false],
    ['kept, where nothing asks', proved({ kind: 'kept', base: 'abc' }, false), false],
  ])('%s', (_name, criterion, isHeld) => {
    expect(notShown([criterion], {}, 'tell')).toEqual(isHeld ? [criterion] : []);
  });
});
