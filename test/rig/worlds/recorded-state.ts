import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import { success } from '../../../src/domain/base/result.ts';
import {
  addCriterion,
  cancelPromise,
  draftPromise,
  meetCriterion,
  releasePromise,
  startPromise,
  waiveCriterion,
} from '../../../src/domain/promise/promise-changes.ts';
import type { Audit } from '../../../src/domain/session/audit.ts';
import { inheritedState } from '../../../src/domain/session/lineage.ts';
import { coverDigest, withEnd, withoutEnd } from '../../../src/domain/session/session-end.ts';
import type { StateStore, StoreWorld } from '../../../src/store/state-store.ts';
import { actorValue, definitionValue, NOW, successOf } from '../values/domain-values.ts';
import { validatorResponse } from '../values/promises.ts';
import { createFileStore } from './file-store.ts';

/** A project's state, with its store opened in this process, and the folder of what is kept for the user. */
export interface RecordedState {
  readonly folder: string;
  /** `.claude/completion-state` of the project. */
  readonly state: string;
  readonly ofUser: string;
  readonly store: StateStore;
  /** The same state as another process opens it. */
  open(replaced?: Partial<StoreWorld>): StateStore;
  audit(id?: string): Promise<Audit>;
}

/** An empty project. The caller removes `root`. */
export function recordedState(): RecordedState & { readonly root: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'completion-promise-audit-')));
  const [folder, ofUser] = [join(root, 'project'), join(root, 'of-user')];
  mkdirSync(folder);
  const open = (replaced: Partial<StoreWorld> = {}) =>
    createFileStore(folder, { userStateFolder: ofUser, ...replaced });
  return {
    root,
    folder,
    state: join(folder, '.claude', 'completion-state'),
    ofUser,
    store: open(),
    open,
    audit: async (id) => successOf(await open().audits.audit(id)),
  };
}

const ACTOR = actorValue('session-a');

/** What the suite does to a state, one change each; `id`: of a promise with two criteria that has begun. */
export const CHANGES = {
  create: async (store: StateStore): Promise<string> =>
    successOf(
      await store.promises.create((id) =>
        draftPromise(id, definitionValue('T', ['first', 'second']), ACTOR),
      ),
    ).id,
  start: async (store: StateStore, id: string) =>
    successOf(await store.promises.change(id, (promise) => startPromise(id, promise, ACTOR))),
  meet: async (store: StateStore, id: string, evidence = 'seen') => {
    const met = { criterion: 'AC-1', evidence, type: 'manual' };
    successOf(await store.promises.change(id, (promise) => meetCriterion(id, promise, met, ACTOR)));
  },
  add: async (store: StateStore, id: string) =>
    successOf(
      await store.promises.change(id, (promise) => addCriterion(id, promise, 'more', ACTOR)),
    ),
  release: async (store: StateStore, id: string) =>
    successOf(await store.promises.change(id, (promise) => releasePromise(id, promise, ACTOR))),
  cancel: async (store: StateStore, id: string) =>
    successOf(await store.promises.change(id, (promise) => cancelPromise(id, promise, ACTOR))),
  waive: async (store: StateStore, id: string) => {
    const waiver = { by: 'person', at: NOW, reason: 'not needed' } as const;
    successOf(
      await store.promises.change(id, (promise) => waiveCriterion(id, promise, 'AC-2', waiver)),
    );
  },
  answer: async (store: StateStore, id: string, verdict = 'PASS') => {
    const origin = { storedBy: 'reviewer', sessionId: 'session-b', evidenceDigest: null };
    successOf(await store.validations.store(id, 'AC-1', validatorResponse(verdict), origin));
  },
  end: async (store: StateStore, session: string) => {
    const ended = { by: 'person', at: NOW, reason: 'late', promises: [], unreadable: [] } as const;
    const covers = coverDigest(ended, sha256);
    const event = { event: 'session.ended', session, reason: 'late', covers } as const;
    successOf(
      await store.stopGate.change<undefined>(session, (state) =>
        success({
          state: withEnd(state, ended),
          value: undefined,
          event,
          naming: (named) => withEnd(state, { ...ended, event: named }),
        }),
      ),
    );
  },
  goOn: async (store: StateStore, session: string, before: string) => {
    const from = { id: before, state: successOf(await store.stopGate.read(before)) };
    successOf(
      await store.stopGate.change<undefined>(session, (state) =>
        success({ ...inheritedState(state, from, session, 'clear'), value: undefined }),
      ),
    );
  },
  reopen: async (store: StateStore, session: string) => {
    const event = { event: 'session.reopened', session } as const;
    successOf(
      await store.stopGate.change(session, (state) =>
        success({ state: withoutEnd(state), value: undefined, event }),
      ),
    );
  },
};

/** Some 40 events of every kind, on promises that are open, released, waived and in the history. */
export async function withHistory(recorded: RecordedState): Promise<readonly string[]> {
  const { store } = recorded;
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const id = await CHANGES.create(store);
    ids.push(id);
    await CHANGES.start(store, id);
    for (const evidence of ['one', 'two', 'three']) await CHANGES.meet(store, id, evidence);
    await CHANGES.answer(store, id, 'FAIL');
    await CHANGES.answer(store, id);
    await CHANGES.add(store, id);
  }
  const [first = '', second = '', third = ''] = ids;
  await CHANGES.waive(store, first);
  await CHANGES.release(store, second);
  await CHANGES.cancel(store, third);
  await CHANGES.end(store, 'session-a');
  await CHANGES.end(store, 'session-b');
  await CHANGES.reopen(store, 'session-b');
  return ids;
}
