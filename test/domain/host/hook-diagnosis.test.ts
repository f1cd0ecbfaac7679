import { describe, expect, it } from 'vitest';
import { readHookCommand } from '../../../src/domain/host/hook-command.ts';
import { diagnoseHooks, type PlacedHook } from '../../../src/domain/host/hook-diagnosis.ts';
import type { Disabling, HookPlace } from '../../../src/domain/host/hooks-in-force.ts';
import { commandLinesFor } from '../../../src/report/command-lines.ts';
import { diagnosisLine } from '../../../src/report/doctor-text.ts';
import { plainStyle } from '../../../src/report/style.ts';

const LINE = 'cs-hook stop || exit 2';

function gateIn(place: HookPlace, command = LINE, event = 'Stop'): PlacedHook {
  const reading = readHookCommand(command);
  if (reading === undefined) throw new Error(`no hook of the suite: ${command}`);
  return {
    event,
    command,
    reading,
    shell: 'posix',
    place,
    path: `/${place}.json`,
    timeout: 60,
    matcher: undefined,
    detached: undefined,
  };
}

type Facts = Parameters<typeof diagnoseHooks>[0];

function examined(facts: Partial<Facts>) {
  const found = diagnoseHooks({
    hooks: [],
    idle: [],
    disabledBy: undefined,
    isGatedElsewhere: false,
    isUsed: true,
    isLaunchKnown: false,
    isPluginEnabled: false,
    startedElsewhere: undefined,
    canWatch: true,
    gateMs: 50_000,
    isRealityChecked: false,
    reviews: [],
    ...facts,
  });
  return {
    found,
    /** The lines of a check, as doctor prints them. */
    linesOf: (check: string) =>
      found
        .filter((one) => one.check === check)
        .map((one) => diagnosisLine(one, plainStyle, commandLinesFor(undefined, 'cs'))),
  };
}

describe('a host that is told not to run hooks', () => {
  const disabling = (parts: Partial<Disabling>): Disabling => ({
    key: 'disableAllHooks',
    path: '/off.json',
    byManaged: false,
    leaves: 'managed',
    ...parts,
  });

  it.each<[string, Partial<Disabling>, string, string]>([
    [
      'by the user',
      {},
      '`disableAllHooks` is set in /off.json',
      'Remove `disableAllHooks` from /off.json',
    ],
    [
      'by administrators',
      { byManaged: true, leaves: 'nothing' },
      'no hook runs',
      'Only an administrator',
    ],
    [
      'but for hooks of administrators',
      { key: 'allowManagedHooksOnly', byManaged: true },
      'only hooks of managed settings run',
      'install the hooks there',
    ],
    [
      'but for plugins',
      { key: 'strictPluginOnlyCustomization', byManaged: true, leaves: 'managed and plugins' },
      'and of plugins run',
      'Only an administrator',
    ],
    [
      'for this session',
      { key: 'launch', path: '--bare' },
      'this session runs with --bare',
      'Start the session without --bare',
    ],
  ])('%s: what follows, and nothing that would not help', (_name, parts, detail, advice) => {
    const { found, linesOf } = examined({
      disabledBy: disabling(parts),
      idle: [gateIn('user')],
    });
    const [line] = linesOf('hooks.disabled');
    expect(line?.startsWith('[FAIL] ')).toBe(true);
    expect(line).toContain(detail);
    expect(line).toContain('the stop hook in /user.json does not run');
    expect(line).toContain(advice);
    expect(found).toHaveLength(1);
  });

  it('is a note where the gate stands where hooks still run', () => {
    const hooks = [gateIn('managed')];
    const { linesOf } = examined({ disabledBy: disabling({}), hooks });
    expect(linesOf('hooks.disabled')[0]).toContain('[NOTE] ');
    expect(linesOf('hooks.stop')[0]).toContain('[OK] ');
  });
});

describe('no stop hook', () => {
  it('of a session that was started without a plugin: install it', () => {
    expect(examined({ isLaunchKnown: true }).linesOf('hooks.stop')).toEqual([
      '[FAIL] hooks.stop: no stop hook anywhere: nothing blocks a session from ending. Run: cs hooks install',
    ]);
  });

  it('seen from outside of a session: not where the hooks come with --plugin-dir', () => {
    const [line] = examined({}).linesOf('hooks.stop');
    expect(line).toContain('Run: cs hooks install. Not needed for sessions');
    expect(line).toContain('--plugin-dir');
  });
});

describe('no stop hook beside a plugin that is switched on', () => {
  it('is for the plugin to bring: hooks in settings would double what is mended there', () => {
    const { found } = examined({ isPluginEnabled: true });
    expect(JSON.stringify(found)).not.toContain('hooks install');
    expect(found[0]?.advice).toContain('hooks.plugin');
  });
});

describe('a gate that would run more than once names what to take out', () => {
  const OTHER = '"/opt/bin/cs-hook" stop || exit 2';

  it.each<[string, readonly PlacedHook[], readonly string[]]>([
    [
      'one command in several settings is run once',
      [gateIn('user'), gateIn('project'), gateIn('local')],
      [],
    ],
    [
      'the plugin and the user',
      [gateIn('plugin'), gateIn('user')],
      ['/user.json: cs hooks uninstall --user'],
    ],
    [
      'the plugin and the project',
      [gateIn('plugin', OTHER), gateIn('project')],
      ['/project.json: cs hooks uninstall --shared'],
    ],
    [
      'the plugin and the local settings',
      [gateIn('local'), gateIn('plugin')],
      ['/local.json: cs hooks uninstall'],
    ],
    [
      'the user and the project by two commands',
      [gateIn('user'), gateIn('project', OTHER)],
      ['/project.json: cs hooks uninstall --shared'],
    ],
    [
      'the user and the local settings',
      [gateIn('local', OTHER), gateIn('user')],
      ['/local.json: cs hooks uninstall'],
    ],
    [
      'three places, of which two agree',
      [gateIn('user'), gateIn('project'), gateIn('local', OTHER)],
      ['/local.json: cs hooks uninstall'],
    ],
    [
      'administrators and the user',
      [gateIn('user', OTHER), gateIn('managed')],
      ['/user.json: cs hooks uninstall --user'],
    ],
    [
      'administrators and the plugin',
      [gateIn('plugin'), gateIn('managed')],
      ['/plugin.json: claude plugin disable completion-promise'],
    ],
    [
      'one file twice',
      [gateIn('user'), gateIn('user', OTHER)],
      ['/user.json: cs hooks install --user'],
    ],
  ])('%s', (_name, hooks, expected) => {
    const lines = examined({ hooks }).linesOf('hooks.twice');
    expect(lines).toHaveLength(expected.length);
    for (const [index, line] of lines.entries()) {
      const [path = '', command = ''] = expected[index]?.split(': ') ?? [];
      expect(line).toContain(`, in ${path}: the gate runs 2 times at every stop`);
      expect(line.endsWith(`: ${command}`)).toBe(true);
    }
  });
});

describe('shared settings of a project', () => {
  const elsewhere = { startedElsewhere: { current: '/project/sub', folder: '/project' } };

  it('are not read by a session that is started in another folder', () => {
    const [line] = examined({ ...elsewhere, hooks: [gateIn('project')] }).linesOf('hooks.reach');
    expect(line).toContain('a session started in /project/sub runs without the gate');
    expect(line?.endsWith('. Start sessions in /project')).toBe(true);
  });

  it.each<[string, readonly PlacedHook[]]>([
    ['the user has the gate, too', [gateIn('project'), gateIn('user')]],
    ['the local settings have it, which hold in subfolders', [gateIn('local')]],
  ])('are enough where %s', (_name, hooks) => {
    expect(examined({ ...elsewhere, hooks }).linesOf('hooks.reach')).toEqual([]);
  });
});

it('a gate of PowerShell is told how its line ends', () => {
  const gate = { ...gateIn('local', 'cs-hook stop'), shell: 'powershell' } as const;
  const [line] = examined({ hooks: [gate] }).linesOf('hook.crash');
  expect(line).toContain('does not end in `if (-not $?) { exit 2 }`');
});

describe('a hook that is not as it should be is written anew where it stands', () => {
  it.each<[HookPlace, string]>([
    ['local', 'Run: cs hooks install'],
    ['project', 'Run: cs hooks install --shared'],
    ['user', 'Run: cs hooks install --user'],
    ['plugin', 'claude plugin update completion-promise'],
    ['managed', 'Ask the administrators'],
  ])('%s', (place, advice) => {
    const [line] = examined({ hooks: [gateIn(place, 'cs-hook stop')] }).linesOf('hook.crash');
    expect(line?.startsWith('[FAIL] ')).toBe(true);
    expect(line).toContain(advice);
  });
});
