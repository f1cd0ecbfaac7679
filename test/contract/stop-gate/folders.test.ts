import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion, type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import { approveConfiguration } from '../../rig/worlds/approval.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { hostedSession } from '../../rig/worlds/stop-gate.ts';

const ROOT = 'promise-0000000a';
const PART = 'promise-0000000b';

/**
 * A project, and a folder in it with a state of its own. The host gives its hooks the project; the agent's shell
 * stands in the folder.
 */
function twoProjects() {
  const project = createProject();
  const part = join(realpathSync(project.folder), 'packages', 'web');
  mkdirSync(join(part, '.claude', 'completion-state', 'promises'), { recursive: true });
  const put = (id: string, parts: PromiseParts = {}, owner = SESSION) =>
    writeFileSync(
      join(part, '.claude', 'completion-state', 'promises', `${id}.json`),
      JSON.stringify(promiseFile(id, owner, parts)),
    );
  const configure = (settings: object) => {
    writeFileSync(join(part, '.claude', 'completion-promise.json'), JSON.stringify(settings));
    approveConfiguration(part, join(project.folder, '..', 'home'));
  };
  const session = hostedSession(project);
  const env = { CLAUDE_PROJECT_DIR: project.folder };
  return {
    project,
    part,
    put,
    configure,
    /** Asks about a stop while the agent's shell stands in a folder. */
    stopFrom: (cwd: string) => session.stop({ cwd }, { env }),
  };
}

function putAtRoot({ write }: Project, parts: PromiseParts = {}): void {
  write(`promises/${ROOT}.json`, promiseFile(ROOT, SESSION, parts));
}

describe('a session whose shell stands in a folder with a state of its own', () => {
  it('is blocked by what it promised there, and is told where', async () => {
    const { part, put, stopFrom } = twoProjects();
    put(PART);
    const { decision, reason } = await stopFrom(part);
    expect(decision).toBe('block');
    expect(reason).toMatch(new RegExp(`^IN ${part}:\nBlocked: ${PART} has 1 open criterion`));
    // The shell stands there, so its commands need no option.
    expect(reason).toMatch(/Next: cs meet .* --type test$/m);
  });

  it('is blocked by what it promised in the project, by commands that lead there', async () => {
    const { part, project, stopFrom } = twoProjects();
    putAtRoot(project);
    const { decision, reason, systemMessage } = await stopFrom(part);
    expect(decision).toBe('block');
    expect(reason).toMatch(new RegExp(`^Blocked: ${ROOT} has 1 open criterion`));
    expect(reason).toMatch(new RegExp(`--type test -C ${project.folder}$`, 'm'));
    expect(systemMessage).toMatch(new RegExp(`cs session end ${SESSION} .* -C ${project.folder} `));
  });

  it('is blocked by both together, each with its own command', async () => {
    const { part, project, put, stopFrom } = twoProjects();
    putAtRoot(project);
    put(PART);
    const { reason = '', systemMessage } = await stopFrom(part);
    const [first = '', second = ''] = reason.split(`IN ${part}:\n`);
    expect(first).toContain(ROOT);
    expect(second).toContain(PART);
    expect(systemMessage).toContain(
      `cs session end ${SESSION} --reason "[why]" -C ${project.folder} ; `,
    );
  });

  it('is let go once both are met', async () => {
    const { part, project, put, stopFrom } = twoProjects();
    const met = { acceptance_criteria: [metCriterion('AC-1')] };
    putAtRoot(project, met);
    put(PART, met);
    const { decision, systemMessage } = await stopFrom(part);
    expect(decision).toBeUndefined();
    expect(systemMessage?.match(/^Met but not verified: /gm)).toHaveLength(2);
  });

  it('is not blocked by what another session promised there', async () => {
    const { part, put, stopFrom } = twoProjects();
    put(PART, {}, 'another-session');
    expect(await stopFrom(part)).toEqual({});
  });

  it('is decided by the settings of that folder, for what it promised there', async () => {
    const { configure, part, project, put, stopFrom } = twoProjects();
    const met = { acceptance_criteria: [metCriterion('AC-1')] };
    putAtRoot(project, met);
    put(PART, met);
    configure({ gates: { endRequires: 'verified' } });
    const { decision, reason } = await stopFrom(part);
    expect(decision).toBe('block');
    expect(reason).toContain(`cs verify ${PART}`);
    expect(reason).not.toContain(ROOT);
  });

  it('is blocked where the settings of that folder cannot be read', async () => {
    const { configure, part, put, stopFrom } = twoProjects();
    put(PART, { acceptance_criteria: [metCriterion('AC-1')] });
    configure({ tier: 'high' });
    const { decision, reason } = await stopFrom(part);
    expect(decision).toBe('block');
    expect(reason).toMatch(new RegExp(`^IN ${part}:\n.*cannot be read`));
    expect(reason).toContain('`tier` takes 1, 2 or 3');
  });

  it('is blocked where a file of that folder cannot be read', async () => {
    const { part, stopFrom } = twoProjects();
    writeFileSync(join(part, '.claude', 'completion-state', 'promises', `${PART}.json`), '{');
    const { decision, reason } = await stopFrom(part);
    expect(decision).toBe('block');
    expect(reason).toContain(`IN ${part}:`);
    expect(reason).toContain('it is not valid JSON');
  });

  it('is not let go by the check either, once the gate saw what it promised there', async () => {
    const { part, project, put, stopFrom } = twoProjects();
    put(PART);
    await stopFrom(part);
    const { code, stdout } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain(`IN ${part}:`);
    expect(stdout).toContain(PART);
  });

  it('is not let go by walking out of the folder', async () => {
    const { part, project, put, stopFrom } = twoProjects();
    put(PART);
    expect((await stopFrom(part)).decision).toBe('block');
    const { decision, reason } = await stopFrom(project.folder);
    expect(decision).toBe('block');
    expect(reason).toContain(`--type test -C ${part}`);
  });

  it('is asked once for what was open in a folder that is gone', async () => {
    const { part, project, put, stopFrom } = twoProjects();
    put(PART);
    await stopFrom(part);
    rmSync(part, { recursive: true });
    expect((await stopFrom(project.folder)).reason).toContain(`${PART} was open at the last stop`);
    expect(await stopFrom(project.folder)).toEqual({});
  });

  it('is let go where a person ended it in every folder, and in no other case', async () => {
    const { part, project, put, stopFrom } = twoProjects();
    putAtRoot(project);
    put(PART);
    const ended = (state: string, promises: readonly string[]) => ({
      ended: personEnd({ state }, SESSION, { promises }),
    });
    project.write(`stop-gate/${SESSION}.json`, ended(project.state, [ROOT]));
    expect((await stopFrom(part)).decision).toBe('block');
    const state = join(part, '.claude', 'completion-state');
    const memory = join(state, 'stop-gate');
    mkdirSync(memory);
    writeFileSync(join(memory, `${SESSION}.json`), JSON.stringify(ended(state, [PART])));
    const { decision, systemMessage } = await stopFrom(part);
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('A person ended this session');
  });
});

it('a subagent whose shell stands in another folder is blocked by what it owns there', async () => {
  const { part, project, put } = twoProjects();
  put(PART, {}, 'agent-1');
  const session = hostedSession(project);
  const env = { CLAUDE_PROJECT_DIR: project.folder };
  const stop = (agent_id: string) =>
    session.stop({ cwd: part, hook_event_name: 'SubagentStop', agent_id }, { env });
  expect((await stop('agent-1')).decision).toBe('block');
  expect(await stop('agent-2')).toEqual({});
});
