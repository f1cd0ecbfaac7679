import { describe, expect, it } from 'vitest';
import { effectiveSettings } from '../../../src/domain/settings/configuration.ts';
import {
  readSetting,
  readSettingText,
} from '../../../src/domain/settings/configuration-reading.ts';
import { SETTINGS, type SettingValue, variablesOf } from '../../../src/domain/settings/setting.ts';

type Given = readonly [source: 'option' | 'variable' | 'project' | 'user', value: SettingValue];

/** What becomes of one key that some sources set, nearest first. */
function effect(key: string, given: readonly Given[]) {
  const sources = given.map(([name, value]) => ({
    name,
    mayWeaken: name === 'project' || name === 'user',
    values: new Map([[key, value]]),
  }));
  const { source, value } =
    effectiveSettings(sources).find(({ setting }) => setting.key === key) ?? {};
  return [value, source];
}

describe('a key that could weaken a gate: the strictest wins', () => {
  it.each<[string, readonly Given[], SettingValue, string]>([
    ['tier', [], 1, 'default'],
    ['tier', [['variable', 2]], 2, 'variable'],
    [
      'tier',
      [
        ['variable', 1],
        ['project', 2],
      ],
      2,
      'project',
    ],
    [
      'tier',
      [
        ['option', 1],
        ['variable', 1],
        ['project', 1],
        ['user', 2],
      ],
      2,
      'user',
    ],
    ['gates.validation', [], 'required', 'default'],
    ['gates.validation', [['variable', 'off']], 'required', 'default'],
    ['gates.validation', [['variable', 'when-present']], 'required', 'default'],
    ['gates.validation', [['project', 'off']], 'off', 'project'],
    [
      'gates.validation',
      [
        ['variable', 'off'],
        ['project', 'when-present'],
      ],
      'when-present',
      'project',
    ],
    [
      'gates.validation',
      [
        ['project', 'off'],
        ['user', 'required'],
      ],
      'required',
      'user',
    ],
    [
      'gates.validation',
      [
        ['variable', 'required'],
        ['project', 'off'],
      ],
      'required',
      'variable',
    ],
    [
      'judge.onUnavailable',
      [
        ['variable', 'warn'],
        ['project', 'block'],
      ],
      'block',
      'project',
    ],
    [
      'judge.onUnavailable',
      [
        ['variable', 'block'],
        ['project', 'warn'],
      ],
      'block',
      'variable',
    ],
    ['judge.maxUsdPerDay', [], null, 'default'],
    [
      'judge.maxUsdPerDay',
      [
        ['variable', 100],
        ['project', 1],
      ],
      1,
      'project',
    ],
    [
      'judge.maxUsdPerDay',
      [
        ['variable', null],
        ['project', 1],
      ],
      1,
      'project',
    ],
    [
      'judge.maxUsdPerDay',
      [
        ['variable', 0.5],
        ['project', 1],
      ],
      0.5,
      'variable',
    ],
    ['judge.maxUsdPerDay', [['project', null]], null, 'project'],
    [
      'judge.maxUsdPerDay',
      [
        ['project', 0],
        ['user', 5],
      ],
      0,
      'project',
    ],
  ])('%s of %j is %j, by %s', (key, given, value, source) => {
    expect(effect(key, given)).toEqual([value, source]);
  });
});

describe('commands: all that any source names', () => {
  it.each<[readonly Given[], SettingValue, string]>([
    [[], [], 'default'],
    [[['variable', []]], [], 'variable'],
    [[['variable', ['a']]], ['a'], 'variable'],
    [
      [
        ['variable', ['a']],
        ['project', ['b', 'a']],
        ['user', [['c', 'd']]],
      ],
      ['a', 'b', ['c', 'd']],
      'variable, project, user',
    ],
    [
      [
        ['variable', []],
        ['project', ['b']],
      ],
      ['b'],
      'project',
    ],
    [
      [
        [
          'project',
          [
            { run: 'a', inputs: ['src'] },
            { run: 'b', inputs: ['src'] },
          ],
        ],
        ['user', ['a']],
      ],
      [{ run: 'b', inputs: ['src'] }, 'a'],
      'project, user',
    ],
    [
      [
        ['project', ['a b']],
        ['user', [['a', 'b']]],
      ],
      ['a b', ['a', 'b']],
      'project, user',
    ],
  ])('of %j is %j, by %s', (given, value, source) => {
    expect(effect('checks.always', given)).toEqual([value, source]);
  });

  it.each<[variable: string, value: SettingValue | undefined]>([
    ['npm test', ['npm test']],
    ['["npm test", ["npm", "run", "lint"]]', ['npm test', ['npm', 'run', 'lint']]],
    ['[ -f package.json ]', ['[ -f package.json ]']],
    ['[]', []],
    ['none', []],
    ['false', ['false']],
    ['  ', []],
    ['a\0b', undefined],
    ['x'.repeat(4001), undefined],
  ])('a variable of %j says %j', (text, value) => {
    const read = readSettingText('checks.always', text);
    expect('value' in read ? read.value : undefined).toEqual(value);
  });

  it.each<[value: unknown, isTaken: boolean]>([
    [['npm test'], true],
    [[['npm', '']], true],
    ['npm test', false],
    [[''], false],
    [[' '], false],
    [[[]], false],
    [[['', 'x']], false],
    [[1], false],
    [null, false],
    [Array.from({ length: 51 }, (_, index) => `echo ${index}`), false],
    [[{ toString: false }], false],
    [[{ run: 'npm test' }], true],
    [[{ run: ['npm', 'test'], inputs: ['src/**', '!src/a'], timeoutMs: 60_000 }], true],
    [[{ inputs: ['src'] }], false],
    [[{ run: 'npm test', inputs: [] }], false],
    [[{ run: 'npm test', inputs: ['!src'] }], false],
    [[{ run: 'npm test', inputs: 'src' }], false],
    [[{ run: 'npm test', timeoutMs: 1 }], false],
    [[{ run: 'npm test', timeout: 5 }], false],
  ])('a file may say %j: %j', (value, isTaken) => {
    expect('value' in readSetting('checks.always', value)).toBe(isTaken);
  });
});

describe('any other key: the nearest wins', () => {
  it.each<[string, readonly Given[], SettingValue, string]>([
    ['judge.model', [], 'sonnet', 'default'],
    [
      'judge.model',
      [
        ['option', 'opus'],
        ['variable', 'haiku'],
        ['project', 'x'],
      ],
      'opus',
      'option',
    ],
    [
      'judge.model',
      [
        ['variable', 'haiku'],
        ['project', 'opus'],
      ],
      'haiku',
      'variable',
    ],
    [
      'judge.model',
      [
        ['project', 'opus'],
        ['user', 'haiku'],
      ],
      'opus',
      'project',
    ],
    [
      'judge.structuredFindings',
      [
        ['variable', false],
        ['project', true],
      ],
      false,
      'variable',
    ],
    ['judge.timeoutMs', [['user', 5000]], 5000, 'user'],
    [
      'judge.backend',
      [
        ['option', 'rubric'],
        ['project', 'api'],
      ],
      'rubric',
      'option',
    ],
  ])('%s of %j is %j, by %s', (key, given, value, source) => {
    expect(effect(key, given)).toEqual([value, source]);
  });
});

it('every key has a variable of its own', () => {
  expect(SETTINGS.flatMap(variablesOf)).toEqual([
    'CS_TIER',
    'CS_TIER2_ENABLED',
    'CS_TIER3_ENABLED',
    'CS_TIER3_VOTE_COUNT',
    'CS_GATES_VALIDATION',
    'CS_GATES_END_REQUIRES',
    'CS_GATES_TAMPERING',
    'CS_GATES_SHOWN',
    'CS_RETRIES_MAX',
    'CS_CHECKS_TIMEOUT_MS',
    'CS_CHECKS_CHANGED_FILES',
    'CS_CHECKS_RETRIED',
    'CS_CHECKS_ALWAYS',
    'CS_VALIDATOR_BY',
    'CS_VALIDATOR_COMMAND',
    'CS_VALIDATOR_MAX_USD',
    'CS_VALIDATOR_TIMEOUT_MS',
    'CS_JUDGE_BACKEND',
    'CS_JUDGE_MODEL',
    'CS_JUDGE_PANEL',
    'CS_JUDGE_TIMEOUT_MS',
    'CS_JUDGE_ON_UNAVAILABLE',
    'CS_JUDGE_STRUCTURED_FINDINGS',
    'CS_STRUCTURED_FINDINGS',
    'CS_JUDGE_SEES',
    'CS_JUDGE_INDEPENDENT',
    'CS_JUDGE_ASK_PERSON_BELOW',
    'CS_JUDGE_MAX_USD_PER_DAY',
    'CS_REALITY_CHECK_ENABLED',
    'CS_REALITY_CHECK_MODEL',
    'CS_REALITY_CHECK_TIMEOUT_MS',
    'CS_STOP_GATE_TIMEOUT_MS',
    'CS_STOP_GATE_STANDING',
    'CS_STOP_GATE_BEADS',
    'CS_STOP_GATE_ORCHESTRATORS',
    'CS_STOP_GATE_TODOS',
    'CS_STOP_GATE_ASK',
    'CS_STOP_GATE_GIT_STATUS',
    'CS_STOP_GATE_AVAILABLE_WORK',
    'CS_CONTINUATION_PREFIXES',
    'CS_CONTINUATION_MODEL',
    'CS_CONTINUATION_TIMEOUT_MS',
    'CS_NOTIFY',
    'CS_STORE',
    'CS_STORE_PROJECT',
    'CS_STORE_TIMEOUT_MS',
  ]);
});
