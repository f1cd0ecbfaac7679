import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import {
  callHook,
  GONE_HOST,
  HOST_ELSEWHERE,
  hasHosts,
  OTHER_HOST,
  THIS_HOST,
} from '../../rig/worlds/hook-call.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

/** What is kept and told of sessions whose processes are gone. */

const GONE = 'session-gone';
const NEW = 'session-new';
const ID = 'promise-0000aaaa';

function leftProject(state: object, parts: PromiseParts = {}): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, GONE, parts));
  project.write(`stop-gate/${GONE}.json`, state);
  return project;
}

/** What the agent and the user are told at the start of a session. */
async function told(project: Project, source = 'startup') {
  const { stdout } = await callHook(project, 'session-start', { session_id: NEW, source });
  const answer = stdout === '' ? {} : JSON.parse(stdout);
  return {
    agent: String(answer.hookSpecificOutput?.additionalContext ?? ''),
    user: String(answer.systemMessage ?? ''),
  };
}

describe.skipIf(!hasHosts)('the start of a session', () => {
  it('tells the agent and the user of what a session left whose process is gone', async () => {
    const { agent, user } = await told(leftProject({ host: GONE_HOST }));
    expect(agent).toContain('1 open promise of sessions that are no longer running.');
    expect(agent).toContain(`- ${ID} "Title of ${ID}" (0/1 criteria met): cs status ${ID}`);
    expect(agent).not.toContain('--release');
    expect(user).toContain(`cs promise release ${ID} --for ${GONE}`);
  });

  it('counts those that it does not name', async () => {
    const project = leftProject({ host: GONE_HOST });
    for (let number = 1; number < 8; number += 1) {
      const id = `promise-0000000${number}`;
      project.write(`promises/${id}.json`, promiseFile(id, GONE));
    }
    const { agent, user } = await told(project);
    expect(agent).toContain('8 open promises');
    for (const text of [agent, user]) expect(text).toContain('and 3 more: cs status');
  });

  it.each<[string, object, PromiseParts?, string?]>([
    ['whose process runs', { host: OTHER_HOST }],
    ['that runs on another machine', { host: HOST_ELSEWHERE }],
    ['whose process nothing tells', {}],
    ['that a promise was taken over from', { host: GONE_HOST }, { ownership: { owned_by: 'x' } }],
    ['where it goes on with a conversation', { host: GONE_HOST }, {}, 'compact'],
    ['where it is a fork', { host: GONE_HOST }, {}, 'fork'],
  ])('says nothing of a session %s', async (_what, state, parts, source) => {
    const { agent, user } = await told(leftProject(state, parts), source);
    expect(`${agent}${user}`).not.toContain('no longer running');
  });

  it('says nothing of a session that a person ended as it was', async () => {
    const project = leftProject({});
    const ended = personEnd(project, GONE, { promises: [ID] });
    project.write(`stop-gate/${GONE}.json`, { host: GONE_HOST, ended });
    const { agent, user } = await told(project);
    expect(`${agent}${user}`).not.toContain('no longer running');
  });

  it('records the process wherever the session has promises', async () => {
    const [project, other] = [createProject(), createProject()];
    const env = { CLAUDE_SESSION_ID: NEW, HOME: join(project.folder, '..', 'home') };
    const words = ['--create', 'x', '--ac', 'y', '-C', other.folder];
    expect(await project.run('cs-promise', words, { env })).toMatchObject({ code: 0 });
    await told(project, 'resume');
    expect(other.read(`stop-gate/${NEW}.json`)).toEqual({ host: THIS_HOST });
  });

  it.each([
    ['clear', { continued_by: NEW }],
    ['resume', {}],
  ])('a session that was let go in the same process before a %s', async (source, kept) => {
    const project = createProject();
    const cap = { at: '2026-02-17T10:30:00Z', why: 'nothing-changed', checker: 'todos' };
    project.write(`stop-gate/${GONE}.json`, {
      host: THIS_HOST,
      liveness: { last: 'cap' },
      capped: [cap],
    });
    await told(project, source);
    const state = project.read(`stop-gate/${GONE}.json`);
    expect(state).not.toHaveProperty('host');
    expect(state).toMatchObject(kept);
    expect('continued_by' in state).toBe('continued_by' in kept);
  });
});

describe.skipIf(!hasHosts)('a command that makes a promise', () => {
  const make = (project: Project, env: object) =>
    project.run('cs-promise', ['--create', 'x', '--ac', 'y'], {
      env: { CLAUDE_PID: String(process.pid), ...env },
    });

  it('records the process of its session', async () => {
    const project = createProject();
    await make(project, { CLAUDE_SESSION_ID: NEW, CLAUDE_CODE_SESSION_ID: NEW });
    expect(project.read(`stop-gate/${NEW}.json`)).toEqual({ host: THIS_HOST });
  });

  it.each([
    ['of another id than its host gives it', { CLAUDE_CODE_SESSION_ID: 'session-inner' }],
    ['whose host does not name its process', { CLAUDE_CODE_SESSION_ID: NEW, CLAUDE_PID: '' }],
    ['of a host that it does not run in', { CLAUDE_CODE_SESSION_ID: NEW, CLAUDE_PID: '999999' }],
  ])('records nothing of a session %s', async (_what, env) => {
    const project = createProject();
    await make(project, { CLAUDE_SESSION_ID: NEW, ...env });
    expect(project.list('stop-gate')).toEqual([]);
  });
});
