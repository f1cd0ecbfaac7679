import { describe, expect, it } from 'vitest';
import {
  type ActingSettings,
  actingIn,
  actingText,
  approvalText,
  pendingBetween,
  readApproval,
  sourcesInForce,
} from '../../../src/domain/settings/approval.ts';
import { effectiveSettings } from '../../../src/domain/settings/configuration.ts';
import type { SettingValue } from '../../../src/domain/settings/setting.ts';

type Values = Readonly<Record<string, SettingValue>>;

/** What is in force of a file, once some of it was approved. */
function inForce(file: Values, approved: ActingSettings, key: string) {
  const values = new Map(Object.entries(file));
  const pending = pendingBetween(actingIn(values), approved);
  const source = { name: 'file', mayWeaken: true, values };
  const sources = sourcesInForce(source, pending, { path: 'approved', settings: approved });
  const found = effectiveSettings(sources).find(({ setting }) => setting.key === key);
  return [found?.value, found?.source];
}

const STORE = 'postgresql://db.example.com/x';
const OTHER = 'postgresql://elsewhere.example.com/x';

describe('what is in force of a file', () => {
  it.each<[string, Values, ActingSettings, string, readonly [SettingValue, string]]>([
    ['a key that acts nowhere', { 'retries.max': 7 }, {}, 'retries.max', [7, 'file']],
    ['a store that nobody approved', { store: STORE }, {}, 'store', ['files', 'default']],
    ['a store that was approved', { store: STORE }, { store: STORE }, 'store', [STORE, 'file']],
    ['another than was approved', { store: OTHER }, { store: STORE }, 'store', [STORE, 'approved']],
    ['one that was taken out', {}, { store: STORE }, 'store', [STORE, 'approved']],
    ['a model', { 'judge.model': 'opus' }, {}, 'judge.model', ['sonnet', 'default']],
    [
      'a dearer model',
      { 'judge.model': 'opus' },
      { 'judge.model': 'haiku' },
      'judge.model',
      ['haiku', 'approved'],
    ],
    ['what leaves the machine', { 'judge.sees': ['diff'] }, {}, 'judge.sees', [[], 'default']],
    ['a review', { 'realityCheck.enabled': true }, {}, 'realityCheck.enabled', [false, 'default']],
    [
      'a review that was switched off',
      { 'realityCheck.enabled': false },
      { 'realityCheck.enabled': true },
      'realityCheck.enabled',
      [true, 'approved'],
    ],
    [
      'reviewed sessions',
      { 'continuation.prefixes': 'a,b' },
      {},
      'continuation.prefixes',
      ['system3-', 'default'],
    ],
    ['a higher tier, at once', { tier: 3 }, { tier: 2 }, 'tier', [3, 'file']],
    ['a higher tier that nobody approved, at once', { tier: 2 }, {}, 'tier', [2, 'file']],
    ['a lower tier', { tier: 1 }, { tier: 3 }, 'tier', [3, 'approved']],
    ['a tier that was taken out', {}, { tier: 3 }, 'tier', [3, 'approved']],
    [
      'tiers that were switched off',
      { tier2_enabled: false },
      {},
      'tier2_enabled',
      [true, 'default'],
    ],
    [
      'a lower cap, at once',
      { 'judge.maxUsdPerDay': 1 },
      { 'judge.maxUsdPerDay': 5 },
      'judge.maxUsdPerDay',
      [1, 'file'],
    ],
    [
      'a higher cap',
      { 'judge.maxUsdPerDay': 99 },
      { 'judge.maxUsdPerDay': 5 },
      'judge.maxUsdPerDay',
      [5, 'approved'],
    ],
  ])('%s', (_what, file, approved, key, expected) => {
    expect(inForce(file, approved, key)).toEqual(expected);
  });
});

it('the text that is digested does not depend on the order of the keys', () => {
  const one = actingIn(
    new Map<string, SettingValue>([
      ['tier', 2],
      ['store', STORE],
      ['retries.max', 9],
    ]),
  );
  const other = actingIn(
    new Map<string, SettingValue>([
      ['store', STORE],
      ['tier', 2],
    ]),
  );
  expect(actingText(one)).toBe(actingText(other));
});

describe('a record of what was approved', () => {
  const record = { project: '/p', settings: { store: STORE, tier: 2 }, seal: 'ab' };

  it('is read as it was written', () => {
    expect(readApproval(approvalText(record))).toEqual(record);
  });

  it.each([
    '',
    '{',
    '[]',
    '{}',
    '{"project":1,"settings":{},"seal":"x"}',
    '{"project":"/p","settings":{"tier":9},"seal":"x"}',
  ])('is none: %s', (text) => {
    expect(readApproval(text)).toBeUndefined();
  });
});
