import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HookHost, hostOf } from '../../src/domain/host/hook-host.ts';
import { readHookPayload } from '../../src/domain/host/hook-payload.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { UNKNOWN_HOST } from '../../src/hosts/unknown.ts';
import { jsonValue } from '../rig/values/arbitraries.ts';
import { SEEN_CALLS } from '../rig/values/host-calls.ts';
import { runs } from '../rig/values/runs.ts';

const HOSTS_AND_UNKNOWN: readonly HookHost[] = [...HOSTS, UNKNOWN_HOST];
const hostNamed = (name: string): HookHost => {
  const found = HOSTS_AND_UNKNOWN.find((host) => host.name === name);
  if (found === undefined) throw new Error(`no host ${name}`);
  return found;
};
const variablesOf = (env: Readonly<Record<string, string>>) => (name: string) =>
  env[name] || undefined;

describe.each(SEEN_CALLS)('%s', (_what, { env, fields, host, says }) => {
  it('tells its host, and what is asked', () => {
    const told = hostOf(HOSTS, { fields, variable: variablesOf(env) }, undefined);
    expect(told?.name).toBe(host);
    expect(told?.readPayload(fields)).toEqual({ ...readHookPayload({}), ...says });
  });

  it('is of the host that is named', () => {
    const told = hostOf(HOSTS, { fields, variable: variablesOf(env) }, 'gemini');
    expect(told?.name).toBe('gemini');
  });
});

describe('what tells nobody', () => {
  it.each([
    ['nothing', {}, {}],
    ['a variable of Claude Code that others set as well', {}, { CLAUDE_PROJECT_DIR: '/p' }],
    ['a session by a name of no host', { sessionID: 'a' }, {}],
  ])('is of an unknown host: %s', (_what, fields, env) => {
    expect(hostOf(HOSTS, { fields, variable: variablesOf(env) }, undefined)).toBeUndefined();
  });

  it.each(['session_id', 'sessionId', 'sessionID', 'conversation_id', 'conversationId'])(
    'may name its session by %s',
    (name) => {
      expect(UNKNOWN_HOST.readPayload({ [name]: 'a-session' }).sessionId).toBe('a-session');
    },
  );
});

const BLOCK = { decision: 'block', reason: 'R', systemMessage: 'M' } as const;
const OBJECT = '{"decision":"block","reason":"R","systemMessage":"M"}\n';

describe('a block', () => {
  it.each([
    ['claude-code', { stdout: OBJECT, stderr: '', exitCode: 0 }],
    ['codex', { stdout: OBJECT, stderr: 'R\n', exitCode: 2 }],
    ['gemini', { stdout: OBJECT, stderr: '', exitCode: 0 }],
    ['copilot', { stdout: OBJECT, stderr: 'M\n', exitCode: 2 }],
    ['cursor', { stdout: '{"followup_message":"R"}\n', stderr: 'M\n', exitCode: 0 }],
    ['opencode', { stdout: OBJECT, stderr: 'R\n', exitCode: 2 }],
    ['unknown', { stdout: OBJECT, stderr: 'R\n', exitCode: 2 }],
  ])('for %s', (name, spoken) => {
    expect(hostNamed(name).dialect.stop(BLOCK)).toEqual(spoken);
  });

  it('for Codex has no member that it does not know', () => {
    const known = [
      'continue',
      'stopReason',
      'suppressOutput',
      'systemMessage',
      'decision',
      'reason',
    ];
    const { stdout } = hostNamed('codex').dialect.stop(BLOCK);
    expect(known).toEqual(expect.arrayContaining(Object.keys(JSON.parse(stdout))));
  });
});

describe('a stop that may be', () => {
  it.each(HOSTS_AND_UNKNOWN.map(({ name }) => name))('is silence for %s', (name) => {
    const { exitCode, stderr, stdout } = hostNamed(name).dialect.stop({});
    expect([exitCode, stderr, stdout]).toEqual([0, '', name === 'claude-code' ? '{}\n' : '']);
  });

  it.each([
    ['codex', { stdout: '{"systemMessage":"M"}\n', stderr: '', exitCode: 0 }],
    ['gemini', { stdout: '{"systemMessage":"M"}\n', stderr: '', exitCode: 0 }],
    // It shows nothing else of a hook; without an object that blocks nothing.
    ['copilot', { stdout: '', stderr: 'M\n', exitCode: 2 }],
    ['cursor', { stdout: '', stderr: 'M\n', exitCode: 0 }],
    ['unknown', { stdout: '', stderr: 'M\n', exitCode: 0 }],
  ])('tells the user of %s', (name, spoken) => {
    expect(hostNamed(name).dialect.stop({ systemMessage: 'M' })).toEqual(spoken);
  });
});

it.each(HOSTS_AND_UNKNOWN.map((host) => [host.name, host] as const))(
  'whatever %s sends is read, and whatever it is told is one answer',
  (_name, host) => {
    const fields = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...FIELDS)), jsonValue);
    fc.assert(
      fc.property(fields, fc.string(), (sent, reason) => {
        const payload = host.readPayload(sent);
        for (const value of Object.values(payload)) {
          expect(['string', 'boolean', 'number', 'undefined']).toContain(typeof value);
        }
        const { exitCode, stdout } = host.dialect.stop({ decision: 'block', reason });
        expect(exitCode === 2 || JSON.parse(stdout) !== null).toBe(true);
        expect(stdout.split('\n')).toHaveLength(2);
      }),
      runs(300),
    );
  },
);

const FIELDS = [...new Set(SEEN_CALLS.flatMap(([, { fields }]) => Object.keys(fields)))];
