import { expect, it } from 'vitest';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { nodeLine, startWith } from '../../rig/worlds/proving.ts';
import { hostedSession } from '../../rig/worlds/stop-gate.ts';

/** A project whose session met its one criterion by a run, and a line of what that is. */
async function provedProject(session = SESSION) {
  const project = createProject(session);
  const id = await startWith(project, '--ac', 'it runs');
  const command = nodeLine(project, 'runs.cjs', "console.log('ok')");
  const met = await project.run('cs', ['meet', id, 'AC-1', '--run', '--', 'sh', '-c', command]);
  expect(met.code).toBe(0);
  return { id, project, session: hostedSession(project) };
}

const PROVED = /^Proved: sh -c .* \(self-chosen\)\./;
/** The same where it waits to be told. */
const SINCE = new RegExp(`^Since the last stop: ${PROVED.source.replace(/^\^/, '')}`);

it('what was proved is told once, beside whatever else is said', async () => {
  const { session } = await provedProject();
  expect((await session.stop()).systemMessage).toMatch(PROVED);
  expect((await session.stop()).systemMessage).not.toMatch(PROVED);
});

it('stops at once tell it once together', async () => {
  const { session } = await provedProject();
  const told = await Promise.all([session.stop(), session.stop(), session.stop()]);
  expect(told.filter(({ systemMessage }) => PROVED.test(systemMessage ?? ''))).toHaveLength(1);
});

it.each([
  ['of a session', SESSION],
  ['of none that is named', undefined],
])('a subagent %s that proved something ends without a word of it', async (_whose, session_id) => {
  const { session } = await provedProject('agent-1');
  const agent = { hook_event_name: 'SubagentStop', agent_id: 'agent-1', session_id };
  const env = { CLAUDE_SESSION_ID: undefined };
  const { decision, systemMessage = '' } = await session.stop(agent, { env });
  expect(decision).toBeUndefined();
  expect(systemMessage).not.toContain('Proved');
});

it('until a stop has told it, cs status shows it first', async () => {
  const { project, session } = await provedProject();
  expect((await project.run('cs', ['status'])).stdout).toMatch(SINCE);
  await session.stop();
  expect((await project.run('cs', ['status'])).stdout).toMatch(/^Project: /);
});

it('a promise that was made and closed between two stops is told of, and how', async () => {
  const { id, project, session } = await provedProject();
  const words = ['promise', 'validate', id, 'AC-1', '--pass', '--reason', 'it printed ok'];
  expect((await project.run('cs', words)).code).toBe(0);
  expect((await project.run('cs', ['verify', id])).code).toBe(0);
  const { systemMessage } = await session.stop();
  expect(systemMessage).toMatch(/^Proved: .*\. Verified: [^.]*\.$/);
  expect(await session.stop()).toEqual({});
});

it('words alone are nothing to tell of', async () => {
  const project = createProject();
  const id = await startWith(project, '--ac', 'one', '--ac', 'two');
  await project.run('cs', ['meet', id, 'AC-1', '--evidence', '14 passed, 0 failed']);
  expect((await hostedSession(project).stop()).systemMessage).not.toContain('Proved');
});
