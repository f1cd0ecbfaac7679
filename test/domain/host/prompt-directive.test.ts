import { describe, expect, it } from 'vitest';
import { readHookPayload } from '../../../src/domain/host/hook-payload.ts';
import {
  isByUser,
  isOfUser,
  keptPrompt,
  MOST_PROMPT_CHARACTERS,
  MOST_PROMPTS,
  withPrompt,
} from '../../../src/domain/host/prompt-directive.ts';
import { LONGEST_DIRECTIVE } from '../../../src/domain/session/directive.ts';
import { directivesIn, type StopGateState } from '../../../src/domain/session/stop-gate-state.ts';
import { NOW } from '../../rig/values/domain-values.ts';

describe('what the user asks for', () => {
  it.each<[string, object, boolean]>([
    ['a request', { prompt: 'Make sign-in work' }, true],
    ['from the user', { prompt: 'x', source: 'user' }, true],
    ['from a program of the user', { prompt: 'x', source: 'sdk' }, true],
    ['a path', { prompt: '/src/sign-in.ts is broken' }, true],
    ['a command with more than a line', { prompt: '/plan\nMake sign-in work' }, true],
    ['an element', { prompt: '<div> is not closed' }, true],
    ['nothing', {}, false],
    ['an empty one', { prompt: '' }, false],
    ['blanks', { prompt: ' \n\t ' }, false],
    ['nothing that is seen', { prompt: '\u200b\u200b' }, false],
    ['what is no text', { prompt: 5 }, false],
    ['a command', { prompt: '/clear' }, false],
    ['the command of a plugin', { prompt: '/plugin:name' }, false],
    ['a command with words', { prompt: '  /review the last change ' }, true],
    ['a command of a plugin with words', { prompt: '/plugin:name x' }, true],
    ['of a subagent', { prompt: 'x', agent_id: 'a1' }, false],
    ['of a timer', { prompt: 'x', source: 'loop_wakeup' }, false],
    ['of the system', { prompt: 'x', source: 'system' }, false],
    ['a note on a task', { prompt: '<task-notification>\ndone' }, false],
    ['a reminder', { prompt: '<system-reminder>x</system-reminder>' }, false],
    ['the name of a command', { prompt: '<command-name>/x</command-name>' }, false],
    ['the output of a command', { prompt: '<local-command-stdout>x' }, false],
  ])('%s', (_what, payload, isOne) => {
    expect(isOfUser(readHookPayload(payload))).toBe(isOne);
  });
});

describe('a prompt that the user gave', () => {
  it.each<[string, object, boolean]>([
    ['a request', { prompt: 'SQLite' }, true],
    ['a command alone', { prompt: '/go-on' }, true],
    ['nothing', {}, false],
    ['blanks', { prompt: ' \n' }, false],
    ['of a subagent', { prompt: 'x', agent_id: 'a1' }, false],
    ['of a timer', { prompt: 'x', source: 'loop_wakeup' }, false],
    ['a note on a task', { prompt: '<task-notification>\ndone' }, false],
  ])('%s', (_what, payload, isOne) => {
    expect(isByUser(readHookPayload(payload))).toBe(isOne);
  });
});

describe('a prompt as it is kept', () => {
  it('has no blanks at its ends', () => {
    expect(keptPrompt('  a\n b \n')).toBe('a\n b');
  });

  it('has no secrets', () => {
    expect(keptPrompt('use sk-ant-abcdefgh12345678')).toBe('use [redacted: Anthropic key]');
  });

  it.each([
    ['as long as can be', LONGEST_DIRECTIVE, 0],
    ['one longer', LONGEST_DIRECTIVE + 1, 61],
    ['twice as long', 2 * LONGEST_DIRECTIVE, 20_060],
    ['far longer', 1_000_000, 980_060],
  ])('%s: what is left out is counted', (_what, length, left) => {
    const kept = keptPrompt(
      'x '
        .repeat(length / 2 + 1)
        .slice(0, length - 1)
        .concat('y'),
    );
    expect(kept.length).toBeLessThanOrEqual(LONGEST_DIRECTIVE);
    const [, count] = /\n\[… ([\d,]+) characters omitted\]$/.exec(kept) ?? [];
    const counted = Number((count ?? '0').replaceAll(',', ''));
    expect(Math.abs(counted - left)).toBeLessThanOrEqual(1);
  });

  it('is cut behind no half of a secret or of a character', () => {
    const secret = 'sk-ant-abcdefgh12345678';
    for (const before of [LONGEST_DIRECTIVE - 70, 10 * LONGEST_DIRECTIVE - 12]) {
      expect(keptPrompt(`${'x'.repeat(before - 1)} ${secret} ${'y'.repeat(99)}`)).not.toContain(
        'sk-ant',
      );
    }
    for (const before of ['', 'x']) {
      // Half a character cannot be encoded.
      expect(() => encodeURIComponent(keptPrompt(before + '😀'.repeat(20_000)))).not.toThrow();
    }
  });
});

describe('prompts as directives', () => {
  const add = (state: StopGateState, text: string): StopGateState | undefined =>
    withPrompt(state, { at: NOW, commit: null, text })?.state;

  it('the first is the initial request, the others follow up; each says who gave it', () => {
    const state = add(add({ other: 1 }, 'first') ?? {}, 'second') ?? {};
    expect(state).toMatchObject({
      other: 1,
      directives: [
        { id: 'D-1', type: 'initial-request', text: 'first', at: NOW, commit: null, by: 'hook' },
        { id: 'D-2', type: 'follow-up', text: 'second', by: 'hook' },
      ],
    });
  });

  it('what the last active one says already is not kept again', () => {
    const state = add({}, 'go on') ?? {};
    expect(add(state, 'go on')).toBeUndefined();
    expect(directivesIn(add(add(state, 'no') ?? {}, 'go on') ?? {})).toHaveLength(3);
    const retired = { directives: [{ id: 'D-1', text: 'go on', status: 'retired' }] };
    expect(add(retired, 'go on')).toBeDefined();
  });

  const full = (count: number, text: (index: number) => string): StopGateState => ({
    directives: [
      { id: 'D-1', type: 'initial-request', text: 'first', status: 'active', by: 'hook' },
      { id: 'D-2', type: 'follow-up', text: 'by hand', status: 'active' },
      'odd',
      ...Array.from({ length: count }, (_, index) => ({
        id: `D-${index + 3}`,
        type: 'follow-up',
        text: text(index),
        status: 'active',
        by: 'hook',
      })),
    ],
  });

  it('past the limit the oldest follow-ups of the hook are let go, and counted', () => {
    const state = add(
      full(MOST_PROMPTS, (index) => `prompt ${index}`),
      'one more',
    );
    const again = add(state ?? {}, 'and one') ?? {};
    const ids = directivesIn(again).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['D-1', 'D-2', 'D-5']);
    expect(ids.slice(-2)).toEqual([`D-${MOST_PROMPTS + 3}`, `D-${MOST_PROMPTS + 4}`]);
    expect([again['directives']].flat()).toContain('odd');
    expect(again['prompts_let_go']).toBe(2);
  });

  it('so are they where they are too long together', () => {
    const long = 'x'.repeat(MOST_PROMPT_CHARACTERS / 4);
    const state = add(
      full(4, (index) => `${index}${long}`),
      'one more',
    );
    expect(directivesIn(state ?? {}).map(({ id }) => id)).toEqual([
      'D-1',
      'D-2',
      'D-4',
      'D-5',
      'D-6',
      'D-7',
    ]);
    expect(state?.['prompts_let_go']).toBe(1);
  });
});
