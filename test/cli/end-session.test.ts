import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../rig/values/promises.ts';
import { personEnd } from '../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import {
  agentAbove,
  isRefusedToAgents,
  NOT_A_PERSON,
  runOnTerminal,
  whyNoPerson,
} from '../rig/worlds/pseudo-terminal.ts';
import { hostedSession } from '../rig/worlds/stop-gate.ts';

const ID = 'promise-0000aaaa';
const FILE = `stop-gate/${SESSION}.json`;
const REASON = 'The rest is for next week';
const END = ['session', 'end', '--reason', REASON];
const PROMPT = `Type "${SESSION}" to let it end: `;
const CONFIRMED = { prompt: PROMPT, answer: SESSION };
const UNDO = ['session', 'end', '--undo'];
const UNDO_PROMPT = `Type "${SESSION}" to block it again: `;
const ENDED = {
  by: 'person',
  at: '2026-02-17T10:30:00Z',
  reason: REASON,
  promises: [ID],
  unreadable: [],
};
const endedBy = (project: Project) =>
  personEnd(project, SESSION, { reason: REASON, promises: [ID] });
const NO_SESSION = { env: { CLAUDE_SESSION_ID: undefined } };

function openProject(...owners: readonly string[]): Project {
  const project = createProject();
  const acceptance_criteria = [metCriterion('AC-1'), criterion('AC-2')];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  for (const [index, owner] of owners.entries()) {
    const id = `promise-0000bbb${index}`;
    project.write(`promises/${id}.json`, promiseFile(id, owner));
  }
  return project;
}

const eventsOf = (project: Project): readonly unknown[] =>
  readFileSync(join(project.state, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('only a person may end a session', () => {
  it.each(NOT_A_PERSON)('%s it is refused, and nothing is changed', async (_name, env, reason) => {
    const project = openProject();
    const { code, stdout, stderr } = await project.run('cs', END, { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Error: Only a person can end a session: ');
    if (agentAbove === undefined || Object.keys(env).length > 0) expect(stderr).toContain(reason);
    expect(project.list('.')).toEqual(['promises']);
  });

  it.each(NOT_A_PERSON)('%s an end is not taken back either', async (_name, env) => {
    const project = openProject();
    project.write(FILE, { ended: endedBy(project) });
    const { code, stderr } = await project.run('cs', UNDO, { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Error: Only a person can ')]);
    expect(project.read(FILE)).toMatchObject({ ended: ENDED });
  });

  isRefusedToAgents(openProject, ['cs', ...END], PROMPT);
});

describe('an end that cannot be is refused before anybody is asked', () => {
  it.each<[string, readonly string[], string]>([
    ['no reason', ['end-session'], '--reason is required'],
    ['an empty reason', ['end-session', '--reason', ' '], '--reason is required'],
    ['a reason to take it back', [...END, '--undo'], 'cannot be given together'],
    ['nothing to take back', UNDO, `Session ${SESSION} was not ended by a person`],
  ])('%s', async (_what, args, says) => {
    const { code, stderr } = await openProject().run('cs', args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  it('a file of the session that is broken', async () => {
    const project = openProject();
    project.write(FILE, '{');
    for (const args of [END, UNDO]) {
      const { code, stderr } = await project.run('cs', args);
      expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be used')]);
    }
  });

  it('no session that is set, and several that it could be: they are listed', async () => {
    const project = openProject('session-b', 'session-b');
    const { code, stderr } = await project.run('cs', END, NO_SESSION);
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: Which session?\nSessions with open promises:\n`);
    expect(stderr).toContain(`  ${SESSION} (1)\n  session-b (2)\n`);
  });

  it('no session that is set, and none that it could be', async () => {
    const { code, stderr } = await createProject().run('cs', END, NO_SESSION);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Name a session')]);
  });

  it('no session that is set, and one that it could be: that one is meant', async () => {
    const { stderr } = await openProject().run('cs', UNDO, NO_SESSION);
    expect(stderr).toContain(`Session ${SESSION} was not ended`);
  });
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  it('ends a session by typing its id: the record says who, when and why', async () => {
    const project = openProject();
    project.write(FILE, { other: 1 });
    const { code, shown } = await runOnTerminal(project, 'cs', END, CONFIRMED);
    expect(code).toBe(0);
    expect(shown).toContain('Left open: 1 promise.');
    expect(project.read(FILE)).toEqual({
      other: 1,
      ended: {
        by: 'person',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        reason: REASON,
        promises: [ID],
        unreadable: [],
        event: { offset: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      status: 'in_progress',
      ownership: { owned_by: SESSION },
    });
    expect(eventsOf(project)).toMatchObject([
      { event: 'session.ended', session: SESSION, reason: REASON },
    ]);
  });

  it('ends a session whose register cannot be read, so that its gates are lifted', async () => {
    const project = openProject();
    const home = join(project.folder, '..', 'home', '.local', 'state');
    const register = join(home, 'completion-promise', 'sessions', `${SESSION}.jsonl`);
    mkdirSync(dirname(register), { recursive: true });
    writeFileSync(register, 'no line\n{}\n');
    expect((await project.run('cs-verify', ['--check'])).stdout).toContain(register);
    const { code, shown } = await runOnTerminal(project, 'cs', END, CONFIRMED);
    expect(code).toBe(0);
    expect(shown).toContain(register);
    expect(project.read(FILE)).toMatchObject({ ended: { unreadable: [register] } });
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
    const { decision, systemMessage } = await hostedSession(project).stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('A person ended this session');
  });

  it('is shown before the question what is left open', async () => {
    const { shown } = await runOnTerminal(openProject('session-b'), 'cs', END, CONFIRMED);
    const [before = ''] = shown.split(PROMPT);
    expect(before).toContain(`owns 1 open promise:`);
    expect(before).toContain(`Title of ${ID}`);
    expect(before).toContain('What AC-2 asks for');
    expect(before).not.toContain('What AC-1 asks for');
  });

  it('names another session, or needs none where only one can be meant', async () => {
    const project = openProject();
    const env = { CLAUDE_SESSION_ID: '' };
    expect(await runOnTerminal(project, 'cs', END, CONFIRMED, env)).toMatchObject({ code: 0 });
    const prompt = 'Type "session-b" to let it end: ';
    const conversation = { prompt, answer: 'session-b' };
    const { code } = await runOnTerminal(project, 'cs', [...END, 'session-b'], conversation);
    expect(code).toBe(0);
    expect(project.list('stop-gate')).toEqual(['session-b.json', `${SESSION}.json`]);
  });

  it('takes it back', async () => {
    const project = openProject();
    project.write(FILE, { ended: endedBy(project), other: 1 });
    const conversation = { prompt: UNDO_PROMPT, answer: SESSION };
    const { code, shown } = await runOnTerminal(project, 'cs', UNDO, conversation);
    expect([code, shown]).toEqual([0, expect.stringContaining('Undid the end of session')]);
    expect(project.read(FILE)).toEqual({ other: 1 });
    expect(eventsOf(project).at(-1)).toMatchObject({ event: 'session.reopened', session: SESSION });
  });

  it.each(['', 'y', 'yes', ID, SESSION.toUpperCase(), '\x03', '\x04'])(
    'who types %j ends nothing',
    async (answer) => {
      const project = openProject();
      const { code, shown } = await runOnTerminal(project, 'cs', END, { prompt: PROMPT, answer });
      expect(code).toBe(1);
      expect(shown).toContain('it was not confirmed');
      expect(project.list('.')).toEqual(['promises']);
    },
  );
});

describe('a session that a person ended', () => {
  it('cs-status says so', async () => {
    const project = openProject();
    project.write(FILE, { ended: endedBy(project) });
    const { stdout } = await project.run('cs-status', []);
    expect(stdout).toContain(
      `Session: ${SESSION} (ended by a person at 2026-02-17T10:30:00Z: ${REASON})\n`,
    );
    const asData = await project.run('cs-status', ['--json']);
    expect(JSON.parse(asData.stdout)).toMatchObject({ session_id: SESSION, ended: ENDED });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an end of nobody', { at: ENDED.at, reason: 'x' }],
    ['an end at no time', { by: 'person', at: 'soon', reason: 'x' }],
  ])('%s in its file: cs-status says nothing', async (_what, ended) => {
    const project = openProject();
    project.write(FILE, { ended });
    const { stdout } = await project.run('cs-status', []);
    expect(stdout).toContain(`Session: ${SESSION}\n`);
    const asData = await project.run('cs-status', ['--json']);
    expect(JSON.parse(asData.stdout)).toMatchObject({ ended: null });
  });
});
