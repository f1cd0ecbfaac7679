import { describe, expect, it } from 'vitest';
import {
  diagnoseModels,
  diagnoseOtherStates,
  diagnosePrograms,
} from '../../../src/domain/host/diagnosis.ts';
import { diagnoseReplay, type Expectation } from '../../../src/domain/host/hook-replay.ts';
import type { HookPlace } from '../../../src/domain/host/hooks-in-force.ts';
import { configurationOf, effectiveSettings } from '../../../src/domain/settings/configuration.ts';
import type { SettingValue } from '../../../src/domain/settings/setting.ts';

function configured(values: Readonly<Record<string, SettingValue>>) {
  const source = { name: 'test', mayWeaken: true, values: new Map(Object.entries(values)) };
  return configurationOf(effectiveSettings([source]));
}

describe('models', () => {
  const OLD = 'claude-sonnet-4-5-20250929';

  it.each<[string, string, string]>([
    ['2026-10-30', 'ok', `judge.model is ${OLD}`],
    ['2026-11-01', 'note', `judge.model is ${OLD}, which retires on 2026-11-30`],
    ['2026-11-30', 'note', `judge.model is ${OLD}, which retires on 2026-11-30`],
    ['2026-12-01', 'fail', `judge.model is ${OLD}: it retired on 2026-11-30`],
  ])('on %s: %s', (day, status, detail) => {
    const models = diagnoseModels(configured({ 'judge.model': OLD }), Date.parse(day));
    expect(models[0]).toMatchObject({ check: 'models', status, detail });
  });

  it('are looked at where they are used, and nowhere else', () => {
    const keys = (values: Readonly<Record<string, SettingValue>>) =>
      diagnoseModels(configured(values), 0).map(({ detail }) => detail.split(' ', 1)[0]);
    expect(keys({ 'continuation.prefixes': null })).toEqual(['judge.model']);
    expect(keys({ 'judge.panel': 'sonnet, opus', 'realityCheck.enabled': true })).toEqual([
      'judge.model',
      'judge.panel',
      'judge.panel',
      'continuation.model',
      'realityCheck.model',
    ]);
  });
});

describe('programs that are not on PATH', () => {
  const missing = [{ name: 'cs', isFound: false, passedOver: undefined }];

  it('are a fault, since an agent could not do what a block tells it', () => {
    expect(diagnosePrograms(missing, undefined)).toMatchObject([{ status: 'fail' }]);
  });

  it.each(['plugin', 'session start'] as const)('are a note where the %s brings them', (one) => {
    expect(diagnosePrograms(missing, one)).toMatchObject([
      { status: 'note', detail: expect.stringContaining(`the ${one} provides them`) },
    ]);
  });

  it('are said to lie in the project where they do', () => {
    const [found] = diagnosePrograms(
      [{ name: 'cs', isFound: false, passedOver: '/p/cs' }],
      undefined,
    );
    expect(found?.detail).toContain('/p/cs');
  });
});

describe("a hook's answer, as its host takes it", () => {
  const IN_USER = { event: 'Stop', place: 'user' } as const;
  const BLOCK = '{"decision":"block","reason":"open"}';

  it.each<[Expectation, number | undefined, string, string, 'ok' | 'fail']>([
    ['block', 2, '', 'why', 'ok'],
    ['block', 2, 'a whole report', 'why', 'ok'],
    ['block', 0, BLOCK, '', 'ok'],
    ['block', 0, `${BLOCK}\n`, '', 'ok'],
    ['block', 2, BLOCK, '', 'ok'],
    ['block', 2, 'a whole report', '', 'fail'],
    ['block', 0, `x${BLOCK}`, '', 'fail'],
    ['block', 0, `${BLOCK}${BLOCK}`, '', 'fail'],
    ['block', 0, '{"decision":"block"}', '', 'fail'],
    ['block', 0, '{"decision":"approve","reason":"x"}', '', 'fail'],
    ['block', 0, '', 'why', 'fail'],
    ['block', 1, '', 'why', 'fail'],
    ['block', undefined, BLOCK, 'why', 'fail'],
    ['pass', 0, '', '', 'ok'],
    ['pass', 0, '{}', 'a note', 'ok'],
    ['pass', 0, '{"systemMessage":"x"}', '', 'ok'],
    ['pass', 0, '[]', '', 'fail'],
    ['pass', 0, 'fine', '', 'fail'],
    ['pass', 1, '', '', 'fail'],
    ['pass', 2, '', 'why', 'fail'],
    ['answer', 0, '{"hookSpecificOutput":{}}', '', 'ok'],
    ['answer', 0, 'text', '', 'fail'],
    ['answer', 2, '', 'no', 'fail'],
  ])('%s: exit code %s, stdout %j, stderr %j: %s', (expects, code, stdout, stderr, status) => {
    const outcome = { code, ended: 'it was ended', stdout, stderr, durationMs: 7 };
    const found = diagnoseReplay(IN_USER, { words: 'a case', expects }, outcome);
    expect(found).toMatchObject({ check: 'replay', status, durationMs: 7 });
  });

  it.each<[HookPlace, string]>([
    ['local', 'cs hooks install'],
    ['user', 'cs hooks install --user'],
    ['plugin', 'claude plugin update completion-promise'],
    ['managed', 'Ask the administrators'],
  ])('that is none of a hook in %s settings: how to have it written anew', (place, advice) => {
    const outcome = { code: 1, ended: '', stdout: '', stderr: '', durationMs: 7 };
    const asked = { words: 'a case', expects: 'pass' } as const;
    const found = diagnoseReplay({ event: 'Stop', place }, asked, outcome);
    expect(JSON.stringify(found.advice)).toContain(advice);
    expect(JSON.stringify(found.advice).includes('hooks install')).toBe(advice.startsWith('cs'));
  });
});

describe('other state folders', () => {
  const state = (folder: string) => ({
    folder,
    isAbove: false,
    open: 1,
    broken: 0,
    option: `-C ${folder}`,
  });

  it('are named one by one, many of them only counted', () => {
    const states = Array.from({ length: 22 }, (_value, number) => state(`/p/${number}`));
    const found = diagnoseOtherStates(states, true);
    expect(found).toHaveLength(21);
    expect(found.at(0)?.advice).toBe('To see and end the promises there: cs status -C /p/0');
    expect(found.at(-1)?.detail).toBe('2 more state folders');
  });

  it('may be hidden in a project that is too large to be searched', () => {
    expect(diagnoseOtherStates([], false).map(({ status, detail }) => [status, detail])).toEqual([
      ['note', 'the project is too large to search completely for other state folders'],
    ]);
  });
});
