import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEY } from '../../rig/worlds/messages-api.ts';
import { emptyPath } from '../../rig/worlds/programs.ts';
import {
  type ClaudeProject,
  claudeProject,
  createClaude,
} from '../../rig/worlds/scripted-claude.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables of a machine that has some of these. */
function machine(
  { api, claude, project }: ClaudeProject,
  { hasClaude, key, token }: { hasClaude: boolean; key: boolean; token: boolean },
): Env {
  return {
    CS_JUDGE_BACKEND: undefined,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: key ? KEY : undefined,
    ANTHROPIC_AUTH_TOKEN: token ? 'a-token' : undefined,
    PATH: hasClaude ? claude.path : emptyPath(project),
  };
}

const ALL = { hasClaude: true, key: true, token: true };

const MACHINES: readonly {
  readonly has: { hasClaude: boolean; key: boolean; token: boolean };
  readonly asks: 'api' | 'claude';
  readonly payer: string;
}[] = [
  { has: ALL, asks: 'api', payer: 'the key in ANTHROPIC_API_KEY' },
  { has: { ...ALL, token: false }, asks: 'api', payer: 'the key in ANTHROPIC_API_KEY' },
  { has: { ...ALL, key: false }, asks: 'api', payer: 'the token in ANTHROPIC_AUTH_TOKEN' },
  {
    has: { hasClaude: true, key: false, token: false },
    asks: 'claude',
    payer: 'the account claude is logged in with',
  },
  {
    has: { hasClaude: false, key: true, token: false },
    asks: 'api',
    payer: 'the key in ANTHROPIC_API_KEY',
  },
];

describe('auto takes the API where there is a key or a token, else claude', () => {
  it.each(MACHINES)('$has: $asks, paid by $payer', async ({ asks, has, payer }) => {
    const judged = await claudeProject();
    const { code, result } = await judged.judge(['--backend', 'auto'], machine(judged, has));
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(result).toMatchObject({ backend: asks, paid_by: payer });
    expect(judged.api.requests).toHaveLength(asks === 'api' ? 1 : 0);
    expect(judged.claude.calls()).toHaveLength(asks === 'api' ? 0 : 1);
    expect(judged.judgments()).toMatchObject([{ backend: asks }]);
  });

  it.each(MACHINES)('$has: the text says so', async ({ asks, has, payer }) => {
    const judged = await claudeProject();
    const args = ['--judge', '--backend', 'auto'];
    const { stdout } = await judged.verify(args, machine(judged, has));
    expect(stdout.split('\n')).toContain(`Backend: ${asks}, paid by ${payer}`);
  });

  it('with neither: a warning, what to do, and the advice of the rubric', async () => {
    const judged = await claudeProject();
    const nothing = machine(judged, { hasClaude: false, key: false, token: false });
    const { code, stderr, stdout } = await judged.verify(['--judge', '--backend', 'auto'], nothing);
    expect(code).toBe(0);
    expect(stderr).toContain('no API key set: set ANTHROPIC_API_KEY, or install Claude Code');
    expect(stdout).toContain('Backend: api, no API key set');
    expect(stdout).toContain('Rubric (offline)');
    expect(judged.promise()).toMatchObject({ verification: { gates: { judge: 'unavailable' } } });
  });
});

describe('claude that is asked for by name', () => {
  it.each([
    { has: { ...ALL, token: false }, payer: 'the key in ANTHROPIC_API_KEY, used by claude' },
    {
      has: { ...ALL, key: false },
      payer: 'the token in ANTHROPIC_AUTH_TOKEN, used by claude',
    },
  ])('$has: is paid by $payer', async ({ has, payer }) => {
    const judged = await claudeProject();
    const { result } = await judged.judge(['--backend', 'claude'], machine(judged, has));
    expect(result).toMatchObject({ verdict: 'PASS', backend: 'claude', paid_by: payer });
    expect(judged.api.requests).toEqual([]);
  });

  it('and is not there: nobody else is asked, though there is a key', async () => {
    const judged = await claudeProject();
    const env = machine(judged, { hasClaude: false, key: true, token: false });
    const { code, result, stderr } = await judged.judge(['--backend', 'claude'], env);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(result).toMatchObject({
      backend: 'claude',
      paid_by: 'claude is not installed',
    });
    expect(stderr).toContain('claude is not on PATH: install Claude Code');
    expect(judged.api.requests).toEqual([]);
  });
});

describe('who judges is a setting', () => {
  it.each<{ source: string; file: unknown; env: Env; args: readonly string[]; asks: string }>([
    { source: 'nothing', file: {}, env: {}, args: [], asks: 'api' },
    {
      source: 'the file',
      file: { judge: { backend: 'claude' } },
      env: {},
      args: [],
      asks: 'claude',
    },
    {
      source: 'the file: auto',
      file: { judge: { backend: 'auto' } },
      env: {},
      args: [],
      asks: 'claude',
    },
    {
      source: 'the variable',
      file: {},
      env: { CS_JUDGE_BACKEND: 'claude' },
      args: [],
      asks: 'claude',
    },
    {
      source: 'the variable before the file',
      file: { judge: { backend: 'api' } },
      env: { CS_JUDGE_BACKEND: 'auto' },
      args: [],
      asks: 'claude',
    },
    {
      source: 'the command line before all',
      file: { judge: { backend: 'claude' } },
      env: { CS_JUDGE_BACKEND: 'claude' },
      args: ['--backend', 'api'],
      asks: 'api',
    },
  ])('$source: $asks', async ({ args, asks, env, file }) => {
    const judged = await claudeProject();
    judged.configure(file);
    const machineOf = machine(judged, { hasClaude: true, key: false, token: false });
    const { result } = await judged.judge(args, { ...machineOf, ...env });
    expect(result).toMatchObject({ backend: asks });
    expect(judged.claude.calls()).toHaveLength(asks === 'claude' ? 1 : 0);
  });

  it.each([
    { source: '--backend', args: ['--backend', 'nonsense'], env: {}, file: {} },
    { source: 'the variable', args: [], env: { CS_JUDGE_BACKEND: 'nonsense' }, file: {} },
    { source: 'the file', args: [], env: {}, file: { judge: { backend: 'nonsense' } } },
  ])('nonsense from $source is refused, and nobody is asked', async ({ args, env, file }) => {
    const judged = await claudeProject();
    judged.configure(file);
    const { code, stderr } = await judged.judge(args, { CS_JUDGE_BACKEND: undefined, ...env });
    expect(code).toBe(1);
    expect(stderr).toContain('nonsense');
    expect([judged.claude.calls(), judged.api.requests]).toEqual([[], []]);
  });
});

describe('the project does not bring its own claude', () => {
  const RELATIVE: readonly { readonly what: string; readonly path: readonly string[] }[] = [
    { what: 'the folder where one stands', path: ['.'] },
    { what: 'an empty entry', path: ['', ''] },
    { what: 'a folder of the project', path: ['bin', './bin', '../project/bin'] },
  ];

  /** Puts a claude that passes everything into the project, and says whether it ran. */
  function bringClaude({ project }: ClaudeProject): () => boolean {
    const { calls, program } = createClaude(project, 'of-the-project');
    for (const folder of ['.', 'bin']) {
      mkdirSync(join(project.folder, folder), { recursive: true });
      const path = join(project.folder, folder, 'claude');
      writeFileSync(path, readFileSync(program));
      chmodSync(path, 0o755);
    }
    return () => calls().length > 0;
  }

  it.each(RELATIVE)('by $what', async ({ path }) => {
    const judged = await claudeProject();
    const wasAsked = bringClaude(judged);
    const entries = [...path, emptyPath(judged.project)].join(delimiter);
    const { code, result } = await judged.judge([], { PATH: entries });
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(wasAsked()).toBe(false);
  });

  it.each(RELATIVE)('by $what, and a later one on PATH is taken', async ({ path }) => {
    const judged = await claudeProject();
    const wasAsked = bringClaude(judged);
    const entries = [...path, judged.claude.path].join(delimiter);
    expect(await judged.judge([], { PATH: entries })).toMatchObject({
      result: { verdict: 'PASS' },
    });
    expect([wasAsked(), judged.claude.calls().length]).toEqual([false, 1]);
  });

  it('by an absolute path, as npm puts its programs on PATH', async () => {
    const judged = await claudeProject();
    const wasAsked = bringClaude(judged);
    const entries = [join(judged.project.folder, 'bin'), judged.claude.path].join(delimiter);
    await judged.judge([], { PATH: entries });
    expect([wasAsked(), judged.claude.calls().length]).toEqual([false, 1]);
  });
});
