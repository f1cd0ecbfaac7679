import { describe, expect, it } from 'vitest';
import {
  idsOfHook,
  idsOfShell,
  isLeftByHooks,
  unnamedSession,
  withLeft,
} from '../../../src/domain/host/session-ids.ts';
import { claudeCode } from '../../../src/hosts/claude-code/host.ts';
import { codex } from '../../../src/hosts/codex/host.ts';
import { gemini } from '../../../src/hosts/gemini/host.ts';
import { HOSTS } from '../../../src/hosts/hosts.ts';

type Variables = Readonly<Record<string, string>>;
const read = (env: Variables) => (name: string) => env[name] || undefined;

const CLAUDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'claude' };
const CODEX = { CODEX_SESSION_ID: 'root', CODEX_THREAD_ID: 'thread' };
const COPILOT = { COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: 'copilot' };
const GEMINI = { GEMINI_CLI: '1' };

describe('the session of a command in a shell', () => {
  it.each<[string, Variables, string | undefined, readonly string[], string | undefined]>([
    ['of nobody', {}, undefined, [], undefined],
    ['that is named', { CLAUDE_SESSION_ID: 'named' }, undefined, ['named'], undefined],
    ['of Claude Code', CLAUDE, undefined, ['claude'], 'claude-code'],
    ['of Codex', CODEX, undefined, ['root', 'thread'], 'codex'],
    ['of Copilot CLI', COPILOT, undefined, ['copilot'], 'copilot'],
    ['of Gemini CLI, which tells none', GEMINI, undefined, [], 'gemini'],
    [
      'that is named for it',
      { ...CODEX, CLAUDE_SESSION_ID: 'named' },
      undefined,
      ['named', 'root', 'thread'],
      'codex',
    ],
    [
      'of Codex inside of Claude Code',
      { ...CLAUDE, ...CODEX },
      'codex',
      ['root', 'thread'],
      'codex',
    ],
    [
      'of Claude Code inside of Codex',
      { ...CLAUDE, ...CODEX },
      'claude',
      ['claude'],
      'claude-code',
    ],
    [
      'that Claude Code gave its own shells, inside of which Codex runs',
      { ...CLAUDE, ...CODEX, CLAUDE_SESSION_ID: 'claude' },
      'codex',
      ['root', 'thread'],
      'codex',
    ],
    ['of Gemini CLI inside of Claude Code', { ...CLAUDE, ...GEMINI }, 'gemini', [], 'gemini'],
    [
      'of which nobody can tell which is the innermost',
      { ...CLAUDE, ...CODEX },
      undefined,
      ['claude', 'root', 'thread'],
      undefined,
    ],
  ])('%s', (_what, env, innermost, ids, host) => {
    const told = idsOfShell(HOSTS, read(env), () => innermost);
    expect([told.ids, told.host?.name]).toEqual([ids, host]);
  });
});

describe('the session of a hook', () => {
  it.each([
    ['of the host that calls', codex, { ...CODEX, ...CLAUDE }, ['root', 'thread']],
    ['that is named', gemini, { CLAUDE_SESSION_ID: 'named' }, ['named']],
    ['of a host around it', codex, { ...CLAUDE, CLAUDE_SESSION_ID: 'claude' }, []],
    [
      'of its own host',
      claudeCode,
      { ...CLAUDE, CLAUDE_SESSION_ID: 'claude' },
      ['claude', 'claude'],
    ],
  ])('%s', (_what, host, env, ids) => {
    expect(idsOfHook(host, HOSTS, read(env))).toEqual(ids);
  });
});

describe('the session that a hook left for the commands below a host', () => {
  it.each<[string, readonly string[], string | undefined, string | undefined, readonly string[]]>([
    ['is the only one of shells that are told none', [], 'left', undefined, ['left']],
    ['comes before the id that a shell is told', ['agent'], 'left', undefined, ['left', 'agent']],
    ['comes after a name', ['named', 'agent'], 'left', 'named', ['named', 'left', 'agent']],
    ['comes after a name alone', ['named'], 'left', 'named', ['named', 'left']],
    ['is missing', ['agent'], undefined, undefined, ['agent']],
    ['is missed by a name', ['named', 'agent'], undefined, 'named', ['named', 'agent']],
  ])('%s', (_what, told, left, named, ids) => {
    expect(withLeft(told, left, named)).toEqual(ids);
  });

  it('is left by those that do not tell it to each of their shells', () => {
    expect(HOSTS.filter(isLeftByHooks).map(({ name }) => name)).toEqual([
      'gemini',
      'copilot',
      'cursor',
    ]);
  });
});

it.each([
  ['/home/me/project', 'gemini-home-me-project'],
  ['/home/me/project/', 'gemini-home-me-project'],
  ['/a.b/c d', 'gemini-a-b-c-d'],
  ['C:\\work', 'geminiC--work'],
  [`/${'x'.repeat(200)}`, `gemini-${'x'.repeat(121)}`],
])('shells of Gemini CLI in %s that cannot tell their session act for %s', (folder, name) => {
  expect(unnamedSession(gemini, folder)).toBe(name);
});
