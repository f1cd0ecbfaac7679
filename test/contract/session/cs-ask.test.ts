import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { hostedSession, toolUse } from '../../rig/worlds/stop-gate.ts';

/** What a session asks its user, by the real commands. */

const ID = 'promise-0000000a';
const FILE = `stop-gate/${SESSION}.json`;
const QUESTION = 'Which database is the live one?';
const ASK = ['session', 'ask', QUESTION, '--needs', 'decision'];
const WAITING = `WAITING FOR YOU: ${QUESTION} (needs: decision)`;
/** The host's word that nobody can answer. */
const UNATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: '0' };

function openProject(parts: Parameters<typeof promiseFile>[2] = {}): Project {
  const project = createProject();
  const acceptance_criteria = [criterion('AC-1')];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria, ...parts }));
  return project;
}

const waitingOf = (project: Project): unknown => project.read(FILE)['waiting'];

const prompt = (project: Project, text: string) =>
  callHook(project, 'user-prompt', { session_id: SESSION, prompt: text });

const eventsOf = (project: Project): readonly unknown[] =>
  readFileSync(join(project.state, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a session that asks its user', () => {
  it('stops, and is told to its user with what is open; nothing is counted, and --check stays 2', async () => {
    const project = openProject();
    const session = hostedSession(project);
    expect((await session.stop()).decision).toBe('block');
    const before = project.read(FILE);
    const { code, stdout } = await project.run('cs', ASK);
    expect(code).toBe(0);
    expect(stdout).toContain(`Asked: ${QUESTION} (needs: decision)\nNext: `);
    const output = await session.stop();
    expect(output.decision).toBeUndefined();
    const [first, second] = output.systemMessage?.split('\n') ?? [];
    expect(first).toBe(WAITING);
    expect(second).toMatch(/^Still open: .* has 1 open criterion/);
    expect(waitingOf(project)).toMatchObject({ question: QUESTION, kind: 'asked', used: true });
    const { waiting: _, ...after } = project.read(FILE);
    expect(after).toEqual(before);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
  });

  it('is held again after the next prompt, with two lines in the ledger', async () => {
    const project = openProject();
    const session = hostedSession(project);
    await project.run('cs', ASK);
    await session.stop();
    expect((await prompt(project, 'SQLite')).stdout).toBe('');
    expect(waitingOf(project)).toBeUndefined();
    expect((await session.stop()).decision).toBe('block');
    expect(eventsOf(project)).toMatchObject([
      { event: 'session.waits', session: SESSION, needs: 'decision', question: QUESTION },
      { event: 'session.waited', session: SESSION, until: 'prompt' },
    ]);
  });

  it.each<[string, object]>([
    ['a note of the host', { prompt: '<task-notification>\ndone' }],
    ['a prompt of a timer', { prompt: 'Go on', source: 'loop_wakeup' }],
    ['a prompt of a subagent', { prompt: 'Go on', agent_id: 'a-1' }],
  ])('goes on waiting after %s', async (_what, parts) => {
    const project = openProject();
    await project.run('cs', ASK);
    await callHook(project, 'user-prompt', { session_id: SESSION, ...parts });
    expect(waitingOf(project)).toMatchObject({ question: QUESTION });
  });

  it('goes on waiting where the host hands the reason of a block back as a prompt', async () => {
    const project = openProject();
    const { reason = '' } = await hostedSession(project).stop();
    await project.run('cs', ASK);
    await prompt(project, reason);
    expect(waitingOf(project)).toMatchObject({ question: QUESTION });
    await prompt(project, 'SQLite');
    expect(waitingOf(project)).toBeUndefined();
  });

  it('asks once for each prompt; before a stop, another question takes the place of the first', async () => {
    const project = openProject();
    const session = hostedSession(project);
    await project.run('cs', ['session', 'ask', 'The first?']);
    await project.run('cs', ASK);
    expect((await session.stop()).systemMessage).toContain(WAITING);
    const { code, stderr } = await project.run('cs', ['session', 'ask', 'The third?']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Error: The user was already asked since the last prompt.*\nNext: put every/,
    );
    expect((await session.stop()).systemMessage).toContain(WAITING);
    await prompt(project, 'SQLite');
    expect((await project.run('cs', ['session', 'ask', 'The third?'])).code).toBe(0);
  });

  it('is held where it took its question back', async () => {
    const project = openProject();
    const session = hostedSession(project);
    expect((await project.run('cs', ['session', 'ask', '--withdraw'])).stdout).toBe(
      'This session is not waiting for anything.\n',
    );
    await project.run('cs', ASK);
    const { stdout } = await project.run('cs', ['session', 'ask', '--withdraw']);
    expect(stdout).toBe(`Withdrawn: ${QUESTION} (needs: decision)\n`);
    expect(waitingOf(project)).toBeUndefined();
    expect((await session.stop()).decision).toBe('block');
  });

  it('is listed by the status, for how long, as text and as data', async () => {
    const project = openProject();
    await project.run('cs', ASK);
    const at = '2026-03-01T12:00:00.000Z';
    project.write(FILE, { waiting: { ...Object(waitingOf(project)), at } });
    const { stdout } = await project.run('cs-status', []);
    expect(stdout).toMatch(
      /WAITING FOR THE USER:\n {2}session-of-the-test: Which database [^\n]* \(needs: decision\), for \d+ days?/,
    );
    const { waiting } = JSON.parse((await project.run('cs-status', ['--json'])).stdout);
    expect(waiting).toEqual([
      {
        session_id: SESSION,
        question: QUESTION,
        needs: 'decision',
        at,
        kind: 'asked',
        used: false,
      },
    ]);
  });

  it('is answered as data, too', async () => {
    const project = openProject();
    const { stdout } = await project.run('cs', [...ASK, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      session_id: SESSION,
      outcome: 'waits',
      waiting: { question: QUESTION, needs: 'decision', kind: 'asked', used: false },
    });
    const taken = JSON.parse(
      (await project.run('cs', ['session', 'ask', '--withdraw', '--json'])).stdout,
    );
    expect(taken).toEqual({ session_id: SESSION, outcome: 'withdrawn', waiting: null });
  });

  it('keeps no secret', async () => {
    const project = openProject();
    await project.run('cs', ['session', 'ask', 'Is sk-ant-abcdefgh12345678 the key?']);
    expect(JSON.stringify([project.read(FILE), eventsOf(project)])).not.toContain('abcdefgh12345');
  });

  it('is found by the gate wherever its shell stands', async () => {
    const project = openProject();
    const session = hostedSession(project);
    const elsewhere = join(project.folder, '..', 'elsewhere');
    mkdirSync(join(elsewhere, '.claude', 'completion-state'), { recursive: true });
    const env = { CS_PROJECT_DIR: project.folder };
    expect((await project.run('cs', ASK, { cwd: elsewhere, env })).code).toBe(0);
    const stop = { cwd: elsewhere };
    const host = { env: { CLAUDE_PROJECT_DIR: project.folder } };
    expect((await session.stop(stop, host)).systemMessage).toContain(WAITING);
  });
});

describe('a question that does not help', () => {
  it('where nothing holds the session: it is told to ask, and nothing is kept', async () => {
    const project = openProject({ acceptance_criteria: [metCriterion('AC-1')] });
    const { code, stdout } = await project.run('cs', ASK);
    expect([code, stdout]).toEqual([0, 'Nothing blocks this session: ask, and stop.\n']);
    expect(project.list('.')).toEqual(['promises']);
  });

  it('is kept where its own list alone may hold it', async () => {
    const project = createProject();
    project.write('../completion-promise.json', { stopGate: { todos: 'all' } });
    const line = toolUse('TodoWrite', { todos: [{ content: 'x', status: 'pending' }] });
    const path = join(project.folder, '..', 'home', '.claude', 'projects', 'p', `${SESSION}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(line)}\n`);
    await project.run('cs', ASK);
    expect(waitingOf(project)).toMatchObject({ question: QUESTION });
  });

  const FAIL = { timestamp: '2026-02-17T10:30:00Z', status: 'success', verdict: 'FAIL' };

  it("beside a judge's FAIL: refused, with the next command", async () => {
    const project = openProject({ judgments: [{ ...FAIL, failed: ['AC-1'] }] });
    const { code, stderr, stdout } = await project.run('cs', ASK);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Error: A judge's FAIL stands/);
    expect(stderr).toContain(`Next: cs status ${ID}\n`);
  });

  it('where a promise cannot be read: refused, with the next command', async () => {
    const project = openProject();
    project.write('promises/promise-0000000b.json', '{');
    const { code, stderr } = await project.run('cs', ASK);
    expect(code).toBe(1);
    expect(stderr).toContain('Next: cs doctor');
  });

  it('where nobody can answer: kept, held, and told so; the project may let it rest', async () => {
    const project = openProject();
    const session = hostedSession(project);
    const { stdout } = await project.run('cs', ASK, { env: UNATTENDED });
    expect(stdout).toContain('No one can answer here');
    const { decision, reason } = await session.stop({}, { env: UNATTENDED });
    expect(decision).toBe('block');
    expect(reason).toContain('no one can answer here. Decide from what is known');
    expect(waitingOf(project)).toMatchObject({ used: false });
    project.write('../completion-promise.json', { stopGate: { ask: 'rest' } });
    expect((await session.stop({}, { env: UNATTENDED })).systemMessage).toContain(WAITING);
  });

  it('of the session does not let its subagents stop', async () => {
    const project = openProject();
    await project.run('cs', ASK);
    const agent = 'agent-of-the-test';
    project.write('promises/promise-0000000b.json', promiseFile('promise-0000000b', agent));
    const parts = { hook_event_name: 'SubagentStop', agent_id: agent };
    const { decision, reason } = await hostedSession(project).stop(parts);
    expect(decision).toBe('block');
    expect(reason).not.toContain('cs session ask');
  });

  it.each<[string, readonly string[], Record<string, string | undefined>, string]>([
    ['no session', ASK, { CLAUDE_SESSION_ID: undefined }, 'CLAUDE_SESSION_ID not set'],
    ['no question', ['ask'], {}, 'What is the question to the user?'],
    ['a blank one', ['ask', ' \u200b'], {}, 'What is the question to the user?'],
    ['a long one', ['ask', 'x'.repeat(1001)], {}, 'A question can have at most 1,000 characters'],
    ['another need', ['ask', 'x', '--needs', 'money'], {}, 'Invalid need: money'],
    ['both', ['ask', 'x', '--withdraw'], {}, '--withdraw takes no question'],
  ])('%s: refused, and nothing is kept', async (_what, args, env, says) => {
    const project = openProject();
    const { code, stderr } = await project.run('cs', args, { env });
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: ${says}`);
    expect(project.list('.')).toEqual(['promises']);
  });
});
