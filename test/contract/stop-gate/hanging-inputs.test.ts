import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../../rig/values/promises.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { endOf, pipeAt, provedProject, REFUSED, sparseAt } from '../../rig/worlds/hanging.ts';
import { SESSION } from '../../rig/worlds/project.ts';
import {
  type GateOutput,
  HOSTED,
  outputOf,
  runsOnPosix,
  stopPayload,
  toolUse,
} from '../../rig/worlds/stop-gate.ts';

async function stopIn(
  project: GitProject,
  parts: object = {},
  env: Readonly<Record<string, string>> = {},
): Promise<GateOutput> {
  const input = JSON.stringify(stopPayload(SESSION, { stop_hook_active: false, ...parts }));
  return outputOf(await endOf(project, 'cs-stop-gate', [], { input, env: { ...HOSTED, ...env } }));
}

describe.skipIf(!runsOnPosix)('the stop gate answers, and blocks, over', () => {
  it.each(REFUSED)('%s', async (_what, act, said) => {
    const { project } = await provedProject();
    act(project);
    const { decision, reason } = await stopIn(project);
    expect(decision).toBe('block');
    expect(reason).toMatch(said);
  });

  it('a proved file that has 200 GB now', async () => {
    const { project } = await provedProject(['--file', 'AC-1=large.bin', '--file-type', 'any']);
    sparseAt(join(project.folder, 'large.bin'), 200e9);
    expect((await stopIn(project)).reason).toContain('a file is larger than 4 GB');
  });

  it.skipIf(process.platform !== 'linux')('a project in /proc with an open todo', async () => {
    const project = createGitProject();
    const todos = [{ content: 'Do it', status: 'pending', activeForm: 'Doing it' }];
    const transcript = join(project.folder, '..', 'transcript.jsonl');
    writeFileSync(transcript, `${JSON.stringify(toolUse('TodoWrite', { todos }))}\n`);
    const said = await stopIn(
      project,
      { transcript_path: transcript },
      { CLAUDE_PROJECT_DIR: '/proc', CS_STOP_GATE_TODOS: 'all' },
    );
    expect(said.decision).toBe('block');
  });

  it('400 criteria, with an answer that no pipe is too small for', async () => {
    const project = createGitProject();
    const id = 'promise-0000000c';
    const many = Array.from({ length: 400 }, (_, index) => ({
      ...criterion(`AC-${index}`),
      description: 'd'.repeat(400),
    }));
    const parts = { status: 'in_progress', acceptance_criteria: many };
    project.write(`promises/${id}.json`, promiseFile(id, SESSION, parts));
    const said = await stopIn(project);
    expect(said.decision).toBe('block');
    expect(JSON.stringify(said).length).toBeLessThan(32 * 1024);
  });
});

describe.skipIf(!runsOnPosix)('a session starts', () => {
  it.each([
    ['the transcript of the session', SESSION],
    ['the transcript of the session before', 'session-before'],
  ])('although a pipe is %s', async (_what, session) => {
    const { project } = await provedProject();
    const folder = join(project.folder, '..', 'transcripts');
    pipeAt(join(folder, `${session}.jsonl`));
    const input = JSON.stringify({
      session_id: 'session-new',
      hook_event_name: 'SessionStart',
      source: 'resume',
      transcript_path: join(folder, `${SESSION}.jsonl`),
    });
    const env = { ...HOSTED, CLAUDE_SESSION_ID: undefined };
    expect(await endOf(project, 'cs', ['session-start'], { input, env })).toMatchObject({
      code: 0,
      signal: null,
    });
  });

  it.each(['commondir', 'HEAD', 'config'])('although a pipe is .git/%s', async (name) => {
    const { project } = await provedProject();
    pipeAt(join(project.folder, '.git', name));
    for (const command of ['session-start', 'user-prompt']) {
      const input = JSON.stringify({ session_id: SESSION, prompt: 'Do it all', source: 'startup' });
      const env = { ...HOSTED, CS_REALITY_CHECK_ENABLED: 'true' };
      const outcome = await endOf(project, 'cs', [command], { input, env });
      expect(outcome).toMatchObject({ code: 0, signal: null });
    }
  });
});
