import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isObject } from '../../src/domain/base/document.ts';
import { failed, success } from '../../src/domain/base/result.ts';
import type { HookPayload } from '../../src/domain/host/hook-payload.ts';
import { withMemory } from '../../src/domain/session/gate-memory.ts';
import { MOST_IDLE_BLOCKS, NO_COUNTERS } from '../../src/domain/session/liveness.ts';
import type { Receipt } from '../../src/domain/session/receipt.ts';
import type { SessionEnd } from '../../src/domain/session/session-end.ts';
import { codex } from '../../src/hosts/codex/host.ts';
import { cursor } from '../../src/hosts/cursor/host.ts';
import { gateRegister } from '../../src/stop-gate/keep-in-register.ts';
import type { SeenStop } from '../../src/stop-gate/look.ts';
import { responseToFailure, responseToUnnamed } from '../../src/stop-gate/response.ts';
import { stopperOf } from '../../src/stop-gate/stopper.ts';
import type { OwnRegistered } from '../../src/store/register.ts';
import type { StateView } from '../../src/store/state-view.ts';
import { NO_MEMORY, sessionValue } from '../rig/values/domain-values.ts';
import { gateWorld, OWNER } from '../rig/values/gate-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { STATES } from '../rig/values/proof-values.ts';
import { written } from '../rig/values/register-values.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { ID, type ScratchStop, scratchStop } from '../rig/worlds/scratch-stop.ts';

const MET = { acceptance_criteria: [metCriterion('AC-1')] };
const { payload } = gateWorld();

/** A stop with what some folder of it shows replaced. */
function withView(seen: SeenStop, view: Partial<StateView>): SeenStop {
  return {
    ...seen,
    folders: seen.folders.map((one) => ({ ...one, view: { ...one.view, ...view } })),
  };
}

/** A subagent of the session that stops. */
function subagent(id = 'agent-1') {
  const named = stopperOf({ ...payload, event: 'SubagentStop', agentId: id, sessionId: OWNER }, []);
  if (named === undefined) throw new Error('nobody stops');
  return named;
}

const lines = (text: string | undefined) => text?.split('\n') ?? [];

describe('a stop at which nothing is open', () => {
  it('says nothing, but for what went wrong before', async () => {
    const stop = scratchStop();
    expect(await stop.answered()).toEqual({});
    expect(await stop.answered(stop.seen(), { faults: ['A fault.'] })).toEqual({
      systemMessage: 'A fault.',
    });
    expect(stop.kept()).toEqual({});
  });

  it('tells that the settings cannot be read, and why', async () => {
    const stop = scratchStop();
    stop.project.write('.claude/completion-promise.json', '{');
    const { decision, systemMessage } = await stop.answered();
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(
      /^The settings cannot be read, so the defaults apply: .*completion-promise\.json/,
    );
  });

  it('ends the turn of its standing checks, which one that is held does not', async () => {
    let ends = 0;
    const standing = () => ({
      verdicts: [],
      decision: { held: [], told: [], names: [], owed: {} },
      endTurn: () => {
        ends += 1;
      },
    });
    const stop = scratchStop();
    await stop.answered(stop.seen(), { standing });
    expect(ends).toBe(1);
    stop.promise();
    await stop.answered(stop.seen(), { standing });
    expect(ends).toBe(1);
  });
});

describe('a stop with an open promise', () => {
  it('is held, with the faults before all else that the user is told beside it', async () => {
    const stop = scratchStop();
    stop.promise();
    const { decision, reason, systemMessage } = await stop.answered(stop.seen(), {
      faults: ['A fault.'],
    });
    expect(decision).toBe('block');
    expect(reason).toContain(ID);
    expect(lines(systemMessage)).toEqual([
      expect.stringMatching(/^The stop gate blocked the agent: /),
      expect.stringContaining(`cs session end ${OWNER}`),
      'A fault.',
    ]);
    expect(stop.kept()).toMatchObject({ liveness: { all: 1 }, open_promises: [ID] });
  });

  it('is not while a person has the gate off, nor is it counted', async () => {
    const stop = scratchStop();
    stop.promise();
    const paused = { by: 'person', at: '1970-01-01T00:00:00Z', until: '1970-01-01T01:00:00Z' };
    const seen = stop.seen();
    const { viewOf } = seen;
    const off = {
      ...seen,
      viewOf: (folder: string) => ({ ...viewOf(folder), stopGateState: () => success({ paused }) }),
    };
    expect(await stop.answered(off)).toEqual({});
    expect(stop.kept()).toEqual({});
  });

  const worn = withMemory(
    {},
    {
      ...NO_MEMORY,
      counters: { ...NO_COUNTERS, work: 'x', idle: 0, busy: 20, last: 'block' },
      open: [ID],
    },
  );

  it('is let go once it was held often enough, and its user is told once', async () => {
    const stop = scratchStop();
    stop.promise();
    for (let count = 0; count < MOST_IDLE_BLOCKS; count += 1) {
      const clock = { ...gateWorld().clock, now: () => count * 1000, machine: () => count * 1000 };
      expect((await stop.answered(stop.seen({ clock }))).decision).toBe('block');
    }
    const clock = { ...gateWorld().clock, now: () => 9000, machine: () => 9000 };
    const { decision, systemMessage } = await stop.answered(stop.seen({ clock }));
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^NOT COMPLETE: /);
    expect(stop.kept()['capped']).toEqual([
      { at: '1970-01-01T00:00:09Z', why: 'nothing-changed', checker: 'promises' },
    ]);
    expect(await stop.answered(stop.seen({ clock }))).toEqual({});
    expect(stop.kept()['capped']).toHaveLength(1);
  });

  it('that rests is recorded as that, once for each stop', async () => {
    const stop = scratchStop();
    stop.promise();
    const resting = { payload: { ...payload, running: 1 } };
    expect((await stop.answered(stop.seen(resting))).systemMessage).toMatch(/^This session rests/);
    expect(stop.kept()['capped']).toEqual([
      { at: '1970-01-01T00:00:00Z', why: 'rests', checker: 'promises' },
    ]);
  });

  it('is held again where it got on since', async () => {
    const stop = scratchStop();
    stop.promise();
    stop.keep(join('stop-gate', `${OWNER}.json`), worn);
    expect((await stop.answered()).decision).toBe('block');
  });
});

describe('where what is kept of the session cannot be read', () => {
  it('it is moved away, the gate begins anew, and its user is told', async () => {
    const stop = scratchStop();
    stop.promise();
    stop.keep(join('stop-gate', `${OWNER}.json`), '{');
    const { decision, systemMessage } = await stop.answered();
    expect(decision).toBe('block');
    expect(lines(systemMessage).at(-1)).toMatch(
      /^The stored state of this session, including its directives, cannot be read; the stop gate starts over\. .*\.json.* It was moved to .*quarantine.*\.$/,
    );
    expect(stop.kept()).toMatchObject({ liveness: { all: 1 } });
  });

  it('but was put right meanwhile, that is used, and nothing is said', async () => {
    const stop = scratchStop();
    const seen = stop.seen();
    stop.keep(join('stop-gate', `${OWNER}.json`), { prompts: 3 });
    const kept = failed({ kind: 'broken-file', file: { path: 'x', reason: 'it is empty' } });
    expect(await stop.answered({ ...seen, kept })).toEqual({});
  });
});

describe('where the project keeps nothing of a stop', () => {
  afterEach(() => vi.unstubAllEnvs());

  const UNKEPT = /^The stop gate cannot record this stop in the project: /m;

  /** A project in whose state nothing can be changed, and in that of the user too where that is asked for. */
  function unwritable(isForUser: boolean) {
    const home = scratchFolder();
    if (isForUser)
      writeFileSync(join(home, 'completion-promise'), 'a file in the place of a folder');
    vi.stubEnv('XDG_STATE_HOME', home);
    const stop = scratchStop();
    stop.promise();
    stop.keep('.commits', 'a file in the place of a folder');
    return stop;
  }

  it('it is counted in the folder of the user, who is told why', async () => {
    const { decision, systemMessage } = await unwritable(false).answered();
    expect(decision).toBe('block');
    expect(systemMessage).toMatch(UNKEPT);
  });

  it.each<[string, Partial<HookPayload>, string | undefined, RegExp]>([
    [
      'nor the user, it is held where that is the first time',
      { isContinued: false },
      'block',
      UNKEPT,
    ],
    [
      'nor the user, it is let go after that',
      { isContinued: true },
      undefined,
      /^NOT COMPLETE: .* because it cannot record how often it blocked\. /,
    ],
    [
      'nor the user, it is let go where nothing says whether it is',
      { isContinued: undefined },
      undefined,
      /^Not done: promise-0000000a has 1 open criterion/m,
    ],
    [
      'nor the user, it rests as ever',
      { running: 1 },
      undefined,
      /^This session rests while 1 task runs/,
    ],
  ])('%s', async (_what, parts, decision, said) => {
    const stop = unwritable(true);
    const answer = await stop.answered(stop.seen({ payload: { ...payload, ...parts } }));
    expect(answer.decision).toBe(decision);
    expect(answer.systemMessage).toMatch(said);
    expect(answer.systemMessage).toMatch(UNKEPT);
  });
});

describe('a person who ended a session', () => {
  const endOf = (parts: Partial<SessionEnd> = {}): SessionEnd => ({
    by: 'person',
    at: '2026-03-01T00:00:00Z',
    reason: 'enough',
    promises: [ID],
    unreadable: [],
    ...parts,
  });
  const VANISHED: OwnRegistered = {
    ...written('promise-0000000b', { project: '/nowhere' }),
    made: written('promise-0000000b', { project: '/nowhere' }),
    intended: undefined,
    lessenings: [],
    changedOutside: false,
    session: OWNER,
  };

  it.each<[string, SessionEnd | undefined, readonly OwnRegistered[], boolean]>([
    ['has it let go, whatever was open then', endOf(), [], true],
    ['has not, for what it promised since', endOf({ promises: [] }), [], false],
    ['has not, where nobody did', undefined, [], false],
    ['has not, for a promise that something else removed since', endOf(), [VANISHED], false],
    [
      'has, for one that was removed and was open then',
      endOf({ promises: [ID, 'promise-0000000b'] }),
      [VANISHED],
      true,
    ],
  ])('%s', async (_what, end, promises, isEnded) => {
    const stop = scratchStop();
    stop.promise();
    const seen = withView(stop.seen(), { endOf: () => end });
    const answer = await stop.answered({ ...seen, registered: { promises, broken: [] } });
    expect(answer.decision).toBe(isEnded ? undefined : 'block');
    expect(/^A person ended this session on/.test(answer.systemMessage ?? '')).toBe(isEnded);
  });

  it('is asked for the end by the ids of those whose promises are asked about', async () => {
    const stop = scratchStop();
    const asked: unknown[] = [];
    const view = {
      endOf: (session: unknown) => {
        asked.push(session);
        return undefined;
      },
    };
    const stopper = subagent();
    await stop.answered(withView(stop.seen({ stopper }), view));
    expect(asked).toEqual([stopper.owner]);
  });

  it('did not end it in a folder whose settings cannot be read', async () => {
    const stop = scratchStop();
    stop.promise();
    stop.project.write('.claude/completion-promise.json', '{');
    const seen = withView(stop.seen(), { endOf: () => endOf() });
    expect((await stop.answered(seen)).decision).toBe('block');
  });

  it('ended it in each folder that holds it, or it goes on', async () => {
    const further = scratchStop();
    further.promise({}, 'promise-0000000c');
    const stop = scratchStop();
    stop.promise();
    const answerIn = async (also: SessionEnd | undefined) => {
      const [first, other] = stop.seen({ shellProject: further.project.folder }).folders;
      if (first === undefined || other === undefined) throw new Error('a folder is missing');
      const folders = [
        { ...first, view: { ...first.view, endOf: () => endOf() } },
        { ...other, view: { ...other.view, endOf: () => also } },
      ];
      return stop.answered({ ...stop.seen(), folders });
    };
    expect((await answerIn(undefined)).decision).toBe('block');
    expect((await answerIn(endOf({ promises: ['promise-0000000c'] }))).decision).toBeUndefined();
    further.promise({ status: 'verified' }, 'promise-0000000c');
    expect((await answerIn(undefined)).systemMessage).toMatch(/^A person ended this session/);
  });
});

it('what the register of the user has is told there, once the session was', async () => {
  const stop = scratchStop();
  const gone = written('promise-0000000b', { project: '/nowhere' });
  const seen = stop.seen();
  gateRegister(seen).made(OWNER, gone, null);
  const [known] = gateRegister(seen).read([OWNER]).promises;
  if (known === undefined) throw new Error('nothing is registered');
  const registered = { promises: [{ ...known, session: OWNER }], broken: [] };
  expect((await stop.answered({ ...seen, registered })).decision).toBe('block');
  expect(gateRegister(seen).read([OWNER]).promises).toMatchObject([{ changedOutside: true }]);
});

describe('the user is told once', () => {
  const REQUESTED: PromiseParts = {
    judgments: [{ status: 'success', verdict: 'FAIL', failed: ['AC-1'] }],
    give_up_requested: { what: 'cancel', at: '2026-02-17T10:30:00Z', session_id: OWNER },
  };

  /** The answer to a stop and to the next one, in what the user is told. */
  async function toldTwice(stop: ScratchStop, parts: Parameters<ScratchStop['seen']>[0] = {}) {
    const first = await stop.answered(stop.seen(parts));
    const second = await stop.answered(stop.seen(parts));
    return [first.systemMessage ?? '', second.systemMessage ?? ''];
  }

  it.each<[string, PromiseParts, RegExp]>([
    ['of a promise that is met and not verified', MET, /^Met but not verified: promise-0000000a/m],
    [
      'of a promise that the session asked to give up',
      REQUESTED,
      /^Session session-a wants to cancel/m,
    ],
  ])('%s', async (_what, parts, said) => {
    const stop = scratchStop();
    stop.promise(parts);
    const [first, second] = await toldTwice(stop);
    expect(first).toMatch(said);
    expect(second).not.toMatch(said);
  });

  it.each<[string, PromiseParts]>([
    ['a promise that is met', MET],
    ['one that the session asked to give up', REQUESTED],
  ])('and not at the stop of a subagent, of %s', async (_what, parts) => {
    const stop = scratchStop();
    stop.promise(parts, ID, 'agent-1');
    const { systemMessage = '' } = await stop.answered(stop.seen({ stopper: subagent() }));
    expect(systemMessage).not.toMatch(/Met but not verified|wants to cancel/);
    expect(stop.kept('agent-1')['told']).toBeUndefined();
  });

  it('a promise that is met is not told while another one holds the session', async () => {
    const stop = scratchStop();
    stop.promise(MET);
    stop.promise({}, 'promise-0000000b');
    expect((await stop.answered()).systemMessage).not.toMatch(/Met but not verified/);
    expect(stop.kept()['told']).toBeUndefined();
  });

  it('of a change that a command has shown to the session', async () => {
    const stop = scratchStop();
    const made = written('promise-0000000b', { project: stop.project.folder });
    const changed: OwnRegistered = {
      ...made,
      made,
      intended: undefined,
      lessenings: [],
      changedOutside: true,
      session: OWNER,
    };
    stop.promise({}, 'promise-0000000b');
    const told = async () => {
      const seen = stop.seen();
      const registered = { promises: [changed], broken: [] };
      return (await stop.answered({ ...seen, registered })).systemMessage ?? '';
    };
    expect(await told()).toMatch(/^Promise promise-0000000b of this session was changed/m);
    expect(await told()).not.toMatch(/^Promise promise-0000000b of this session was changed/m);
  });
});

describe('what happened since the last stop', () => {
  const RECEIPT: Receipt = { name: 'a', what: 'proved', text: 'npm test (14 tests)' };
  const TOLD = 'Proved: npm test (14 tests).';

  it.each<[string, Parameters<ScratchStop['seen']>[0], boolean, boolean]>([
    ['is told', {}, false, true],
    ['is told beside a block', {}, true, true],
    ['waits beside a block, where the host shows none there', { host: codex }, true, false],
    ['is told at an end, where the host shows none at a block', { host: codex }, false, true],
    ['waits, where the host shows nothing', { host: cursor }, false, false],
  ])('%s', async (_what, parts, isHeld, isTold) => {
    const stop = scratchStop();
    if (isHeld) stop.promise();
    stop.keep(join('stop-gate', `${OWNER}.json`), { receipts: [RECEIPT] });
    const { systemMessage } = await stop.answered(stop.seen(parts));
    expect(lines(systemMessage).includes(TOLD)).toBe(isTold);
    expect(stop.kept()['receipts']).toEqual(isTold ? undefined : [RECEIPT]);
    expect(stop.kept()['told']).toEqual(isTold ? ['a'] : undefined);
  });

  it('waits at the stop of a subagent', async () => {
    const stop = scratchStop();
    stop.keep(join('stop-gate', 'agent-1.json'), { receipts: [RECEIPT] });
    expect(await stop.answered(stop.seen({ stopper: subagent() }))).toEqual({});
    expect(stop.kept('agent-1')['receipts']).toEqual([RECEIPT]);
  });

  it('is said before what else the user is told', async () => {
    const stop = scratchStop();
    stop.promise(MET);
    stop.keep(join('stop-gate', `${OWNER}.json`), { receipts: [RECEIPT] });
    expect(lines((await stop.answered()).systemMessage)).toEqual([
      TOLD,
      expect.stringMatching(/^Met but not verified/),
    ]);
  });
});

describe('proofs that no change of the checkout makes stale', () => {
  const unbound = { acceptance_criteria: [criterion('AC-1', STATES['not bound'])] };

  it.each<[string, Parameters<ScratchStop['seen']>[0], boolean]>([
    ['are named', {}, true],
    ['are not where the host has no place for it', { host: cursor }, false],
    ['are not to a subagent', { stopper: subagent() }, false],
  ])('%s', async (_what, parts, isTold) => {
    const stop = scratchStop();
    stop.promise(unbound, ID, parts?.stopper === undefined ? OWNER : 'agent-1');
    const { systemMessage = '' } = await stop.answered(stop.seen(parts));
    expect(systemMessage.includes('Proved, but not bound to the files: AC-1')).toBe(isTold);
  });
});

describe('a subagent', () => {
  it('is held for what it made, and its session stays the one that a person can end', async () => {
    const stop = scratchStop();
    stop.promise({}, ID, 'agent-1');
    const { decision, systemMessage } = await stop.answered(stop.seen({ stopper: subagent() }));
    expect(decision).toBe('block');
    expect(systemMessage).toContain(`cs session end ${OWNER} `);
  });

  it('that is let go says nothing to the user: its session is asked next', async () => {
    const stop = scratchStop();
    stop.promise({}, ID, 'agent-1');
    await stop.answered(stop.seen({ stopper: subagent() }));
    const { liveness } = stop.kept('agent-1');
    const worn = { ...(isObject(liveness) ? liveness : {}), idle: MOST_IDLE_BLOCKS };
    stop.keep(join('stop-gate', 'agent-1.json'), { liveness: worn });
    expect(await stop.answered(stop.seen({ stopper: subagent() }))).toEqual({});
  });
});

describe('a store that cannot be reached', () => {
  const place = { session: OWNER, store: 'db.example.com', project: 'shop' };
  const unreached = {
    failure: { kind: 'file-system', action: 'read', path: '/store', code: 'EIO' },
    at: '2026-02-17T10:30:00Z',
  } as const;

  it('holds a session once in a turn for what it said last', async () => {
    const stop = scratchStop();
    stop.promise();
    const answered = (isContinued: boolean) =>
      stop.answered(
        withView(stop.seen({ payload: { ...payload, isContinued } }), {
          shared: { place, unreached },
        }),
        { faults: ['A fault.'] },
      );
    const held = await answered(false);
    expect(held.decision).toBe('block');
    expect(held.reason).toContain(ID);
    expect(lines(held.systemMessage).at(-1)).toBe('A fault.');
    const through = await answered(true);
    expect(through.decision).toBeUndefined();
    expect(through.systemMessage).toMatch(/^NOT CHECKED: /);
    expect(stop.kept()).toEqual({});
  });

  it('is named beside what holds the session in a folder whose store was reached', async () => {
    const further = scratchStop();
    further.promise({}, 'promise-0000000c');
    const stop = scratchStop();
    const seen = stop.seen({ shellProject: further.project.folder });
    const [first, ...others] = seen.folders;
    if (first === undefined) throw new Error('no folder is there');
    const shared = { place, unreached };
    const folders = [{ ...first, view: { ...first.view, shared } }, ...others];
    const { decision, systemMessage } = await stop.answered({ ...seen, folders });
    expect(decision).toBe('block');
    expect(systemMessage).toMatch(/^NOT CHECKED: /m);
    expect(stop.kept()).toMatchObject({ liveness: { all: 1 } });
  });

  it('and answers again, is said once', async () => {
    const stop = scratchStop();
    const once = { ...place, project: stop.project.folder };
    const answered = (isReached: boolean) =>
      stop.answered(
        withView(stop.seen(), {
          shared: isReached ? { place: once } : { place: once, unreached },
        }),
      );
    await answered(false);
    expect((await answered(true)).systemMessage).toMatch(/^The store answers again\./);
    expect(await answered(true)).toEqual({});
  });
});

describe('a session that nobody names', () => {
  const WHY =
    'The stop gate checked nothing: neither the host nor the environment names a session.';

  it.each<[string, Parameters<typeof responseToUnnamed>[0], string | undefined, string]>([
    ['is let go', undefined, undefined, WHY],
    [
      'is let go where the host said nothing',
      { why: 'Empty.', isEmpty: true },
      undefined,
      `Empty. ${WHY}`,
    ],
    [
      'is held where the host may have named it',
      { why: 'Bad.', isEmpty: false },
      'block',
      `Bad. ${WHY}`,
    ],
  ])('%s', (_how, fault, decision, said) => {
    const answer = responseToUnnamed(fault);
    expect(answer.decision).toBe(decision);
    expect(lines(answer.systemMessage)[0]).toBe(said);
  });

  it('nor can the project be found, is held once in a turn', () => {
    const failure = { kind: 'file-system', action: 'read', path: '/x', code: 'EIO' } as const;
    expect(responseToFailure(failure, false).decision).toBe('block');
    expect(responseToFailure(failure, false).reason).toMatch(/EIO/);
    expect(responseToFailure(failure, true).decision).toBeUndefined();
  });
});

it('a session of another one is asked about under its own id', async () => {
  const stop = scratchStop();
  stop.promise({}, ID, 'session-b');
  expect(await stop.answered()).toEqual({});
  const stopper = {
    ...gateWorld().stopper,
    session: sessionValue('session-b'),
    owner: sessionValue('session-b'),
    memoryId: 'session-b',
  };
  expect((await stop.answered(stop.seen({ stopper }))).decision).toBe('block');
});
