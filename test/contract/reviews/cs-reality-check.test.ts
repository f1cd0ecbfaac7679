import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIRECTIVE_TYPES } from '../../../src/domain/session/directive.ts';
import { realityReply } from '../../rig/values/reality-values.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { costLinesOf, filesUnder } from '../../rig/worlds/judged-project.ts';
import {
  type Behaviour,
  failure,
  KEY,
  type MessagesApi,
  reply,
  silence,
  startMessagesApi,
} from '../../rig/worlds/messages-api.ts';
import { createProject, type Outcome, SESSION } from '../../rig/worlds/project.ts';

const FILE = `stop-gate/${SESSION}.json`;
const SECRET = 'hunter2-of-the-project';

interface Checked {
  readonly project: GitProject;
  readonly api: MessagesApi;
  check(
    args?: readonly string[],
    env?: Readonly<Record<string, string | undefined>>,
  ): Promise<Outcome>;
}

/** A repository with a directive, and an API that replies as it is told. */
async function checkedProject(...answers: readonly Behaviour[]): Promise<Checked> {
  const project = createGitProject({ 'a.txt': 'one\n' });
  const api = await startMessagesApi();
  api.answer(...answers);
  await project.run('cs', ['session', 'directive', '--add', 'Sign-in works']);
  return {
    project,
    api,
    check: (args = [], env = {}) =>
      project.run('cs', ['judge', 'reality-check', ...args], { env: { ...api.env, ...env } }),
  };
}

const says = (parts: Parameters<typeof realityReply>[0] = {}): Behaviour =>
  reply(() => realityReply(parts));
const NOT_DONE = { pass: false, missingItems: ['D-1: no tests'], forwardProgress: true };

function attemptsIn({ project }: Checked): readonly unknown[] {
  const { stop_attempts } = project.read(FILE);
  return Array.isArray(stop_attempts) ? stop_attempts : [];
}

describe('what it came to', () => {
  it('done: exit code 0, the seven keys and the run, an attempt, a line of the cost log', async () => {
    const checked = await checkedProject(says({ convergenceEstimate: 0.9 }));
    const { code, stderr, stdout } = await checked.check(['--json']);
    expect(code).toBe(0);
    expect(stderr).toContain('Note: the judge was called at http://127.0.0.1');
    const { review, ...verdict } = JSON.parse(stdout);
    expect(verdict).toEqual({ ...realityReply(), convergenceEstimate: 0.9 });
    expect(review).toMatchObject({
      status: 'success',
      model: 'claude-sonnet-5-5',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      left_out: [],
      redacted: [],
    });
    expect(attemptsIn(checked)).toMatchObject([
      { pass: true, fingerprint: review.fingerprint, missing_items: [], reason: verdict.reason },
    ]);
    expect(costLinesOf(checked.project)).toMatchObject([
      {
        kind: 'reality-check',
        promise_id: '-',
        verdict: 'PASS',
        status: 'success',
        session_id: SESSION,
      },
    ]);
  });

  it('not done: exit code 2, and what is missing', async () => {
    const checked = await checkedProject(says(NOT_DONE));
    const { code, stdout } = await checked.check();
    expect(code).toBe(2);
    expect(stdout).toContain('Reality check: NOT DONE');
    expect(stdout).toContain('Missing:\n  - D-1: no tests\n');
    expect(stdout).toContain('Forward progress: yes');
    expect(attemptsIn(checked)).toMatchObject([{ pass: false, missing_items: ['D-1: no tests'] }]);
  });

  it('passed with something missing: not done', async () => {
    const checked = await checkedProject(says({ pass: true, missingItems: ['tests'] }));
    const { code, stdout } = await checked.check(['--json']);
    expect([code, JSON.parse(stdout)['pass']]).toEqual([2, false]);
  });

  it('without a directive: passed, nobody asked, nothing written', async () => {
    const checked = await checkedProject(says(NOT_DONE));
    await checked.project.run('cs', ['session', 'directive', '--retire', 'D-1']);
    const before = [...filesUnder(checked.project.folder)];
    const { code, stderr, stdout } = await checked.check(['--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      pass: true,
      review: { status: 'not-asked', cost_usd: 0 },
    });
    expect(checked.api.requests).toHaveLength(0);
    expect([...filesUnder(checked.project.folder)]).toEqual(before);
  });

  it('an estimate that is not known is no key', async () => {
    const checked = await checkedProject(says({ convergenceEstimate: null }));
    const { stdout } = await checked.check(['--json']);
    expect(Object.keys(JSON.parse(stdout))).not.toContain('convergenceEstimate');
  });
});

describe('where it cannot be judged it passes, says so, and keeps no attempt', () => {
  it.each<[string, Behaviour, Readonly<Record<string, string | undefined>>, string, number]>([
    ['a timeout', silence, { CS_REALITY_CHECK_TIMEOUT_MS: '4000' }, 'no answer came in time', 1],
    ['no JSON', reply(() => 'All good!'), {}, 'the reply cannot be read', 2],
    ['JSON of another shape', reply(() => ({ pass: true })), {}, 'the reply cannot be read', 2],
    [
      'a verdict in words',
      reply(() => ({ ...realityReply(), pass: 'true' })),
      {},
      'cannot be read',
      2,
    ],
    [
      'a list of numbers',
      reply(() => ({ ...realityReply(), missingItems: [1] })),
      {},
      'cannot be read',
      2,
    ],
    [
      'a reply that was cut off',
      reply(() => '{"pass": tr', { stop_reason: 'max_tokens' }),
      {},
      'the reply was cut off',
      2,
    ],
    [
      'an unknown model',
      failure(404, 'not_found_error'),
      {},
      'the API does not know this model',
      1,
    ],
    ['no key', says(), { ANTHROPIC_API_KEY: undefined }, 'no API key set', 0],
    [
      'a spending limit',
      says(),
      { CS_JUDGE_MAX_USD_PER_DAY: '0.0001' },
      'The call was not made',
      0,
    ],
  ])('%s', async (_what, behaviour, env, why, requests) => {
    const checked = await checkedProject(behaviour);
    const { code, stderr, stdout } = await checked.check(['--json'], env);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^WARNING: the reality check could not judge the work: /m);
    expect(JSON.parse(stdout)).toMatchObject({
      pass: true,
      reason: expect.stringContaining(why),
      missingItems: [],
      questionsForUser: [],
      forwardProgress: true,
      suggestedNextSteps: [],
      review: { error: expect.stringContaining(why) },
    });
    expect(checked.api.requests).toHaveLength(requests);
    expect(attemptsIn(checked)).toEqual([]);
  });

  it('a second question is asked where the first reply cannot be used', async () => {
    const checked = await checkedProject(
      reply(() => 'hm'),
      says(NOT_DONE),
    );
    expect((await checked.check()).code).toBe(2);
    expect(costLinesOf(checked.project).map(({ status }) => status)).toEqual([
      'parse_error',
      'success',
    ]);
  });
});

it('forward progress goes by the files: first, unchanged, changed', async () => {
  const checked = await checkedProject(says({ ...NOT_DONE, forwardProgress: true }));
  const moves = async () => JSON.parse((await checked.check(['--json'])).stdout)['forwardProgress'];
  expect(await moves()).toBe(true);
  expect(await moves()).toBe(false);
  checked.project.put('a.txt', 'two\n');
  expect(await moves()).toBe(true);
  checked.api.answer(says({ ...NOT_DONE, forwardProgress: false }));
  checked.project.put('a.txt', 'three\n');
  expect(await moves()).toBe(false);
  expect(attemptsIn(checked)).toHaveLength(4);
});

describe('the request', () => {
  const contentOf = ({ api }: Checked) => api.requests[0]?.body.messages[0]?.content ?? '';

  it('holds directives of every type, changes, the last message and earlier attempts', async () => {
    const checked = await checkedProject(says(NOT_DONE));
    for (const type of DIRECTIVE_TYPES) {
      await checked.project.run('cs', [
        'session',
        'directive',
        '--add',
        `this is a ${type}`,
        '--type',
        type,
      ]);
    }
    const attempt = {
      at: '2026-01-01T00:00:00Z',
      fingerprint: 'f0f0',
      pass: false,
      reason: 'no docs',
    };
    const state = checked.project.read(FILE);
    checked.project.write(FILE, {
      ...state,
      stop_attempts: [{ ...attempt, missing_items: ['docs'] }],
    });
    checked.project.put('a.txt', 'one\nand more\n');
    const home = join(checked.project.folder, '..', 'home', '.claude', 'projects', 'p');
    mkdirSync(home, { recursive: true });
    const content = [{ type: 'text', text: 'It is all done.' }];
    writeFileSync(
      join(home, `${SESSION}.jsonl`),
      `${JSON.stringify({ type: 'assistant', message: { content } })}\n`,
    );
    await checked.check();
    for (const part of [
      ...DIRECTIVE_TYPES.map((type) => `this is a ${type}`),
      'a.txt +1 -0',
      '\n+and more\n',
      'It is all done.',
      'f0f0',
      'missing: docs',
      'It is another than at the last check',
    ]) {
      expect(contentOf(checked)).toContain(part);
    }
    const [request] = checked.api.requests;
    expect(request?.body.output_config?.format).toMatchObject({ type: 'json_schema' });
    expect(request?.text).not.toContain(KEY);
  });

  it('holds nothing of a .env file, wherever it was copied to', async () => {
    const checked = await checkedProject(says(NOT_DONE));
    const { project } = checked;
    project.put('.gitignore', '.env\n');
    project.put('.env', `DATABASE_PASSWORD="${SECRET}"\n`);
    project.put('packages/x/.env.local', `OTHER=${SECRET}-2\n`);
    project.put('src/config.ts', `export const password = '${SECRET}';\n`);
    project.put(`notes-${SECRET}.md`, `It is ${SECRET}-2.\n`);
    project.put('tls/server.pem', 'nothing to see\n');
    await project.run('cs', ['session', 'directive', '--add', `Use ${SECRET} nowhere`]);
    const { stderr, stdout } = await checked.check();
    const [request] = checked.api.requests;
    expect(request?.text).not.toContain(SECRET);
    expect(request?.text).not.toContain('nothing to see');
    expect(request?.text).toContain('[redacted: value of an env file]');
    expect(contentOf(checked)).toContain('tls/server.pem: may contain secrets');
    expect(stdout).toContain('packages/x/.env.local (may contain secrets)');
    expect(stderr).toMatch(/^Note: secrets were redacted .* x value of an env file/m);
  });

  it('holds nothing of a .env file that was renamed or removed since', async () => {
    const checked = await checkedProject(says(NOT_DONE));
    const project = createGitProject({ '.env': `A=${SECRET}\n` }, createProject());
    await project.run('cs', ['session', 'directive', '--add', 'x']);
    project.git('mv', '.env', 'plain.txt');
    await project.run('cs', ['judge', 'reality-check'], { env: checked.api.env });
    expect(contentOf(checked)).toContain('plain.txt +1 -0');
    expect(checked.api.requests[0]?.text).not.toContain(SECRET);
  });

  it('counts what was committed since the first directive', async () => {
    const checked = await checkedProject(says(NOT_DONE));
    checked.project.put('b.txt', 'committed since\n');
    checked.project.commit('later', '2099-01-01T00:00:00Z');
    await checked.check();
    expect(contentOf(checked)).toContain('+committed since');
  });

  it('goes out without a repository too', async () => {
    const { api } = await checkedProject(says());
    const project = createProject();
    await project.run('cs', ['session', 'directive', '--add', 'x']);
    const { code, stdout } = await project.run('cs', ['judge', 'reality-check', '--json'], {
      env: api.env,
    });
    expect([code, JSON.parse(stdout).review.fingerprint]).toEqual([0, null]);
    expect(api.requests[0]?.text).toContain('not in a git repository');
  });

  it.each([
    ['opus', 'claude-opus-5-5'],
    ['sonnet', 'claude-sonnet-5-5'],
  ])('is for the model %s', async (name, id) => {
    const checked = await checkedProject(says());
    await checked.check(['--model', name]);
    await checked.check([], { CS_REALITY_CHECK_MODEL: name });
    expect(checked.api.requests.map(({ body }) => body.model)).toEqual([id, id]);
  });
});

describe('--dry-run', () => {
  it('shows the request that would be sent, needs no key, sends and writes nothing', async () => {
    const checked = await checkedProject(says());
    checked.project.put('a.txt', 'two\n');
    const before = [...filesUnder(checked.project.folder)];
    const shown = await checked.check(['--dry-run'], { ANTHROPIC_API_KEY: undefined });
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    for (const part of [
      'DRY RUN',
      'Model: claude-sonnet-5-5',
      'Active directives: 1',
      '--- system ---',
      '+two',
      '"missingItems"',
    ]) {
      expect(shown.stdout).toContain(part);
    }
    const { stdout } = await checked.check(['--dry-run', '--json']);
    expect([...filesUnder(checked.project.folder)]).toEqual(before);
    expect(checked.api.requests).toHaveLength(0);
    await checked.check();
    const [request] = checked.api.requests;
    const nonce = /<data-([0-9a-f]+) name/.exec(request?.text.replaceAll('\\"', '"') ?? '')?.[1];
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(request?.text.replaceAll(nonce ?? 'no nonce', 'NONCE') ?? ''),
    );
  });
});

describe('a mistake in the call: exit code 1, nobody asked', () => {
  it.each<[string, readonly string[], Readonly<Record<string, string | undefined>>, string]>([
    ['no session', [], { CLAUDE_SESSION_ID: undefined }, 'CLAUDE_SESSION_ID not set'],
    ['another model', ['--model', 'haiku'], {}, '--model'],
    [
      'a timeout that is none',
      [],
      { CS_REALITY_CHECK_TIMEOUT_MS: 'soon' },
      'CS_REALITY_CHECK_TIMEOUT_MS',
    ],
  ])('%s', async (_what, args, env, why) => {
    const checked = await checkedProject(says());
    const { code, stderr } = await checked.check(args, env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(checked.api.requests).toHaveLength(0);
  });

  it("a session's file that is broken", async () => {
    const checked = await checkedProject(says());
    checked.project.write(FILE, '[]');
    const { code, stderr } = await checked.check();
    expect([code, stderr]).toEqual([1, expect.stringContaining('it is not an object')]);
  });
});
