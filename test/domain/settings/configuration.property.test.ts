import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalText } from '../../../src/domain/base/canonical.ts';
import {
  effectiveSettings,
  type SettingSource,
} from '../../../src/domain/settings/configuration.ts';
import { SETTINGS, type Setting, type SettingValue } from '../../../src/domain/settings/setting.ts';

/** The values of each key, from the weakest to the strongest where that matters. */
const VALUES: Readonly<Record<string, readonly SettingValue[]>> = {
  tier: [1, 2, 3],
  tier2_enabled: [false, true],
  tier3_enabled: [false, true],
  tier3_vote_count: [2, 3, 9],
  'gates.validation': ['off', 'when-present', 'required', 'run'],
  'gates.endRequires': ['met', 'verified'],
  'gates.tampering': ['warn', 'switched-off', 'block'],
  'gates.shown': ['tell', 'block'],
  'retries.max': [1, 50],
  'checks.timeoutMs': [100, 86_400_000],
  'checks.changedFiles': ['off', 'parse'],
  'checks.retried': ['pass', 'marked', 'fail'],
  'checks.always': [
    [],
    ['npm test'],
    ['npm test', { run: ['npm', 'run', 'lint'], inputs: ['src'] }],
  ],
  'validator.by': ['none', 'claude-code', 'codex', 'command'],
  'validator.command': [null, 'node validator.mjs'],
  'validator.maxUsd': [null, 2],
  'validator.timeoutMs': [1000, 600_000],
  'judge.backend': ['api', 'claude', 'auto', 'rubric'],
  'judge.model': ['sonnet', 'haiku'],
  'judge.panel': [null, 'sonnet', 'sonnet, opus'],
  'judge.timeoutMs': [1000, 60_000],
  'judge.onUnavailable': ['warn', 'block'],
  'judge.structuredFindings': [false, true],
  'judge.sees': [[], ['diff'], ['diff', 'tools']],
  'judge.independent': ['warn', 'required'],
  'judge.askPersonBelow': [null, 0.5, 1],
  'judge.maxUsdPerDay': [null, 10, 5, 0],
  'realityCheck.enabled': [false, true],
  'realityCheck.model': ['opus', 'sonnet'],
  'realityCheck.timeoutMs': [30_000, 1000],
  'stopGate.timeoutMs': [50_000, 5000],
  'stopGate.standing': ['off', 'tell', 'block'],
  'stopGate.beads': [false, true],
  'stopGate.orchestrators': [null, 'orch-', 'orch-,lead-'],
  'stopGate.todos': [false, true, 'all'],
  'stopGate.ask': ['rest', 'block'],
  'stopGate.gitStatus': [false, true],
  'stopGate.availableWork': [false, true],
  'continuation.prefixes': [null, 'system3-', 'system3-,chief-'],
  'continuation.model': ['haiku', 'sonnet'],
  'continuation.timeoutMs': [8000, 1000],
  notify: [null, 'notify-send promises', ['curl', '--data', '@-', 'https://example.com']],
  store: ['files', 'postgresql://db.example.com/promises'],
  storeProject: [null, 'example.com/team/shop'],
  storeTimeoutMs: [2000, 100, 20_000],
};
const valuesOf = ({ key }: Setting) => VALUES[key] ?? [];
const STRICT = SETTINGS.filter(({ strictest }) => strictest !== undefined);

const source = (mayWeaken: fc.Arbitrary<boolean>): fc.Arbitrary<SettingSource> =>
  fc
    .record({
      name: fc.constantFrom('option', 'variable', 'project', 'user'),
      mayWeaken,
      picks: fc.array(fc.option(fc.nat()), { minLength: SETTINGS.length }),
    })
    .map(({ picks, ...rest }) => ({
      ...rest,
      values: new Map(
        SETTINGS.flatMap((setting, index): [string, SettingValue][] => {
          const pick = picks[index] ?? null;
          const values = valuesOf(setting);
          const value = pick === null ? undefined : values[pick % values.length];
          return value === undefined ? [] : [[setting.key, value]];
        }),
      ),
    }));
const anySource = source(fc.boolean());
const weakSource = source(fc.constant(false));
const sources = fc.array(anySource, { maxLength: 5 });

function strengths(of: readonly SettingSource[]): ReadonlyMap<string, number> {
  const effective = effectiveSettings(of);
  return new Map(
    effective.map(({ setting, value }) => [
      setting.key,
      valuesOf(setting).findIndex((one) => canonicalText(one) === canonicalText(value)),
    ]),
  );
}
const strengthOf = (of: readonly SettingSource[], { key }: Setting) => strengths(of).get(key) ?? -1;

it('every key of these tests is a setting, and every setting is tested', () => {
  expect(Object.keys(VALUES)).toEqual(SETTINGS.map(({ key }) => key));
});

it('every value is one that a source or the default gives, under its name', () => {
  fc.assert(
    fc.property(sources, (given) => {
      for (const { setting, source: name, value } of effectiveSettings(given)) {
        const says = given
          .filter((one) => one.name === name)
          .map(({ values }) => values.get(setting.key));
        expect(name === 'default' ? [setting.default] : says).toContainEqual(value);
      }
    }),
  );
});

it('no source weakens a gate below the default but one that may', () => {
  fc.assert(
    fc.property(fc.array(weakSource, { maxLength: 5 }), (given) => {
      for (const setting of STRICT) {
        expect(strengthOf(given, setting)).toBeGreaterThanOrEqual(strengthOf([], setting));
      }
    }),
  );
});

it('one more source that may not weaken makes nothing weaker, wherever it stands', () => {
  fc.assert(
    fc.property(sources, weakSource, fc.nat({ max: 5 }), (given, one, place) => {
      const more = given.toSpliced(place, 0, one);
      for (const setting of STRICT) {
        expect(strengthOf(more, setting)).toBeGreaterThanOrEqual(strengthOf(given, setting));
      }
    }),
  );
});

it('the order of the sources decides nothing about a gate', () => {
  const shuffled = sources.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  );
  fc.assert(
    fc.property(shuffled, ([given, other]) => {
      for (const setting of STRICT) {
        expect(strengthOf(other, setting)).toBe(strengthOf(given, setting));
      }
    }),
  );
});

it('elsewhere the nearest source that says something decides', () => {
  fc.assert(
    fc.property(sources, (given) => {
      for (const { setting, value } of effectiveSettings(given)) {
        if (setting.strictest !== undefined) continue;
        const nearest = given.find(({ values }) => values.has(setting.key));
        expect(value).toBe(
          nearest === undefined ? setting.default : nearest.values.get(setting.key),
        );
      }
    }),
  );
});
