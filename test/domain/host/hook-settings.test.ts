import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userGuard } from '../../../src/domain/host/guarded-command.ts';
import {
  hooksIn,
  planInstall,
  planUninstall,
  settingsFault,
} from '../../../src/domain/host/hook-settings.ts';
import { wantedHooks } from '../../../src/domain/host/wanted-hooks.ts';
import { OF_CLAUDE_CODE } from '../../rig/values/hook-writings.ts';
import { hook, INSTALLED, installedCall } from '../../rig/worlds/hooked-project.ts';

const LINES = {
  shell: 'posix',
  call: installedCall,
  guard: userGuard(OF_CLAUDE_CODE.words),
} as const;
const WANTED = wantedHooks([LINES], 50_000, OF_CLAUDE_CODE);
const FOREIGN = {
  matcher: 'Bash',
  hooks: [{ type: 'command', command: 'mine', statusMessage: 'x' }],
};

describe('installing', () => {
  it.each<[string, object, object]>([
    ['into nothing', {}, { hooks: INSTALLED }],
    [
      'beside what is there, in its order',
      { z: 1, hooks: { PreToolUse: [FOREIGN], Stop: [FOREIGN] }, a: [2] },
      {
        z: 1,
        hooks: { PreToolUse: [FOREIGN], ...INSTALLED, Stop: [FOREIGN, ...INSTALLED.Stop] },
        a: [2],
      },
    ],
    [
      'in the place of the older form',
      { hooks: { Stop: [hook('cs-verify --check || exit 2', 30)] } },
      { hooks: INSTALLED },
    ],
    [
      'in the place of another timeout',
      { hooks: { Stop: [hook('cs-stop-gate || exit 2', 9)] } },
      { hooks: INSTALLED },
    ],
    [
      'in the place of another path',
      { hooks: { Stop: [hook('"/old/node" "/old/bin/cs-stop-gate.cjs" || exit 2', 60)] } },
      { hooks: INSTALLED },
    ],
    [
      'in the place of several',
      { hooks: { Stop: [...INSTALLED.Stop, hook('cs-verify --check || exit 2')] } },
      { hooks: INSTALLED },
    ],
    [
      'in the place of one for some occasions only',
      { hooks: { SessionStart: [{ matcher: 'startup', ...INSTALLED.SessionStart[0] }] } },
      { hooks: INSTALLED },
    ],
    [
      'in the place of one that nobody waits for',
      {
        hooks: {
          Stop: [
            {
              hooks: [
                { type: 'command', command: 'cs-stop-gate || exit 2', timeout: 60, async: true },
              ],
            },
          ],
        },
      },
      { hooks: INSTALLED },
    ],
  ])('%s', (_name, before, after) => {
    const plan = planInstall({ ...before }, WANTED);
    expect(plan.settings).toEqual(after);
    expect(planInstall(plan.settings, WANTED).changes.map(({ change }) => change)).toEqual(
      Array(5).fill('kept'),
    );
  });

  it('for PowerShell, in the place of those for POSIX shells, and back', () => {
    const powershell = wantedHooks(
      [{ shell: 'powershell', call: installedCall }],
      50_000,
      OF_CLAUDE_CODE,
    );
    const installed = planInstall(planInstall({}, WANTED).settings, powershell);
    const command = `${installedCall('stop', undefined)}; if (-not $?) { exit 2 }`;
    expect(installed.settings).toMatchObject({
      hooks: {
        Stop: [{ hooks: [{ type: 'command', command, shell: 'powershell', timeout: 60 }] }],
      },
    });
    expect(installed.changes.map(({ change }) => change)).toEqual(Array(5).fill('replaced'));
    expect(planInstall(installed.settings, WANTED).settings).toEqual({ hooks: INSTALLED });
    expect(planUninstall(installed.settings).settings).toEqual({});
  });

  it('leaves a line alone that does something else too', () => {
    const mixed = hook('notify; cs-stop-gate || exit 2');
    const plan = planInstall({ hooks: { Stop: [mixed] } }, WANTED);
    expect(plan.settings).toMatchObject({ hooks: { Stop: [mixed, ...INSTALLED.Stop] } });
  });

  it.each([
    [50_000, 60, ''],
    [50_001, 61, ' 56'],
    [590_000, 600, ' 595'],
  ])(
    'waits longer than the gate takes: %i ms, %i s, and its watch%s',
    (gateMs, timeout, option) => {
      const stop = wantedHooks([LINES], gateMs, OF_CLAUDE_CODE).filter(({ event }) =>
        /Stop/.test(event),
      );
      const command = expect.stringContaining(`sh $g stop${option}||`);
      expect(stop).toMatchObject([
        { command, timeout },
        { command, timeout },
      ]);
    },
  );
});

describe('uninstalling gives back what was there', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['others and their order', { z: 1, hooks: { PreToolUse: [FOREIGN], Stop: [FOREIGN] }, a: 2 }],
    ['what somebody left empty', { hooks: { PreToolUse: [], Stop: [{ hooks: [] }] } }],
  ])('%s', (_name, before) => {
    const { settings } = planInstall({ ...before }, WANTED);
    const plan = planUninstall(settings);
    expect(JSON.stringify(plan.settings)).toBe(JSON.stringify(before));
    expect(planUninstall(plan.settings).changes).toEqual([]);
  });

  it("takes the suite's out of a group that others are in", () => {
    const group = { hooks: [{ type: 'command', command: 'mine' }, ...hooksOf('cs-stop-gate')] };
    const { settings } = planUninstall({ hooks: { Stop: [group] } });
    expect(settings).toEqual({ hooks: { Stop: [hook('mine')] } });
  });
});

it('whatever the settings hold, installing and uninstalling gives it back', () => {
  const group = fc.record({ hooks: fc.array(fc.jsonValue(), { maxLength: 2 }) });
  const event = fc.constantFrom('Stop', 'SessionStart', 'PreToolUse', '__proto__');
  const hooks = fc.dictionary(event, fc.array(group, { maxLength: 2 }));
  const settings = fc.oneof(
    fc.record({ hooks, model: fc.jsonValue() }),
    fc.dictionary(fc.string(), fc.jsonValue()),
  );
  fc.assert(
    fc.property(settings, (drawn) => {
      const text = JSON.stringify(drawn);
      const before: unknown = JSON.parse(text);
      if (settingsFault(before) !== undefined) return;
      const { settings: installed } = planInstall({ ...drawn }, WANTED);
      expect(hooksIn(installed)).toHaveLength(WANTED.length);
      const { settings: after } = planUninstall(installed);
      // What was empty where the suite's hooks go is gone afterwards: the host reads both the same.
      const isHusk = /"hooks":\{\}|"(?:Stop|SessionStart)":\[\]/.test(text);
      if (!isHusk) expect(JSON.stringify(after)).toBe(text);
    }),
  );
});

function hooksOf(command: string): readonly object[] {
  return [{ type: 'command', command }];
}

describe('settings that cannot be planned in', () => {
  it.each<[unknown, string]>([
    [[], 'it is not an object'],
    [{ hooks: [] }, '`hooks` is not an object'],
    [{ hooks: { Stop: {} } }, '`hooks.Stop` is not a list'],
    [{ hooks: { Stop: [{ hooks: [] }, {}] } }, '`hooks.Stop[1]` has no list of hooks'],
  ])('%j', (settings, fault) => {
    expect(settingsFault(settings)).toBe(fault);
  });

  it.each([
    null,
    1,
    { hooks: 1 },
    { hooks: { Stop: 1 } },
    { hooks: { Stop: [1, { hooks: [1, {}] }] } },
  ])('hold no hooks: %j', (settings) => {
    expect(hooksIn(settings)).toEqual([]);
  });
});
