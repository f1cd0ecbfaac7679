import { describe, expect, it } from 'vitest';
import * as hooks from '../../src/doctor/rows/hooks.ts';
import type { SeenHost } from '../../src/doctor/seen-hosts.ts';
import type { Disabling, HookPlace, PlacedHook } from '../../src/domain/host/hooks-in-force.ts';
import type { HostName } from '../../src/hosts/hosts.ts';
import { placedHook, seenHost, told } from '../rig/values/examined.ts';

const gateIn = (place: HookPlace, command = 'cs-hook stop || exit 2'): PlacedHook =>
  placedHook('claude-code', { place, command });

const OTHER = '"/opt/bin/cs-hook" stop || exit 2';

const hostWith = (more: Partial<SeenHost>, gates: readonly PlacedHook[] = []) =>
  seenHost('claude-code', gates, more);

describe('a host that is told not to run hooks', () => {
  const OFF: Disabling = {
    key: 'disableAllHooks',
    path: '/off.json',
    byManaged: false,
    leaves: 'managed',
  };

  it.each<[string, Partial<Disabling>, string, string]>([
    ['by the user', {}, '`disableAllHooks` is set in /off.json', 'Remove `disableAllHooks` from'],
    ['by managers', { byManaged: true, leaves: 'nothing' }, 'no hook runs', 'Only an admin'],
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
    ['in a session', { key: 'launch', path: '--bare' }, 'runs with --bare', 'without --bare'],
  ])('%s: what follows, and nothing that would not help', async (_name, parts, detail, advice) => {
    const host = hostWith({ disabledBy: { ...OFF, ...parts }, idle: [gateIn('user')] });
    const [line, ...more] = await told(hooks.disabled, { host });
    expect(more).toEqual([]);
    expect(line?.startsWith('[FAIL] ')).toBe(true);
    for (const words of [detail, 'the stop hook in /user.json does not run', advice]) {
      expect(line).toContain(words);
    }
    expect(await told(hooks.stop, { host })).toEqual([]);
  });

  it.each<[string, HostName, Partial<Disabling>, string]>([
    ['is a note where the gate stands where hooks still run', 'claude-code', {}, '[NOTE] '],
    ['is a fault of a host without such places', 'copilot', { key: 'off' }, '[FAIL] '],
  ])('%s', async (_what, name, parts, mark) => {
    const host = seenHost(name, [placedHook(name)], { disabledBy: { ...OFF, ...parts } });
    expect((await told(hooks.disabled, { host }))[0]).toContain(mark);
    expect((await told(hooks.stop, { host }))[0]).toContain('[OK] ');
  });
});

describe('a stop hook', () => {
  const NOWHERE =
    '[FAIL] hooks.stop: no stop hook anywhere: nothing blocks a session from ending. ';

  it.each<[string, HostName, Partial<SeenHost>, string | undefined]>([
    ['nowhere', 'claude-code', { isLaunchKnown: true }, `${NOWHERE}Run: cs hooks install`],
    [
      'nowhere, as far as is known: not for sessions with --plugin-dir',
      'claude-code',
      {},
      `${NOWHERE}Run: cs hooks install. Not needed for sessions started with --plugin-dir, which have the hooks`,
    ],
    [
      'nowhere, and a plugin that should bring it: others would double it',
      'claude-code',
      { plugins: [{ place: { root: '/p', by: 'copy' }, hooks: 0 }] },
      `${NOWHERE}The plugin should provide it: see hooks.plugin`,
    ],
    ['in another host, and no Claude Code', 'claude-code', { isGatedElsewhere: true }, undefined],
    [
      'in another host alone',
      'claude-code',
      { isGatedElsewhere: true, foundBy: '/bin/claude', isLaunchKnown: true },
      '[NOTE] hooks.stop: Claude Code is on this machine (/bin/claude) without a stop hook: nothing blocks its sessions from ending. Run: cs hooks install',
    ],
    ['nowhere, of a host that is not here', 'codex', {}, undefined],
    [
      'nowhere, of one that is here',
      'codex',
      { foundBy: '/bin/codex', isLaunchKnown: true },
      '[NOTE] hooks.stop: Codex is on this machine (/bin/codex) without a stop hook: nothing blocks its sessions from ending. Run: cs hooks install --host codex',
    ],
  ])('%s', async (_where, name, more, line) => {
    expect(await told(hooks.stop, { host: seenHost(name, [], more) })).toEqual(
      line === undefined ? [] : [line],
    );
  });
});

describe('a gate that would run more than once names what to take out', () => {
  it.each<[string, readonly PlacedHook[], string?, string?]>([
    ['one command in several settings', [gateIn('user'), gateIn('project'), gateIn('local')]],
    [
      'the plugin and the user',
      [gateIn('plugin'), gateIn('user')],
      '/user.json',
      'cs hooks uninstall --user',
    ],
    [
      'the plugin and the project',
      [gateIn('plugin', OTHER), gateIn('project')],
      '/project.json',
      'cs hooks uninstall --shared',
    ],
    [
      'the plugin and the local settings',
      [gateIn('local'), gateIn('plugin')],
      '/local.json',
      'cs hooks uninstall',
    ],
    [
      'the user and the project by two commands',
      [gateIn('user'), gateIn('project', OTHER)],
      '/project.json',
      'cs hooks uninstall --shared',
    ],
    [
      'three places, of which two agree',
      [gateIn('user'), gateIn('project'), gateIn('local', OTHER)],
      '/local.json',
      'cs hooks uninstall',
    ],
    [
      'administrators and the user',
      [gateIn('user', OTHER), gateIn('managed')],
      '/user.json',
      'cs hooks uninstall --user',
    ],
    [
      'administrators and the plugin',
      [gateIn('plugin'), gateIn('managed')],
      '/plugin.json',
      'claude plugin disable completion-promise',
    ],
    [
      'one file twice',
      [gateIn('user'), gateIn('user', OTHER)],
      '/user.json',
      'cs hooks install --user',
    ],
    [
      'a host that runs one command in two places twice',
      [placedHook('codex'), placedHook('codex', { place: 'project' })],
      '/project.json',
      'cs hooks uninstall --host codex --shared',
    ],
  ])('%s', async (_name, gates, path, command) => {
    const name = gates.some(({ command: line }) => line.includes('codex'))
      ? 'codex'
      : 'claude-code';
    const lines = await told(hooks.twice, { host: seenHost(name, gates) });
    expect(lines).toHaveLength(path === undefined ? 0 : 1);
    for (const line of lines) {
      expect(line).toContain(`, in ${path}: the gate runs 2 times at every stop`);
      expect(line.endsWith(`: ${command}`)).toBe(true);
    }
  });
});

describe('the other hooks', () => {
  it.each<[HostName, readonly string[]]>([
    ['claude-code', ['subagent-stop', 'session-start', 'user-prompt', 'session-end']],
    ['gemini', ['session-start', 'user-prompt', 'session-end']],
    ['opencode', ['session-start', 'user-prompt']],
  ])('are named as far as %s has them, where there is a gate', async (name, expected) => {
    const host = seenHost(name, [placedHook(name)]);
    const lines = (await Promise.all(hooks.others.map((row) => told(row, { host })))).flat();
    expect(lines.map((line) => /^\[NOTE\] hooks\.(\S+): none: /.exec(line)?.[1])).toEqual(expected);
    const without = hooks.others.map((row) => told(row, { host: seenHost(name) }));
    expect((await Promise.all(without)).flat()).toEqual([]);
  });
});

it('a stop hook of the older form is a note', async () => {
  const older = hostWith({}, [gateIn('user', 'cs-verify --check || exit 2')]);
  expect((await told(hooks.olderForm, { host: older }))[0]).toContain('checks promises only');
  expect(await told(hooks.olderForm, { host: hostWith({}, [gateIn('user')]) })).toEqual([]);
});
