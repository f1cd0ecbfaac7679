import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failed, success } from '../../src/domain/base/result.ts';
import type { GateMemory } from '../../src/domain/session/gate-memory.ts';
import type { StopGateState } from '../../src/domain/session/stop-gate-state.ts';
import { decideDone, decideHeld, type GateDecision } from '../../src/stop-gate/decision.ts';
import type { SeenStop } from '../../src/stop-gate/look.ts';
import { promisesAt } from '../../src/stop-gate/promises-at-stop.ts';
import * as remembering from '../../src/stop-gate/remember.ts';
import { stopperOf } from '../../src/stop-gate/stopper.ts';
import { NO_MEMORY } from '../rig/values/domain-values.ts';
import { blockBy, gateWorld, OWNER } from '../rig/values/gate-values.ts';
import { SIGHTING } from '../rig/values/sightings.ts';
import { asIfBegun } from '../rig/worlds/own-surroundings.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { ID, scratchStop } from '../rig/worlds/scratch-stop.ts';

afterEach(() => vi.unstubAllEnvs());

const { payload, promises, stopper } = gateWorld();
const BROKEN = failed({ kind: 'broken-file', file: { path: 'x.json', reason: 'it is empty' } });
const FILE = join('stop-gate', `${OWNER}.json`);

const recallSession = (...words: Parameters<typeof remembering.recallSession>) =>
  asIfBegun(() => remembering.recallSession(...words));
const decideAndRemember = (...words: Parameters<typeof remembering.decideAndRemember>) =>
  asIfBegun(() => remembering.decideAndRemember(...words));
const keepMaker = (...words: Parameters<typeof remembering.keepMaker>) =>
  asIfBegun(() => remembering.keepMaker(...words));

const hold = (memory: GateMemory): GateDecision =>
  decideHeld(memory, SIGHTING, blockBy('todos'), promises);
/** The same at the next stop. */
const holdLater = (memory: GateMemory): GateDecision =>
  decideHeld(memory, { ...SIGHTING, position: 'p2', payload: 'later' }, blockBy('todos'), promises);
const letGo = (memory: GateMemory): GateDecision => decideDone(memory, promises);

/** A project in whose state nothing can be changed, and in that of the user too unless told otherwise. */
function unwritable(isForUser = true) {
  const stop = scratchStop();
  stop.keep('.commits', 'a file in the place of a folder');
  const home = scratchFolder();
  if (isForUser) writeFileSync(join(home, 'completion-promise'), 'a file in the place of a folder');
  vi.stubEnv('XDG_STATE_HOME', home);
  return stop;
}

describe('what is decided on a stop', () => {
  it('is kept', async () => {
    const stop = scratchStop();
    const { decision, failure } = await decideAndRemember(hold, {}, stop.seen());
    expect(decision?.outcome.outcome).toBe('block');
    expect(failure).toBeUndefined();
    expect(stop.kept()).toMatchObject({ liveness: { all: 1 } });
  });

  it('is not where it changes nothing', async () => {
    const stop = scratchStop();
    const { decision } = await decideAndRemember(letGo, {}, stop.seen());
    expect(decision?.outcome).toEqual({ outcome: 'allow' });
    expect(stop.kept()).toEqual({});
  });

  it('is decided anew on what another process has kept meanwhile', async () => {
    const stop = scratchStop();
    const seen = stop.seen();
    await decideAndRemember(hold, {}, seen);
    const { decision } = await decideAndRemember(holdLater, {}, seen);
    expect(decision?.memory.bound.all).toBe(2);
    expect(stop.kept()).toMatchObject({ liveness: { all: 2 } });
  });

  it('is counted in the folder of the user where the project keeps nothing', async () => {
    const stop = unwritable(false);
    const before: StopGateState = { prompts: 7 };
    const once = await decideAndRemember(hold, before, stop.seen());
    expect(once.failure).toBeDefined();
    expect(once.decision?.memory).toMatchObject({ prompts: 7, bound: { all: 1 } });
    const twice = await decideAndRemember(holdLater, {}, stop.seen());
    expect(twice.decision?.memory).toMatchObject({ prompts: 7, bound: { all: 2 } });
  });

  it('is not known where nobody keeps anything', async () => {
    const { decision, failure } = await decideAndRemember(hold, {}, unwritable().seen());
    expect(decision).toBeUndefined();
    expect(failure).toBeDefined();
  });
});

describe('a session that is let go with something left to do', () => {
  const CAPPED = {
    outcome: 'cap',
    why: 'too-fast',
    isTold: false,
    block: blockBy('todos'),
  } as const;
  const RESTS = { outcome: 'rest', block: undefined, running: 1 } as const;
  const counted = { ...NO_MEMORY, counters: { ...NO_MEMORY.counters, rests: 1 } };

  it.each<[string, GateDecision, readonly unknown[] | undefined]>([
    [
      'is recorded, with what held it',
      { outcome: CAPPED, memory: counted },
      [{ at: '1970-01-01T00:00:00Z', why: 'too-fast', checker: 'todos' }],
    ],
    [
      'is recorded as one that rests, and was not asked about by a model',
      { outcome: RESTS, memory: counted },
      [{ at: '1970-01-01T00:00:00Z', why: 'rests', checker: 'review' }],
    ],
    [
      'is not once more for the same stop',
      { outcome: CAPPED, memory: { ...NO_MEMORY, prompts: 1 } },
      undefined,
    ],
    ['is not where nothing is left', { outcome: { outcome: 'allow' }, memory: counted }, undefined],
  ])('%s', async (_what, decision, capped) => {
    const stop = scratchStop();
    const decide = (memory: GateMemory): GateDecision => {
      const isSame = decision.memory.counters.rests === 0;
      const { counters } = isSame ? memory : decision.memory;
      return { ...decision, memory: { ...decision.memory, counters } };
    };
    await decideAndRemember(decide, {}, stop.seen());
    expect(stop.kept()['prompts'] !== undefined || stop.kept()['liveness'] !== undefined).toBe(
      true,
    );
    expect(stop.kept()['capped']).toEqual(capped);
  });
});

describe('the process of the host', () => {
  const told = { ...payload, sessionId: OWNER };

  it.skipIf(process.platform === 'win32').each<[string, Partial<SeenStop>, number, boolean]>([
    ['is kept with the session', { payload: told }, process.ppid, true],
    ['is not where the host calls another session', {}, process.ppid, false],
    [
      'is not of a subagent',
      { payload: told, stopper: { ...stopper, isSubagent: true } },
      process.ppid,
      false,
    ],
    ['is not where it is none that this one runs in', { payload: told }, 99_999_999, false],
  ])('%s', async (_what, parts, pid, isKept) => {
    vi.stubEnv('CLAUDE_PID', String(pid));
    const stop = scratchStop();
    await decideAndRemember(hold, {}, { ...stop.seen(), ...parts });
    expect(stop.kept()['host']).toEqual(isKept ? expect.objectContaining({ pid }) : undefined);
    // The session has gone on here: whatever went on with it before is forgotten.
    stop.keep(FILE, { continued_by: 'session-b' });
    await decideAndRemember(hold, {}, { ...stop.seen(), ...parts });
    expect(stop.kept()['continued_by']).toBe(isKept ? undefined : 'session-b');
  });

  it.skipIf(process.platform === 'win32')('is left as it is where it is the same', async () => {
    vi.stubEnv('CLAUDE_PID', String(process.ppid));
    const stop = scratchStop();
    const seen = { ...stop.seen(), payload: told };
    await decideAndRemember(hold, {}, seen);
    stop.keep(FILE, { host: stop.kept()['host'], continued_by: 'session-b' });
    await decideAndRemember(hold, {}, seen);
    expect(stop.kept()['continued_by']).toBe('session-b');
  });
});

describe('what is kept of a session', () => {
  it('is what the look has found', async () => {
    const seen = { ...scratchStop().seen(), kept: success({ prompts: 3 }) };
    expect(await recallSession(seen)).toEqual({ state: { prompts: 3 }, notes: [] });
  });

  it('is moved away where it cannot be read, and nothing is left of it', async () => {
    const stop = scratchStop();
    stop.keep(FILE, '{');
    const { notes, state } = await recallSession(stop.seen());
    expect(state).toEqual({});
    expect(notes).toEqual([
      expect.stringMatching(/; the stop gate starts over\. .* It was moved to .*\.$/),
    ]);
    expect(stop.kept()).toEqual({});
  });

  it('is what another process has put right meanwhile', async () => {
    const stop = scratchStop();
    const seen = { ...stop.seen(), kept: BROKEN };
    stop.keep(FILE, { prompts: 3 });
    expect(await recallSession(seen)).toEqual({ state: { prompts: 3 }, notes: [] });
  });

  it('is nothing where it can neither be read nor moved, and the user is told', async () => {
    const stop = unwritable();
    stop.keep(join(FILE, 'x'), 'a folder in the place of the file');
    stop.keep('quarantine', 'a file in the place of a folder');
    const { notes, state } = await recallSession(stop.seen());
    expect(state).toEqual({});
    expect(notes).toEqual([
      expect.stringMatching(
        /^The stored state of this session, including its directives, cannot be read: this stop is decided without it\. /,
      ),
    ]);
  });

  it('is what the folder of the user has, where that of the project can neither be read nor moved', async () => {
    const stop = unwritable(false);
    stop.keep(join(FILE, 'x'), 'a folder in the place of the file');
    stop.keep('quarantine', 'a file in the place of a folder');
    await decideAndRemember(hold, {}, stop.seen());
    const { notes, state } = await recallSession(stop.seen());
    expect(notes).toEqual([]);
    expect(state).toMatchObject({ liveness: { all: 1 } });
  });
});

describe('which subagent made a promise', () => {
  const AGENT = 'agent-1';
  const found = stopperOf(
    { ...payload, event: 'SubagentStop', agentId: AGENT, sessionId: OWNER },
    [],
  );
  if (found === undefined) throw new Error('nobody stops');
  const subagent = found;

  /** What is kept with its session after a subagent stopped that owns a promise, or made it for the session. */
  async function madeBy(
    owner: string,
    parts: Partial<Parameters<ReturnType<typeof scratchStop>['seen']>[0]> = {},
    before: StopGateState = {},
  ) {
    const stop = scratchStop();
    stop.promise({}, ID, owner);
    stop.keep(FILE, before);
    const seen = stop.seen({ stopper: subagent, ...parts });
    const all = seen.folders.map((folder) => ({
      ...folder,
      listing: folder.view.listActive(() => true),
    }));
    const looked = { ...seen, folders: all };
    await keepMaker(looked, promisesAt(looked, NO_MEMORY));
    return stop.kept()['made_by_subagents'];
  }

  it.each<[string, Parameters<typeof madeBy>, unknown]>([
    ['is kept with its session', [OWNER], { [ID]: { agent: AGENT, type: '' } }],
    [
      'is kept with the kind of subagent',
      [OWNER, { payload: { ...payload, agentType: 'reviewer' } }],
      { [ID]: { agent: AGENT, type: 'reviewer' } },
    ],
    ['is not of what it made for itself', [AGENT], undefined],
    ['is not of what a session made', [OWNER, { stopper }], undefined],
    [
      'is kept once: the first is the one that made it',
      [OWNER, {}, { made_by_subagents: { [ID]: { agent: 'agent-0', type: '' } } }],
      { [ID]: { agent: 'agent-0', type: '' } },
    ],
    [
      'is kept beside others',
      [OWNER, {}, { made_by_subagents: { 'promise-0000000b': { agent: 'agent-0', type: '' } } }],
      {
        'promise-0000000b': { agent: 'agent-0', type: '' },
        [ID]: { agent: AGENT, type: '' },
      },
    ],
  ])('%s', async (_what, words, expected) => {
    expect(await madeBy(...words)).toEqual(expected);
  });

  it('is not kept where what is kept of its session cannot be read, which stays as it is', async () => {
    const stop = scratchStop();
    stop.promise();
    stop.keep(FILE, '[]');
    const seen = stop.seen({ stopper: subagent });
    const owned = promisesAt(stop.seen(), NO_MEMORY).owned;
    await keepMaker(seen, { ...promises, owned });
    expect(stop.kept()).toEqual({});
  });
});
