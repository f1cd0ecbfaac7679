import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Progress } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createBeacon } from '../../rig/worlds/beacon.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { mcpClient, startedServer } from '../../rig/worlds/mcp-client.ts';
import { outcomeOf, type Project } from '../../rig/worlds/project.ts';

/** `cs mcp`, a process of its own, with the SDK's own client, which holds each result against its schema. */

const project = (): GitProject => createGitProject({ 'README.md': '# A project\n' });

const checked = { title: 'Sign-in', checks: ['test -f README.md'] };

const idOf = ({ json }: { readonly json: Readonly<Record<string, unknown>> }): string =>
  String(json['id']);

describe('the tools', () => {
  it('ask for their user by the effects of their commands', async () => {
    const { client } = await mcpClient(project());
    const { tools } = await client.listTools();
    const hints = tools.map(({ annotations = {}, name }) => {
      const { destructiveHint, openWorldHint, readOnlyHint } = annotations;
      return [name, readOnlyHint, destructiveHint, openWorldHint];
    });
    expect(hints).toEqual([
      ['promise', false, true, false],
      ['prove', false, true, true],
      ['meet', false, true, false],
      ['check', true, false, false],
      ['verify', false, true, true],
      ['ask', false, false, false],
      ['status', true, false, false],
      ['report', true, false, false],
    ]);
  });

  it('take a promise to its close, and tell how far a proof is', async () => {
    const world = project();
    const { call } = await mcpClient(world);
    const id = idOf(await call('promise', checked));
    const open = await call('check');
    expect([open.isError, open.json['may_end']]).toEqual([false, false]);
    const told: string[] = [];
    const onprogress = ({ message = '' }: Progress) => void told.push(message);
    const proved = await call('prove', {}, { onprogress });
    expect([proved.json['proved'], told]).toEqual([
      true,
      expect.arrayContaining([expect.stringContaining('running command: test -f README.md')]),
    ]);
    expect((await call('status')).json).toMatchObject({ may_end: true, promises: [{ id }] });
    expect((await call('verify')).json).toMatchObject({ id, promise: { status: 'verified' } });
    expect((await call('check')).json['may_end']).toBe(true);
    expect((await call('report')).json).toMatchObject({ totals: { promises: 1 } });
    expect((await call('status', { promise: id })).json['status']).toBe('verified');
    expect(world.list('history')).toEqual([`${id}.json`]);
  });

  it('keep evidence, and a question to the user', async () => {
    const { call } = await mcpClient(project());
    await call('promise', { title: 'Sign-in', criteria: ['Users can sign in'] });
    const asked = await call('ask', { question: 'Which provider?', needs: 'decision' });
    expect(asked.json).toMatchObject({ waiting: { question: 'Which provider?' } });
    const evidence = 'README.md, line 3, says how to sign in';
    const met = await call('meet', { criterion: 'AC-1', evidence, type: 'review' });
    expect(met.json).toMatchObject({ criterion: { status: 'met', evidence }, progress: '1/1' });
  });

  it('fail in the words of their commands', async () => {
    const world = project();
    const { call } = await mcpClient(world);
    const unknown = { promise: 'promise-00000000', criterion: 'AC-1', evidence: 'seen in a.txt' };
    const words = ['meet', unknown.promise, '1', '--evidence', unknown.evidence];
    const { stderr } = await world.run('cs', words);
    expect(await call('meet', unknown)).toMatchObject({ isError: true, text: stderr.trim() });
    const { stderr: shut } = await world.run('cs', ['verify', unknown.promise]);
    expect((await call('verify', { promise: unknown.promise })).text).toBe(shut.trim());
  });

  it('take every text for what it is', async () => {
    const world = project();
    const { call } = await mcpClient(world);
    const made = await call('promise', { title: '--from', criteria: ['--json', '$(touch hit)'] });
    expect(made.json).toMatchObject({
      promise: {
        title: '--from',
        acceptance_criteria: [{ description: '--json' }, { description: '$(touch hit)' }],
      },
    });
    for (const input of [{ title: 'a\0b' }, { title: 3 }, { title: 'a', trust: true }, {}]) {
      expect((await call('promise', input)).isError).toBe(true);
    }
    expect([world.list('promises').length, existsSync(join(world.folder, 'hit'))]).toEqual([
      1,
      false,
    ]);
  });

  it('tell of checks that fail, of standing checks, and of promises that were written by hand', async () => {
    const world = project();
    world.put('.claude/completion-promise.json', '{"checks": {"always": ["test -f README.md"]}}');
    const byHand = { id: 'promise-0000aaaa', status: 'pending', ownership: { owned_by: null } };
    world.write('promises/promise-0000aaaa.json', byHand);
    world.write('promises/promise-0000bbbb.json', '{');
    const { call } = await mcpClient(world);
    await call('promise', { title: 'Sign-in', checks: ['test -f sign-in'] });
    const failing = await call('prove');
    expect([failing.isError, failing.json['proved']]).toEqual([false, false]);
    expect((await call('prove', { standing: true })).json['passed']).toBe(true);
    expect((await call('status')).json['promises']).toHaveLength(2);
    expect((await call('check')).json['unreadable']).toHaveLength(1);
    expect((await call('report')).isError).toBe(false);
  });

  it('are called at once', async () => {
    const world = project();
    const { call } = await mcpClient(world);
    const titles = Array.from({ length: 8 }, (_, index) => `Part ${index}`);
    const made = await Promise.all(titles.map((title) => call('promise', { ...checked, title })));
    expect(made.filter(({ isError }) => isError)).toEqual([]);
    expect(world.list('promises')).toHaveLength(8);
  });
});

describe('a session', () => {
  const ownerOf = (world: Project): unknown => {
    const [name = ''] = world.list('promises');
    return world.read(`promises/${name}`)['ownership'];
  };

  it('is named by Codex with each call', async () => {
    const world = project();
    const { call } = await mcpClient(world, { env: {} });
    const turn = { session_id: 'session-of-codex', thread_id: 'thread-of-codex' };
    await call('promise', checked, { meta: { 'x-codex-turn-metadata': turn } });
    expect(ownerOf(world)).toMatchObject({ owned_by: 'session-of-codex' });
  });

  it('is the one that Claude Code runs now, which went on with another after /clear', async () => {
    const world = project();
    const registry = join(world.folder, '..', 'home', '.claude', 'sessions');
    mkdirSync(registry, { recursive: true });
    const record = { pid: process.pid, sessionId: 'session-after-clear' };
    writeFileSync(join(registry, `${process.pid}.json`), JSON.stringify(record));
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'session-before' };
    const { call } = await mcpClient(world, { env });
    await call('promise', checked);
    expect(ownerOf(world)).toMatchObject({ owned_by: 'session-after-clear' });
  });

  it('that nobody names promises nothing, and is told how it is named', async () => {
    const world = project();
    const { call } = await mcpClient(world, { env: {} });
    const { stderr } = await world.run('cs', ['do', 'Sign-in'], {
      env: { CLAUDE_SESSION_ID: undefined },
    });
    const refused = await call('promise', { title: 'Sign-in' });
    expect(refused).toMatchObject({ isError: true, text: stderr.trim() });
  });

  it('works in the folder that its client names, where the server was started elsewhere', async () => {
    const [world, elsewhere] = [project(), project()];
    const { call } = await mcpClient(world, {
      cwd: elsewhere.folder,
      options: { capabilities: { roots: {} } },
      prepare: (client) =>
        client.setRequestHandler('roots/list', () => ({
          roots: [{ uri: pathToFileURL(world.folder).href }],
        })),
    });
    await call('promise', checked);
    expect([world.list('promises').length, elsewhere.list('promises').length]).toEqual([1, 0]);
  });

  it('works in the project of -C', async () => {
    const [world, elsewhere] = [project(), project()];
    const { call } = await mcpClient(world, { cwd: elsewhere.folder, args: ['-C', world.folder] });
    await call('promise', checked);
    expect([world.list('promises').length, elsewhere.list('promises').length]).toEqual([1, 0]);
  });
});

describe('a proof that runs', () => {
  /** A server with a proof whose check has said that it runs. */
  async function proving() {
    const world = project();
    const beacon = await createBeacon(world);
    const connected = await mcpClient(world);
    const { call } = connected;
    await call('promise', { title: 'Long', checks: [beacon.line('check')] });
    const cancel = new AbortController();
    const proved = call('prove', {}, { signal: cancel.signal }).then(
      () => 'answered',
      () => 'not answered',
    );
    return { ...connected, world, cancel, proved, visitor: await beacon.next() };
  }

  it('ends with its check when it is cancelled, and the server goes on', async () => {
    const { call, cancel, proved, visitor } = await proving();
    cancel.abort();
    expect(await proved).toBe('not answered');
    await visitor.gone;
    expect((await call('check')).json['may_end']).toBe(false);
  });

  it('ends with its check when the client leaves', async () => {
    const { client, proved, visitor } = await proving();
    await client.close();
    await visitor.gone;
    expect(await proved).toBe('not answered');
  });

  it.skipIf(process.platform === 'win32')('ends with its check on SIGTERM', async () => {
    const { transport, visitor } = await proving();
    process.kill(transport.pid ?? 0, 'SIGTERM');
    await visitor.gone;
  });
});

describe('the streams', () => {
  const codesIn = (stdout: string): readonly unknown[] =>
    stdout
      .trim()
      .split('\n')
      .map((line) => {
        const { error, id } = JSON.parse(line);
        return [id, error?.code];
      });

  it('answer what is no message by errors, and end with their other end', async () => {
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const lines = [
      ...['rubbish', '[]', '{"id":7}', '\0', `"${'x'.repeat(5 * 1024 * 1024)}"`],
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'no/such' }),
      JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'no' } }),
    ];
    const { code, stdout } = await outcomeOf(startedServer(project(), lines));
    // Messages are answered as they are done, and the others at once.
    expect([code, codesIn(stdout)]).toEqual([
      0,
      expect.arrayContaining([
        [null, -32_700],
        [null, -32_600],
        [7, -32_600],
        [null, -32_700],
        [null, -32_600],
        [1, undefined],
        [2, -32_601],
        [3, -32_602],
      ]),
    ]);
  });
});
