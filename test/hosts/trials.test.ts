import { describe, expect, it } from 'vitest';
import { type HookOutcome, readAnswer } from '../../src/domain/host/hook-trial.ts';
import { type HostName, hostNames } from '../../src/hosts/hosts.ts';
import { payloadAt } from '../../src/hosts/trial.ts';
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
    {
      'claude-code': 'passes',
      codex: 'passes',
      gemini: 'passes',
      copilot: 'passes',
      cursor: 'passes',
      opencode: 'passes',
    },
  ],
  [
    'a block on stdout',
    { stdout: BLOCK },
    {
      'claude-code': 'blocks',
      codex: 'blocks',
      gemini: 'blocks',
      copilot: 'blocks',
      cursor: 'passes',
      opencode: 'blocks',
    },
  ],
  [
    'the same with a member that nobody knows',
    { stdout: '{"decision":"block","reason":"why","x":1}' },
    { 'claude-code': 'blocks', codex: 'fails', gemini: 'blocks', copilot: 'blocks' },
  ],
  [
    'a block without a reason',
    { stdout: '{"decision":"block"}' },
    {
      'claude-code': 'blocks',
      codex: 'fails',
      gemini: 'blocks',
      copilot: 'fails',
      opencode: 'fails',
    },
  ],
  [
    'a refusal',
    { stdout: '{"decision":"deny","reason":"why"}' },
    { 'claude-code': 'passes', codex: 'passes', gemini: 'blocks', copilot: 'passes' },
  ],
  [
    'exit code 2 and stderr',
    { code: 2, stderr: 'why' },
    {
      'claude-code': 'blocks',
      codex: 'blocks',
      gemini: 'blocks',
      copilot: 'passes',
      cursor: 'fails',
      opencode: 'fails',
    },
  ],
  [
    'exit code 2 and nothing said',
    { code: 2 },
    {
      'claude-code': 'blocks',
      codex: 'fails',
      gemini: 'fails',
      copilot: 'passes',
      cursor: 'fails',
      opencode: 'fails',
    },
  ],
  [
    'exit code 2, the block on stdout and why on stderr',
    { code: 2, stdout: BLOCK, stderr: 'why' },
    {
      'claude-code': 'blocks',
      codex: 'blocks',
      gemini: 'blocks',
      copilot: 'blocks',
      opencode: 'blocks',
    },
  ],
  [
    'exit code 1 and the block',
    { code: 1, stdout: BLOCK },
    {
      'claude-code': 'blocks',
      codex: 'fails',
      gemini: 'blocks',
      copilot: 'blocks',
      cursor: 'fails',
    },
  ],
  [
    'a line before the block',
    { stdout: `x\n${BLOCK}` },
    {
      'claude-code': 'fails',
      codex: 'fails',
      gemini: 'fails',
      copilot: 'fails',
      cursor: 'fails',
      opencode: 'fails',
    },
  ],
  [
    'a prompt to go on with',
    { stdout: FOLLOW_UP },
    {
      'claude-code': 'passes',
      codex: 'fails',
      cursor: 'blocks',
      gemini: 'passes',
      copilot: 'passes',
    },
  ],
  [
    'exit code 2 and words that a shell has for what is not there',
    { code: 2, stderr: 'x: No such file or directory' },
    { 'claude-code': 'fails', codex: 'blocks' },
  ],
  ['exit code 1', { code: 1, stderr: 'why' }, { 'claude-code': 'fails', gemini: 'fails' }],
  ['an object that is none of a hook', { stdout: '[]' }, { 'claude-code': 'fails' }],
  ['an empty prompt to go on with', { stdout: '{"followup_message":""}' }, { cursor: 'fails' }],
  [
    'killed',
    { code: undefined, ended: 'it was killed', stdout: BLOCK, stderr: 'why' },
    {
      'claude-code': 'fails',
      codex: 'fails',
      gemini: 'fails',
      copilot: 'fails',
      cursor: 'fails',
      opencode: 'fails',
    },
  ],
];

describe.each(ROWS)('%s', (_what, outcome, effects) => {
  it.each(Object.entries(effects))('in %s: %s', (name, effect) => {
    const whole = { code: 0, ended: '', stdout: '', stderr: '', durationMs: 1, ...outcome };
    const host = Object.keys(effects).find((one): one is HostName => one === name);
    const rules = knownHost(host ?? 'codex').setup.trial.answers;
    expect(readAnswer(whole, rules).effect).toBe(effect);
  });
});

describe.each(hostNames())('the payloads of %s', (name) => {
  const { host, setup } = knownHost(name);

  it.each(Object.entries(host.events))('at %s (%s) are read as of that session', (key, event) => {
    const occasion = (
      ['stop', 'subagent-stop', 'session-start', 'user-prompt', 'session-end'] as const
    ).find((one) => one === key);
    if (occasion === undefined) throw new Error(key);
    const transcript = '/p/rollout-x.jsonl';
    const session = { id: 'a-session', agent: 'an-agent', event, project: '/p', transcript };
    const fields = payloadAt(setup.trial, occasion, session);
    expect(host.readPayload(fields)).toMatchObject({ sessionId: 'a-session' });
    const variables = setup.trial.variables(session);
    expect(host.tell({ fields, variable: (one) => variables[one] })).not.toBe('no');
  });
});
