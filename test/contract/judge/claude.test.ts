import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { ID } from '../../rig/worlds/judged-project.ts';
import { judgment, KEY, review } from '../../rig/worlds/messages-api.ts';
import { outcomeOf, SESSION } from '../../rig/worlds/project.ts';
import {
  type ClaudeCall,
  type ClaudeProject,
  COST_USD,
  claudeProject,
  FAILS,
  PASSES,
  resultOf,
} from '../../rig/worlds/scripted-claude.ts';

/** What stands in the evidence, so that it can be looked for. */
const EVIDENCE = '4711 tests passed in the cellar';
const withEvidence = (): Promise<ClaudeProject> =>
  claudeProject([metCriterion('AC-1', { evidence: EVIDENCE })]);

async function callWith(
  env: Readonly<Record<string, string | undefined>> = {},
  args: readonly string[] = [],
): Promise<ClaudeCall> {
  const { claude, judge } = await withEvidence();
  await judge(args, env);
  const [call, ...others] = claude.calls();
  expect(others).toEqual([]);
  if (call === undefined) throw new Error('claude was not asked');
  return call;
}

describe('claude is asked', () => {
  it('for JSON in a shape, in one turn, without tools, settings or a session', async () => {
    const { argv } = await callWith();
    const system = argv[argv.indexOf('--system-prompt') + 1] ?? '';
    const schema = argv[argv.indexOf('--json-schema') + 1] ?? '';
    expect(argv).toEqual([
      '-p',
      ...['--output-format', 'json'],
      ...['--json-schema', schema],
      ...['--tools', ''],
      ...['--max-turns', '1'],
      ...['--model', 'claude-sonnet-5-5'],
      ...['--system-prompt', system],
      ...['--setting-sources', ''],
      '--no-session-persistence',
    ]);
    expect(system).toContain('You check whether finished work was shown to be finished.');
    expect(JSON.parse(schema)).toMatchObject({ properties: { criteria_judgments: {} } });
  });

  it('with the question on stdin, and nowhere else', async () => {
    const { argv, environment, stdin } = await callWith();
    expect(stdin).toContain(`<data-`);
    expect(stdin).toContain(EVIDENCE);
    for (const word of [...argv, ...Object.values(environment)]) {
      expect(word).not.toContain('cellar');
    }
  });

  it('in a folder that is not of the project', async () => {
    const { folder } = await callWith();
    expect(folder).toBe(realpathSync(tmpdir()));
  });

  it('in a folder that is not of the project, wherever temporary files are put', async () => {
    const { claude, judge, project } = await claudeProject();
    await judge([], { TMPDIR: project.folder });
    expect(claude.calls()[0]?.folder).not.toContain(realpathSync(project.folder));
  });

  it('though there is not a folder for temporary files, or says so', async () => {
    const { judge } = await claudeProject();
    const { stderr } = await judge([], { TMPDIR: '/nowhere' });
    expect(stderr).not.toContain('claude is not on PATH');
  });

  it.each(['--dangerously-skip-permissions', '--mcp-config'])(
    'for no model that it could take for an option: %s',
    async (model) => {
      const { claude, judge } = await claudeProject();
      expect(await judge(['--model', model])).toMatchObject({ code: 1 });
      expect(claude.calls()).toEqual([]);
    },
  );

  it('for the model of the command line', async () => {
    const { argv } = await callWith({}, ['--model', 'haiku']);
    expect(argv[argv.indexOf('--model') + 1]).toBe('claude-haiku-5-5');
  });

  it('for findings, where the project wants them', async () => {
    const { claude, judge } = await claudeProject();
    const findings = {
      reviewed_criteria: [{ ac_id: 'AC-1', reasoning: 'Fine.', confidence: 0.9 }],
      findings: [],
      reasoning: 'All in order.',
    };
    claude.does({ stdout: resultOf(findings) });
    const { result } = await judge([], { CS_STRUCTURED_FINDINGS: 'on' });
    expect(result).toMatchObject({
      verdict: 'PASS',
      diagnostics: { verdict_source: 'mechanical' },
    });
  });

  it('without secrets that the evidence holds', async () => {
    const { claude, judge } = await claudeProject([
      metCriterion('AC-1', { evidence: `ghp_0123456789abcdefABCDEF0123 and ${KEY}: 7 passed` }),
    ]);
    await judge([], { ANTHROPIC_API_KEY: KEY });
    const [call] = claude.calls();
    expect(call?.stdin).toContain('[redacted: GitHub token]');
    for (const secret of ['ghp_0123456789', KEY]) expect(call?.stdin).not.toContain(secret);
  });
});

describe('the environment of claude', () => {
  const OF_THE_SESSION = {
    CLAUDECODE: '1',
    CLAUDE_SESSION_ID: SESSION,
    CLAUDE_CODE_SESSION_ID: SESSION,
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_SESSION_DIR: 'a-session',
    CLAUDE_PROJECT_DIR: undefined,
    CLAUDE_ENV_FILE: '/nowhere/env',
    CLAUDE_PLUGIN_ROOT: '/nowhere/plugin',
    CLAUDE_CODE_SSE_PORT: '1',
    CLAUDE_CODE_MESSAGING_TOKEN: 'a token',
    CLAUDE_CODE_MESSAGING_SOCKET: '/nowhere/socket',
  };

  it('holds nothing of the session that asks', async () => {
    const { claude, judge, project } = await withEvidence();
    await judge([], { ...OF_THE_SESSION, CLAUDE_PROJECT_DIR: project.folder });
    const names = Object.keys(claude.calls()[0]?.environment ?? {});
    expect(names).toContain('HOME');
    expect(names.filter((name) => name in OF_THE_SESSION)).toEqual([]);
  });

  it.each([
    ['ANTHROPIC_API_KEY', 'sk-ant-x'],
    ['ANTHROPIC_AUTH_TOKEN', 'a-token'],
    ['ANTHROPIC_BASE_URL', 'http://127.0.0.1:1'],
    ['CLAUDE_CODE_OAUTH_TOKEN', 'another-token'],
    ['CLAUDE_CONFIG_DIR', '/nowhere/config'],
    ['HTTPS_PROXY', 'http://127.0.0.1:2'],
    ['LANG', 'de_DE.UTF-8'],
  ])('holds %s, by which it reaches its model', async (name, value) => {
    expect((await callWith({ [name]: value })).environment).toMatchObject({ [name]: value });
  });

  it('holds PATH and HOME, the longest reply, and who asked', async () => {
    const { claude, env, project } = await claudeProject();
    const child = project.start('cs-verify', ['--judge', '--promise', ID, '--json'], { env });
    await outcomeOf(child);
    expect(claude.calls()[0]).toMatchObject({
      parent: child.pid,
      environment: {
        PATH: claude.path,
        HOME: expect.stringMatching(/home$/),
        CLAUDE_CODE_MAX_OUTPUT_TOKENS: expect.stringMatching(/^\d{4,5}$/),
        CLAUDE_CODE_MAX_RETRIES: '2',
        CS_JUDGING: String(child.pid),
      },
    });
  });
});

describe('what claude says counts as the API does', () => {
  it('a PASS closes the promise, and says who judged and who pays', async () => {
    const { api, claude, costLines, isClosed, judge, judgments, promise } = await claudeProject();
    const { code, result, stderr } = await judge();
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Note: the judge was called at ${claude.program}.\n`,
    });
    expect(result).toMatchObject({
      status: 'success',
      verdict: 'PASS',
      backend: 'claude',
      paid_by: 'the account claude is logged in with',
      token_cost: { input_tokens: 100, output_tokens: 20 },
      cost_usd: COST_USD,
      request_id: null,
    });
    expect(isClosed()).toBe(true);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'passed' } } });
    expect(judgments()).toMatchObject([
      { backend: 'claude', endpoint: claude.program, verdict: 'PASS', request_id: null },
    ]);
    expect(costLines()).toMatchObject([
      {
        kind: 'promise-review',
        status: 'success',
        verdict: 'PASS',
        model: 'claude-sonnet-5-5',
        input_tokens: 100,
        output_tokens: 20,
        cost_usd: COST_USD,
        request_id: null,
        vote: null,
      },
    ]);
    expect(api.requests).toEqual([]);
  });

  it('a FAIL rejects it, and keeps the session', async () => {
    const { claude, isClosed, judge, judgments, project } = await claudeProject();
    claude.does({ stdout: resultOf(FAILS) });
    const { code, result, stderr } = await judge();
    expect(code).toBe(1);
    expect(stderr).toContain(`Gate 3: the judge rejected ${ID}: AC-1.`);
    expect(result.feedback).toMatchObject([{ would_satisfy: 'the output that shows AC-1' }]);
    expect(isClosed()).toBe(false);
    expect(judgments()).toMatchObject([
      { backend: 'claude', endpoint: claude.program, verdict: 'FAIL', failed: ['AC-1'] },
    ]);
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 2 });
  });

  it('a PASS lifts an earlier FAIL', async () => {
    const { claude, isClosed, judge, showMore } = await claudeProject();
    claude.does({ stdout: resultOf(FAILS) }, { stdout: resultOf(PASSES) });
    await judge();
    await showMore('AC-1');
    expect(await judge()).toMatchObject({ code: 0 });
    expect(isClosed()).toBe(true);
  });

  it('in the text for people', async () => {
    const { verify } = await claudeProject();
    const { stdout } = await verify(['--judge']);
    expect(stdout).toContain('Backend: claude, paid by the account claude is logged in with');
    expect(stdout).toContain('Cost: $0.0004');
    expect(stdout).toContain('Gate 3: PASSED');
  });

  it('it satisfies tier 2 without --judge', async () => {
    const { claude, configure, promise, verify } = await claudeProject();
    configure({ tier: 2 });
    expect(await verify()).toMatchObject({ code: 0 });
    expect(claude.calls()).toHaveLength(1);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'passed' } } });
  });

  it('a reply that misses a criterion is asked for once more', async () => {
    const both = review([judgment('AC-1', 'PASS'), judgment('AC-2', 'PASS')]);
    const { claude, costLines, judge } = await claudeProject([
      metCriterion('AC-1'),
      metCriterion('AC-2'),
    ]);
    claude.does({ stdout: resultOf(PASSES) }, { stdout: resultOf(both) });
    const { code, result } = await judge();
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(result).toMatchObject({ cost_usd: 2 * COST_USD, token_cost: { input_tokens: 200 } });
    expect(claude.calls()).toHaveLength(2);
    expect(costLines()).toMatchObject([{ status: 'parse_error' }, { status: 'success' }]);
  });

  it('one that misses it twice is a warning', async () => {
    const { claude, judge } = await claudeProject([metCriterion('AC-1'), metCriterion('AC-2')]);
    claude.does({ stdout: resultOf(PASSES) });
    const { code, result } = await judge();
    expect(code).toBe(0);
    expect(result).toMatchObject({ verdict: 'WARN', status: 'parse_error' });
    expect(claude.calls()).toHaveLength(2);
  });
});
