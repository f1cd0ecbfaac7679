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

describe('a gate that hangs', () => {
  it.each<[string, number, number, string | undefined, string]>([
    ['[OK]', 60, 55, undefined, 'is killed after 55 s'],
    ['[FAIL]', 60, 59, undefined, 'the host kills it earlier, which opens it'],
    ['[FAIL]', 60, 49, undefined, 'stopGate.timeoutMs is 50000: it is killed too early'],
    // Where the host itself gives too little time, the row of timeouts says so.
    ['[OK]', 50, 45, undefined, 'is killed after 45 s'],
    ['[NOTE]', 60, 0, 'cs-stop-gate || exit 2', 'no watchdog'],
  ])(
    '%s with %i s of its host and a deadline of %i s',
    async (mark, timeout, deadline, command, detail) => {
      const line = command ?? `cs-hook stop --deadline ${deadline} || exit 2`;
      const [watch] = await told(lines.watch, of('claude-code', { command: line, timeout }));
      expect(watch?.startsWith(`${mark} hook.watch: Stop in /user.json: `)).toBe(true);
      expect(watch).toContain(detail);
    },
  );

  it('in another host is found by that host’s own time', async () => {
    const { words } = knownHost('codex').setup;
    const command = hookLine('stop', userGuard(words), words, { deadline: 90 });
    expect(await found(lines.watch, of('codex', { command }))).toMatchObject([{ status: 'fail' }]);
  });
});

it('a hook for which nobody waits is a fault, and one of few occasions a note', async () => {
  const changes = { detached: 'async', matcher: 'startup' } as const;
  expect((await told(lines.detached, of('claude-code', changes)))[0]).toContain(
    '[FAIL] hook.detached: Stop in /user.json: with `async`',
  );
  expect((await told(lines.matcher, of('claude-code', changes)))[0]).toContain(
    '[NOTE] hook.matcher: Stop in /user.json: only for `startup`',
  );
});

it('the check of the older form has a time limit of its own', async () => {
  const older = of('claude-code', { command: 'cs-verify --check || exit 2', timeout: 5 });
  expect((await told(lines.timeout, older))[0]).toContain('but the check takes ');
});
