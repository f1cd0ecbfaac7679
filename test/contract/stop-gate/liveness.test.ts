import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import {
  assistantSays,
  gate,
  hostedSession,
  outputOf,
  toolUse,
  withoutUserMemory,
} from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000a';

function openProject(project = createProject()) {
  const file = promiseFile(ID, SESSION, {
    acceptance_criteria: [criterion('AC-1'), criterion('AC-2')],
  });
  project.write(`promises/${ID}.json`, file);
  return { project, session: hostedSession(project) };
}

async function decisionsOf(count: number, stop: () => Promise<{ readonly decision?: 'block' }>) {
  const decisions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    decisions.push((await stop()).decision ?? 'pass');
  }
  return decisions.join(' ');
}

describe('a session that never makes progress', () => {
  it('is let go after five blocks, before Claude Code overrides the gate', async () => {
    const { project, session } = openProject();
    expect(await decisionsOf(7, () => session.stop())).toBe(
      'block block block block block pass pass',
    );
    expect(project.read(`stop-gate/${SESSION}.json`)).toMatchObject({
      capped: [{ why: 'nothing-changed', checker: 'promises' }],
    });
  });

  it('is blocked once more after each prompt of its user, who is told once for each', async () => {
    const { project, session } = openProject();
    await decisionsOf(5, () => session.stop());
    const { systemMessage } = await session.stop();
    expect(systemMessage).toContain(
      'NOT COMPLETE: the stop gate stopped blocking this session after 5',
    );
    expect(systemMessage).toContain(`${ID} has 2 open criteria`);
    expect(await session.stop()).toEqual({});
    for (let prompts = 0; prompts < 2; prompts += 1) {
      const prompt = { hook_event_name: 'UserPromptSubmit', session_id: SESSION, prompt: 'Go on' };
      await project.run('cs', ['user-prompt'], { input: JSON.stringify(prompt) });
      expect((await session.stop()).decision).toBe('block');
      expect((await session.stop()).systemMessage).toContain('NOT COMPLETE');
      expect(await session.stop()).toEqual({});
    }
  });

  it('is blocked twelve times in ten minutes by a host that says nothing of its stops', async () => {
    const { project } = openProject();
    let count = 0;
    const decisions = await decisionsOf(14, async () => {
      count += 1;
      // Each stop shows some progress, so that nothing but the bound counts.
      project.write(
        `promises/${ID}.json`,
        promiseFile(ID, SESSION, {
          acceptance_criteria: [criterion('AC-1', { description: `${count}` })],
        }),
      );
      const payload = { hook_event_name: 'Stop', session_id: SESSION };
      return outputOf(await gate(project, payload));
    });
    expect(decisions).toBe(`${'block '.repeat(12)}pass pass`);
  });

  it.each([
    ['2', 'block block pass pass'],
    ['0', 'block block block block'],
    ['many', 'block block block block'],
  ])('is let go before a host that overrides after %s', async (cap, decisions) => {
    const { session } = openProject();
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap };
    const stop = () => session.stop({}, { env });
    expect(await decisionsOf(4, stop)).toBe(decisions);
  });

  it('is blocked more often while it only edits files', async () => {
    const { project, session } = openProject(createGitProject({ 'a.txt': '0\n' }));
    let edits = 0;
    const decisions = await decisionsOf(21, () => {
      edits += 1;
      project.write('../../a.txt', `${edits}\n`);
      session.say(toolUse('Edit', { file_path: 'a.txt' }, `toolu_${edits}`));
      return session.stop();
    });
    // Twelve in ten minutes, and no more.
    expect(decisions).toBe(`${'block '.repeat(12)}${'pass '.repeat(9)}`.trim());
  });
});

it('is let go after five blocks where only another session edits files', async () => {
  const { project, session } = openProject(createGitProject({ 'a.txt': '0\n' }));
  let edits = 0;
  const decisions = await decisionsOf(6, () => {
    edits += 1;
    project.write('../../a.txt', `${edits}\n`);
    return session.stop();
  });
  expect(decisions).toBe('block block block block block pass');
});

describe('a session that gets on', () => {
  it('is blocked anew after a criterion was met', async () => {
    const { project, session } = openProject();
    await decisionsOf(6, () => session.stop());
    await project.run('cs-promise', ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'seen']);
    expect((await session.stop()).decision).toBe('block');
  });

  it('is not taken to get on by a check that fails again', async () => {
    const { project, session } = openProject();
    const failing = criterion('AC-1', { checks: [{ kind: 'command', run: 'false' }] });
    const file = (attempts: number) =>
      promiseFile(ID, SESSION, {
        acceptance_criteria: [
          { ...failing, attempts: Array(attempts).fill({ by: 'cs prove', verdict: 'FAIL' }) },
        ],
      });
    let attempts = 0;
    const decisions = await decisionsOf(6, () => {
      attempts += 1;
      project.write(`promises/${ID}.json`, file(attempts));
      return session.stop();
    });
    expect(decisions).toBe('block block block block block pass');
  });
});

describe('one stop that is asked about again', () => {
  it('gets the same answer, and the next one is as far from being let go as before', async () => {
    const { project, session } = openProject();
    await session.stop();
    expect(await decisionsOf(8, () => session.stopAgain())).toBe('block '.repeat(8).trim());
    expect(project.read(`stop-gate/${SESSION}.json`)).toMatchObject({ liveness: { idle: 1 } });
  });

  it('counts once for twenty stop gates at once', async () => {
    const { project, session } = openProject();
    await session.stop();
    const told = { type: 'user', message: { role: 'user', content: 'go on' } };
    session.say(told, assistantSays('That is done.'));
    const outputs = await Promise.all(Array.from({ length: 20 }, () => session.stopAgain()));
    expect(outputs.map(({ decision }) => decision)).toEqual(Array(20).fill('block'));
    expect(project.read(`stop-gate/${SESSION}.json`)).toMatchObject({
      liveness: { idle: 2, all: 2, repeats: 19 },
    });
    expect(project.list('.commits')).toEqual([]);
  });
});

describe('tasks in the background', () => {
  const task = { id: 'b1', type: 'shell', status: 'running', description: 'npm test' };

  it('let the session rest three times, and the user is told so', async () => {
    const { session } = openProject();
    const stop = () => session.stop({ background_tasks: [task] });
    const { decision, systemMessage } = await stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('This session rests while 1 task runs');
    expect(await decisionsOf(3, stop)).toBe('pass pass block');
  });

  it('are on record as what its session was let go for, once for each stop', async () => {
    const { project, session } = openProject();
    const background_tasks = [task];
    await session.stop({ background_tasks });
    await session.stopAgain({ background_tasks });
    expect(project.read(`stop-gate/${SESSION}.json`)['capped']).toEqual([
      { at: expect.any(String), why: 'rests', checker: 'promises' },
    ]);
  });

  it.each([
    ['has ended', [{ ...task, status: 'completed' }]],
    ['is no task', ['running', null, 7]],
    ['is in no list', { status: 'running' }],
  ])('do not count where one %s', async (_what, tasks) => {
    const { session } = openProject();
    expect((await session.stop({ background_tasks: tasks })).decision).toBe('block');
  });
});

describe("the session's own list (P3)", () => {
  const todo = (content: string, status: string) => ({ content, status, activeForm: content });

  /** A session whose project asks every session about its list. */
  const listedSession = () => {
    const project = createProject();
    project.write('../completion-promise.json', { stopGate: { todos: 'all' } });
    return hostedSession(project);
  };

  it('holds a session that promised nothing only where the project asks for that', async () => {
    const session = hostedSession(createProject());
    session.say(toolUse('TodoWrite', { todos: [todo('Test it', 'pending')] }));
    expect(await session.stop()).toEqual({});
  });

  it('blocks a session whose promises are met, as long as they have not ended', async () => {
    const project = createProject();
    const met = promiseFile(ID, SESSION, { acceptance_criteria: [metCriterion('AC-1')] });
    project.write(`promises/${ID}.json`, met);
    const session = hostedSession(project);
    session.say(toolUse('TodoWrite', { todos: [todo('Test it', 'pending')] }));
    expect((await session.stop()).reason).toContain('1 open item: Test it (pending)');
  });

  it('blocks while an item is open, and names it', async () => {
    const session = listedSession();
    const todos = [todo('Write it', 'completed'), todo('Test it', 'in_progress')];
    session.say(toolUse('TodoWrite', { todos }));
    const { decision, reason } = await session.stop();
    expect(decision).toBe('block');
    expect(reason).toContain('its todo list has 1 open item: Test it (in_progress)');
  });

  it('lets go once all of it is done, by the last list that was written', async () => {
    const session = listedSession();
    session.say(
      toolUse('TodoWrite', { todos: [todo('Test it', 'pending')] }, 'toolu_1'),
      toolUse('TodoWrite', { todos: [todo('Test it', 'completed')] }, 'toolu_2'),
    );
    expect(await session.stop()).toEqual({});
  });

  it('is progress where it changes', async () => {
    const session = listedSession();
    let count = 0;
    const decisions = await decisionsOf(7, () => {
      count += 1;
      session.say(toolUse('TodoWrite', { todos: [todo(`Step ${count}`, 'pending')] }, `t${count}`));
      return session.stop();
    });
    expect(decisions).toBe('block '.repeat(7).trim());
  });

  it('is let be where stopGate.todos is off in the project', async () => {
    const project = createProject();
    project.write('../completion-promise.json', { stopGate: { todos: false } });
    const session = hostedSession(project);
    session.say(toolUse('TodoWrite', { todos: [todo('Test it', 'pending')] }));
    expect(await session.stop()).toEqual({});
  });

  it('is not switched off by a variable', async () => {
    const session = listedSession();
    session.say(toolUse('TodoWrite', { todos: [todo('Test it', 'pending')] }));
    const env = { CS_STOP_GATE_TODOS: 'false' };
    expect((await session.stop({}, { env })).decision).toBe('block');
  });
});

describe('a session whose project cannot keep its memory', () => {
  /** Blocked stops, which the user's own folder counts. */
  async function countedBeside() {
    const { project, session } = openProject();
    project.write('stop-gate', 'a file where the folder should be');
    return { project, session, first: await session.stop() };
  }

  it('is let go as soon as any other, and its user is told of the fault', async () => {
    const { first, session } = await countedBeside();
    expect(first.decision).toBe('block');
    expect(first.systemMessage).toContain('this stop is decided without it');
    expect(first.systemMessage).toContain('cannot record this stop in the project');
    const second = await session.stop();
    expect(second.decision).toBe('block');
    expect(second.systemMessage).toContain('cannot record this stop in the project');
    // What the user's folder has is not missing any more.
    expect(second.systemMessage).not.toContain('decided without it');
    expect(await decisionsOf(5, () => session.stop())).toBe('block block block pass pass');
  });

  it('starts over where the project can keep one again, and it was broken', async () => {
    const { project, session } = await countedBeside();
    rmSync(join(project.state, 'stop-gate'));
    project.write(`stop-gate/${SESSION}.json`, '{"liveness": ');
    expect((await session.stop()).systemMessage).toContain('the stop gate starts over');
    expect(project.read(`stop-gate/${SESSION}.json`)).toMatchObject({ liveness: { idle: 1 } });
  });
});

describe('a session that nothing can be kept of', () => {
  function keepsNothing(project: Project): void {
    project.write('stop-gate', 'a file where the folder should be');
    withoutUserMemory(project);
  }

  it('is blocked once in a turn, and let go with a word about it', async () => {
    const { project, session } = openProject();
    keepsNothing(project);
    const first = await session.stop({ stop_hook_active: false });
    expect(first.decision).toBe('block');
    const second = await session.stop({ stop_hook_active: true });
    expect(second.decision).toBeUndefined();
    expect(second.systemMessage).toContain('because it cannot record how often it blocked');
    expect(second.systemMessage).toContain(`${ID} has 2 open criteria`);
  });

  it('is not blocked by a host that does not say whether it was blocked before', async () => {
    const { project, session } = openProject();
    keepsNothing(project);
    const { decision, systemMessage } = await session.stop({ stop_hook_active: undefined });
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('NOT COMPLETE');
  });
});
