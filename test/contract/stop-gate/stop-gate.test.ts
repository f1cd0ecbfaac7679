import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionEnd } from '../../../src/domain/session/session-end.ts';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { gate, hostedSession, outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000a';

/** A project whose session owns one promise in progress with one unmet criterion. */
function openProject(parts = {}) {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
  return { project, session: hostedSession(project) };
}

describe('a session with an open promise', () => {
  it('is blocked, with the reason, the exact next command, and for its user how to end it', async () => {
    const { session } = openProject();
    const { decision, reason, systemMessage } = await session.stop();
    expect(decision).toBe('block');
    expect(reason).toContain(`${ID} has 1 open criterion: AC-1 (What AC-1 asks for)`);
    expect(reason).toContain(`Next: cs meet ${ID} AC-1 --evidence "[what shows it]" --type test`);
    expect(systemMessage).toContain(`cs session end ${SESSION} --reason "[why]"`);
    expect(`${reason}${systemMessage}`).not.toContain('--skip');
  });

  it('is told the same in one line after that, and its user not again how to end it', async () => {
    const { session } = openProject();
    await session.stop();
    const { reason, systemMessage } = await session.stop();
    expect(reason).toMatch(
      /^Still blocked: promise-0000000a has 1 open criterion: .* Next: cs meet .*$/,
    );
    expect(systemMessage).toBeUndefined();
  });

  it('that it did not start is told its name, and how to start it', async () => {
    const { session } = openProject({ status: 'pending' });
    const { reason } = await session.stop();
    expect(reason).toContain(
      `Blocked: ${ID} (Title of ${ID}) is not started.\nNext: cs promise start ${ID}`,
    );
  });

  it('whose criteria are all met ends, and its user is told once that nothing is verified', async () => {
    const { session } = openProject({ acceptance_criteria: [metCriterion('AC-1')] });
    expect(await session.stop()).toEqual({
      systemMessage: `Met but not verified: ${ID} (Title of ${ID}). To close it, have the agent run: cs verify ${ID}`,
    });
    expect(await session.stop()).toEqual({});
  });

  it('hears of one that is met beside it only when it ends, and once', async () => {
    const { project, session } = openProject();
    const other = 'promise-0000000b';
    const met = { acceptance_criteria: [metCriterion('AC-1')] };
    project.write(`promises/${other}.json`, promiseFile(other, SESSION, met));
    const held = await session.stop();
    expect(held.decision).toBe('block');
    expect(held.systemMessage).not.toContain('Met but not verified');
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, met));
    const { systemMessage } = await session.stop();
    expect(systemMessage?.match(/^Met but not verified: /gm)).toHaveLength(2);
    expect(await session.stop()).toEqual({});
  });

  it('is let go once the criterion is met', async () => {
    const { project, session } = openProject();
    await session.stop();
    const met = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'seen'];
    expect((await project.run('cs-promise', met)).code).toBe(0);
    expect(await session.stop()).not.toHaveProperty('decision');
  });

  it.each([
    ['the payload names it', { CLAUDE_SESSION_ID: undefined }, SESSION],
    ['the environment names it', { CLAUDE_SESSION_ID: SESSION }, 'another-id'],
    ['the host names it', { CLAUDE_SESSION_ID: undefined, CLAUDE_CODE_SESSION_ID: SESSION }, 'x'],
  ])('is blocked where %s', async (_who, env, id) => {
    const { project } = openProject();
    expect(outputOf(await gate(project, stopPayload(id), { env })).decision).toBe('block');
  });

  it('lets every other session go, and leaves nothing behind for them', async () => {
    const { project } = openProject();
    const env = { CLAUDE_SESSION_ID: undefined };
    expect(outputOf(await gate(project, stopPayload('another'), { env }))).toEqual({});
    expect(project.list('stop-gate')).toEqual([]);
  });
});

describe('what cannot be read', () => {
  it('blocks everybody: a broken promise file', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, '{"id": ');
    const { decision, reason } = await hostedSession(project).stop();
    expect(decision).toBe('block');
    expect(reason).toContain('it is not valid JSON');
    expect(reason).toContain('Next: cs doctor');
  });

  it('blocks who owns a promise: a broken configuration', async () => {
    const { project, session } = openProject({ acceptance_criteria: [metCriterion('AC-1')] });
    writeFileSync(join(project.folder, '.claude', 'completion-promise.json'), '{"tier": "high"}');
    expect((await session.stop()).reason).toContain('`tier` takes 1, 2 or 3');
  });

  it('blocks nobody else: the defaults hold, and that is said', async () => {
    const { project } = openProject();
    writeFileSync(join(project.folder, '.claude', 'completion-promise.json'), '{"tier": "high"}');
    const env = { CLAUDE_SESSION_ID: undefined };
    const output = outputOf(await gate(project, stopPayload('another'), { env }));
    expect(output.decision).toBeUndefined();
    expect(output.systemMessage).toContain('the defaults apply');
  });

  it('is moved aside where it is the memory of the session, which starts at nothing', async () => {
    const { project, session } = openProject();
    project.write(`stop-gate/${SESSION}.json`, '{"liveness": ');
    const { decision, systemMessage } = await session.stop();
    expect(decision).toBe('block');
    expect(systemMessage).toContain('It was moved to');
    expect(
      project.list('quarantine').filter((name) => name.endsWith(`${SESSION}.json`)),
    ).toHaveLength(1);
    expect(project.read(`stop-gate/${SESSION}.json`)).toMatchObject({ liveness: { idle: 1 } });
  });

  it.each<[string, unknown]>([
    ['no object', 7],
    ['negative', { idle: -4, busy: 'x', all: 1.5 }],
    ['huge', { idle: 1e300 }],
  ])('starts a count at nothing where it is %s', async (_what, liveness) => {
    const { project, session } = openProject();
    project.write(`stop-gate/${SESSION}.json`, { liveness, kept: 'by others' });
    expect((await session.stop()).decision).toBe('block');
    const kept = project.read(`stop-gate/${SESSION}.json`);
    expect(kept).toMatchObject({ liveness: { idle: 1, busy: 1, all: 1 }, kept: 'by others' });
  });
});

describe('a promise that was open at the last stop', () => {
  const rest = 'promise-0000000b';

  it.each([
    ['was cancelled', ['--cancel', ID], 'it was cancelled'],
    ['was released', ['--release', ID], 'it was released and has no owner'],
  ])('blocks once where it %s, and the user is told', async (_how, args, said) => {
    const { project, session } = openProject();
    await session.stop();
    expect((await project.run('cs-promise', args)).code).toBe(0);
    const { decision, reason, systemMessage } = await session.stop();
    expect(decision).toBe('block');
    expect(reason).toContain(said);
    expect(reason).toContain('tell the user');
    expect(systemMessage).toContain(ID);
    expect(await session.stop()).toEqual({});
  });

  it.each<[string, (project: Project) => void, string]>([
    [
      'its file is gone',
      ({ state }) => rmSync(join(state, 'promises', `${ID}.json`)),
      'its file is gone',
    ],
    [
      'another session took it',
      ({ write }) => write(`promises/${ID}.json`, promiseFile(ID, 'another-session')),
      'another session owns it now',
    ],
  ])('blocks once where %s', async (_how, change, said) => {
    const { project, session } = openProject();
    await session.stop();
    change(project);
    expect((await session.stop()).reason).toContain(said);
    expect(await session.stop()).toEqual({});
  });

  it('is told of with another one that is still open', async () => {
    const { project, session } = openProject();
    project.write(`promises/${rest}.json`, promiseFile(rest, SESSION));
    await session.stop();
    await project.run('cs-promise', ['--cancel', ID]);
    const { reason, systemMessage } = await session.stop();
    expect(reason).toContain(`${rest} has 1 open criterion`);
    expect(systemMessage).toContain(`${ID} (cancelled)`);
    expect(await session.stop()).not.toHaveProperty('systemMessage');
  });

  it('is not missed where it was verified, and its user is told once how', async () => {
    const { project, session } = openProject();
    await session.stop();
    await project.run('cs-promise', ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'seen']);
    const skipped = await project.run('cs-verify', ['--promise', ID, '--skip-validation-check']);
    expect(skipped.code).toBe(0);
    const title = `Title of ${ID}`;
    const systemMessage = `Verified: ${title}. Skipped: Gate 2 of ${title}.`;
    expect(await session.stop()).toEqual({ systemMessage });
    expect(await session.stop()).toEqual({});
  });
});

describe('a subagent', () => {
  const subagent = (id: string | undefined) =>
    stopPayload(SESSION, { hook_event_name: 'SubagentStop', agent_id: id });

  it.each(['agent-1', undefined])('passes while its session is blocked (id %s)', async (id) => {
    const { project } = openProject();
    expect(outputOf(await gate(project, subagent(id)))).toEqual({});
  });

  it('is blocked where it owns a promise itself', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, 'agent-1'));
    expect(outputOf(await gate(project, subagent('agent-1'))).decision).toBe('block');
  });
});

describe('a session that a person has ended', () => {
  const at = '2026-03-01T00:00:00Z';
  const endIn = (project: Project, parts: Partial<SessionEnd> = {}) =>
    personEnd(project, SESSION, { at, reason: 'enough for today', promises: [ID], ...parts });

  it('is let go, and it is said what for', async () => {
    const { project, session } = openProject();
    project.write(`stop-gate/${SESSION}.json`, { ended: endIn(project) });
    const { decision, systemMessage } = await session.stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('A person ended this session on 2026-03-01T00:00:00Z: enough');
  });

  it('is let go by --check as well, with a word on stderr', async () => {
    const { project } = openProject();
    project.write(`stop-gate/${SESSION}.json`, { ended: endIn(project) });
    const { code, stderr, stdout } = await project.run('cs-verify', ['--check']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('A person ended session');
  });

  it.each<[string, (project: Project) => void]>([
    [
      'it promises something new',
      ({ write }) =>
        write('promises/promise-0000000b.json', promiseFile('promise-0000000b', SESSION)),
    ],
    ['a file breaks that was sound', ({ write }) => write(`promises/${ID}.json`, '{')],
    ['its settings cannot be read', ({ write }) => write('../completion-promise.json', '{')],
  ])('is held again where %s', async (_what, change) => {
    const { project, session } = openProject();
    project.write(`stop-gate/${SESSION}.json`, { ended: endIn(project) });
    change(project);
    expect((await session.stop()).decision).toBe('block');
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
  });

  it.each<[string, object | undefined]>([
    ['nobody', { by: 'agent' }],
    ['no date', { at: 'today' }],
    ['no object', undefined],
  ])('is not ended by %s', async (_who, record) => {
    const { project, session } = openProject();
    project.write(`stop-gate/${SESSION}.json`, {
      ended: record === undefined ? true : { ...endIn(project), ...record },
    });
    expect((await session.stop()).decision).toBe('block');
  });
});

describe('--exit-code, for other hosts', () => {
  it('ends with 2 and the reason on stderr where the session may not end', async () => {
    const { project } = openProject();
    const input = JSON.stringify(stopPayload(SESSION));
    const { code, stderr, stdout } = await project.run('cs-stop-gate', ['--exit-code'], { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Next: cs meet');
  });

  it('ends with 0 and says nothing where it may', async () => {
    const input = JSON.stringify(stopPayload('another'));
    const outcome = await createProject().run('cs-stop-gate', ['--exit-code'], { input });
    expect(outcome).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('takes no value, and no other option', async () => {
    const project = createProject();
    for (const word of ['--exit-code=no', '--check', 'now']) {
      const { code, stderr } = await project.run('cs-stop-gate', [word], { input: '{}' });
      expect({ word, code }).toEqual({ word, code: 1 });
      expect(stderr).toContain('Error: ');
    }
  });
});

describe('a criterion whose proof is stale', () => {
  it('blocks as --check does', async () => {
    const proof = { source: 'checks', tree: 'of-another-time', checks: null };
    const checked = criterion('AC-1', {
      status: 'met',
      evidence: 'npm test passed',
      checks: [{ kind: 'command', run: 'true' }],
      proof,
    });
    const { session } = openProject({ acceptance_criteria: [checked] });
    expect((await session.stop()).reason).toContain(`Next: cs prove ${ID}`);
  });
});
