import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../src/adapters/git/checkout.ts';
import { hostProcess } from '../../src/adapters/host-process.ts';
import { createNodeFiles } from '../../src/adapters/node-files.ts';
import { identityOf } from '../../src/adapters/node-processes.ts';
import { isObject } from '../../src/domain/base/document.ts';
import type { HookHost } from '../../src/domain/host/hook-host.ts';
import type { SessionHost } from '../../src/domain/session/session-host.ts';
import { claudeCode } from '../../src/hosts/claude-code/host.ts';
import { codex } from '../../src/hosts/codex/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { UNKNOWN_HOST } from '../../src/hosts/unknown.ts';
import { standingLogOf, standingNow, treesOf } from '../../src/session/standing-turns.ts';
import type { LoadReviews } from '../../src/stop-gate/examined-stop.ts';
import { runStopGate } from '../../src/stop-gate/lane.ts';
import { OWNER } from '../rig/values/gate-values.ts';
import { GO_ON } from '../rig/values/transcripts.ts';
import { actInside } from '../rig/worlds/inside.ts';
import { emptyRepository, scratchFolder } from '../rig/worlds/repository.ts';
import { type ScratchStop, scratchStop } from '../rig/worlds/scratch-stop.ts';

/** One call of the stop gate as hosts make it, from its payload to what it prints. */

type Lane = Parameters<typeof runStopGate>[0];

interface Call {
  readonly payload?: object | string;
  readonly variables?: NodeJS.ProcessEnv;
  readonly lane?: Partial<Lane>;
}

const NO_REVIEW: LoadReviews = () => Promise.reject(new Error('no review is loaded'));

/** What the gate answers in a project, with a home that holds nothing. */
function called({ project }: ScratchStop, { lane = {}, payload = {}, variables = {} }: Call = {}) {
  const { folder } = project;
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const own = {
    PATH: process.env['PATH'],
    HOME: scratchFolder(),
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: folder,
  };
  return actInside(
    {
      bin: 'cs-stop-gate',
      folder,
      input,
      isMerged: false,
      variables: { ...own, ...variables },
    },
    () =>
      runStopGate({
        named: undefined,
        way: 'as-host',
        hosts: HOSTS,
        unknown: UNKNOWN_HOST,
        loadReviews: NO_REVIEW,
        ...lane,
      }),
  );
}

const STOP = {
  session_id: OWNER,
  hook_event_name: 'Stop',
  stop_hook_active: false,
  last_assistant_message: 'Done.',
};

/** A project in which the session has an open promise. */
function owing(): ScratchStop {
  const stop = scratchStop();
  stop.promise();
  return stop;
}

/** The answer as an object, which is all that is printed. */
async function answered(stop: ScratchStop, call: Call = {}) {
  const { code, stderr, stdout } = await called(stop, { payload: STOP, ...call });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const answer: { decision?: string; reason?: string; systemMessage?: string } = JSON.parse(stdout);
  return answer;
}

describe('the answer', () => {
  it.each<[string, Partial<Lane>, boolean, number, RegExp, RegExp]>([
    ['is an object', {}, true, 0, /^\{"decision":"block",.*\}\n$/, /^$/],
    ['is an object where nothing holds', {}, false, 0, /^\{\}\n$/, /^$/],
    [
      'is an exit code',
      { way: 'by-exit-code' },
      true,
      2,
      /^$/,
      /^Blocked: .*\nThe stop gate blocked .*\n$/s,
    ],
    ['is no exit code where nothing holds', { way: 'by-exit-code' }, false, 0, /^$/, /^$/],
    ['tells the watch that it is given', { way: 'to-the-watch' }, false, 10, /^\{\}\n$/, /^$/],
    [
      'tells the watch that it is a block by exit code 2',
      { way: 'to-the-watch' },
      true,
      12,
      /^\{"systemMessage":.*\}\n$/,
      /^Blocked: /,
    ],
    [
      'is a code and a text, as the host that is named takes it',
      { named: codex.name },
      true,
      2,
      /"decision":"block"/,
      /^Blocked: /,
    ],
    [
      'is that to a host that is not known, where one is named that there is not',
      { named: 'x' },
      true,
      2,
      /./,
      /^Blocked: /,
    ],
  ])('%s', async (_what, lane, isHeld, code, stdout, stderr) => {
    const stop = isHeld ? owing() : scratchStop();
    const outcome = await called(stop, { payload: STOP, lane });
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toMatch(stdout);
    expect(outcome.stderr).toMatch(stderr);
  });

  it('at the end of a turn that was aborted tells the user, and starts no other turn', async () => {
    const parts = { event: 'Stop', sessionId: OWNER, isAborted: true } as const;
    const host: HookHost = {
      ...claudeCode,
      readPayload: (fields) => ({ ...claudeCode.readPayload(fields), ...parts }),
    };
    const broken: HookHost = {
      ...host,
      readPayload: (fields) => {
        if ('session_id' in fields) throw new Error('a test');
        return host.readPayload(fields);
      },
    };
    const by = async (stop: ScratchStop, one: HookHost) =>
      answered(stop, { lane: { hosts: [one], unknown: one } });
    expect(await by(scratchStop(), host)).toEqual({});
    const held = await by(owing(), host);
    expect(held.decision).toBeUndefined();
    expect(held.systemMessage).toMatch(/^You interrupted/);
    const crashed = await by(owing(), broken);
    expect(crashed.decision).toBeUndefined();
    expect(crashed.systemMessage).toMatch(/^The stop gate crashed/);
  });
});

describe('a gate that crashes', () => {
  const crashing = (isContinued: boolean): HookHost => ({
    ...claudeCode,
    readPayload: (fields) => {
      if ('last_assistant_message' in fields) {
        return Object.defineProperty({ ...claudeCode.readPayload(fields), isContinued }, 'folder', {
          get: () => {
            throw new Error('a test');
          },
        });
      }
      return claudeCode.readPayload(fields);
    },
  });

  it.each<[string, boolean, string | undefined, RegExp]>([
    ['holds a session', false, 'block', /^The stop gate crashed \(Error: a test\)\.\n/],
    [
      'holds it once in a turn',
      true,
      undefined,
      /^NOT CHECKED: the stop gate stopped blocking this session\. The stop gate crashed \(Error: a test\)\./,
    ],
  ])('%s', async (_what, isContinued, decision, said) => {
    const host = crashing(isContinued);
    const answer = await answered(scratchStop(), { lane: { hosts: [host], unknown: host } });
    expect(answer.decision).toBe(decision);
    expect(answer.systemMessage).toMatch(said);
  });
});

describe('a payload that cannot be read', () => {
  it.each<[string, string, string]>([
    ['says nothing', '', 'it is empty'],
    ['is blank', ' \n', 'it is empty'],
    ['is no JSON', '{', 'it is not valid JSON'],
  ])('%s: whom the environment names is held, and it is said', async (_what, payload, why) => {
    const answer = await answered(owing(), { payload, variables: { CLAUDE_SESSION_ID: OWNER } });
    expect(answer.decision).toBe('block');
    expect(answer.systemMessage).toContain(`The host's payload cannot be read: ${why}.`);
  });

  it('is said where nothing is open', async () => {
    const variables = { CLAUDE_SESSION_ID: OWNER };
    expect(await answered(scratchStop(), { payload: '{', variables })).toEqual({
      systemMessage: "The host's payload cannot be read: it is not valid JSON.",
    });
  });

  it.each<[string, string, string | undefined]>([
    ['lets nobody be held where it is empty', '', undefined],
    ['may have named somebody', '{', 'block'],
  ])('%s', async (_what, payload, decision) => {
    const answer = await answered(owing(), { payload });
    expect(answer.decision).toBe(decision);
    expect(answer.systemMessage).toMatch(/names a session\./);
  });
});

describe('a stop of', () => {
  it.each<[string, object, NodeJS.ProcessEnv, boolean]>([
    ['whom the payload names is held', STOP, {}, true],
    ['another session is not', { ...STOP, session_id: 'session-b' }, {}, false],
    [
      'whom the environment names as well is held',
      { ...STOP, session_id: 'session-b' },
      { CLAUDE_SESSION_ID: OWNER },
      true,
    ],
    [
      'a subagent is held for its own promises',
      { ...STOP, hook_event_name: 'SubagentStop', session_id: 'session-b', agent_id: OWNER },
      {},
      true,
    ],
  ])('%s', async (_what, payload, variables, isHeld) => {
    expect((await answered(owing(), { payload, variables })).decision).toBe(
      isHeld ? 'block' : undefined,
    );
  });

  it.each<[string, object, RegExp | undefined]>([
    [
      'nobody is let go, and it is said',
      { hook_event_name: 'Stop' },
      /^The stop gate checked nothing: /,
    ],
    [
      'a subagent without a name owns nothing',
      { ...STOP, hook_event_name: 'SubagentStop' },
      undefined,
    ],
  ])('%s', async (_what, payload, said) => {
    const { decision, systemMessage } = await answered(owing(), { payload });
    expect(decision).toBeUndefined();
    expect(systemMessage).toEqual(said && expect.stringMatching(said));
  });

  it.skipIf(process.platform === 'win32').each<[string, SessionHost | undefined, boolean]>([
    ['a session inside of another is not held for that one', hostProcess(process.ppid), false],
    ['one that goes on in the same process is', identityOf(process.pid), true],
    ['one whose process is on no record is', undefined, true],
  ])('%s', async (_what, host, isHeld) => {
    const stop = owing();
    stop.keep(join('stop-gate', `${OWNER}.json`), { host });
    const variables = { CLAUDE_SESSION_ID: OWNER, CLAUDE_PID: String(process.pid) };
    const payload = { ...STOP, session_id: 'session-b' };
    const { decision } = await answered(stop, { payload, variables });
    expect(decision).toBe(isHeld ? 'block' : undefined);
  });
});

describe('settings that cannot be read', () => {
  it.each<[string, object, boolean]>([
    ['are told to the user of a session', STOP, true],
    [
      'are not at the stop of a subagent',
      { ...STOP, hook_event_name: 'SubagentStop', agent_id: 'a' },
      false,
    ],
  ])('%s', async (_what, payload, isTold) => {
    const stop = scratchStop();
    stop.project.write('.claude/completion-promise.json', '{');
    const { systemMessage = '' } = await answered(stop, { payload });
    expect(systemMessage.startsWith('The settings cannot be read')).toBe(isTold);
  });
});

describe('where the shell of the agent stands', () => {
  it.each<[string, boolean, boolean]>([
    ['a promise of the session there holds it', true, true],
    ['none holds it that is elsewhere', false, false],
  ])('%s', async (_what, isThere, isHeld) => {
    const elsewhere = owing();
    const stop = scratchStop();
    mkdirSync(join(stop.project.folder, 'sub'));
    const cwd = isThere ? elsewhere.project.folder : join(stop.project.folder, 'sub');
    const { decision, reason } = await answered(stop, { payload: { ...STOP, cwd } });
    expect(decision).toBe(isHeld ? 'block' : undefined);
    if (isHeld) expect(reason).toContain(`IN ${cwd}:`);
  });

  it('commands are named without a folder where they lead there', async () => {
    const stop = owing();
    const cwd = stop.project.folder;
    expect((await answered(stop, { payload: { ...STOP, cwd } })).reason).not.toContain(' -C ');
    const other = scratchStop().project.folder;
    expect((await answered(stop, { payload: { ...STOP, cwd: other } })).reason).toContain(
      ` -C ${cwd}`,
    );
  });

  it('commands are named without a folder at the top of a checkout as well', async () => {
    const stop = scratchStop();
    emptyRepository(stop.project.folder);
    stop.promise();
    const payload = { ...STOP, cwd: stop.project.folder };
    expect((await answered(stop, { payload })).reason).not.toContain(' -C ');
  });
});

it('a review is loaded where a checker asks for it', async () => {
  const session = 'system3-1';
  const loadReviews: LoadReviews = async () => ({
    reviewContinuation: async () => ({ verdict: GO_ON, notes: [] }),
    checkReality: () => Promise.reject(new Error('it was not asked for')),
  });
  const { reason } = await answered(scratchStop(), {
    payload: { ...STOP, session_id: session },
    variables: { ANTHROPIC_API_KEY: 'sk-of-a-test' },
    lane: { loadReviews },
  });
  expect(reason).toMatch(/^This session should continue:/);
});

describe('a project with a standing check', () => {
  afterEach(() => vi.unstubAllEnvs());

  const CHECKS = [{ run: 'npm test' }];

  /** A session that began its turn on the files as they are. */
  function begun() {
    const home = scratchFolder();
    vi.stubEnv('HOME', home);
    const config = join(home, '.config', 'completion-promise');
    mkdirSync(config, { recursive: true });
    writeFileSync(
      join(config, 'config.json'),
      JSON.stringify({ checks: { always: ['npm test'] } }),
    );
    const stop = scratchStop();
    const repository = emptyRepository(stop.project.folder);
    repository.write('a.txt', 'a\n');
    repository.write('.gitignore', '.claude/\n');
    repository.commit();
    const { folder } = repository;
    const log = standingLogOf(createNodeFiles(NO_DEADLINE), folder);
    const snapshot = createNodeCheckout(folder, NO_DEADLINE).snapshot();
    log.append({
      kind: 'turn',
      at: new Date().toISOString(),
      session: OWNER,
      checkout: folder,
      end: 'prompt',
      trees: treesOf(standingNow(CHECKS, snapshot)),
      owed: {},
    });
    const answer = (payload: object = STOP, variables: NodeJS.ProcessEnv = {}) =>
      answered(stop, { payload, variables: { HOME: home, ...variables } });
    return { stop, repository, answer, turns: () => log.read().length };
  }

  it('lets a session go that changed nothing, and ends its turn', async () => {
    const { answer, turns } = begun();
    expect(await answer()).toEqual({});
    expect(turns()).toBe(2);
  });

  it('holds one that changed files, whose turn goes on', async () => {
    const { answer, repository, turns } = begun();
    repository.write('a.txt', 'b\n');
    const { decision, reason } = await answer();
    expect(decision).toBe('block');
    expect(reason).toContain('cs prove --standing');
    expect(turns()).toBe(1);
  });

  it('leaves the turn of a session as it is that something else holds', async () => {
    const { answer, stop, turns } = begun();
    stop.promise();
    expect((await answer()).reason).toContain('promise-0000000a');
    expect(turns()).toBe(1);
  });

  it('asks no subagent about it', async () => {
    const { answer, repository, turns } = begun();
    repository.write('a.txt', 'b\n');
    expect(await answer({ ...STOP, hook_event_name: 'SubagentStop', agent_id: 'a' })).toEqual({});
    expect(turns()).toBe(1);
  });
});

it.skipIf(process.platform === 'win32')(
  'the work is seen where the shell stands in a linked worktree',
  async () => {
    const stop = scratchStop();
    const repository = emptyRepository(stop.project.folder);
    repository.write('a.txt', 'a\n');
    repository.write('.gitignore', '.claude/\n');
    repository.commit();
    const worktree = join(scratchFolder(), 'worktree');
    repository.git('worktree', 'add', '--quiet', worktree);
    stop.promise();
    const treeAfter = async (cwd: string) => {
      await answered(stop, { payload: { ...STOP, cwd } });
      const { liveness } = stop.kept();
      return isObject(liveness) ? liveness['tree'] : undefined;
    };
    const here = await treeAfter(repository.folder);
    expect(here).toMatch(/^\w+$/);
    writeFileSync(join(worktree, 'a.txt'), 'b\n');
    expect(await treeAfter(repository.folder)).toBe(here);
    expect(await treeAfter(worktree)).not.toBe(here);
  },
);
