import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../../build/schemas/configuration.ts';
import { isObject } from '../../../src/domain/base/document.ts';
import {
  CHECK_KEYS,
  checkSettingsOf,
  configurationOf,
  effectiveSettings,
  type SettingSource,
} from '../../../src/domain/settings/configuration.ts';
import {
  readSettings,
  readSettingText,
} from '../../../src/domain/settings/configuration-reading.ts';
import { isTaken, SETTINGS, type Setting } from '../../../src/domain/settings/setting.ts';
import { jsonValue } from '../../rig/values/arbitraries.ts';
import { runs } from '../../rig/values/runs.ts';

const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...SETTINGS.flatMap(({ type }) => ('choices' in type ? type.choices : [])),
  ),
  fc.constantFrom<unknown>(
    ...SETTINGS.flatMap(({ type }) =>
      'least' in type ? [type.least, type.most, type.least - 1, type.most + 1] : [],
    ),
  ),
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    0,
    -0,
    3,
    0.5,
    -1,
    Number.POSITIVE_INFINITY,
    '',
    ' ',
    'sonnet',
    '1',
    'true',
    'none',
    ' Null ',
    [],
    {},
  ),
  jsonValue,
);

/** The library trips over an object whose `length` is none: what it cannot read, it does not take. */
function isOfSchemaAtAll(file: unknown): boolean {
  try {
    return configurationSchema.safeParse(file).success;
  } catch {
    return false;
  }
}

/** A file that says one thing. */
function fileWith(key: string, said: unknown): object {
  const [group = '', ...rest] = key.split('.');
  return { [group]: rest.length === 0 ? said : { [rest.join('.')]: said } };
}

describe.each(SETTINGS.map((setting): [string, Setting] => [setting.key, setting]))(
  '%s',
  (key, setting) => {
    it('takes what the published schema takes, and nothing else', () => {
      fc.assert(
        fc.property(value, (said) => {
          const isOfSchema = isOfSchemaAtAll(fileWith(key, said));
          expect([said, isTaken(setting, said)]).toEqual([said, isOfSchema]);
        }),
        runs(300),
      );
    });

    it('is read from a file where it is taken, and named where it is not', () => {
      fc.assert(
        fc.property(value, (said) => {
          fc.pre(said !== undefined);
          const { problems, values } = readSettings(fileWith(key, said));
          expect(values.has(key)).toBe(isTaken(setting, said));
          if (!isTaken(setting, said)) expect(problems.join('\n')).toContain(key);
        }),
        runs(100),
      );
    });

    it('has a default that it takes, and that its variable can say', () => {
      expect(isTaken(setting, setting.default)).toBe(true);
      const said = readSettingText(key, String(setting.default));
      expect(said).toEqual({ value: setting.default });
    });
  },
);

const anyFile: fc.Arbitrary<unknown> = fc.oneof(
  jsonValue,
  fc.dictionary(
    fc.constantFrom(
      'tier',
      'tier2_enabled',
      'tier3_enabled',
      'tier3_vote_count',
      'gates',
      'retries',
      'checks',
      'judge',
      '$schema',
      'x',
      '__proto__',
      'judge.model',
    ),
    fc.oneof(
      value,
      fc.dictionary(fc.constantFrom('max', 'timeoutMs', 'model', 'validation', 'x'), value),
    ),
  ),
);

describe('any JSON as a configuration file', () => {
  it('is read, and every value that is taken from it is one that its setting takes', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        for (const [key, said] of readSettings(file).values) {
          const setting = SETTINGS.find((one) => one.key === key);
          expect(setting !== undefined && isTaken(setting, said)).toBe(true);
        }
      }),
      runs(1000),
    );
  });

  it('has a problem where the schema finds one', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        // What `$schema` may be has a test of its own.
        fc.pre(!isObject(file) || ['undefined', 'string'].includes(typeof file['$schema']));
        const isWhole = readSettings(file).problems.length === 0;
        const isOfSchema = isOfSchemaAtAll(file);
        expect([JSON.stringify(file), isWhole]).toEqual([JSON.stringify(file), isOfSchema]);
      }),
      runs(2000),
    );
  });

  it('has a problem where its $schema is no text, as the schema says', () => {
    expect(configurationSchema.safeParse({ $schema: {} }).success).toBe(false);
    expect(readSettings({ $schema: {} }).problems).not.toEqual([]);
  });

  it('makes a whole configuration, whatever it says', () => {
    fc.assert(
      fc.property(fc.array(anyFile, { maxLength: 3 }), (files) => {
        const sources = sourcesOf(files);
        expect(configurationOf(effectiveSettings(sources)).tier).toBeGreaterThan(0);
      }),
      runs(500),
    );
  });
});

function sourcesOf(files: readonly unknown[]): readonly SettingSource[] {
  return files.map((file, index) => ({
    name: `file ${index}`,
    mayWeaken: index === 0,
    values: readSettings(file).values,
  }));
}

it('the settings of the check are the same whether the rest is looked at or not', () => {
  const few = SETTINGS.filter(({ key }) => CHECK_KEYS.has(key));
  expect(few).toHaveLength(CHECK_KEYS.size);
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 3 }), (files) => {
      const sources = sourcesOf(files);
      const whole = configurationOf(effectiveSettings(sources));
      expect(checkSettingsOf(effectiveSettings(sources, few))).toEqual({
        tier: whole.tier,
        tier2Enabled: whole.tier2Enabled,
        tier3Enabled: whole.tier3Enabled,
        tier3VoteCount: whole.tier3VoteCount,
        endRequires: whole.gates.endRequires,
        maxRetries: whole.retries.max,
      });
    }),
    runs(500),
  );
});
