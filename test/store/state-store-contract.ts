import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/adapters/file-digest.ts';
import { failed, success } from '../../src/domain/base/result.ts';
import { criteriaOf } from '../../src/domain/promise/promise.ts';
import {
  type Actor,
  addCriterion,
  cancelPromise,
  draftPromise,
  meetCriterion,
  releasePromise,
} from '../../src/domain/promise/promise-changes.ts';
import { withCap, withMemory } from '../../src/domain/session/gate-memory.ts';
import { NO_COUNTERS } from '../../src/domain/session/liveness.ts';
import { coverDigest, type SessionEnd, withEnd } from '../../src/domain/session/session-end.ts';
import { withContinuation } from '../../src/domain/session/session-host.ts';
import type { StopGateState } from '../../src/domain/session/stop-gate-state.ts';
import { withWaiting } from '../../src/domain/session/waiting.ts';
import { verdictOf } from '../../src/domain/validation/validation.ts';
import type { PromiseStore } from '../../src/store/promise-store.ts';
import type { StateStore } from '../../src/store/state-store.ts';
import type { StateView } from '../../src/store/state-view.ts';
import {
  definitionValue,
  failureOf,
  NO_MEMORY,
  NOW,
  sessionValue,
  successOf,
} from '../rig/values/domain-values.ts';
import { costLine } from '../rig/values/judge-values.ts';
import { validatorResponse } from '../rig/values/promises.ts';
import { allCalls } from '../rig/worlds/cost-lines.ts';

/** A store under test, another one of the same state, as another process has it, its lanes' view and events. */
export interface StoreUnderTest {
  readonly store: StateStore;
  readonly other: StateStore;
  readonly view: StateView;
  events(): readonly unknown[];
}

const ACTOR: Actor = {
  session: { id: 'session-a', ids: ['session-a'] },
  at: '2026-02-17T10:30:00Z',
};

/** What every store must hold, whatever it keeps the state in. */
export function stateStoreContract(name: string, createStores: () => StoreUnderTest): void {
  describe(`${name} keeps the contract of a store`, () => {
    describe('of promises', () => promiseContract(createStores));
    describe('of answers', () => answerContract(createStores));
    describe('of what the stop gate remembers', () => stopGateContract(createStores));
    describe('of what the fast lanes read', () => viewContract(createStores));
    describe('of sessions', () => sessionContract(createStores));
    describe('of events', () => eventContract(createStores));
    describe('of costs', () => costContract(createStores));
    describe('of reservations', () => spendingContract(createStores));
    describe('of its health', () => healthContract(createStores));
  });
}

async function createdPromise(store: PromiseStore, criteria: readonly string[] = ['first']) {
  const created = await store.create((id) =>
    draftPromise(id, definitionValue('Title', criteria), ACTOR),
  );
  return successOf(created).id;
}

function promiseContract(createUnderTest: () => StoreUnderTest): void {
  const createStores = () => {
    const { other, store } = createUnderTest();
    return { store: store.promises, other: other.promises };
  };
  function meet(store: PromiseStore, id: string, criterion: string) {
    const met = { criterion, evidence: `seen ${criterion}`, type: 'test' };
    return store.change(id, (promise) => meetCriterion(id, promise, met, ACTOR));
  }

  it('gives every new promise an id of its own and shows it to others at once', async () => {
    const { store, other } = createStores();
    const ids = [await createdPromise(store), await createdPromise(store)];
    expect(new Set(ids).size).toBe(2);
    const listing = await other.listActive();
    expect(listing.ok && listing.value.promises.map(({ id }) => id)).toEqual([...ids].sort());
  });

  it('shows an acknowledged change to others at once', async () => {
    const { store, other } = createStores();
    const id = await createdPromise(store);
    expect((await meet(store, id, 'AC-1')).ok).toBe(true);
    const found = await other.find(id);
    expect(found.ok && criteriaOf(found.value.promise)[0]?.evidence).toBe('seen AC-1');
  });

  it('tells what a promise was before a change and is after it', async () => {
    const { store } = createStores();
    const id = await createdPromise(store);
    const changed = await meet(store, id, 'AC-1');
    expect(changed.ok && changed.value.before?.acceptance_criteria?.[0]?.status).toBe('pending');
    expect(changed.ok && changed.value.after.acceptance_criteria?.[0]?.status).toBe('met');
  });

  it('keeps every one of many changes made at once through several views', async () => {
    const { store, other } = createStores();
    const names = Array.from({ length: 24 }, (_, index) => `criterion ${index + 1}`);
    const id = await createdPromise(store, names);
    const outcomes = await Promise.all(
      names.map((_, index) => meet(index % 2 === 0 ? store : other, id, `AC-${index + 1}`)),
    );
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    const found = await store.find(id);
    const statuses = found.ok ? criteriaOf(found.value.promise).map(({ status }) => status) : [];
    expect(statuses).toEqual(names.map(() => 'met'));
  });

  it('asks again for a change where another writer was first', async () => {
    const { store, other } = createStores();
    const id = await createdPromise(store);
    const add = (view: PromiseStore, text: string) =>
      view.change(id, (promise) => addCriterion(id, promise, text, ACTOR));
    await Promise.all([add(store, 'a'), add(other, 'b'), add(store, 'c'), add(other, 'd')]);
    const found = await store.find(id);
    const ids = found.ok ? criteriaOf(found.value.promise).map((ac) => ac.id) : [];
    expect(ids).toEqual(['AC-1', 'AC-2', 'AC-3', 'AC-4', 'AC-5']);
  });

  it('keeps keys that nobody knows', async () => {
    const { store } = createStores();
    const created = await store.create((id) => {
      const { promise, event } = draftPromise(id, definitionValue('Title', ['first']), ACTOR);
      return { promise: { ...promise, later_version: { of: ['anything'] } }, event };
    });
    const id = created.ok ? created.value.id : '';
    await meet(store, id, 'AC-1');
    const found = await store.find(id);
    expect(found.ok && found.value.promise['later_version']).toEqual({ of: ['anything'] });
  });

  it('moves a promise that a change ended to the history', async () => {
    const { store, other } = createStores();
    const id = await createdPromise(store);
    await store.change(id, (promise) => cancelPromise(id, promise, ACTOR));
    expect(await other.listActive()).toMatchObject({ ok: true, value: { promises: [] } });
    expect(await other.listHistory()).toMatchObject({ ok: true, value: { promises: [{ id }] } });
    expect(await other.endedIds('newest')).toEqual({ ok: true, value: [id] });
    const some = await other.listHistory(['promise-of-nobody', id]);
    expect(some).toMatchObject({ ok: true, value: { promises: [{ id }], broken: [] } });
    const found = await other.find(id);
    expect(found.ok && found.value.ended).toBe(true);
  });

  it('changes nothing where the change is refused', async () => {
    const { store } = createStores();
    const id = await createdPromise(store);
    const before = await store.find(id);
    const refused = await meet(store, id, 'AC-9');
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'unknown-criterion' } });
    expect(await store.find(id)).toEqual(before);
  });

  it('refuses every change of a promise that has ended', async () => {
    const { store } = createStores();
    const id = await createdPromise(store);
    await store.change(id, (promise) => cancelPromise(id, promise, ACTOR));
    for (const change of [
      meet(store, id, 'AC-1'),
      store.change(id, (promise) => releasePromise(id, promise, ACTOR)),
      store.change(id, (promise) => ({
        ok: true,
        value: {
          promise: { ...promise, status: 'pending' },
          event: { event: 'promise.started' },
        },
      })),
    ]) {
      expect(await change).toMatchObject({ ok: false, failure: { kind: 'wrong-status' } });
    }
  });

  it.each([
    ['promise-00000000', 'promise-not-found'],
    ['../promise-00000000', 'invalid-id'],
    ['a/b', 'invalid-id'],
    ['', 'invalid-id'],
    ['x'.repeat(129), 'invalid-id'],
  ])('answers %j with %s', async (id, kind) => {
    const { store } = createStores();
    expect(await store.find(id)).toMatchObject({ ok: false, failure: { kind } });
    expect(await meet(store, id, 'AC-1')).toMatchObject({ ok: false, failure: { kind } });
  });
}

const ORIGIN = { sessionId: 'session-a', evidenceDigest: null };

function answerContract(createStores: () => StoreUnderTest): void {
  const answer = async (
    { validations }: StateStore,
    by: string,
    verdict: string,
    id = 'promise-1',
  ) =>
    successOf(
      await validations.store(id, 'AC-1', validatorResponse(verdict), { ...ORIGIN, storedBy: by }),
    );
  const governs = async ({ validations }: StateStore, id = 'promise-1') => {
    const found = (await validations.answersTo(id, [{ id: 'AC-1' }]))('AC-1');
    return found.found === 'answer' ? verdictOf(found.response) : found.found;
  };

  it('nothing is stored at first', async () => {
    expect(await governs(createStores().store)).toBe('none');
  });

  it('what is acknowledged is there for others, with who stored it', async () => {
    const { other, store } = createStores();
    const { governing, place } = await answer(store, 'ada', 'PASS');
    expect(await governs(other)).toBe('PASS');
    expect(place).not.toBe('');
    expect(governing).toMatchObject({
      task_id: 'task-1',
      _metadata: { promise_id: 'promise-1', ac_id: 'AC-1', stored_by: 'ada' },
    });
  });

  it('a FAIL yields to a later answer of the same validator only', async () => {
    const { other, store } = createStores();
    await answer(store, 'ada', 'FAIL');
    expect(verdictOf((await answer(other, 'bob', 'PASS')).governing)).toBe('FAIL');
    expect(await governs(store)).toBe('FAIL');
    await answer(other, 'ada', 'PASS');
    expect(await governs(store)).toBe('PASS');
  });

  it('what was read stays as it was read', async () => {
    const { store } = createStores();
    const before = await store.validations.answersTo('promise-1', [{ id: 'AC-1' }]);
    await answer(store, 'ada', 'FAIL');
    expect(before('AC-1').found).toBe('none');
  });

  it('a change is decided on the answers as they are then', async () => {
    const { other, store } = createStores();
    const id = await createdPromise(store.promises);
    const gated = (view: StateStore) =>
      view.promises.change(id, (promise, answerFor) => {
        const found = answerFor('AC-1');
        return found.found === 'answer' && verdictOf(found.response) === 'PASS'
          ? success(cancelPromiseOf(id, promise))
          : failed({ kind: 'unexpected', message: found.found });
      });
    expect((await gated(store)).ok).toBe(false);
    await answer(other, 'ada', 'FAIL', id);
    expect((await gated(store)).ok).toBe(false);
    await answer(other, 'ada', 'PASS', id);
    expect((await gated(store)).ok).toBe(true);
  });

  it.each(['../x', 'a/b', '', 'x'.repeat(129)])('%j has no answer and gets none', async (id) => {
    const { store } = createStores();
    const given = { ...ORIGIN, storedBy: 'ada' };
    const stored = await store.validations.store(id, 'AC-1', validatorResponse('PASS'), given);
    expect(failureOf(stored).kind).toBe('invalid-id');
    expect(await governs(store, id)).toBe('none');
  });
}

function cancelPromiseOf(id: string, promise: Parameters<typeof cancelPromise>[1]) {
  return successOf(cancelPromise(id, promise, ACTOR));
}

function stopGateContract(createStores: () => StoreUnderTest): void {
  it('of an unknown session nothing is kept, under any id', async () => {
    const { store } = createStores();
    for (const id of ['session-a', 'a/b', 'x'.repeat(300)]) {
      expect(successOf(await store.stopGate.read(id))).toEqual({});
    }
  });

  it('shows an acknowledged change to others at once, with what its caller wants to know', async () => {
    const { other, store } = createStores();
    const changed = await store.stopGate.change('a/b', (state) =>
      success({ state: { ...state, later_version: [1] }, value: 'told' }),
    );
    expect(successOf(changed).value).toBe('told');
    expect(successOf(await other.stopGate.read('a/b'))).toEqual({ later_version: [1] });
  });

  it('reads what is kept of several sessions in their order', async () => {
    const { other, store } = createStores();
    await store.stopGate.change('session-b', () =>
      success({ state: { later_version: 'b' }, value: undefined }),
    );
    const states = await other.stopGate.readEach(['session-a', 'session-b', 'session-a']);
    expect(states.map(successOf)).toEqual([{}, { later_version: 'b' }, {}]);
    expect(await other.stopGate.readEach([])).toEqual([]);
  });

  it('keeps every one of many changes made at once through several views', async () => {
    const { other, store } = createStores();
    const counts = Array.from({ length: 12 }, (_, index) => index);
    await Promise.all(
      counts.map((count) =>
        (count % 2 === 0 ? store : other).stopGate.change('session-a', (state) =>
          success({ state: { ...state, [`told-${count}`]: true }, value: undefined }),
        ),
      ),
    );
    const state = successOf(await store.stopGate.read('session-a'));
    expect(Object.keys(state).sort()).toEqual(counts.map((count) => `told-${count}`).sort());
  });

  it('changes nothing where the change is refused', async () => {
    const { store } = createStores();
    const failure = { kind: 'unexpected', message: 'no' } as const;
    expect(failureOf(await store.stopGate.change('session-a', () => failed(failure)))).toEqual(
      failure,
    );
    expect(successOf(await store.stopGate.read('session-a'))).toEqual({});
  });

  it('sets nothing aside that is sound', async () => {
    const { store } = createStores();
    const failure = { kind: 'unexpected', message: 'no' } as const;
    expect(await store.stopGate.setAside('session-a', failure)).toBeUndefined();
  });

  it("finds a person's end under any id of a session", async () => {
    const { other, store } = createStores();
    const end = { by: 'person', at: NOW, reason: 'r', promises: [], unreadable: [] } as const;
    await endSession(store, 'session-b', {}, end);
    expect(await other.stopGate.endOf(sessionValue('session-a', 'session-b'))).toMatchObject(end);
    expect(await other.stopGate.endOf(sessionValue('session-a'))).toBeUndefined();
  });

  it('lists the sessions that were let go at their last stop, the latest first', async () => {
    const { other, store } = createStores();
    const keep = (session: string, at: string, last: 'cap' | 'block') =>
      store.stopGate.change(session, (state) => {
        const counters = { ...NO_COUNTERS, last };
        const capped = withCap(state, { at, why: 'idle', checker: 'promises' });
        return success({
          state: withMemory(capped, { ...NO_MEMORY, counters }),
          value: undefined,
        });
      });
    await keep('session-a', '2026-03-04T05:06:07Z', 'cap');
    await keep('session-b', '2026-03-04T05:06:08Z', 'cap');
    await keep('session-c', '2026-03-04T05:06:09Z', 'block');
    const capped = await other.stopGate.listCapped();
    expect(capped.map(({ session }) => session)).toEqual(['session-b', 'session-a']);
    await other.stopGate.change('session-b', (state) =>
      success({ state: withContinuation(state, 'session-d'), value: undefined }),
    );
    const left = await other.stopGate.listCapped();
    expect(left.map(({ session }) => session)).toEqual(['session-a']);
  });

  it('lists the sessions that wait for their users, the longest first, without those that a person ended', async () => {
    const { other, store } = createStores();
    const waiting = { question: 'Which?', needs: 'decision', kind: 'asked', used: true } as const;
    const end = { by: 'person', at: NOW, reason: 'r', promises: [], unreadable: [] } as const;
    const keep = (session: string, state: StopGateState) =>
      store.stopGate.change(session, () => success({ state, value: undefined }));
    const since = (at: string) => withWaiting({}, { ...waiting, at });
    await keep('session-a', since('2026-03-04T05:06:08.100Z'));
    await keep('session-b', since('2026-03-04T05:06:08.099Z'));
    await keep('session-c', withWaiting({}, { ...waiting, at: NOW, over: true }));
    await endSession(store, 'session-d', since(NOW), end);
    const listed = await other.stopGate.listWaiting();
    expect(listed.map(({ session }) => session)).toEqual(['session-b', 'session-a']);
    expect(listed[0]).toMatchObject({ question: 'Which?', needs: 'decision', used: true });
  });
}

function viewContract(createStores: () => StoreUnderTest): void {
  it('lists the open promises that are wanted, as they are stored now', async () => {
    const { store, view } = createStores();
    const ids = [await createdPromise(store.promises), await createdPromise(store.promises)];
    const [first = '', second = ''] = [...ids].sort();
    expect(view.listActive(() => true).promises.map(({ id }) => id)).toEqual([first, second]);
    expect(view.listActive(() => false)).toEqual({ promises: [], broken: [] });
    await store.promises.change(first, (promise) => cancelPromise(first, promise, ACTOR));
    expect(view.listActive(() => true).promises.map(({ id }) => id)).toEqual([second]);
  });

  it('tells where a promise is by now', async () => {
    const { store, view } = createStores();
    const id = await createdPromise(store.promises);
    expect(view.whereaboutsOf(id).place).toBe('active');
    await store.promises.change(id, (promise) => cancelPromise(id, promise, ACTOR));
    expect(view.whereaboutsOf(id)).toMatchObject({ place: 'history', promise: { id } });
    for (const other of ['promise-ffffffff', '../x', '']) {
      expect(view.whereaboutsOf(other).place).toBe('nowhere');
    }
  });

  it('reads what the stop gate keeps of a session, its end included', async () => {
    const { store, view } = createStores();
    expect(successOf(view.stopGateState('a/b'))).toEqual({});
    const end = { by: 'person', at: NOW, reason: 'r', promises: [], unreadable: [] } as const;
    await endSession(store, 'a/b', {}, end);
    expect(successOf(view.stopGateState('a/b'))).toMatchObject({ ended: end });
    expect(view.endOf(sessionValue('session-a', 'a/b'))).toMatchObject(end);
    expect(view.endOf(sessionValue('session-a'))).toBeUndefined();
  });
}

function sessionContract(createStores: () => StoreUnderTest): void {
  const initiative = undefined;

  it('a session that starts is recorded as itself, and says where it is kept', async () => {
    const { events, store } = createStores();
    const started = { sessionId: 'session-new', folderName: 'folder', initiative };
    expect(successOf(await store.sessions.initialize(started)).place).not.toBe('');
    expect(events()).toMatchObject([{ event: 'session.initialized', session_id: 'session-new' }]);
  });

  it('a session is not kept under a name that leads elsewhere', async () => {
    const { store } = createStores();
    const started = { sessionId: 'session-new', folderName: '../x', initiative };
    expect(failureOf(await store.sessions.initialize(started)).kind).toBe('invalid-id');
  });
}

function eventContract(createStores: () => StoreUnderTest): void {
  it('every change is recorded once, in its order, with who made it', async () => {
    const { events, other, store } = createStores();
    const id = await createdPromise(store.promises);
    await other.promises.change(id, (promise) => addCriterion(id, promise, 'second', ACTOR));
    await store.promises.change(id, () => failed({ kind: 'unexpected', message: 'no' }));
    await store.validations.store(id, 'AC-1', validatorResponse('PASS'), {
      ...ORIGIN,
      storedBy: 'ada',
    });
    await store.stopGate.change('session-a', (state) =>
      success({
        state,
        value: undefined,
        event: { event: 'directive.retired', directive: 'D-1' },
      }),
    );
    const session_id = 'session-a';
    expect(events()).toMatchObject([
      { event: 'promise.created', promise_id: id, session_id },
      { event: 'criterion.added', promise_id: id, ac_id: 'AC-2', session_id },
      { event: 'validation.stored', promise_id: id, verdict: 'PASS', stored_by: 'ada' },
      { event: 'directive.retired', directive: 'D-1', session_id },
    ]);
  });

  it('what led to a change is recorded before it', async () => {
    const { events, store } = createStores();
    const id = await createdPromise(store.promises);
    await store.promises.change(id, (promise) => {
      const earlierEvents = [{ event: 'promise.started' } as const];
      return success({ ...cancelPromiseOf(id, promise), earlierEvents });
    });
    const names = events().map((line) => Object(line)['event']);
    expect(names).toEqual(['promise.created', 'promise.started', 'promise.cancelled']);
  });
}

function costContract(createStores: () => StoreUnderTest): void {
  it('every call is there for others, oldest first', async () => {
    const { other, store } = createStores();
    const lines = ['a', 'b', 'c'].map((request_id) => costLine({ request_id }));
    expect(await allCalls(other.costLog)).toEqual({ lines: [], skipped: 0 });
    for (const line of lines) expect(await store.costLog.append(line)).toBeUndefined();
    expect(await allCalls(other.costLog)).toEqual({ lines, skipped: 0 });
  });

  it('those since a moment are told from earlier ones', async () => {
    const { other, store } = createStores();
    const days = ['2026-02-16', '2026-02-17', '2026-02-18'];
    for (const day of days) await store.costLog.append(costLine({ timestamp: `${day}T10:00:00Z` }));
    const since = async (day: string) =>
      successOf(await other.costLog.since(Date.parse(day))).map(({ timestamp: at }) => at);
    expect((await since('2026-02-17')).toSorted()).toEqual([
      '2026-02-17T10:00:00Z',
      '2026-02-18T10:00:00Z',
    ]);
    expect(await since('2026-02-19')).toEqual([]);
  });
}

function spendingContract(createStores: () => StoreUnderTest): void {
  const now = Date.parse(NOW);
  const reserve = async ({ spending }: StateStore, amounts: readonly number[], at = now) =>
    spending.reserve(amounts, 10, at, at);

  it('what one process reserves, no other may spend until it is settled', async () => {
    const { other, store } = createStores();
    const [six] = successOf(await reserve(store, [6]));
    const refused = { kind: 'spending-cap', cap: 'day', limitUsd: 10, spentUsd: 6, neededUsd: 5 };
    expect(failureOf(await reserve(other, [5]))).toEqual(refused);
    expect(await six?.settle()).toBeUndefined();
    expect((await reserve(other, [5])).ok).toBe(true);
  });

  it('several are reserved together or not at all, and each gives back its share', async () => {
    const { other, store } = createStores();
    expect((await reserve(store, [6, 5])).ok).toBe(false);
    const [four, six] = successOf(await reserve(store, [4, 6]));
    expect((await reserve(other, [4])).ok).toBe(false);
    await four?.settle();
    expect((await reserve(other, [4])).ok).toBe(true);
    await six?.settle();
    expect((await reserve(other, [6])).ok).toBe(true);
  });

  it('what the cost log says was spent on the day counts, and on another day does not', async () => {
    const { other, store } = createStores();
    await store.costLog.append(costLine({ cost_usd: 8 }));
    expect((await reserve(other, [3])).ok).toBe(false);
    expect((await reserve(other, [3], now + 24 * 60 * 60 * 1000)).ok).toBe(true);
  });
}

function healthContract(createStores: () => StoreUnderTest): void {
  it('is there once something is promised, can be used, and is sound', async () => {
    const { other, store } = createStores();
    expect(await other.health.isThere()).toBe(false);
    await createdPromise(store.promises);
    expect(await other.health.isThere()).toBe(true);
    expect(await other.health.refusal()).toBeUndefined();
    expect(await other.health.inspect()).toEqual([]);
    expect([store.health.place, store.health.quarantine]).not.toContain('');
  });
}

/** Ends a session as a person does, whatever was kept of it. */
async function endSession(
  store: StateStore,
  session: string,
  state: StopGateState,
  end: SessionEnd,
): Promise<void> {
  const covers = coverDigest(end, sha256);
  const kept = await store.stopGate.change<undefined>(session, () =>
    success({
      state: withEnd(state, end),
      value: undefined,
      event: { event: 'session.ended', session, reason: end.reason, covers },
      naming: (event) => withEnd(state, { ...end, event }),
    }),
  );
  expect(kept.ok).toBe(true);
}
