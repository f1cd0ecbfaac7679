import { describe, expect, it } from 'vitest';
import {
  diagnoseForeignGates,
  type ForeignHook,
  foreignHooksIn,
} from '../../../src/domain/host/foreign-gate.ts';

const WHERE = { place: 'user' as const, path: '/settings.json', plugin: undefined };
const STOP: ForeignHook = { event: 'Stop', words: 'other', ...WHERE };

describe('hooks of others at the end of a session', () => {
  const wordsIn = (...hooks: readonly unknown[]) =>
    foreignHooksIn({ hooks: { Stop: [{ hooks }] } }, WHERE).map(({ words }) => words);

  it.each<[string, unknown, readonly string[]]>([
    ['a command', { type: 'command', command: './gate.sh' }, ['./gate.sh']],
    [
      'a program and its words',
      { type: 'command', command: 'gate', args: ['a', 'b'] },
      ['gate a b'],
    ],
    ['a question to a model', { type: 'prompt', prompt: 'Is it done?' }, ['prompt: Is it done?']],
    ['an address', { type: 'http', url: 'http://x' }, ['http: http://x']],
    ["the suite's own", { type: 'command', command: 'cs-hook stop || exit 2' }, []],
    ["the suite's own in its older form", { type: 'command', command: 'cs-verify --check' }, []],
    ['nothing that is one', 7, []],
    ['one that says nothing', { type: 'command' }, []],
  ])('%s', (_name, hook, expected) => {
    expect(wordsIn(hook)).toEqual(expected);
  });

  it('are those of the two events of ends alone', () => {
    const groups = [{ hooks: [{ type: 'command', command: 'x' }] }];
    const hooks = { Stop: groups, SubagentStop: groups, PreToolUse: groups, SessionStart: 'x' };
    expect(foreignHooksIn({ hooks }, WHERE).map(({ event }) => event)).toEqual([
      'Stop',
      'SubagentStop',
    ]);
    expect(foreignHooksIn({ hooks: 'x' }, WHERE)).toEqual([]);
  });
});

describe('another gate is named, with what follows', () => {
  it.each<[string, Partial<ForeignHook>, string, string]>([
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
    [
      'a ralph loop by its plugin',
      { plugin: 'ralph-loop@m', words: 'x' },
      'a ralph loop',
      'first prompt',
    ],
    [
      'a ralph loop by its script',
      { words: './ralph-loop/stop-hook.sh' },
      'a ralph loop',
      'first prompt',
    ],
    ['prove_it', { words: 'prove_it hook claude:Stop' }, 'prove_it', 'its own checks'],
    [
      'of a user called ralph',
      { words: '/home/ralph/gate.sh' },
      'a hook of another program',
      '`continue: false`',
    ],
    ['any other', {}, 'a hook of another program', 'the 9th in a row'],
  ])('%s', (_name, parts, name, follows) => {
    const [found] = diagnoseForeignGates([{ ...STOP, ...parts }]);
    expect(found).toMatchObject({ check: 'hooks.beside', status: 'note', where: '/settings.json' });
    expect(found?.detail.startsWith(`${name}, at Stop: \``)).toBe(true);
    expect(found?.follows).toContain(follows);
    // The host counts the blocks of all hooks together, whoever they are of.
    expect(found?.follows).toContain('counts its blocks together with those of this gate');
  });

  it.each<[string, Partial<ForeignHook>, string]>([
    ['settings', {}, 'remove it from /settings.json'],
    ['managed settings', { place: 'managed' }, 'Only an administrator'],
    ['settings of a session', { place: 'session' }, 'Start the session without it'],
    ['a plugin', { place: 'plugin', plugin: 'a@m' }, 'claude plugin disable a@m'],
    ['a plugin of a session', { place: 'plugin', plugin: '/a' }, 'without --plugin-dir /a'],
  ])('with what to do where it stands in %s', (_name, parts, advice) => {
    expect(diagnoseForeignGates([{ ...STOP, ...parts }])[0]?.advice).toContain(advice);
  });

  it('once, where the host runs it once: in several settings, at both events', () => {
    const found = diagnoseForeignGates([
      STOP,
      { ...STOP, event: 'SubagentStop' },
      { ...STOP, path: '/other.json' },
      { ...STOP, plugin: 'a@m', place: 'plugin' },
    ]);
    expect(found.map(({ detail }) => detail)).toEqual([
      'a hook of another program, at Stop and SubagentStop: `other`',
      'a hook of another program, at Stop: `other`',
    ]);
  });

  it('by the beginning of a long line, and many of them only counted', () => {
    const many = Array.from({ length: 12 }, (_one, index) => ({
      ...STOP,
      words: `${index} ${'x'.repeat(1000)}`,
    }));
    const found = diagnoseForeignGates(many);
    expect(found).toHaveLength(11);
    expect(found[0]?.detail.length).toBeLessThan(250);
    expect(found.at(-1)?.detail).toBe('2 more hooks of other programs at the end of sessions');
  });
});
