import { describe, expect, it } from 'vitest';
import { beside } from '../../src/doctor/rows/beside.ts';
import { othersIn } from '../../src/domain/host/hook-settings.ts';
import type { PlacedOther } from '../../src/hosts/installed.ts';
import { found, seenHost } from '../rig/values/examined.ts';

const STOP: PlacedOther = {
  event: 'Stop',
  words: 'other',
  place: 'user',
  path: '/settings.json',
  plugin: undefined,
};

const named = (...others: readonly Partial<PlacedOther>[]) =>
  found(beside, {
    host: seenHost('claude-code', [], { others: others.map((one) => ({ ...STOP, ...one })) }),
  });

describe('hooks of others', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['a command', { type: 'command', command: './gate.sh' }, ['./gate.sh']],
    ['a program with words', { type: 'command', command: 'gate', args: ['a', 'b'] }, ['gate a b']],
    ['a question to a model', { type: 'prompt', prompt: 'Is it done?' }, ['prompt: Is it done?']],
    ['an address', { type: 'http', url: 'http://x' }, ['http: http://x']],
    ["the suite's own", { type: 'command', command: 'cs-hook stop || exit 2' }, []],
    ["the suite's own in its older form", { type: 'command', command: 'cs-verify --check' }, []],
    ['nothing that is one', 7, []],
    ['one that says nothing', { type: 'command' }, []],
  ])('%s', (_name, hook, expected) => {
    const settings = { hooks: { Stop: [{ hooks: [hook] }] } };
    expect(othersIn(settings).map(({ words }) => words)).toEqual(expected);
  });
});

describe('another gate is named, with what follows', () => {
  it.each<[string, Partial<PlacedOther>, string, string]>([
    [
      'of the bash scripts',
      { words: 'bash .claude/hooks/unified-stop-gate.sh' },
      'the stop gate of the bash scripts',
      'a second time',
    ],
    [
      'double-shot-latte by its plugin',
      { plugin: 'double-shot-latte@m', words: 'x' },
      'double-shot-latte',
      'calls a model at every stop',
    ],
    [
      'double-shot-latte by its script',
      { words: '${CLAUDE_PLUGIN_ROOT}/hooks/run-hook.cmd claude-judge-continuation.sh' },
      'double-shot-latte',
      'calls a model',
    ],
    ['a ralph loop by its plugin', { plugin: 'ralph-loop@m' }, 'a ralph loop', 'first prompt'],
    ['by its script', { words: './ralph-loop/stop-hook.sh' }, 'a ralph loop', 'first prompt'],
    ['prove_it', { words: 'prove_it hook claude:Stop' }, 'prove_it', 'its own checks'],
    [
      'of a user called ralph',
      { words: '/home/ralph/gate.sh' },
      'a hook of another program',
      '`continue: false`',
    ],
    ['any other', {}, 'a hook of another program', 'the 9th in a row'],
  ])('%s', async (_name, parts, name, follows) => {
    const [one] = await named(parts);
    expect(one).toMatchObject({ check: 'hooks.beside', status: 'note', where: '/settings.json' });
    expect(one?.detail.startsWith(`${name}, at Stop: \``)).toBe(true);
    expect(one?.follows).toContain(follows);
    // The host counts the blocks of all hooks together, whoever they are of.
    expect(one?.follows).toContain('counts its blocks together with those of this gate');
  });

  it.each<[string, Partial<PlacedOther>, string]>([
    ['settings', {}, 'remove it from /settings.json'],
    ['managed settings', { place: 'managed' }, 'Only an administrator'],
    ['settings of a session', { place: 'session' }, 'Start the session without it'],
    ['a plugin', { place: 'plugin', plugin: 'a@m' }, 'claude plugin disable a@m'],
    ['a plugin of a session', { place: 'plugin', plugin: '/a' }, 'without --plugin-dir /a'],
  ])('with what to do where it stands in %s', async (_name, parts, advice) => {
    expect((await named(parts))[0]?.advice).toContain(advice);
  });

  it('once, where the host runs it once: in several settings, at both events', async () => {
    const all = await named(
      {},
      { event: 'SubagentStop' },
      { path: '/other.json' },
      { plugin: 'a@m', place: 'plugin' },
    );
    expect(all.map(({ detail }) => detail)).toEqual([
      'a hook of another program, at Stop and SubagentStop: `other`',
      'a hook of another program, at Stop: `other`',
    ]);
  });

  it('by the beginning of a long line, and many of them only counted', async () => {
    const words = Array.from({ length: 12 }, (_one, index) => `${index} ${'x'.repeat(1000)}`);
    const all = await named(...words.map((one) => ({ words: one })));
    expect(all).toHaveLength(11);
    expect(all[0]?.detail.length).toBeLessThan(250);
    expect(all.at(-1)?.detail).toBe('2 more hooks of other programs at the end of sessions');
  });

  it('of another host, whose blocks nobody has seen counted', async () => {
    const host = seenHost('gemini', [], { others: [{ ...STOP, event: 'AfterAgent' }] });
    expect(await found(beside, { host })).toMatchObject([
      { follows: 'the two may hold a session for each other' },
    ]);
  });
});
