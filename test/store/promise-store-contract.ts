import { describe, expect, it } from 'vitest';
import { criteriaOf } from '../../src/domain/promise.ts';
import {
  type Actor,
  addCriterion,
  cancelPromise,
  draftPromise,
  meetCriterion,
  releasePromise,
} from '../../src/domain/promise-changes.ts';
import type { PromiseStore } from '../../src/store/promise-store.ts';
import { definitionValue } from '../rig/domain-values.ts';

/** A store under test, and a second view of the same state, as another process would have it. */
export interface StoreUnderTest {
  readonly store: PromiseStore;
  readonly other: PromiseStore;
}

const ACTOR: Actor = {
  session: { id: 'session-a', ids: ['session-a'] },
  at: '2026-02-17T10:30:00Z',
};

/** What every store of promises must hold, whatever it keeps them in. */
export function promiseStoreContract(name: string, createStores: () => StoreUnderTest): void {
  async function createdPromise(store: PromiseStore, criteria: readonly string[] = ['first']) {
    const created = await store.create((id) =>
      draftPromise(id, definitionValue('Title', criteria), ACTOR),
    );
    if (!created.ok) throw new Error(created.failure.kind);
    return created.value.id;
  }

  function meet(store: PromiseStore, id: string, criterion: string) {
    const met = { criterion, evidence: `seen ${criterion}`, type: 'test' };
    return store.change(id, (promise) => meetCriterion(id, promise, met, ACTOR));
  }

  describe(`${name} keeps the contract of a promise store`, () => {
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
  });
}
