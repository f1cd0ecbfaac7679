import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { timestamp } from '../../src/domain/base/time.ts';
import { promiseFile } from '../rig/values/promises.ts';
import { callHook } from '../rig/worlds/hook-call.ts';
import { recordAct } from '../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import {
  agentAbove,
  hasTerminals,
  NOT_A_PERSON,
  runOnTerminal,
  whyNoPerson,
} from '../rig/worlds/pseudo-terminal.ts';
import { hostedSession } from '../rig/worlds/stop-gate.ts';

const ID = 'promise-0000aaaa';
const FILE = 'stop-gate/_pause.json';
const HOUR = 3_600_000;
const QUESTION = { prompt: 'Type "pause" to have it off: ', answer: 'pause' };
const NO_QUESTION = { prompt: 'nothing', answer: '' };

function openProject(): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
  return project;
}

/** Has the gate of a project off as a person does, for so long from now. */
function pause(project: Project, ms: number): string {
  const until = timestamp(Date.now() + ms);
  const event = recordAct(project, { event: 'gate.paused', until });
  project.write(FILE, { paused: { by: 'person', at: timestamp(Date.now()), until, event } });
  return until;
}

const isHeld = async (project: Project): Promise<boolean> =>
  (await hostedSession(project).stop()).decision === 'block';

describe('only a person may have the gate off', () => {
  it.each(NOT_A_PERSON)('%s it is refused, and nothing is changed', async (_name, env, reason) => {
    const project = openProject();
    const { code, stdout, stderr } = await project.run('cs', ['session', 'pause'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Error: Only a person can pause the stop gate: ');
    if (agentAbove === undefined || Object.keys(env).length > 0) expect(stderr).toContain(reason);
    expect(project.list('.')).toEqual(['promises']);
    expect(await isHeld(project)).toBe(true);
  });

  it.each(NOT_A_PERSON)('%s it is not put on again either', async (_name, env) => {
    const project = openProject();
    pause(project, HOUR);
    const { code, stderr } = await project.run('cs', ['session', 'pause', '--end'], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Error: Only a person can end a')]);
    expect(await isHeld(project)).toBe(false);
  });

  it.skipIf(!hasTerminals)('on a terminal of an agent it is refused unasked', async () => {
    const env = { CLAUDECODE: '1' };
    const { code, shown } = await runOnTerminal(openProject(), 'cs', ['pause'], QUESTION, env);
    expect([code, shown.includes(QUESTION.prompt)]).toEqual([1, false]);
  });
});

it.each<[readonly string[], string]>([
  [['--for', '25h'], '--for takes minutes or hours, up to 24h'],
  [['--for', '0m'], '--for takes minutes or hours'],
  [['--for', 'ever'], '--for takes minutes or hours'],
  [['--for', '1h', '--end'], '--for and --end cannot be given together'],
])('%j is refused before anybody is asked', async (args, says) => {
  const { code, stderr } = await openProject().run('cs', ['session', 'pause', ...args]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  it('has it off for an hour, and on again', async () => {
    const project = openProject();
    const { code, shown } = await runOnTerminal(project, 'cs', ['session', 'pause'], QUESTION);
    expect(code).toBe(0);
    expect(shown).toMatch(/The stop gate is paused by a person until \S+Z, 1 hour from now/);
    expect(await isHeld(project)).toBe(false);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
    const ended = await runOnTerminal(project, 'cs', ['session', 'pause', '--end'], NO_QUESTION);
    expect([ended.code, ended.shown]).toEqual([0, expect.stringContaining('The stop gate is on.')]);
    expect(await isHeld(project)).toBe(true);
    const ledger = readFileSync(join(project.state, 'events.jsonl'), 'utf8');
    expect(ledger.match(/"event":"gate\.\w+"/g)).toEqual([
      '"event":"gate.paused"',
      '"event":"gate.resumed"',
    ]);
    expect(project.read(FILE)).toEqual({});
  });

  it('says for how long', async () => {
    const project = openProject();
    await runOnTerminal(project, 'cs', ['session', 'pause', '--for', '15m'], QUESTION);
    const { paused } = Object(project.read(FILE));
    expect(Date.parse(paused.until) - Date.parse(paused.at)).toBe(HOUR / 4);
  });

  it.each(['', 'y', 'PAUSE', '\x03'])('who types %j pauses nothing', async (answer) => {
    const project = openProject();
    const { code } = await runOnTerminal(project, 'cs', ['session', 'pause'], {
      ...QUESTION,
      answer,
    });
    expect(code).toBe(1);
    expect(project.list('.')).toEqual(['promises']);
  });
});

describe('a project whose gate is off', () => {
  it('is told of at each start, in status and by cs alone', async () => {
    const project = openProject();
    const until = pause(project, HOUR);
    const says = `paused by a person until ${until}`;
    const start = { session_id: SESSION, hook_event_name: 'SessionStart', source: 'startup' };
    const { systemMessage } = JSON.parse((await callHook(project, 'session-start', start)).stdout);
    expect(systemMessage).toContain(`completion-promise: the stop gate is ${says}`);
    expect((await project.run('cs-status', [])).stdout).toContain(`Stop gate: ${says}`);
    expect((await project.run('cs', [])).stdout).toContain(`Gate:    ${says}`);
    for (const args of [['status', '--json'], ['--json']]) {
      const { stdout } = await project.run('cs', args);
      expect(JSON.parse(stdout)).toMatchObject({ paused: { by: 'person', until } });
    }
  });

  it.each<[string, (project: Project) => void]>([
    ['whose time is over', (project) => void pause(project, -1000)],
    ['longer than any pause', (project) => void pause(project, 25 * HOUR)],
    [
      'that was ended, and put back',
      (project) => {
        pause(project, HOUR);
        recordAct(project, { event: 'gate.resumed' });
      },
    ],
    [
      'without a line of the ledger',
      (project) => {
        const until = timestamp(Date.now() + HOUR);
        project.write(FILE, { paused: { by: 'person', at: until, until } });
      },
    ],
    ['that cannot be read', (project) => void project.write(FILE, '{')],
  ])('is held in spite of a pause %s, of which nothing is said', async (_what, prepare) => {
    const project = openProject();
    prepare(project);
    expect(await isHeld(project)).toBe(true);
    expect((await project.run('cs', ['status'])).stdout).not.toContain('paused by');
    expect((await project.run('cs', [])).stdout).not.toContain('paused by');
  });

  it('holds no subagent either, and counts nothing', async () => {
    const project = openProject();
    pause(project, HOUR);
    const session = hostedSession(project);
    expect(await session.stop({ hook_event_name: 'SubagentStop', agent_id: SESSION })).toEqual({});
    for (let stops = 0; stops < 7; stops += 1) expect(await session.stop()).toEqual({});
    expect(project.list('stop-gate')).toEqual(['_pause.json']);
  });
});
