import { describe, expect, it } from 'vitest';
import { models } from '../../src/doctor/rows/settings.ts';
import type { SettingValue } from '../../src/domain/settings/setting.ts';
import { configured, found } from '../rig/values/examined.ts';
import { fakeClock } from '../rig/values/judge-values.ts';

describe('models', () => {
  const OLD = 'claude-sonnet-4-5-20250929';

  const on = (day: string, values: Readonly<Record<string, SettingValue>>) =>
    found(models, {
      settings: configured(values),
      clock: { ...fakeClock(), now: () => Date.parse(day) },
    });

  it.each<[string, string, string]>([
    ['2026-10-30', 'ok', `judge.model is ${OLD}`],
    ['2026-11-01', 'note', `judge.model is ${OLD}, which retires on 2026-11-30`],
    ['2026-11-30', 'note', `judge.model is ${OLD}, which retires on 2026-11-30`],
    ['2026-12-01', 'fail', `judge.model is ${OLD}: it retired on 2026-11-30`],
  ])('on %s: %s', async (day, status, detail) => {
    const [first] = await on(day, { 'judge.model': OLD });
    expect(first).toMatchObject({ check: 'models', status, detail });
  });

  it.each<[string, Readonly<Record<string, SettingValue>>, readonly string[]]>([
    ['where nothing else asks', { 'continuation.prefixes': null }, ['judge.model']],
    [
      'where all are asked',
      { 'judge.panel': 'sonnet, opus', 'realityCheck.enabled': true },
      ['judge.model', 'judge.panel', 'judge.panel', 'continuation.model', 'realityCheck.model'],
    ],
  ])('are looked at where they are used: %s', async (_where, values, keys) => {
    const all = await on('2026-01-01', values);
    expect(all.map(({ detail }) => detail.split(' ', 1)[0])).toEqual(keys);
  });
});
