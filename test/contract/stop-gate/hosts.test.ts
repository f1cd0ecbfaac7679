import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/domain/base/document.ts';
import { jsonValue } from '../../rig/values/arbitraries.ts';
import { SEEN_CALLS } from '../../rig/values/host-calls.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

/** Stops as the hosts ask about them, in a project in which their session has an open promise. */

const ID = 'promise-0000000a';

function owing(session: string): Project {
  const project = createProject(session);
  project.write(`promises/${ID}.json`, promiseFile(ID, session));
  return project;
}

const NOBODY = {
  CLAUDE_SESSION_ID: undefined,
  CLAUDE_CODE_SESSION_ID: undefined,
  CLAUDE_PROJECT_DIR: undefined,
};

/** What a gate answers to a call, without the texts: whether it blocks as that host takes it. */
async function ask(project: Project, fields: object, env: object = {}) {
  const input = JSON.stringify({
    ...fields,
    cwd: project.folder,
    workspace_roots: [project.folder],
  });
  return project.run('cs-stop-gate', [], { input, env: { ...NOBODY, ...env } });
}

const STOPS = SEEN_CALLS.filter(([, { says }]) => 'event' in says && says.event === 'Stop');
const sessionOf = (says: object): string =>
  'sessionId' in says && typeof says.sessionId === 'string' ? says.sessionId : '';

/** The variables of a call with the project in the place of the folder that was seen. */
function variablesOf(env: Readonly<Record<string, string>>, project: Project) {
  const named = Object.entries(env).map(([name, value]) => [
    name,
    name.endsWith('_PROJECT_DIR') ? project.folder : value,
  ]);
  return Object.fromEntries(named);
}

describe.each(STOPS)('%s', (_what, { env, fields, host, says }) => {
  const session = sessionOf(says);
  const sent = { ...fields, transcript_path: undefined, transcriptPath: undefined };

  it('is blocked in the form that its host takes', async () => {
    const project = owing(session);
    const { code, stderr, stdout } = await ask(project, fields, variablesOf(env, project));
    const answer = JSON.parse(stdout);
    if (host === 'cursor') expect(answer.followup_message).toContain(ID);
    else expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining(ID) });
    const byCode = ['codex', 'copilot', 'opencode'].includes(host);
    expect(code).toBe(byCode ? 2 : 0);
    if (byCode) expect(stderr).toContain(ID);
  });

  it('has its agent told how the user ends it, where that one would not read it elsewhere', async () => {
    const project = owing(session);
    const { stdout } = await ask(project, fields, variablesOf(env, project));
    const isTold = stdout.includes('For the user: To end this session');
    expect(isTold).toBe(['codex', 'cursor', 'opencode'].includes(host));
  });

  it('may be where another session promised', async () => {
    const project = owing('another-session');
    const { code, stdout } = await ask(project, fields, variablesOf(env, project));
    expect([code, stdout]).toEqual([0, host === 'claude-code' ? '{}\n' : '']);
  });

  it('blocks whatever else its payload holds', async () => {
    const names = Object.keys(fields).filter((name) => !SIGNS.has(name));
    const parts = fc.record(Object.fromEntries(names.map((name) => [name, jsonValue])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(parts, async (others) => {
        const project = owing(session);
        const { code, stdout } = await ask(
          project,
          { ...sent, ...others },
          variablesOf(env, project),
        );
        expect(code === 2 || /^\{"(?:decision":"block|followup_message)"/.test(stdout)).toBe(true);
      }),
      runs(4),
    );
  }, 60_000);
});

/** The members that tell the host, the session or a subagent, and that its user aborted a turn. */
const SIGNS = new Set([
  'conversation_id',
  'generation_id',
  'hook_event_name',
  'host',
  'parent_id',
  'sessionId',
  'session_id',
  'status',
  'stopReason',
  'stop_reason',
  'timestamp',
  'turn_id',
]);

it('an unknown host is answered as all of them take it', async () => {
  const project = owing('a-session');
  const held = await ask(project, { sessionID: 'a-session' });
  expect(held.code).toBe(2);
  expect(JSON.parse(held.stdout)).toMatchObject({ decision: 'block' });
  expect(held.stderr).toContain(ID);
  const free = await ask(project, { sessionID: 'b-session' });
  expect(free).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

it('two gates that are asked about one stop count once, without a transcript too', async () => {
  const project = owing('ses_1');
  const stop = {
    host: 'opencode',
    session_id: 'ses_1',
    hook_event_name: 'Stop',
    message_id: 'msg_1',
  };
  const [one, two] = [await ask(project, stop), await ask(project, stop)];
  expect(JSON.parse(two.stdout).reason).toBe(JSON.parse(one.stdout).reason);
  expect(project.read('stop-gate/ses_1.json')).toMatchObject({ liveness: { all: 1 } });
});

it('stops that Copilot CLI asks about before it wrote its transcript count each, and its second hooks do not', async () => {
  const project = owing('a-session');
  writeFileSync(join(project.folder, 'events.jsonl'), '');
  const common = { cwd: project.folder, stop_hook_active: true };
  const path = join(project.folder, 'events.jsonl');
  const own = { ...common, sessionId: 'a-session', transcriptPath: path, stopReason: 'end_turn' };
  const claude = {
    ...common,
    hook_event_name: 'Stop',
    session_id: 'a-session',
    transcript_path: path,
    stop_reason: 'end_turn',
  };
  const [first, second] = [1795616555843, 1795616555943];
  const env = { COPILOT_CLI: '1' };
  const counted: unknown[] = [];
  for (const call of [
    { ...own, timestamp: first },
    { ...claude, timestamp: new Date(first).toISOString() },
    { ...own, timestamp: second },
    { ...claude, timestamp: new Date(second).toISOString() },
  ]) {
    expect((await ask(project, call, env)).code).toBe(2);
    const { liveness } = project.read('stop-gate/a-session.json');
    counted.push(isObject(liveness) ? liveness['all'] : undefined);
  }
  expect(counted).toEqual([1, 1, 2, 2]);
});

it('--host says who calls', async () => {
  const project = owing('a-session');
  const input = JSON.stringify({ session_id: 'a-session', hook_event_name: 'Stop' });
  const run = await project.run('cs-stop-gate', ['--host', 'cursor'], { input, env: NOBODY });
  expect(JSON.parse(run.stdout)).toHaveProperty('followup_message');
  const wrong = await project.run('cs-stop-gate', ['--host', 'nobody'], { input, env: NOBODY });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('--host is none of claude-code, codex');
});
