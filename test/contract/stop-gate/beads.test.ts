import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { bead, createTracker } from '../../rig/worlds/beads.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { gate, hostedSession, outputOf, stopPayload, toolUse } from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000a';
const ORCHESTRATOR = 'orch-build';
const ISSUES = '.beads/issues.jsonl';

/** A checkout with a tracker whose files are committed. */
function trackedProject(script = {}) {
  const project = createGitProject({ [ISSUES]: '{"id": "bd-1"}\n', 'a.txt': 'a\n' });
  const { path } = createTracker(project, script);
  const env = { PATH: path };
  return { project, env, start, stop: (id: string) => stopOf(id) };

  /** A session starts, whose state the project keeps. */
  async function start(id: string, source = 'startup') {
    project.write('.gitignore', '*\n');
    const payload = { hook_event_name: 'SessionStart', session_id: id, source };
    const own = { ...env, CLAUDE_SESSION_ID: undefined };
    await project.run('cs', ['session-start'], { input: JSON.stringify(payload), env: own });
  }

  async function stopOf(id: string) {
    const own = { ...env, CLAUDE_SESSION_ID: undefined };
    return outputOf(await gate(project, stopPayload(id), { env: own }));
  }
}

function usingTools(project: Project) {
  const session = hostedSession(project);
  session.say(toolUse('Bash', { command: 'bd ready' }));
  return session;
}

describe('beads sync (P2)', () => {
  it.each([
    ['changed', ISSUES],
    ['made', '.beads/new.jsonl'],
  ])(
    'blocks a session while .beads/ holds a file that it %s and did not commit',
    async (_how, path) => {
      const { project, start, stop } = trackedProject();
      await start('a-session');
      project.put(path, '{"id": "bd-2"}\n');
      const { decision, reason } = await stop('a-session');
      expect(decision).toBe('block');
      expect(reason).toContain(`changes in .beads/ uncommitted: ${path}.`);
      expect(reason).toContain('Next: bd sync');
    },
  );

  it('names what was changed since the session started, and nothing that was there before', async () => {
    const { project, start, stop } = trackedProject();
    project.put('.beads/others.jsonl', '{"id": "bd-8"}\n');
    await start('a-session');
    expect(await stop('a-session')).toEqual({});
    project.put('.beads/own.jsonl', '{"id": "bd-9"}\n');
    // A summary of what was said is no start.
    await start('a-session', 'compact');
    expect((await stop('a-session')).reason).toContain('uncommitted: .beads/own.jsonl.');
    project.put('.beads/others.jsonl', '{"id": "bd-7"}\n');
    expect((await stop('a-session')).reason).toContain('.beads/others.jsonl, .beads/own.jsonl');
  });

  it('lets a session be of which it is not known how it found the issues', async () => {
    const { project, stop } = trackedProject();
    project.put(ISSUES, '{"id": "bd-2"}\n');
    expect(await stop('a-session')).toEqual({});
  });

  it('lets a session be that used no tool: another one works in the same checkout', async () => {
    const { env, project, start } = trackedProject();
    await start(SESSION);
    project.put(ISSUES, '{"id": "bd-2"}\n');
    const session = hostedSession(project);
    expect(await session.stop({}, { env })).toEqual({});
    session.say(toolUse('Bash', { command: 'bd create x' }));
    expect((await session.stop({}, { env })).decision).toBe('block');
  });

  it('lets go once it is committed', async () => {
    const { project, start, stop } = trackedProject();
    await start('a-session');
    project.put(ISSUES, '{"id": "bd-2"}\n');
    project.commit();
    expect(await stop('a-session')).toEqual({});
  });

  it.each([
    ['bd is not installed', { PATH: process.env['PATH'] }],
    ['stopGate.beads is off', undefined],
  ])('concerns nobody where %s', async (_why, env) => {
    const { project, env: tracked, start } = trackedProject();
    await start('x');
    project.put(ISSUES, '{"id": "bd-2"}\n');
    if (env === undefined) {
      project.put('.claude/completion-promise.json', '{"stopGate": {"beads": false}}');
    }
    const own = { ...(env ?? tracked), CLAUDE_SESSION_ID: undefined };
    expect(outputOf(await gate(project, stopPayload('x'), { env: own }))).toEqual({});
  });

  it('passes with a note where git cannot say', async () => {
    const project = createProject();
    const { path } = createTracker(project);
    const env = { PATH: path };
    project.write('../../.git', 'no repository');
    project.write(`stop-gate/${SESSION}.json`, { beads_at_start: [] });
    const { decision, systemMessage } = await usingTools(project).stop({}, { env });
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('Cannot tell whether .beads/ is committed');
  });

  it('says nothing where there is no repository', async () => {
    const project = createProject();
    const { path } = createTracker(project);
    project.write(`stop-gate/${SESSION}.json`, { beads_at_start: [] });
    expect(await usingTools(project).stop({}, { env: { PATH: path } })).toEqual({});
  });

  it('comes after the promises', async () => {
    const { env, project } = trackedProject();
    project.put(ISSUES, '{"id": "bd-2"}\n');
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const { reason } = await hostedSession(project).stop({}, { env });
    expect(reason).toContain(`${ID} has 1 open criterion`);
    expect(reason).not.toContain('.beads');
  });
});

describe('orchestrator guidance (P2.5)', () => {
  const blocked = [
    bead('bd-7', { blocked_by_count: 1, blocked_by: ['bd-3'], priority: 0 }),
    bead('bd-8', { blocked_by: [{ id: 'bd-4' }] }),
  ];

  it('blocks an orchestrator once for each blocked issue, and names it', async () => {
    const { stop } = trackedProject({ blocked });
    const { decision, reason } = await stop(ORCHESTRATOR);
    expect(decision).toBe('block');
    expect(reason).toContain('bd-7 [P0] Title of bd-7, waits for bd-3');
    expect(reason).toContain('bd-8 [P2] Title of bd-8, waits for bd-4');
    expect(await stop(ORCHESTRATOR)).not.toHaveProperty('decision');
  });

  it('concerns no other session', async () => {
    const { stop } = trackedProject({ blocked });
    expect(await stop('a-session')).toEqual({});
  });

  it.each<[string, unknown]>([
    ['in an object', { issues: [bead('bd-7')] }],
    ['behind words', `Warning: daemon is old\n${JSON.stringify([bead('bd-7')])}`],
  ])('reads the list %s', async (_where, printed) => {
    const { stop } = trackedProject({ blocked: printed });
    expect((await stop(ORCHESTRATOR)).reason).toContain('bd-7 [P2]');
  });

  it.each<[string, object, string]>([
    ['fails', { exitCode: 1 }, 'bd blocked failed'],
    ['prints no JSON', { blocked: '[{]' }, 'bd blocked printed no list'],
  ])('passes with a note where bd %s', async (_how, script, said) => {
    const { stop } = trackedProject(script);
    const { decision, systemMessage } = await stop(ORCHESTRATOR);
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain(said);
  });

  it('passes where bd says in words that there is nothing', async () => {
    const { stop } = trackedProject({ blocked: 'No blocked issues\n', ready: 'none\n' });
    expect(await stop(ORCHESTRATOR)).toEqual({});
  });

  it('does not wait for a bd that never ends', async () => {
    const { stop } = trackedProject({ hangs: true });
    expect((await stop(ORCHESTRATOR)).systemMessage).toContain('bd did not answer in time');
  });
});

describe('what only advises (P4, P5)', () => {
  const ready = [4, 2, 0, 1, 3, 2].map((priority, index) => bead(`bd-${index}`, { priority }));

  function finishedProject() {
    const { env, project } = trackedProject({ ready });
    const done = promiseFile(ID, SESSION, { acceptance_criteria: [metCriterion('AC-1')] });
    project.write(`promises/${ID}.json`, done);
    return { env, project, session: hostedSession(project) };
  }

  it('tells of five ready items, the most urgent first', async () => {
    const { env, session } = finishedProject();
    const { decision, systemMessage = '' } = await session.stop({}, { env });
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('Ready work (6):');
    expect([...systemMessage.matchAll(/\[P(\d)\]/g)].map(([, priority]) => priority)).toEqual([
      ...'01223',
    ]);
  });

  it('tells of changes that are not committed', async () => {
    const { env, project, session } = finishedProject();
    project.put('a.txt', 'b\n');
    project.put('new.txt', 'b\n');
    expect((await session.stop({}, { env })).systemMessage).toContain('Not committed yet: 2 files');
  });

  it('says nothing to a session without promises', async () => {
    const { project, stop } = trackedProject({ ready });
    project.put('a.txt', 'b\n');
    expect(await stop('a-session')).toEqual({});
  });

  it('says nothing where it is switched off', async () => {
    const { env, project, session } = finishedProject();
    project.put(
      '.claude/completion-promise.json',
      '{"stopGate": {"availableWork": false, "gitStatus": false}}',
    );
    const { systemMessage } = await session.stop({}, { env });
    expect(systemMessage).not.toMatch(/Not committed|Ready work/);
  });
});
