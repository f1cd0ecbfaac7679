import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATE } from '../../rig/values/gate-input.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { GO_ON } from '../../rig/values/transcripts.ts';
import {
  GONE_HOST,
  HOST_ELSEWHERE,
  hasHosts,
  OTHER_HOST,
  THIS_HOST,
} from '../../rig/worlds/hook-call.ts';
import { reply, startMessagesApi } from '../../rig/worlds/messages-api.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import {
  type ClaudeProject,
  claudeProject,
  createClaude,
  PASSES,
  resultOf,
} from '../../rig/worlds/scripted-claude.ts';
import {
  type GateOutput,
  gate,
  hostedSession,
  outputOf,
  runsOnPosix,
  stopPayload,
} from '../../rig/worlds/stop-gate.ts';

const OUTER = 'session-outer';
const INNER = 'session-inner';
const ID = 'promise-0000000a';

type Env = Readonly<Record<string, string | undefined>>;

/** A project in which a session owns a promise, and its host is on record. */
function projectOf(owner: string, state: object | string = { host: OTHER_HOST }): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, owner));
  project.write(`stop-gate/${OUTER}.json`, state);
  return project;
}

/** The stop of an agent that another agent has started: it inherits the other's variables. */
async function innerStop(project: Project, env: Env = {}, parts: object = {}): Promise<GateOutput> {
  const inherited = {
    CLAUDE_SESSION_ID: OUTER,
    CLAUDE_CODE_SESSION_ID: INNER,
    CLAUDE_PID: String(process.pid),
  };
  return outputOf(
    await gate(project, stopPayload(INNER, parts), { env: { ...inherited, ...env } }),
  );
}

describe.skipIf(!hasHosts)('an agent that an agent has started', () => {
  it("is not held by the other's promise", async () => {
    expect(await innerStop(projectOf(OUTER))).toEqual({});
  });

  it('is held by its own, and is counted as itself', async () => {
    const project = projectOf(INNER);
    const { decision, systemMessage } = await innerStop(project);
    expect(decision).toBe('block');
    expect(systemMessage).toContain(`cs session end ${INNER}`);
    expect(project.read(`stop-gate/${INNER}.json`)).toMatchObject({ liveness: { idle: 1 } });
    expect(project.read(`stop-gate/${OUTER}.json`)).toEqual({ host: OTHER_HOST });
  });

  it("is not reviewed for the other's prefix", async () => {
    const api = await startMessagesApi();
    const outer = 'system3-20260217T103000Z';
    const project = createProject();
    project.write(`stop-gate/${outer}.json`, { host: OTHER_HOST });
    expect(await innerStop(project, { ...api.env, CLAUDE_SESSION_ID: outer })).toEqual({});
    expect(api.requests).toHaveLength(0);
  });

  it("is told from the other one wherever that one's memory lies", async () => {
    const project = createProject(OUTER);
    const id = await project.promise('One');
    project.write(`stop-gate/${OUTER}.json`, { host: OTHER_HOST });
    const beside = join(project.folder, '..', 'beside');
    mkdirSync(beside);
    const inherited = {
      CLAUDE_SESSION_ID: OUTER,
      CLAUDE_CODE_SESSION_ID: INNER,
      CLAUDE_PID: String(process.pid),
    };
    const ask = async (pid: number) => {
      const env = { ...inherited, CLAUDE_PID: String(pid) };
      return outputOf(await gate(project, stopPayload(INNER), { env, cwd: beside }));
    };
    expect((await ask(process.ppid)).reason).toContain(id);
    expect(await ask(process.pid)).toEqual({});
  });

  it('is not put on record as the host of a session that its environment names', async () => {
    const project = projectOf(OUTER, {});
    expect((await innerStop(project)).decision).toBe('block');
    expect(project.read(`stop-gate/${OUTER}.json`)).not.toHaveProperty('host');
  });

  it('leaves the other one held', async () => {
    const project = projectOf(OUTER);
    const env = { CLAUDE_SESSION_ID: OUTER, CLAUDE_PID: String(process.ppid) };
    expect(outputOf(await gate(project, stopPayload(OUTER), { env })).decision).toBe('block');
  });

  it.each<[string, object | string, Env, object]>([
    ['no host is on record', {}, {}, {}],
    ['the host on record is its own', { host: THIS_HOST }, {}, {}],
    ['the host on record is gone', { host: GONE_HOST }, {}, {}],
    ['the host on record is on another machine', { host: HOST_ELSEWHERE }, {}, {}],
    ['the host on record is none', { host: { pid: 'x' } }, {}, {}],
    ['what is on record cannot be read', '{"host": ', {}, {}],
    ['its host says no number', { host: OTHER_HOST }, { CLAUDE_PID: undefined }, {}],
    ['its host is not above it', { host: OTHER_HOST }, { CLAUDE_PID: '1999999' }, {}],
    ['its host names no session', { host: OTHER_HOST }, {}, { session_id: undefined }],
    ['its host names the same session', { host: OTHER_HOST }, {}, { session_id: OUTER }],
  ])('is the session that its environment names where %s', async (_what, state, env, parts) => {
    expect((await innerStop(projectOf(OUTER, state), env, parts)).decision).toBe('block');
  });
});

/** Besides the promise that is judged, one that keeps its session. */
async function owingProject(): Promise<ClaudeProject> {
  const judged = await claudeProject();
  judged.project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
  return judged;
}

/** A line of the shell that asks the stop gate as a host does, and keeps its answer. */
function askInside(project: Project, session: string, env = '', args = ''): string {
  const answer = join(project.folder, '..', 'answer');
  const payload = project.write('../../../payload.json', JSON.stringify(stopPayload(session)));
  const named = `CLAUDE_CODE_SESSION_ID=${session} CLAUDE_PROJECT_DIR='${project.folder}' CLAUDECODE=1`;
  const ask = `${named} ${env} '${process.execPath}' '${GATE}' ${args} <'${payload}'`;
  return `${ask} >'${answer}' 2>&1; echo "exit $?" >>'${answer}'`;
}

const answerIn = (project: Project): string =>
  readFileSync(join(project.folder, '..', 'answer'), 'utf8');

async function inside(judged: ClaudeProject, env = '', args = ''): Promise<string> {
  const { claude, judgeAlone, project } = judged;
  claude.does({ runs: askInside(project, SESSION, env, args), stdout: resultOf(PASSES) });
  expect(await judgeAlone()).toMatchObject({ code: 0 });
  return answerIn(project);
}

describe.skipIf(!runsOnPosix)('inside a claude that judges', () => {
  it('the stop gate lets go, whatever is owed', async () => {
    expect(await inside(await owingProject())).toBe('{}\nexit 0\n');
    expect(await inside(await owingProject(), '', '--exit-code')).toBe('exit 0\n');
  });

  it('it lets go though a promise cannot be read', async () => {
    const judged = await owingProject();
    judged.project.write('promises/promise-0000cccc.json', '{');
    expect(await inside(judged)).toBe('{}\nexit 0\n');
  });

  it.each(['CS_JUDGING=', 'CS_JUDGING=1', 'CS_JUDGING=999999999', 'CS_JUDGING=$$x'])(
    'it blocks where the mark was replaced: %s',
    async (mark) => {
      const answer = await inside(await owingProject(), mark);
      expect(answer).toContain('"decision":"block"');
      expect(answer).toContain(ID);
    },
  );

  it('it does not ask that claude again, which it asked itself', async () => {
    const session = 'system3-20260217T103000Z';
    const project = createProject('');
    const claude = createClaude(project);
    claude.does({ runs: askInside(project, session), stdout: resultOf(GO_ON) });
    const env = { PATH: claude.path, CS_JUDGE_BACKEND: 'claude' };
    const output = await hostedSession(project, session).stop({}, { env, alone: true });
    expect(output.reason).toContain(GO_ON.reason);
    expect(answerIn(project)).toBe('{}\nexit 0\n');
    expect(claude.calls()).toHaveLength(1);
  });
});

describe('the mark set by hand', () => {
  it.each([
    ['another process', '1'],
    ['no number', 'yes'],
    ['nothing', ''],
    ['a process above it that judges nothing', String(process.pid)],
  ])('to %s changes nothing', async (_what, mark) => {
    const project = projectOf(SESSION);
    const env = { CS_JUDGING: mark };
    expect(outputOf(await gate(project, stopPayload(SESSION), { env })).decision).toBe('block');
  });

  it('keeps no session from being reviewed', async () => {
    const api = await startMessagesApi();
    api.answer(reply(() => GO_ON));
    const env = { ...api.env, CS_JUDGING: String(process.pid), CLAUDE_SESSION_ID: 'system3-1' };
    const { reason } = await hostedSession(createProject(), 'x').stop({}, { env });
    expect(reason).toContain(GO_ON.reason);
    expect(api.requests).toHaveLength(1);
  });
});
