import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import hooks from '../../../hooks/hooks.json' with { type: 'json' };
import {
  guardScript,
  SEARCH_BY_NAME,
  searchAt,
  searchByUser,
  searchDependency,
} from '../../../src/domain/host/guard-script.ts';
import {
  CLAUDE_CODE_WORDS,
  type HookName,
  hookLine,
  INSTALLATIONS,
  projectGuard,
} from '../../../src/domain/host/guarded-command.ts';
import {
  type FrontWorld,
  frontWorld,
  HOSTED_SESSION,
  SHELLS_OF_LINES,
} from '../../rig/worlds/front.ts';
import { type Outcome, outcomeOf } from '../../rig/worlds/project.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** The line and the guard of shared hooks, in the shells that they must run in, on a machine without the suite. */

/** How a guard finds the program where it has to be on `PATH`. */
const BY_NAME = {
  title: 'Claude Code',
  host: undefined,
  words: CLAUDE_CODE_WORDS,
  installation: 'global',
  search: SEARCH_BY_NAME,
} as const;

const LINE = (hook: HookName) => hookLine(hook, projectGuard(CLAUDE_CODE_WORDS), CLAUDE_CODE_WORDS);

const payloadOf = (session: string, parts: object = {}) =>
  JSON.stringify({ session_id: session, hook_event_name: 'Stop', ...parts });

const OF_SESSION = payloadOf(HOSTED_SESSION);

interface GuardCall {
  /** The line where it is not that of the guard. */
  readonly line?: string;
  readonly hook?: HookName;
  /** The guard; null: the file is missing. */
  readonly guard?: Parameters<typeof guardScript>[0] | null;
  readonly payload?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly shell: readonly string[];
}

/** Runs the line as a host does. Variables of the session are not set, unless they are given. */
async function call(
  world: FrontWorld,
  { env = {}, guard = BY_NAME, hook = 'stop', payload = OF_SESSION, shell, ...rest }: GuardCall,
): Promise<Omit<Outcome, 'signal'>> {
  const { line = LINE(hook) } = rest;
  const file = join(world.folder, CLAUDE_CODE_WORDS.guard.project);
  if (guard === null) rmSync(file, { force: true });
  else put(file, guardScript(guard));
  const [name = 'sh', ...words] = shell;
  const variables = {
    PATH: process.env['PATH'],
    HOME: world.home,
    CLAUDE_PROJECT_DIR: world.folder,
    // A bash with no shell above it takes a socket for a login from afar, and reads the user's own files.
    SHLVL: '2',
    ...env,
  };
  const child = spawn(name, [...words, '-c', line], {
    cwd: world.folder,
    env: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // The program may have heard enough.
  child.stdin.end(payload);
  const { code, stderr, stdout } = await outcomeOf(child);
  return { code, stderr, stdout };
}

const put = (path: string, text = ''): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const link = (to: string, at: string): void => {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(to, at);
};

const promisePath = (world: FrontWorld): string =>
  join(world.state, 'promises', 'promise-0000aaaa.json');

const register = (folder: string, session = HOSTED_SESSION): string =>
  join(folder, 'completion-promise', 'sessions', `${session}.jsonl`);

const goesOn = { code: 0, stdout: '', stderr: '' };

const blocks = {
  code: 2,
  stdout: expect.stringMatching(
    /^\{"decision":"block","reason":"Blocked: there are promises here, [^"]*"\}\n$/,
  ),
  stderr: expect.stringMatching(
    /^Blocked: .* not installed .* Next: npm install; npm link in its clone\. .*\n$/,
  ),
};

describe.skipIf(!runsOnPosix).each(SHELLS_OF_LINES)('without the suite, in %s %s', (...words) => {
  const shell = words.filter((word) => word !== undefined);

  it('a session with nothing promised goes on, and is told nothing', async () => {
    expect(await call(frontWorld(), { shell })).toEqual(goesOn);
  });

  it.each<[string, (world: FrontWorld) => void]>([
    [
      'a project with an empty state folder',
      ({ state }) => mkdirSync(join(state, 'promises'), { recursive: true }),
    ],
    ['what is over', ({ state }) => put(join(state, 'history', 'promise-0000aaaa.json'))],
    [
      'an empty state folder behind a link',
      ({ home, state }) => {
        mkdirSync(join(home, 'elsewhere', 'promises'), { recursive: true });
        link(join(home, 'elsewhere'), state);
      },
    ],
    ['a queue of writers', ({ state }) => put(join(state, 'promises', '.lock'))],
    [
      'the register of another session',
      ({ home }) => put(register(join(home, '.local', 'state'), 'another')),
    ],
  ])('%s holds nobody', async (_name, prepare) => {
    const world = frontWorld();
    prepare(world);
    expect(await call(world, { shell })).toEqual(goesOn);
  });

  it.each<[string, (world: FrontWorld) => void]>([
    ['a promise in the project', (world) => put(promisePath(world))],
    [
      'a mark for the register',
      ({ state }) => put(join(state, 'register', `${HOSTED_SESSION}.jsonl`)),
    ],
    ["the session's register", ({ home }) => put(register(join(home, '.local', 'state')))],
    [
      '… where macOS keeps it',
      ({ home }) => put(register(join(home, 'Library', 'Application Support'))),
    ],
    ['promises that are no folder', ({ state }) => put(join(state, 'promises'))],
    ['a state folder on a disk that is not there', ({ state }) => link('/not/there', state)],
    ['promises on one', ({ state }) => link('/not/there', join(state, 'promises'))],
    ['a register on one', ({ state }) => link('/not/there', join(state, 'register'))],
    [
      'a promise behind a link',
      ({ home, state }) => {
        put(join(home, 'elsewhere', 'promises', 'promise-0000aaaa.json'));
        link(join(home, 'elsewhere'), state);
      },
    ],
  ])('%s holds the session, and names the installation', async (_name, prepare) => {
    const world = frontWorld();
    prepare(world);
    expect(await call(world, { shell })).toEqual(blocks);
  });

  it('the register is found by XDG_STATE_HOME, with spaces in it', async () => {
    const world = frontWorld();
    const state = join(world.home, 'my own state');
    put(register(state));
    expect(await call(world, { shell, env: { XDG_STATE_HOME: state } })).toEqual(blocks);
  });

  it.each(['CLAUDE_SESSION_ID', 'CLAUDE_CODE_SESSION_ID'])('… and by %s', async (name) => {
    const world = frontWorld();
    put(register(join(world.home, '.local', 'state'), 'named'));
    expect(await call(world, { shell, env: { [name]: 'named' } })).toEqual(blocks);
  });

  it.each([
    `{ "cwd" : "/x", "session_id" : "${HOSTED_SESSION}" }`,
    payloadOf(HOSTED_SESSION, { last_assistant_message: '"session_id":"another" $(exit 1) `x`' }),
    payloadOf(HOSTED_SESSION, { last_assistant_message: 'x'.repeat(500_000) }),
  ])('… and in a payload of any form (%#)', async (payload) => {
    const world = frontWorld();
    put(register(join(world.home, '.local', 'state')));
    expect(await call(world, { shell, payload })).toEqual(blocks);
  });

  it.each(['', 'no JSON', '{"session_id":7}', '{"session_id":"../../../*"}', '\0\0'])(
    'a payload without a usable session goes on: %j',
    async (payload) => {
      expect((await call(frontWorld(), { shell, payload })).code).toBe(0);
    },
  );

  it('a home that is not set is no obstacle', async () => {
    const world = frontWorld();
    expect(await call(world, { shell, env: { HOME: undefined } })).toEqual(goesOn);
    put(promisePath(world));
    expect(await call(world, { shell, env: { HOME: undefined } })).toEqual(blocks);
  });

  it('without the variable of the host, the project is where the hook runs', async () => {
    const world = frontWorld();
    put(promisePath(world));
    expect(await call(world, { shell, env: { CLAUDE_PROJECT_DIR: undefined } })).toEqual(blocks);
  });

  it.skipIf(process.getuid?.() === 0)('what cannot be looked into holds the session', async () => {
    const world = frontWorld();
    put(promisePath(world));
    for (const folder of [dirname(promisePath(world)), world.state]) {
      chmodSync(folder, 0);
      const outcome = await call(world, { shell });
      chmodSync(folder, 0o700);
      expect(outcome).toEqual(blocks);
    }
  });

  it('the user is told once that the gate is off, and not again when the host compacts', async () => {
    const world = frontWorld();
    const at = (source: string) =>
      call(world, { hook: 'session-start', shell, payload: payloadOf(HOSTED_SESSION, { source }) });
    const { code, stderr, stdout } = await at('startup');
    expect([code, stderr, Object.keys(JSON.parse(stdout))]).toEqual([0, '', ['systemMessage']]);
    expect(stdout).toContain('is off');
    expect(stdout).toContain(INSTALLATIONS.global);
    expect(await at('compact')).toEqual(goesOn);
    put(promisePath(world));
    expect((await at('startup')).stdout).toContain('sessions cannot end');
  });

  it('a prompt is never in the way', async () => {
    const world = frontWorld();
    put(promisePath(world));
    expect(await call(world, { hook: 'user-prompt', shell })).toEqual(goesOn);
  });
});

describe.skipIf(!runsOnPosix).each(SHELLS_OF_LINES)('with the suite, in %s %s', (...words) => {
  const shell = words.filter((word) => word !== undefined);

  /** A guard that finds a program at a path with spaces. */
  function installed(world: FrontWorld, script: string) {
    const path = world.program('cs-hook of the machine', script);
    return { ...BY_NAME, search: searchAt(`"${path}"`, '"/x y/node"') };
  }

  it('the program gets the words and the payload, and its answer goes through', async () => {
    const world = frontWorld();
    const guard = installed(world, 'echo "$@"; cat');
    expect(await call(world, { shell, guard })).toEqual({
      code: 0,
      stdout: `stop --node /x y/node\n${OF_SESSION}`,
      stderr: '',
    });
  });

  it.each([1, 2, 127])('a program that ends with %d blocks', async (code) => {
    const world = frontWorld();
    const guard = installed(world, `cat >/dev/null; exit ${code}`);
    expect(await call(world, { shell, guard })).toMatchObject({ code: 2 });
  });

  it('a program that is found by its name is run', async () => {
    const world = frontWorld();
    const folder = dirname(world.program('cs-hook', 'cat; exit 7'));
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    expect(await call(world, { shell, env })).toMatchObject({ code: 2, stdout: OF_SESSION });
  });

  it('… but not in the project, which must not bring its own gate', async () => {
    const world = frontWorld();
    const path = join(world.folder, 'bin', 'cs-hook');
    put(path, '#!/bin/sh\necho mine\n');
    chmodSync(path, 0o755);
    const env = { PATH: `${dirname(path)}:${process.env['PATH']}` };
    expect(await call(world, { shell, env })).toEqual(goesOn);
  });

  it('the guard of a project goes on to that of the user only where that finds the program', async () => {
    const world = frontWorld();
    const own = join(world.home, CLAUDE_CODE_WORDS.guard.user);
    const guard = {
      ...BY_NAME,
      installation: 'dependency',
      search: searchByUser(CLAUDE_CODE_WORDS),
    } as const;
    put(own, guardScript(installed(world, 'echo "of the user"; exit 2')));
    expect(await call(world, { shell, guard })).toMatchObject({ code: 2, stdout: 'of the user\n' });
    put(own, guardScript({ ...BY_NAME, search: [] }));
    put(promisePath(world));
    expect((await call(world, { shell, guard })).stderr).toContain(INSTALLATIONS.dependency);
  });

  it('a dependency that went away lets go of a project that holds nothing, and of no other', async () => {
    const world = frontWorld();
    const guard = {
      ...BY_NAME,
      installation: 'dependency',
      search: searchDependency('../..'),
    } as const;
    expect(await call(world, { shell, guard })).toEqual(goesOn);
    put(promisePath(world));
    expect(await call(world, { shell, guard })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Next: ${INSTALLATIONS.dependency}.`),
    });
  });
});

describe.skipIf(!runsOnPosix).each(SHELLS_OF_LINES)(
  'a line whose guard is missing, in %s %s',
  (...words) => {
    const shell = words.filter((word) => word !== undefined);
    const ofPlugin = hooks.hooks.Stop[0]?.hooks[0]?.command ?? '';
    const env = { CLAUDE_PLUGIN_ROOT: '/no where' };

    it.each([
      ['of a project', LINE('stop')],
      ['of the plugin, whose folder vanished', ofPlugin],
    ])('%s lets go of a session where nothing is promised', async (_name, line) => {
      const world = frontWorld();
      expect(await call(world, { shell, line, env, guard: null })).toMatchObject({ code: 0 });
      mkdirSync(join(world.state, 'promises'), { recursive: true });
      expect(await call(world, { shell, line, env, guard: null })).toMatchObject({ code: 0 });
    });

    it.each([
      ['of a project', LINE('stop')],
      ['of the plugin', ofPlugin],
    ])('%s holds one where something is, and says on stdout that it runs', async (_name, line) => {
      const world = frontWorld();
      put(promisePath(world));
      put(promisePath(world).replace('aaaa', 'bbbb'));
      const { code, stderr, stdout } = await call(world, { shell, line, env, guard: null });
      expect([code, stdout]).toEqual([2, expect.stringContaining('promise-0000aaaa.json')]);
      expect(stderr).toContain('cs-hook');
    });
  },
);
