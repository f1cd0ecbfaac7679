import { describe, expect, it } from 'vitest';
import * as lines from '../../src/doctor/rows/hook-lines.ts';
import { hookLine, userGuard } from '../../src/domain/host/guarded-command.ts';
import type { HookPlace, PlacedHook } from '../../src/domain/host/hooks-in-force.ts';
import { type HostName, hostNames } from '../../src/hosts/hosts.ts';
import { found, placedHook, seenHost, told } from '../rig/values/examined.ts';
import { knownHost } from '../rig/values/hook-writings.ts';

const of = (name: HostName, changes: Partial<PlacedHook> = {}) => ({
  host: seenHost(name, [placedHook(name, changes)]),
});

describe.each(hostNames())('%s', (name) => {
  it('is well with the hook that is installed, and with its guard a crash blocks as well', async () => {
    for (const row of [lines.crash, lines.timeout, lines.watch, lines.detached, lines.matcher]) {
      expect((await found(row, of(name))).filter(({ status }) => status !== 'ok')).toEqual([]);
    }
    expect((await told(lines.crash, of(name)))[0]).toContain('without promises');
  });

  const { unitMs } = knownHost(name).setup.format;

  it.each<[string, number | 'invalid', 'ok' | 'fail', string]>([
    ['meant in the other unit', unitMs === 1 ? 60 : 60_000, 'fail', 'looks like '],
    ['shorter than the gate', 20_000 / unitMs, 'fail', 'stopGate.timeoutMs is 50000'],
    ['long enough', 52_000 / unitMs, 'ok', ''],
    ['no number', 'invalid', 'fail', 'not a number'],
  ])('a timeout that is %s', async (_what, timeout, status, detail) => {
    expect(await found(lines.timeout, of(name, { timeout }))).toMatchObject([
      { status, detail: expect.stringContaining(detail) },
    ]);
  });
});

describe('a crash', () => {
  it.each<readonly [string, HostName, Partial<PlacedHook>, string]>([
    [
      'in Claude Code blocks',
      'claude-code',
      { command: 'cs-hook stop || exit 2' },
      'a crash blocks',
    ],
    ...(['codex', 'gemini', 'copilot', 'cursor'] as const).map(
      (name) =>
        [
          `of which ${name} hears nothing opens`,
          name,
          { command: `cs-hook stop --host ${name} || exit 2` },
          'then lets the session end',
        ] as const,
    ),
    ['behind which nothing stands opens', 'codex', { command: 'cs-hook stop' }, '`|| exit 2`'],
    [
      'in PowerShell opens with the end of another shell',
      'claude-code',
      { command: 'cs-hook stop', shell: 'powershell' },
      '`if (-not $?) { exit 2 }`',
    ],
    [
      'of a program that is not looked for opens',
      'claude-code',
      { command: '"/x/cs-hook" stop || exit 2' },
      'first check that /x/cs-hook exists',
    ],
  ])('%s', async (_what, name, changes, detail) => {
    expect((await told(lines.crash, of(name, changes)))[0]).toContain(detail);
  });

  it.each<[HookPlace, string]>([
    ['local', 'Run: cs hooks install'],
    ['project', 'Run: cs hooks install --shared'],
    ['user', 'Run: cs hooks install --user'],
    ['session', 'Start the session with other settings'],
    ['plugin', 'Update the plugin: claude plugin update completion-promise'],
    ['managed', 'Ask the administrators to install the hooks in managed settings again'],
  ])('that opens is mended where the hook stands: %s', async (place, advice) => {
    const [line] = await told(lines.crash, of('claude-code', { place, command: 'cs-hook stop' }));
    expect(line?.startsWith('[FAIL] ')).toBe(true);
    expect(line?.endsWith(`. ${advice}`)).toBe(true);
  });
});

it('a watch that ends after the host is none', async () => {
  const { words } = knownHost('codex').setup;
  const command = hookLine('stop', userGuard(words), words, { deadline: 90 });
  expect(await found(lines.watch, of('codex', { command }))).toMatchObject([{ status: 'fail' }]);
});
