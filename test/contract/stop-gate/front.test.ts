import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../../src/domain/settings/setting.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import {
  answerOfFront,
  callFront,
  FRONT,
  type FrontOptions,
  type FrontWorld,
  frontWorld,
  HOSTED_SESSION,
  SHELLS,
  startFront,
  stopOf,
} from '../../rig/worlds/front.ts';
import { THIS_HOST } from '../../rig/worlds/hook-call.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { assistantSays, runsOnPosix, toolUse } from '../../rig/worlds/stop-gate.ts';

/** The front of the hooks in the shells that it must run in. */

const put = (path: string, text = ''): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** A world in which nothing concerns the session. */
function idleWorld(): FrontWorld {
  const world = frontWorld();
  world.transcript(assistantSays('That is done.'));
  return world;
}

const stopped = (world: FrontWorld, parts: object = {}, options: FrontOptions = {}) =>
  answerOfFront(world, 'stop', stopOf(world, parts), options);

/** What the start of a session writes into the state folder, and where. */
const RECORD = `${JSON.stringify({ host: THIS_HOST }, null, 2)}\n`;
const recordOf = (world: FrontWorld): string =>
  join(world.state, 'stop-gate', `${HOSTED_SESSION}.json`);

const REGISTER = join('completion-promise', 'sessions', `${HOSTED_SESSION}.jsonl`);

describe.skipIf(!runsOnPosix).each(SHELLS)('without Node, in %s %s', (...words) => {
  const shell = words.filter((word) => word !== undefined);

  it('a stop that concerns nothing gets its one object', async () => {
    expect(await stopped(idleWorld(), {}, { shell })).toBe('{}\n');
  });

  it.each([
    'He said "yes" \\ and\nwent on\t— ünïcödé \u2028 \ud83d\ude00 /',
    '\\',
    '"',
    '\\\\"\\',
    'ends in a backslash \\',
    '}',
    '{"session_id":"system3-a"}',
    '',
    '$(touch x) `touch x` * ? [a] ~ %s',
    'x'.repeat(40_000),
    '"session_id":"system3-a", "cwd":"/nowhere"',
  ])('what the agent said last is no obstacle: %j', async (last_assistant_message) => {
    expect(await stopped(idleWorld(), { last_assistant_message }, { shell })).toBe('{}\n');
  });

  it('a payload with a line end', async () => {
    const world = idleWorld();
    const payload = `${JSON.stringify(stopOf(world))}\n`;
    expect(await answerOfFront(world, 'stop', payload, { shell })).toBe('{}\n');
  });

  it('a payload whose host never closes its side', async () => {
    const world = idleWorld();
    const child = startFront(world, 'stop', { shell, args: ['--node', '/nowhere/node'] });
    child.stdin.write(JSON.stringify(stopOf(world)));
    const { code, stdout } = await outcomeOf(child).finally(() => child.stdin.destroy());
    expect([code, stdout]).toEqual([0, '{}\n']);
  });

  it('a prompt gets no answer, and nothing is written', async () => {
    const world = idleWorld();
    const payload = stopOf(world, { prompt: 'Go on.', hook_event_name: 'UserPromptSubmit' });
    expect(await answerOfFront(world, 'user-prompt', payload, { shell })).toBe('');
    expect(world.list('.')).toEqual([]);
  });

  it.each(Object.keys(NO_OBSTACLES))('a stop: %s', async (name) => {
    expect(await stopped(idleWorld(), NO_OBSTACLES[name], { shell })).toBe('{}\n');
  });

  it('the end of a session where nothing is kept', async () => {
    const world = idleWorld();
    const payload = stopOf(world, { hook_event_name: 'SessionEnd', reason: 'other' });
    const end = () => answerOfFront(world, 'session-end', payload, { shell });
    expect(await end()).toBe('');
    put(recordOf(world), '{"capped": []}');
    expect(await end()).toBeUndefined();
  });

  it('the status line is empty where nothing is kept', async () => {
    const world = idleWorld();
    const payload = { session_id: HOSTED_SESSION, cwd: world.folder, cost: { total: 0.5 } };
    expect(await answerOfFront(world, 'statusline', payload, { shell })).toBe('');
    expect(world.list('.')).toEqual([]);
  });

  it("a session's start tells its shells the session and its project", async () => {
    const world = idleWorld();
    const file = join(world.home, 'exports.sh');
    const payload = stopOf(world, { hook_event_name: 'SessionStart', source: 'startup' });
    const env = { CLAUDE_ENV_FILE: file };
    expect(await answerOfFront(world, 'session-start', payload, { shell, env })).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(
      `export CLAUDE_SESSION_ID='${HOSTED_SESSION}'\nexport CS_PROJECT_DIR='${world.folder}'\n`,
    );
  });

  it('Node gets the payload as it came, whatever its bytes', async () => {
    const world = idleWorld();
    const node = world.program('node', 'cat; exit 10');
    const whole = JSON.stringify(stopOf(world, ORCHESTRATED));
    const payloads = [
      Buffer.from(whole),
      Buffer.from(`${whole}\n\n`),
      Buffer.from(`  ${whole}`),
      Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x0a, 0x0a]),
      Buffer.from(JSON.stringify(stopOf(world, { last_assistant_message: 'ü\\"'.repeat(9e5) }))),
      Buffer.from(''),
    ];
    for (const payload of payloads) {
      const child = await callFront(world, 'stop', payload, { shell, args: ['--node', node] });
      expect([child.code, child.stderr]).toEqual([0, '']);
      expect(child.stdout === payload.toString('utf8')).toBe(true);
    }
  });

  it('Node gets it untouched, NUL and all, where the project alone needs Node', async () => {
    const world = idleWorld();
    mkdirSync(join(world.state, 'promises'), { recursive: true });
    const node = world.program('node', 'cat; exit 10');
    const payload = Buffer.from('{"a":"\0"}\n\0\n');
    const { stdout } = await callFront(world, 'stop', payload, { shell, args: ['--node', node] });
    expect(stdout).toBe(payload.toString('utf8'));
  });

  it('a payload with NUL is broken JSON for Node, too', async () => {
    const world = idleWorld();
    const payload = JSON.stringify(stopOf(world)).replace('done', 'do\0ne');
    const { stdout } = await callFront(world, 'stop', payload, { shell });
    expect(JSON.parse(stdout).systemMessage).toContain('is not valid JSON');
  });
});

const STATE = join('.claude', 'completion-state');
const PROMISES = join(STATE, 'promises');

/** A session that a checker waits for, by its payload alone. */
const ORCHESTRATED = { session_id: 'orch-12345' };

/** What a payload can say beside the session and its folder. */
const NO_OBSTACLES: Readonly<Record<string, object>> = {
  'goes on after a block': { stop_hook_active: true },
  'with tasks in the background': { background_tasks: [{ status: 'running' }] },
  'by another event': { hook_event_name: 'Other' },
  'of a subagent without a name': { hook_event_name: 'SubagentStop' },
  'of a subagent': { hook_event_name: 'SubagentStop', agent_id: 'agent-1234', transcript_path: '' },
  'without a transcript': { transcript_path: null },
  'with members that nobody knows': { a: [1, -2.5e3, { b: [[]] }], c: { d: { e: null } } },
};

/** What makes a session one that the front leaves to Node. */
const CONCERNS: Readonly<Record<string, (world: FrontWorld) => Asked>> = {
  promises: (world) => void mkdirSync(join(world.folder, PROMISES), { recursive: true }),
  'a state folder, whatever is in it': (world) => void mkdirSync(world.state, { recursive: true }),
  'what a gate remembers above': (world) =>
    void put(join(world.folder, '..', recordOf(world).slice(world.folder.length + 1)), RECORD),
  'promises above': (world) =>
    void mkdirSync(join(world.folder, '..', PROMISES), { recursive: true }),
  'promises in the current folder of the session': (world) => {
    const cwd = join(world.home, 'elsewhere');
    mkdirSync(join(cwd, PROMISES), { recursive: true });
    return { parts: { cwd } };
  },
  'a link in place of promises': (world) => {
    mkdirSync(world.state, { recursive: true });
    symlinkSync('/nowhere', join(world.state, 'promises'));
  },
  'marks for the register': (world) =>
    void mkdirSync(join(world.state, 'register'), { recursive: true }),
  'a file in place of a state folder': (world) => void put(world.state),
  'a link in place of a state folder': (world) => {
    mkdirSync(dirname(world.state), { recursive: true });
    symlinkSync('/nowhere', world.state);
  },
  'promises above the real place of a linked folder': (world) => {
    const real = join(world.home, 'real', 'deep');
    mkdirSync(join(world.home, 'real', PROMISES), { recursive: true });
    mkdirSync(real);
    const cwd = join(world.folder, 'link');
    symlinkSync(real, cwd);
    return { parts: { cwd } };
  },
  'an issue tracker': (world) => void mkdirSync(join(world.folder, '.beads')),
  'a configuration of the project': (world) =>
    void put(join(world.folder, '.claude', 'completion-promise.json'), '{}'),
  'a linked worktree': (world) => void put(join(world.folder, '.git'), 'gitdir: /elsewhere\n'),
  'a configuration of the user': (world) =>
    void put(join(world.home, '.config', 'completion-promise', 'config.json'), '{}'),
  'a register of the session': (world) => void put(join(world.home, '.local', 'state', REGISTER)),
  'a register of the session on macOS': (world) =>
    void put(join(world.home, 'Library', 'Application Support', REGISTER)),
  'a register where the user keeps state': (world) => {
    put(join(world.home, 'own', REGISTER));
    return { env: { XDG_STATE_HOME: join(world.home, 'own') } };
  },
  'no home': () => ({ env: { HOME: undefined } }),
  'a project by a relative path': () => ({ env: { CLAUDE_PROJECT_DIR: '.' } }),
  'promises in the project that a host names': (world) => {
    const project = join(world.home, 'elsewhere');
    mkdirSync(join(project, PROMISES), { recursive: true });
    return { env: { CLAUDE_PROJECT_DIR: project } };
  },
  'a project that is not there': () => ({ env: { CLAUDE_PROJECT_DIR: '/nowhere' } }),
  'a session that orchestrates': () => ({ parts: { session_id: 'orch-12345' } }),
  'a session that is reviewed': () => ({ parts: { session_id: 'system3-12345' } }),
  'the same by the environment': () => ({ env: { CLAUDE_SESSION_ID: 'system3-12345' } }),
  'an id that names no file': () => ({ parts: { session_id: 'a/../b-12345' } }),
  'no session': () => ({ parts: { session_id: undefined } }),
  'no current folder': () => ({ parts: { cwd: undefined } }),
  'a session that is none': () => ({ parts: { session_id: null } }),
  'another session further in': () => ({ parts: { effort: { session_id: 'another-session' } } }),
  'another session by another name': () => ({ parts: { conversation_id: 'another-session' } }),
  'a subagent that orchestrates': () => ({ parts: { agent_id: 'orch-12345' } }),
  'the name of a member in place of a text': () => ({
    parts: { last_assistant_message: 'session_id' },
  }),
  'a current folder with an escape in it': (world) => ({ parts: { cwd: `${world.folder}/"` } }),
};

type Asked = { readonly parts?: object; readonly env?: FrontOptions['env'] } | undefined;

describe.skipIf(!runsOnPosix)('a stop is left to Node by', () => {
  it.each(Object.keys(CONCERNS))('%s', async (name) => {
    const world = idleWorld();
    const { env = {}, parts } = CONCERNS[name]?.(world) ?? {};
    expect(await stopped(world, parts, { env })).toBeUndefined();
  });

  it.each([
    ...SETTINGS.map(({ key }) => `CS_${key.replaceAll('.', '_').toUpperCase()}`).slice(0, 5),
    'CS_PROJECT_DIR',
    'CS_JUDGING',
    'CS_PROVING',
  ])('the variable %s', async (name) => {
    expect(await stopped(idleWorld(), {}, { env: { [name]: '1' } })).toBeUndefined();
  });

  it('no other variable, and by no transcript, whatever list is in it', async () => {
    const world = idleWorld();
    world.transcript(toolUse('TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }));
    expect(await stopped(world)).toBe('{}\n');
    expect(await stopped(world, { transcript_path: '/nowhere' })).toBe('{}\n');
    expect(await stopped(idleWorld(), {}, { env: { DOCS_DIR: '1', HTTPS_X: 'CS' } })).toBe('{}\n');
  });
});

describe.skipIf(!runsOnPosix)('a prompt is left to Node by', () => {
  it.each<[string, (world: FrontWorld) => FrontOptions['env'] | undefined]>([
    [
      'a configuration of the project',
      (world) => void put(join(world.folder, '.claude', 'completion-promise.json'), '{}'),
    ],
    [
      'a configuration of the user',
      (world) => void put(join(world.home, '.config', 'completion-promise', 'config.json'), '{}'),
    ],
    ['a variable', () => ({ CS_REALITY_CHECK_ENABLED: 'true' })],
    ['a state folder', (world) => void mkdirSync(world.state, { recursive: true })],
    [
      'what is kept of it above',
      (world) =>
        void put(join(world.folder, '..', STATE, 'stop-gate', `${HOSTED_SESSION}.json`), '{}'),
    ],
    ['a registered session', (world) => void put(join(world.home, '.local', 'state', REGISTER))],
    [
      'a link in place of a state folder',
      (world) => {
        mkdirSync(dirname(world.state), { recursive: true });
        symlinkSync('/nowhere', world.state);
      },
    ],
    ['no home', () => ({ HOME: undefined })],
    ['a project that is not there', () => ({ CLAUDE_PROJECT_DIR: '/nowhere' })],
  ])('%s', async (_name, prepare) => {
    const world = idleWorld();
    const env = prepare(world) ?? {};
    const payload = stopOf(world, { prompt: 'Go on.', hook_event_name: 'UserPromptSubmit' });
    expect(await answerOfFront(world, 'user-prompt', payload, { env })).toBeUndefined();
  });
});

describe.skipIf(!runsOnPosix)('the status line is left to Node by', () => {
  it.each<[string, (world: FrontWorld) => FrontOptions['env'] | undefined]>([
    ['a promise', (world) => void world.write('promises/promise-0000000a.json', '{')],
    [
      'a registered session',
      (world) =>
        void put(
          join(world.home, '.local/state/completion-promise/sessions', `${HOSTED_SESSION}.jsonl`),
          '',
        ),
    ],
    ['what is remembered of it', (world) => void put(recordOf(world), '{"liveness": {}}')],
    ['a session that was named before', () => ({ CLAUDE_SESSION_ID: 'orch-1' })],
    ['no home', () => ({ HOME: undefined })],
  ])('%s', async (_name, prepare) => {
    const world = idleWorld();
    const env = prepare(world) ?? {};
    const payload = { session_id: HOSTED_SESSION, cwd: world.folder };
    expect(await answerOfFront(world, 'statusline', payload, { env })).toBeUndefined();
  });
});

describe.skipIf(!runsOnPosix)("a session's start is left to Node by", () => {
  const started = async (prepare: (world: FrontWorld, file: string) => FrontOptions['env']) => {
    const world = idleWorld();
    const file = join(world.home, 'exports.sh');
    const env = { CLAUDE_ENV_FILE: file, ...prepare(world, file) };
    const payload = stopOf(world, { hook_event_name: 'SessionStart' });
    return answerOfFront(world, 'session-start', payload, { env });
  };

  it.each<[string, (world: FrontWorld, file: string) => FrontOptions['env'] | undefined]>([
    ['a state folder', (world) => void mkdirSync(world.state, { recursive: true })],
    ['exports that are there', (_world, file) => void put(file, 'export A=1\n')],
    ['exports in a folder that is not there', () => ({ CLAUDE_ENV_FILE: '/nowhere/exports.sh' })],
  ])('%s', async (_name, prepare) => {
    expect(await started((world, file) => prepare(world, file) ?? {})).toBeUndefined();
  });

  it('a suite that is a dependency of the project', async () => {
    const world = idleWorld();
    const front = join(world.folder, 'node_modules', '.bin', 'cs-hook');
    mkdirSync(dirname(front), { recursive: true });
    copyFileSync(FRONT, front);
    const payload = stopOf(world, { hook_event_name: 'SessionStart' });
    const options = { env: { CLAUDE_ENV_FILE: join(world.home, 'exports.sh') }, front };
    expect(await answerOfFront(world, 'session-start', payload, options)).toBeUndefined();
  });
});

describe.skipIf(!runsOnPosix)("a session's start is answered", () => {
  it("with hooks in the project's own settings, and leaves nothing in the project", async () => {
    const world = idleWorld();
    put(join(world.folder, '.claude', 'settings.json'), '{"x": "cs-hook user-prompt"}');
    const payload = stopOf(world, { hook_event_name: 'SessionStart', source: 'startup' });
    const env = { CLAUDE_PID: String(process.pid) };
    expect(await answerOfFront(world, 'session-start', payload, { env })).toBe('');
    expect(existsSync(world.state)).toBe(false);
  });

  it('an id that was given from outside stays', async () => {
    const world = idleWorld();
    const file = join(world.home, 'exports.sh');
    const env = { CLAUDE_ENV_FILE: file, CLAUDE_SESSION_ID: 'given-from-outside' };
    const payload = stopOf(world, { hook_event_name: 'SessionStart' });
    expect(await answerOfFront(world, 'session-start', payload, { env })).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(`export CS_PROJECT_DIR='${world.folder}'\n`);
  });
});

describe.skipIf(!runsOnPosix)('with Node', () => {
  it('an open promise blocks through the front', async () => {
    const world = idleWorld();
    const id = 'promise-0000000a';
    world.write(`promises/${id}.json`, promiseFile(id, HOSTED_SESSION));
    const { code, stderr, stdout } = await callFront(world, 'stop', stopOf(world));
    expect([code, stderr]).toEqual([2, expect.stringContaining(id)]);
    expect(JSON.parse(stdout)).toEqual({ systemMessage: expect.stringContaining(id) });
  });

  it('a payload that comes in two parts is one', async () => {
    const world = idleWorld();
    const node = world.program('node', 'cat; exit 10');
    const text = JSON.stringify(stopOf(world));
    const { stdout } = await callFront(world, 'stop', `${text}${' '.repeat(70_000)}\n`, {
      args: ['--node', node],
    });
    expect(stdout).toBe(`${text}${' '.repeat(70_000)}\n`);
  });

  it.each([
    ['by its path', (folder: string) => join(folder, 'node_modules', '.bin')],
    ['by a path from here', () => join('node_modules', '.bin')],
  ])("Node is not the project's own, first on PATH %s", async (_how, entry) => {
    const world = idleWorld();
    const own = join(world.folder, 'node_modules', '.bin', 'node');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, '#!/bin/sh\ncat; exit 10\n', { mode: 0o755 });
    const text = JSON.stringify(stopOf(world, ORCHESTRATED));
    const PATH = `${entry(world.folder)}:${process.env['PATH']}`;
    const { code, stdout } = await callFront(world, 'stop', text, { env: { PATH } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{}\n' });
  });

  it('where Windows says so, Node answers alone', async () => {
    const world = idleWorld();
    const node = world.program('node', 'echo "$*"');
    const env = { OS: 'Windows_NT' };
    const { stdout } = await callFront(world, 'stop', stopOf(world), {
      args: ['--node', node],
      env,
    });
    expect(stdout).toMatch(/cs-stop-gate\.cjs\n$/);
  });
});

describe.skipIf(!runsOnPosix)('the front says what it takes', () => {
  it.each([
    [[]],
    [['other']],
    [['stop', '--deadline', 'soon']],
    [['stop', '--deadline', '']],
    [['stop', '--host']],
    [['stop', '--odd', '1']],
  ])('%j is refused', async (args) => {
    const [hook = '', ...rest] = args;
    const { code, stderr } = await callFront(frontWorld(), hook, '', { args: rest });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Error: Unknown argument of cs-hook: /),
    ]);
  });
});
