import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveSettings } from '../../../src/domain/settings/configuration.ts';
import { isTaken, type SettingValue } from '../../../src/domain/settings/setting.ts';
import {
  GATE_SETTINGS,
  gateSettingsOf,
  isWeaker,
  weakerSettings,
} from '../../../src/domain/settings/weaker.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { runs } from '../../rig/values/runs.ts';

function settingOf(key: string) {
  const setting = GATE_SETTINGS.find((one) => one.key === key);
  if (setting === undefined) throw new Error(`${key} weakens no gate`);
  return setting;
}

/** Of every setting by which a gate could be weakened: a weaker value, and the stronger one. */
const ORDERS: readonly (readonly [key: string, weaker: SettingValue, stronger: SettingValue])[] = [
  ['tier', 1, 2],
  ['tier', 2, 3],
  ['tier2_enabled', false, true],
  ['tier3_enabled', false, true],
  ['tier3_vote_count', 3, 5],
  ['gates.validation', 'off', 'when-present'],
  ['gates.validation', 'when-present', 'required'],
  ['gates.endRequires', 'met', 'verified'],
  ['gates.tampering', 'warn', 'switched-off'],
  ['gates.tampering', 'switched-off', 'block'],
  ['gates.shown', 'tell', 'block'],
  ['judge.askPersonBelow', null, 0.5],
  ['judge.askPersonBelow', 0.5, 0.9],
  ['checks.changedFiles', 'off', 'parse'],
  ['checks.retried', 'pass', 'marked'],
  ['checks.retried', 'marked', 'fail'],
  ['checks.always', [], ['npm test']],
  ['checks.always', ['npm test'], [['npm', 'run', 'lint'], 'npm test']],
  ['checks.always', [{ run: 'npm test', inputs: ['src'] }], ['npm test']],
  ['judge.onUnavailable', 'warn', 'block'],
  ['judge.sees', [], ['diff']],
  ['judge.sees', ['tools'], ['diff', 'tools']],
  ['judge.independent', 'warn', 'required'],
  ['judge.maxUsdPerDay', null, 5],
  ['judge.maxUsdPerDay', 5, 0],
  ['realityCheck.enabled', false, true],
  ['stopGate.standing', 'off', 'tell'],
  ['stopGate.standing', 'tell', 'block'],
  ['stopGate.beads', false, true],
  ['stopGate.orchestrators', null, 'orch-'],
  ['stopGate.orchestrators', 'orch-', 'lead-, orch-'],
  ['stopGate.todos', false, true],
  ['stopGate.todos', true, 'all'],
  ['stopGate.ask', 'rest', 'block'],
  ['continuation.prefixes', 'system3-', 'system3-,night-'],
];

describe('which of two values asks for less', () => {
  it.each(ORDERS)('%s: %j is weaker than %j', (key, weaker, stronger) => {
    expect(isWeaker(settingOf(key), weaker, stronger)).toBe(true);
    expect(isWeaker(settingOf(key), stronger, weaker)).toBe(false);
  });

  it('every setting by which a gate could be weakened is in the table', () => {
    const keys = new Set(ORDERS.map(([key]) => key));
    expect(GATE_SETTINGS.filter(({ key }) => !keys.has(key))).toEqual([]);
  });

  it('the same commands in another order ask for the same', () => {
    const [one, other] = [
      ['a', ['b', 'c']],
      [['b', 'c'], 'a'],
    ];
    expect(isWeaker(settingOf('checks.always'), one, other)).toBe(false);
  });

  it.each([
    ['the same words in another order', 'b,a', 'a, b'],
    ['the same words, one twice', 'a,a,b', 'a,b'],
  ])('lists with %s are the same', (_name, one, other) => {
    expect(isWeaker(settingOf('continuation.prefixes'), one, other)).toBe(false);
    expect(isWeaker(settingOf('continuation.prefixes'), other, one)).toBe(false);
  });

  it('the strictest of two values is weaker than neither', () => {
    const values = fc.constantFrom<SettingValue>(
      ...ORDERS.flatMap(([_key, weaker, stronger]) => [weaker, stronger]),
    );
    fc.assert(
      fc.property(fc.constantFrom(...GATE_SETTINGS), values, values, (setting, one, other) => {
        fc.pre(isTaken(setting, one) && isTaken(setting, other));
        const strictest = setting.strictest?.([one, other]) ?? null;
        expect(isWeaker(setting, strictest, one)).toBe(false);
        expect(isWeaker(setting, strictest, other)).toBe(false);
      }),
      runs(600),
    );
  });
});

describe('the settings of a promise that are weaker now', () => {
  const now = (values: Readonly<Record<string, SettingValue>>) =>
    effectiveSettings(
      [{ name: 'a file', mayWeaken: true, values: new Map(Object.entries(values)) }],
      GATE_SETTINGS,
    );
  const kept = (settings: unknown) => promiseValue('session-a', { settings });
  const DEFAULTS = gateSettingsOf(now({}));

  it.each<[string, unknown, Readonly<Record<string, SettingValue>>, readonly string[]]>([
    ['nothing changed', DEFAULTS, {}, []],
    ['one is stricter', DEFAULTS, { 'gates.endRequires': 'verified' }, []],
    ['one is weaker', DEFAULTS, { 'gates.validation': 'off' }, ['gates.validation required off']],
    [
      'one is stricter and one weaker',
      { ...DEFAULTS, tier: 2 },
      { 'gates.endRequires': 'verified' },
      ['tier 2 1'],
    ],
    ['none is kept', undefined, { 'gates.validation': 'off' }, []],
    ['what is kept is no object', [1], { 'gates.validation': 'off' }, []],
    ['what is kept is no value of it', { tier: 9, 'gates.validation': {} }, {}, []],
    ['a key of a later version', { 'gates.later': true }, {}, []],
    ['a key that weakens nothing', { 'judge.model': 'opus' }, {}, []],
  ])('%s', (_name, settings, current, weaker) => {
    const found = weakerSettings(kept(settings), now(current));
    expect(found.map(({ before, key, now: is }) => `${key} ${before} ${is}`)).toEqual(weaker);
  });

  it('a promise keeps the values of those settings and no others', () => {
    expect(Object.keys(gateSettingsOf(effectiveSettings([])))).toEqual(
      GATE_SETTINGS.map(({ key }) => key),
    );
  });
});
