import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { approvalIn, approveConfiguration } from '../rig/worlds/approval.ts';
import { createProject, outcomeOf, type Project, SESSION } from '../rig/worlds/project.ts';
import { createSharedProject, promiseIn } from '../rig/worlds/shared-project.ts';
import { gate, outputOf, stopPayload } from '../rig/worlds/stop-gate.ts';

/** A server that takes connections and says nothing, in the place of a clone's database. */
async function silentServer() {
  const heard = { connections: 0, bytes: 0 };
  const server = createServer((socket) => {
    heard.connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard.bytes += bytes.length;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { heard, port: address.port };
}

/** A clone whose configuration names that server. */
async function clone() {
  const { heard, port } = await silentServer();
  const project = createProject();
  project.write('kept', '');
  const store = `postgresql://cs_user@127.0.0.1:${port}/promises?sslmode=disable`;
  const settings = { store, storeProject: 'shop', realityCheck: { enabled: true } };
  writeFileSync(join(project.state, '..', 'completion-promise.json'), JSON.stringify(settings));
  return { heard, project };
}

const HOOKS: readonly (readonly [what: string, words: readonly string[], payload: object])[] = [
  ['a start', ['session-start'], { hook_event_name: 'SessionStart', source: 'startup' }],
  ['a prompt', ['user-prompt'], { hook_event_name: 'UserPromptSubmit', prompt: 'Private words' }],
  ['an end', ['session-end'], { hook_event_name: 'SessionEnd', reason: 'exit' }],
  ['a stop', ['stop-gate'], stopPayload(SESSION)],
  ['a status line', ['statusline'], {}],
];

/** Runs it as a process of its own: inside of this one, it could stand still while the server is to hear it. */
function cs(project: Project, words: readonly string[], input?: string) {
  const given = input === undefined ? {} : { input };
  return outcomeOf(project.start('cs', words, { ...given, env: { PGPASSWORD: 'secret' } }));
}

function hook(project: Project, words: readonly string[], payload: object) {
  const input = JSON.stringify({ session_id: SESSION, cwd: project.folder, ...payload });
  return cs(project, words, input);
}

describe('a clone whose store is not approved', () => {
  it.each(HOOKS)('is not asked at %s', async (_what, words, payload) => {
    const { heard, project } = await clone();
    const { code, stdout } = await hook(project, words, payload);
    expect(code).toBe(0);
    expect(stdout).not.toContain('"block"');
    expect(heard).toEqual({ connections: 0, bytes: 0 });
  });

  it('is told of at a start, once for all of it', async () => {
    const { project } = await clone();
    const [, words, payload] = HOOKS[0] ?? ['', [], {}];
    const { systemMessage } = JSON.parse((await hook(project, words, payload)).stdout);
    expect(systemMessage).toMatch(
      /^completion-promise: .*wait for your approval.*cs config trust: realityCheck\.enabled true, store postgresql:.*, storeProject shop$/,
    );
  });

  it.each<[string, readonly string[], number]>([
    ['cs check', ['check'], 0],
    ['cs do', ['do', 'Build it', '--ac', 'It works'], 1],
    ['cs status', ['status'], 1],
    ['cs store status', ['store', 'status'], 1],
    ['cs doctor', ['doctor'], 1],
  ])('%s does not ask it, and takes nothing else for it', async (_what, words, code) => {
    const { heard, project } = await clone();
    const outcome = await cs(project, words);
    expect(outcome.code).toBe(code);
    if (code === 1) expect(outcome.stdout + outcome.stderr).toContain('cs config trust');
    expect(heard).toEqual({ connections: 0, bytes: 0 });
    expect(project.list('promises')).toEqual([]);
  });

  it('is asked once by each hook where it is approved and silent', async () => {
    const { heard, project } = await clone();
    approveConfiguration(project.folder, join(project.folder, '..', 'home'));
    for (const [, words, payload] of HOOKS) {
      const before = heard.connections;
      const { stdout } = await hook(project, words, payload);
      const isQuiet = ['session-end', 'statusline'].includes(words[0] ?? '');
      expect(heard.connections - before).toBe(words[0] === 'statusline' ? 0 : 1);
      if (!isQuiet) expect(stdout).toMatch(/cannot be reached.*postgresql:/s);
    }
  });
});

describe('a promise in a store whose approval is gone', () => {
  async function promised() {
    const shared = await createSharedProject();
    const { project, ...machine } = shared.machine();
    const { CS_STORE: store, CS_STORE_PROJECT: storeProject } = shared.environment;
    project.write('../completion-promise.json', { store, storeProject });
    const env = { CS_STORE: undefined, CS_STORE_PROJECT: undefined };
    const id = promiseIn(
      await machine.cs(SESSION, ['do', 'Build it', '--ac', 'It opens'], { env }),
    );
    rmSync(approvalIn(project.folder, join(project.folder, '..', 'home')));
    return { id, project };
  }

  it('holds its session, and cs config trust is named', async () => {
    const { id, project } = await promised();
    const { decision, reason } = outputOf(
      await gate(project, stopPayload(SESSION, { stop_hook_active: false })),
    );
    expect(decision).toBe('block');
    expect(reason).toContain(id);
    expect(reason).toContain('cs config trust');
    const check = await project.run('cs-verify', ['--check']);
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('cs config trust');
    const meeting = await project.run('cs', ['meet', id, 'AC-1', '--evidence', 'seen']);
    expect(meeting.code).toBe(1);
    expect(meeting.stderr).toContain('cs config trust');
    approveConfiguration(project.folder, join(project.folder, '..', 'home'));
    expect((await project.run('cs', ['meet', id, 'AC-1', '--evidence', 'seen'])).code).toBe(0);
  });
});
