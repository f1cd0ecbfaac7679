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
import { TODO_MARKS } from '../../../src/domain/session/todos.ts';
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
  stopOf,
} from '../../rig/worlds/front.ts';
import { hasHosts, THIS_HOST } from '../../rig/worlds/hook-call.ts';
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

  it('the same of a subagent, whose transcript does not matter', async () => {
    const parts = { hook_event_name: 'SubagentStop', agent_id: 'agent-1234', transcript_path: '' };
    expect(await stopped(idleWorld(), parts, { shell })).toBe('{}\n');
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
  ])('what the agent said last is no obstacle: %j', async (last_assistant_message) => {
    expect(await stopped(idleWorld(), { last_assistant_message }, { shell })).toBe('{}\n');
  });

  it('a payload with a line end, and one that is never closed', async () => {
    const world = idleWorld();
    const payload = `${JSON.stringify(stopOf(world))}\n`;
    expect(await answerOfFront(world, 'stop', payload, { shell })).toBe('{}\n');
  });

  it('a prompt gets no answer, and nothing is written', async () => {
    const world = idleWorld();
    const payload = stopOf(world, { prompt: 'Go on.', hook_event_name: 'UserPromptSubmit' });
    expect(await answerOfFront(world, 'user-prompt', payload, { shell })).toBe('');
    expect(world.list('.')).toEqual([]);
  });

  it('a stop of a session of which only the host is on record', async () => {
    const world = idleWorld();
    put(recordOf(world), RECORD);
    expect(await stopped(world, {}, { shell })).toBe('{}\n');
    expect(await stopped(world, { stop_hook_active: true }, { shell })).toBeUndefined();
  });

  it('a prompt where others promised something', async () => {
    const world = idleWorld();
    world.write('promises/promise-0000000a.json', promiseFile('promise-0000000a', 'another'));
    const payload = stopOf(world, { prompt: 'Go on.', hook_event_name: 'UserPromptSubmit' });
    expect(await answerOfFront(world, 'user-prompt', payload, { shell })).toBe('');
  });

  it('an end of a session that was not capped: not complete', async () => {
    const world = idleWorld();
    const payload = stopOf(world, { hook_event_name: 'SessionEnd', reason: 'other' });
    const end = () => answerOfFront(world, 'session-end', payload, { shell });
    expect(await end()).toBe('');
    put(recordOf(world), '{"open_promises": ["x"]}');
    expect(await end()).toBe('');
    put(recordOf(world), '{"capped": []}');
    expect(await end()).toBeUndefined();
  });

  it('the status line is empty, whatever the payload', async () => {
    const world = idleWorld();
    for (const payload of [{ session_id: HOSTED_SESSION, cost: { total: 0.5 } }, 'no JSON', '']) {
      expect(await answerOfFront(world, 'statusline', payload, { shell })).toBe('');
    }
    put(recordOf(world), RECORD);
    expect(await answerOfFront(world, 'statusline', {}, { shell })).toBe('');
    expect(world.list('.')).toEqual(['stop-gate']);
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
    const whole = JSON.stringify(stopOf(world, { stop_hook_active: true }));
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

/** What makes a session one that the front leaves to Node. */
const CONCERNS: Readonly<Record<string, (world: FrontWorld) => Asked>> = {
  promises: (world) => void mkdirSync(join(world.folder, PROMISES), { recursive: true }),
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
  'no project of the host': () => ({ env: { CLAUDE_PROJECT_DIR: undefined } }),
  'a project by a relative path': () => ({ env: { CLAUDE_PROJECT_DIR: '.' } }),
  'a session that orchestrates': () => ({ parts: { session_id: 'orch-12345' } }),
  'a session that is reviewed': () => ({ parts: { session_id: 'system3-12345' } }),
  'the same by the environment': () => ({ env: { CLAUDE_SESSION_ID: 'system3-12345' } }),
  'an id that names no file': () => ({ parts: { session_id: 'a/../b-12345' } }),
  'no session': () => ({ parts: { session_id: undefined } }),
  'no current folder': () => ({ parts: { cwd: undefined } }),
  'a stop that goes on after a block': () => ({ parts: { stop_hook_active: true } }),
  'tasks in the background': () => ({ parts: { background_tasks: [{ status: 'running' }] } }),
  'another event': () => ({ parts: { hook_event_name: 'Other' } }),
  'a subagent without a name': () => ({ parts: { hook_event_name: 'SubagentStop' } }),
  'no transcript': () => ({ parts: { transcript_path: '/nowhere' } }),
  'a folder in place of the transcript': (world) => ({ parts: { transcript_path: world.folder } }),
  'a todo list': (world) => void world.transcript(toolUse('TodoWrite', { todos: [] })),
  'a new task': (world) => void world.transcript(toolUse('TaskCreate', { subject: 'x' })),
  'a task that changed': (world) => void world.transcript(toolUse('TaskUpdate', { taskId: '1' })),
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

  it('each of the names by which todos are found, and by no other variable', async () => {
    const text = readFileSync(FRONT, 'utf8');
    const names = TODO_MARKS.filter((mark) => /^"\w+"$/.test(mark));
    expect(names).toHaveLength(3);
    for (const name of names) expect(text).toContain(`-e '${name}'`);
    expect(await stopped(idleWorld(), {}, { env: { DOCS_DIR: '1', HTTPS_X: 'CS' } })).toBe('{}\n');
  });
});

/** What can be kept of a session that Node has to judge. */
const KEPT: Readonly<Record<string, string>> = {
  'nothing in it': '',
  'an empty object': '{}\n',
  'open promises': '{"open_promises": ["promise-0000000a"]}',
  'open folders': '{"open_folders": ["/elsewhere"]}',
  'blocks that were counted': '{"liveness": {"all": 1}}',
  'more than the host': RECORD.replace('\n}', ',\n  "directives": []\n}'),
  'another form of the same': JSON.stringify({ host: THIS_HOST }),
  'a number that is none': RECORD.replace(/\d+,/, '01,'),
  'the same key twice': RECORD.replace('"place"', '"pid": 1,\n    "place"'),
  'an escape': RECORD.replace('"started": "', '"started": "\\u0041'),
  'half of it': RECORD.slice(0, 40),
  'a byte that a shell cannot hold': RECORD.replace('host', 'ho\0st'),
  'more behind it': `${RECORD}${' '.repeat(2000)}}`,
  'more lines behind it': `${RECORD}\n`,
};

describe.skipIf(!runsOnPosix)('a stop is left to Node where of the session is kept', () => {
  it.each(Object.keys(KEPT))('%s', async (name) => {
    const world = idleWorld();
    put(recordOf(world), KEPT[name]);
    expect(await stopped(world)).toBeUndefined();
  });

  it.each(['CLAUDE_SESSION_ID', 'CLAUDE_CODE_SESSION_ID'])(
    'anything under the id in %s',
    async (variable) => {
      const world = idleWorld();
      world.write('stop-gate/another-id.json', '{}');
      expect(await stopped(world, {}, { env: { [variable]: 'another-id' } })).toBeUndefined();
    },
  );

  it('what lies behind a link', async () => {
    const world = idleWorld();
    put(join(world.home, 'record.json'), RECORD);
    mkdirSync(dirname(recordOf(world)), { recursive: true });
    symlinkSync(join(world.home, 'record.json'), recordOf(world));
    expect(await stopped(world)).toBeUndefined();
  });
});

/** A session's wait for its user, as `cs ask` keeps it. */
const WAIT = JSON.stringify(
  {
    open_promises: ['promise-0000000a'],
    waiting: { question: 'Which?', needs: 'other', at: 'now', kind: 'asked', used: true },
  },
  null,
  2,
);
const ELSEWHERE = `.claude/completion-state/stop-gate/${HOSTED_SESSION}.json`;

describe.skipIf(!runsOnPosix)('a prompt of a session that may wait for its user', () => {
  const prompted = (world: FrontWorld, parts: object = {}, env: FrontOptions['env'] = {}) => {
    const prompt = { prompt: 'Go on.', hook_event_name: 'UserPromptSubmit' };
    return answerOfFront(world, 'user-prompt', stopOf(world, { ...prompt, ...parts }), { env });
  };

  it.each<[string, (world: FrontWorld) => Asked]>([
    ['waits', (world) => void put(recordOf(world), WAIT)],
    [
      'waits under the id of the environment',
      (world) => {
        world.write('stop-gate/another-id.json', WAIT);
        return { env: { CLAUDE_SESSION_ID: 'another-id' } };
      },
    ],
    ['may wait in other letters', (world) => void put(recordOf(world), '{"\\u0077aiting": 1}')],
    [
      'may wait behind a link',
      (world) => {
        put(join(world.home, 'record.json'), '{}');
        mkdirSync(dirname(recordOf(world)), { recursive: true });
        symlinkSync(join(world.home, 'record.json'), recordOf(world));
      },
    ],
    ['may wait in a folder above', (world) => void put(join(world.folder, '..', ELSEWHERE), WAIT)],
    [
      'may wait in a project of its register',
      (world) => void put(join(world.home, '.local', 'state', REGISTER)),
    ],
    [
      'has an id that names no file',
      (world) => {
        put(recordOf(world), '{}');
        return { parts: { session_id: 'a/../b-12345' } };
      },
    ],
    ['has no id', () => ({ parts: { session_id: undefined } })],
    ['says more than the front reads', () => ({ parts: { prompt: 'x'.repeat(70_000) } })],
  ])('is left to Node where it %s', async (_name, prepare) => {
    const world = idleWorld();
    const { env = {}, parts } = prepare(world) ?? {};
    expect(await prompted(world, parts, env)).toBeUndefined();
  });

  it.each<[string, (world: FrontWorld) => void]>([
    [
      'is remembered and does not wait',
      (world) => put(recordOf(world), '{"open_promises": ["x"]}'),
    ],
    ['is not the one that waits', (world) => void world.write('stop-gate/another-id.json', WAIT)],
    ['said the word', (world) => put(recordOf(world), JSON.stringify({ told: ['is "waiting"'] }))],
  ])('takes no Node where it %s', async (_name, prepare) => {
    const world = idleWorld();
    prepare(world);
    expect(await prompted(world)).toBe('');
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
    [
      'marks for the register',
      (world) => void mkdirSync(join(world.state, 'register'), { recursive: true }),
    ],
    [
      'a link in place of a state folder',
      (world) => {
        mkdirSync(dirname(world.state), { recursive: true });
        symlinkSync('/nowhere', world.state);
      },
    ],
    ['no home', () => ({ HOME: undefined })],
    ['no project of the host', () => ({ CLAUDE_PROJECT_DIR: undefined })],
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
    ['no session of the host', () => ({ CLAUDE_CODE_SESSION_ID: undefined })],
    ['a session that was named before', () => ({ CLAUDE_SESSION_ID: 'orch-1' })],
    ['no project of the host', () => ({ CLAUDE_PROJECT_DIR: undefined })],
    ['no home', () => ({ HOME: undefined })],
  ])('%s', async (_name, prepare) => {
    const world = idleWorld();
    const env = prepare(world) ?? {};
    expect(await answerOfFront(world, 'statusline', { session_id: HOSTED_SESSION }, { env })).toBe(
      undefined,
    );
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
  it.skipIf(!hasHosts)(
    'what a start records in a project with a state folder is no obstacle',
    async () => {
      const world = idleWorld();
      mkdirSync(world.state, { recursive: true });
      const payload = stopOf(world, { hook_event_name: 'SessionStart', source: 'startup' });
      const env = { CLAUDE_PID: String(process.pid) };
      await callFront(world, 'session-start', payload, { env });
      expect(readFileSync(recordOf(world), 'utf8')).toBe(RECORD);
      expect(await stopped(world)).toBe('{}\n');
      expect(await answerOfFront(world, 'user-prompt', payload)).toBe('');
    },
  );

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
    const text = JSON.stringify(stopOf(world, { background_tasks: [{ status: 'pending' }] }));
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
    const text = JSON.stringify(stopOf(world, { background_tasks: [{ status: 'pending' }] }));
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
  it.each([[[]], [['other']], [['stop', '--deadline', 'soon']], [['stop', '--odd', '1']]])(
    '%j is refused',
    async (args) => {
      const [hook = '', ...rest] = args;
      const { code, stderr } = await callFront(frontWorld(), hook, '', { args: rest });
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^Error: Unknown argument of cs-hook: /),
      ]);
    },
  );
});
