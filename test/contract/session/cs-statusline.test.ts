import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

/** The payload as Claude Code sends it for its status line. */
function payloadOf({ folder }: Project, parts: object = {}): object {
  return {
    session_id: SESSION,
    transcript_path: join(folder, '..', 'transcript.jsonl'),
    cwd: folder,
    model: { id: 'claude-opus-5-5', display_name: 'Opus 5.5' },
    workspace: { current_dir: folder, project_dir: folder, added_dirs: [] },
    cost: { total_cost_usd: 0, total_duration_ms: 19198 },
    ...parts,
  };
}

const ask = (project: Project, parts: object = {}, env = {}) =>
  callHook(project, 'statusline', payloadOf(project, parts), { env });

const said = (stdout: string) => ({ code: 0, signal: null, stdout, stderr: '' });

describe('cs statusline', () => {
  it('says how far the session is, from its promise to its end', async () => {
    const project = createProject();
    expect(await ask(project)).toEqual(said(''));
    const id = await project.promise('Tests pass', 'Docs say how');
    expect(await ask(project)).toEqual(said('0/2 · not started\n'));
    await project.run('cs-promise', ['--start', id]);
    expect(await ask(project)).toEqual(said('0/2\n'));
    for (const criterion of ['AC-1', 'AC-2']) {
      await project.run('cs', ['meet', id, '--ac-id', criterion, '--evidence', 'seen']);
    }
    expect(await ask(project)).toEqual(said('2/2 · not verified\n'));
    await project.run('cs-promise', ['--cancel', id]);
    expect(await ask(project)).toEqual(said(''));
  });

  it('says which check failed', async () => {
    const project = createProject();
    const words = ['--create', 'T', '--ac', 'Runs', '--command', 'AC-1=node -e "process.exit(1)"'];
    const { stdout } = await project.run('cs-promise', words);
    const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
    await project.run('cs-promise', ['--start', id]);
    await project.run('cs', ['prove', id]);
    expect(await ask(project)).toEqual(said('0/1 · AC-1 failed\n'));
  });

  it('is about the session of the payload, whose promises alone it counts', async () => {
    const project = createProject();
    await project.startedPromise('Tests pass');
    expect(await ask(project, { session_id: 'another-session' })).toEqual(said(''));
    const nothing = { CLAUDE_CODE_SESSION_ID: '' };
    expect(await ask(project, { session_id: undefined }, nothing)).toEqual(said(''));
  });

  it('finds the promises of another folder, by where the shell stands and by the register', async () => {
    const project = createProject();
    const other = join(project.folder, '..', 'other');
    const state = join(other, '.claude', 'completion-state', 'promises');
    mkdirSync(state, { recursive: true });
    mkdirSync(join(other, '.git'));
    writeFileSync(
      join(state, 'promise-0000000a.json'),
      JSON.stringify(promiseFile('promise-0000000a', SESSION)),
    );
    expect(await ask(project)).toEqual(said(''));
    expect(await ask(project, { cwd: other })).toEqual(said('0/1\n'));
    await project.run('cs-promise', ['--create', 'There', '--ac', 'a', '-C', other]);
    expect(await ask(project)).toEqual(said('0/1 · not started · +1 more\n'));
  });

  it('says that the stop gate let the session go', async () => {
    const project = createProject();
    await project.startedPromise('Tests pass');
    const stop = { session_id: SESSION, hook_event_name: 'Stop', cwd: project.folder };
    for (let turn = 0; turn < 8; turn += 1) {
      await callHook(project, 'stop-gate', { ...stop, last_assistant_message: `Done ${turn}` });
    }
    expect(await ask(project)).toEqual(said('0/1 · capped: not complete\n'));
  });

  it('says that the session waits for its user', async () => {
    const project = createProject();
    await project.startedPromise('Tests pass');
    const waiting = { question: 'Which database?', needs: 'decision', kind: 'asked', used: false };
    const kept = { ...waiting, at: '2026-02-17T10:30:00.000Z' };
    project.write(`stop-gate/${SESSION}.json`, { waiting: kept });
    expect(await ask(project)).toEqual(said('0/1 · waiting for you\n'));
    project.write(`stop-gate/${SESSION}.json`, { waiting: { ...kept, used: true, over: true } });
    expect(await ask(project)).toEqual(said('0/1\n'));
  });

  it.each<[string, (project: Project) => unknown]>([
    ['a promise', (project) => project.write('promises/promise-0000000a.json', '{')],
    ['the settings', (project) => project.write('../completion-promise.json', '{')],
    ['a folder in place of promises', (project) => project.write('promises', 'a file')],
  ])('says that %s cannot be read', async (_what, breakIt) => {
    const project = createProject();
    if (_what === 'the settings') await project.startedPromise('Tests pass');
    breakIt(project);
    expect(await ask(project)).toEqual(said('state unreadable\n'));
  });

  it.each<[string, string]>([
    ['no payload', ''],
    ['half a payload', '{"session_id":'],
    ['a payload that is no object', '[]'],
    ['fields of other kinds', '{"session_id": 1, "cwd": []}'],
  ])('takes %s, and goes by the environment', async (_what, payload) => {
    const project = createProject();
    await project.startedPromise('Tests pass');
    const env = { CLAUDE_CODE_SESSION_ID: SESSION };
    const outcome = await callHook(project, 'statusline', payload, { env });
    expect(outcome).toEqual(said('0/1\n'));
  });

  it('waits for no end of its input', async () => {
    const project = createProject();
    await project.startedPromise('Tests pass');
    const outcome = await callHook(project, 'statusline', payloadOf(project), { staysOpen: true });
    expect(outcome).toEqual(said('0/1\n'));
  });

  it('changes nothing', async () => {
    const project = createProject();
    await ask(project);
    expect(project.list('.')).toEqual([]);
  });

  it('takes no words', async () => {
    const { code, stderr } = await createProject().run('cs', ['statusline', '--now']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--now')]);
  });
});
