import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { realityReply } from '../../rig/values/reality-values.ts';
import { GO_ON } from '../../rig/values/transcripts.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { costLinesOf } from '../../rig/worlds/judged-project.ts';
import {
  type Behaviour,
  failure,
  type MessagesApi,
  nobodyListens,
  reply,
  silence,
  startMessagesApi,
} from '../../rig/worlds/messages-api.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import {
  type GateOutput,
  type HostedSession,
  hostedSession,
  toolUse,
} from '../../rig/worlds/stop-gate.ts';

const FILE = `stop-gate/${SESSION}.json`;
const ID = 'promise-0000000a';
const SYSTEM3 = 'system3-20260217T103000Z-0badcafe';
const CONFIGURATION = '.claude/completion-promise.json';

type Env = Readonly<Record<string, string | undefined>>;

interface Checked {
  readonly project: GitProject;
  readonly api: MessagesApi;
  readonly session: HostedSession;
  stop(parts?: object, env?: Env): Promise<GateOutput>;
}

const says = (parts: Parameters<typeof realityReply>[0] = {}): Behaviour =>
  reply(() => realityReply(parts));

const NOT_DONE = says({
  pass: false,
  reason: 'The sign-in has no tests.',
  missingItems: ['D-1: no tests'],
  suggestedNextSteps: ['Write the test of the form.'],
});

/** A session that was asked for something, in a project that asks for the reality check. */
async function checked(
  answer: Behaviour,
  { directive = 'Sign-in works', enabled = true, id = SESSION } = {},
): Promise<Checked> {
  const project = createGitProject({ 'a.txt': 'one\n' }, createProject(id));
  if (enabled) project.put(CONFIGURATION, JSON.stringify({ realityCheck: { enabled } }));
  const api = await startMessagesApi();
  api.answer(answer);
  const added = await project.run('cs', ['session', 'directive', '--add', directive]);
  if (added.code !== 0) throw new Error(added.stderr);
  const session = hostedSession(project, id);
  return {
    project,
    api,
    session,
    stop: (parts = {}, env = {}) => session.stop(parts, { env: { ...api.env, ...env } }),
  };
}

function attemptsIn({ project }: Checked): readonly unknown[] {
  const { stop_attempts } = project.read(FILE);
  return Array.isArray(stop_attempts) ? stop_attempts : [];
}

describe('work that does not satisfy what was asked for', () => {
  it('blocks, and names what is missing and what to do next', async () => {
    const given = await checked(NOT_DONE);
    const { decision, reason } = await given.stop();
    expect(decision).toBe('block');
    expect(reason).toContain('the work does not do what the user asked for');
    expect(reason).toContain('The sign-in has no tests.');
    expect(reason).toContain('Next: do what is missing: D-1: no tests');
    expect(reason).toContain('Next: Write the test of the form.');
    expect(attemptsIn(given)).toMatchObject([{ pass: false, missing_items: ['D-1: no tests'] }]);
    expect(costLinesOf(given.project)).toMatchObject([
      { kind: 'reality-check', verdict: 'FAIL', session_id: SESSION },
    ]);
  });

  it('blocks where it is passed with something missing', async () => {
    const { stop } = await checked(says({ pass: true, missingItems: ['D-1: no tests'] }));
    expect((await stop()).decision).toBe('block');
  });

  const questions = ['Which provider?', 'With\nwhat\u001b[2J name?'];

  it('blocks with the questions that only the user can answer, where something is missing too', async () => {
    const { stop } = await checked(
      says({ pass: false, missingItems: ['a test'], questionsForUser: questions }),
    );
    const { decision, reason } = await stop();
    expect(decision).toBe('block');
    expect(reason).toContain('Ask the user: Which provider?');
    expect(reason).toContain('Ask the user: With\n  what\\x1b[2J name?');
  });

  it('lets the session stop to ask, where there is nothing but questions', async () => {
    const { stop } = await checked(says({ pass: false, questionsForUser: questions }));
    const { decision, systemMessage } = await stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('For you to decide: Which provider?');
  });

  it('is told of anew at the next stop, by all that it was told before', async () => {
    const given = await checked(NOT_DONE);
    await given.stop();
    given.project.put('a.txt', 'two\n');
    await given.stop({ last_assistant_message: 'Now it is done.' });
    const content = given.api.requests[1]?.body.messages[0]?.content;
    expect(content).toContain('D-1: no tests');
    expect(content).toContain('Now it is done.');
    expect(content).toContain('+two');
    expect(attemptsIn(given)).toHaveLength(2);
  });
});

describe('a session that is let go', () => {
  it('has done what was asked for', async () => {
    const given = await checked(says());
    expect(await given.stop()).not.toHaveProperty('decision');
    expect(given.api.requests).toHaveLength(1);
    expect(attemptsIn(given)).toMatchObject([{ pass: true }]);
  });

  it('was asked for nothing: nobody is asked', async () => {
    const { api, project, stop } = await checked(NOT_DONE);
    await project.run('cs', ['session', 'directive', '--retire', 'D-1']);
    expect(await stop()).toEqual({});
    expect(api.requests).toHaveLength(0);
  });

  it.each<[string, Behaviour, Env, string]>([
    [
      'no answer comes in time',
      silence,
      { CS_REALITY_CHECK_TIMEOUT_MS: '2000' },
      'no answer came in time',
    ],
    ['the reply is no JSON', reply(() => 'All good!'), {}, 'the reply cannot be read'],
    ['the model is not known', failure(404, 'not_found_error'), {}, 'does not know this model'],
    ['no key is set', NOT_DONE, { ANTHROPIC_API_KEY: undefined }, 'no API key set'],
    [
      'the spending cap is reached',
      NOT_DONE,
      { CS_JUDGE_MAX_USD_PER_DAY: '0.0001' },
      'The call was not made',
    ],
  ])('is let go with a note where %s', async (_what, answer, env, why) => {
    const given = await checked(answer);
    const { decision, systemMessage } = await given.stop({}, env);
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain(why);
    expect(attemptsIn(given)).toEqual([]);
  });

  it('is let go with a note where nobody listens', async () => {
    const { stop } = await checked(NOT_DONE);
    const { decision, systemMessage } = await stop(
      {},
      { ANTHROPIC_BASE_URL: await nobodyListens() },
    );
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('the API cannot be reached');
  });

  it.each(['{"directives": ', '[]', '{"directives": 7}', '\u0000'])(
    'is let go with a note where its file is %j, which is put aside',
    async (content) => {
      const { api, project, stop } = await checked(NOT_DONE);
      project.write(FILE, content);
      const { decision, systemMessage } = await stop();
      expect(decision).toBeUndefined();
      expect(systemMessage).toContain(
        'The stored state of this session, including its directives, cannot be read',
      );
      expect(systemMessage).toContain('including its directives');
      expect(systemMessage).toContain('It was moved to');
      const aside = project.list('quarantine').filter((name) => name.endsWith(`${SESSION}.json`));
      expect(aside).toHaveLength(1);
      expect(api.requests).toHaveLength(0);
      expect(await stop()).toEqual({});
    },
  );
});

describe('whom it concerns', () => {
  it('nobody where nothing is configured', async () => {
    const { api, stop } = await checked(NOT_DONE, { enabled: false });
    expect(await stop()).not.toHaveProperty('decision');
    expect(api.requests).toHaveLength(0);
  });

  it('every session where a variable asks for it', async () => {
    const { stop } = await checked(NOT_DONE, { enabled: false });
    expect((await stop({}, { CS_REALITY_CHECK_ENABLED: 'true' })).decision).toBe('block');
  });

  it('every session still where a variable says no and the project says yes', async () => {
    const { stop } = await checked(NOT_DONE);
    expect((await stop({}, { CS_REALITY_CHECK_ENABLED: 'false' })).decision).toBe('block');
  });

  it('no subagent', async () => {
    const { api, stop } = await checked(NOT_DONE);
    const event = { hook_event_name: 'SubagentStop', agent_id: 'agent-1' };
    expect(await stop(event)).toEqual({});
    expect(api.requests).toHaveLength(0);
  });

  it('no other session: what one was asked for is not held against another', async () => {
    const { api, project } = await checked(NOT_DONE);
    const env = { ...api.env, CLAUDE_SESSION_ID: undefined };
    expect(await hostedSession(project, 'another').stop({}, { env })).toEqual({});
    expect(api.requests).toHaveLength(0);
  });
});

describe('what comes before it', () => {
  it.each<[string, (given: Checked) => void, string]>([
    [
      'an open promise',
      ({ project }) => void project.write(`promises/${ID}.json`, promiseFile(ID, SESSION)),
      `${ID} has 1 open criterion`,
    ],
    [
      'a promise that cannot be read',
      ({ project }) => void project.write(`promises/${ID}.json`, '{'),
      'cannot be read',
    ],
    [
      'an open item of its list',
      ({ project, session }) => {
        const met = promiseFile(ID, SESSION, { acceptance_criteria: [metCriterion('AC-1')] });
        project.write(`promises/${ID}.json`, met);
        session.say(toolUse('TodoWrite', { todos: [{ content: 'Test it', status: 'pending' }] }));
      },
      'Test it (pending)',
    ],
  ])('%s blocks without any request', async (_what, change, said) => {
    const given = await checked(NOT_DONE);
    change(given);
    const { decision, reason } = await given.stop();
    expect(decision).toBe('block');
    expect(reason).toContain(said);
    expect(given.api.requests).toHaveLength(0);
    expect(attemptsIn(given)).toEqual([]);
  });

  it('the continuation review: where that blocks, this is not paid for; where it passes, it is', async () => {
    const { api, stop } = await checked(
      reply(() => GO_ON),
      { id: SYSTEM3 },
    );
    expect((await stop()).reason).toContain(GO_ON.reason);
    expect(api.requests.map(({ body }) => body.model)).toEqual(['claude-haiku-5-5']);
    api.answer(
      reply(() => ({ ...GO_ON, should_continue: false })),
      NOT_DONE,
    );
    expect((await stop()).reason).toContain('D-1: no tests');
    expect(api.requests.map(({ body }) => body.model)).toEqual([
      'claude-haiku-5-5',
      'claude-haiku-5-5',
      'claude-sonnet-5-5',
    ]);
  });
});

describe('what it costs', () => {
  it('a session that is let go after five blocks is not asked about again', async () => {
    const given = await checked(NOT_DONE);
    for (let count = 0; count < 5; count += 1) expect((await given.stop()).decision).toBe('block');
    const { decision, systemMessage } = await given.stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('NOT COMPLETE');
    // Its user was told.
    expect(await given.stop()).toEqual({});
    expect(given.api.requests).toHaveLength(5);
    expect(costLinesOf(given.project)).toHaveLength(5);
    expect(given.project.read(FILE)).toMatchObject({
      capped: [{ why: 'nothing-changed', checker: 'review' }],
    });
  });

  it('a session that rests while tasks run is not asked about', async () => {
    const { api, stop } = await checked(NOT_DONE);
    const task = { id: 'b1', type: 'shell', status: 'running', description: 'npm test' };
    const { systemMessage } = await stop({ background_tasks: [task] });
    expect(systemMessage).toContain('This session rests');
    expect(api.requests).toHaveLength(0);
  });
});
