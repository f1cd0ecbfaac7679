import { describe, expect, it } from 'vitest';
import type { HookOutcome } from '../../src/domain/host/hook-replay.ts';
import type { HostName } from '../../src/hosts/hosts.ts';
import { knownHost } from '../rig/values/hook-writings.ts';

/** What each host was seen to make of a hook's outcome, and Cursor and the plugin by what they say of themselves. */

const BLOCK = '{"decision":"block","reason":"why"}';
const FOLLOW_UP = '{"followup_message":"why"}';

type Effect = 'blocks' | 'passes' | 'fails';

const ROWS: readonly (readonly [
  what: string,
  outcome: Partial<HookOutcome>,
  effects: Readonly<Partial<Record<HostName, Effect>>>,
])[] = [
  [
    'nothing',
    {},
    { codex: 'passes', gemini: 'passes', copilot: 'passes', cursor: 'passes', opencode: 'passes' },
  ],
  [
    'a block on stdout',
    { stdout: BLOCK },
    { codex: 'blocks', gemini: 'blocks', copilot: 'blocks', cursor: 'passes', opencode: 'blocks' },
  ],
  [
    'the same with a member that nobody knows',
    { stdout: '{"decision":"block","reason":"why","x":1}' },
    { codex: 'fails', gemini: 'blocks', copilot: 'blocks' },
  ],
  [
    'a block without a reason',
    { stdout: '{"decision":"block"}' },
    { codex: 'fails', gemini: 'blocks', copilot: 'fails', opencode: 'fails' },
  ],
  [
    'a refusal',
    { stdout: '{"decision":"deny","reason":"why"}' },
    { codex: 'passes', gemini: 'blocks', copilot: 'passes' },
  ],
  [
    'exit code 2 and stderr',
    { code: 2, stderr: 'why' },
    { codex: 'blocks', gemini: 'blocks', copilot: 'passes', cursor: 'fails', opencode: 'fails' },
  ],
  [
    'exit code 2 and nothing said',
    { code: 2 },
    { codex: 'fails', gemini: 'fails', copilot: 'passes', cursor: 'fails', opencode: 'fails' },
  ],
  [
    'exit code 2, the block on stdout and why on stderr',
    { code: 2, stdout: BLOCK, stderr: 'why' },
    { codex: 'blocks', gemini: 'blocks', copilot: 'blocks', opencode: 'blocks' },
  ],
  [
    'exit code 1 and the block',
    { code: 1, stdout: BLOCK },
    { codex: 'fails', gemini: 'blocks', copilot: 'blocks', cursor: 'fails' },
  ],
  [
    'a line before the block',
    { stdout: `x\n${BLOCK}` },
    { codex: 'fails', gemini: 'fails', copilot: 'fails', cursor: 'fails', opencode: 'fails' },
  ],
  [
    'a prompt to go on with',
    { stdout: FOLLOW_UP },
    { codex: 'fails', cursor: 'blocks', gemini: 'passes', copilot: 'passes' },
  ],
  ['an empty prompt to go on with', { stdout: '{"followup_message":""}' }, { cursor: 'fails' }],
  [
    'killed',
    { code: undefined, ended: 'it was killed', stdout: BLOCK, stderr: 'why' },
    { codex: 'fails', gemini: 'fails', copilot: 'fails', cursor: 'fails', opencode: 'fails' },
  ],
];

describe.each(ROWS)('%s', (_what, outcome, effects) => {
  it.each(Object.entries(effects))('in %s: %s', (name, effect) => {
    const whole = { code: 0, ended: '', stdout: '', stderr: '', durationMs: 1, ...outcome };
    const host = Object.keys(effects).find((one): one is HostName => one === name);
    const reading = host === undefined ? undefined : knownHost(host).setup.trial?.read(whole);
    expect(reading?.effect).toBe(effect);
  });
});

describe.each(['codex', 'gemini', 'copilot', 'cursor', 'opencode'] as const)(
  'the payloads of %s',
  (name) => {
    const { host, setup } = knownHost(name);

    it.each(Object.entries(host.events))('at %s (%s) are read as of that session', (key, event) => {
      const occasion = (
        ['stop', 'subagent-stop', 'session-start', 'user-prompt', 'session-end'] as const
      ).find((one) => one === key);
      if (occasion === undefined) throw new Error(key);
      const session = { id: 'a-session', event, project: '/p', transcript: '/p/rollout-x.jsonl' };
      const situation = { words: '', expects: 'pass', owner: 'nobody', payload: {} } as const;
      const fields = setup.trial?.payload(occasion, situation, session) ?? {};
      expect(host.readPayload(fields)).toMatchObject({ sessionId: 'a-session' });
      const variables = setup.trial?.variables(session) ?? {};
      expect(host.tell({ fields, variable: (one) => variables[one] })).not.toBe('no');
    });
  },
);
