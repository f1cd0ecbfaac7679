import type { StateStore } from './state-store.ts';
import type { StopGateStore } from './stop-gate-store.ts';

/** A store whose code is loaded once something is asked of it. */
interface LaterStore {
  /** Where it is, as texts for people. */
  readonly place: string;
  readonly quarantine: string;
  load(): Promise<StateStore>;
}

export function createLaterStore({ load, place, quarantine }: LaterStore): StateStore {
  let loaded: Promise<StateStore> | undefined;
  const store = (): Promise<StateStore> => {
    loaded ??= load();
    return loaded;
  };
  return {
    promises: {
      listActive: async () => (await store()).promises.listActive(),
      endedIds: async (order) => (await store()).promises.endedIds(order),
      listHistory: async (ids) => (await store()).promises.listHistory(ids),
      find: async (id) => (await store()).promises.find(id),
      records: async (ids) => (await store()).promises.records(ids),
      untold: async (id) => (await store()).promises.untold(id),
      create: async (draft) => (await store()).promises.create(draft),
      change: async (id, decide) => (await store()).promises.change(id, decide),
    },
    validations: {
      store: async (...given) => (await store()).validations.store(...given),
      answersTo: async (...given) => (await store()).validations.answersTo(...given),
    },
    stopGate: createLaterStopGate(store),
    sessions: { initialize: async (start) => (await store()).sessions.initialize(start) },
    costLog: {
      append: async (line) => (await store()).costLog.append(line),
      read: async (take) => (await store()).costLog.read(take),
      since: async (moment) => (await store()).costLog.since(moment),
    },
    eventLog: { folder: null, open: async () => (await store()).eventLog.open() },
    spending: { reserve: async (...given) => (await store()).spending.reserve(...given) },
    health: {
      isShared: true,
      place,
      quarantine,
      isThere: async () => (await store()).health.isThere(),
      refusal: async () => (await store()).health.refusal(),
      inspect: async () => (await store()).health.inspect(),
      repair: async (finding) => (await store()).health.repair(finding),
    },
    audits: { audit: async (id) => (await store()).audits.audit(id) },
  };
}

/** What the stop gate keeps, in such a store. */
export function createLaterStopGate(
  store: () => Promise<Pick<StateStore, 'stopGate'>>,
): StopGateStore {
  return {
    read: async (session) => (await store()).stopGate.read(session),
    readEach: async (sessions) => (await store()).stopGate.readEach(sessions),
    change: async (session, decide) => (await store()).stopGate.change(session, decide),
    setAside: async (session, failure) => (await store()).stopGate.setAside(session, failure),
    endOf: async (session) => (await store()).stopGate.endOf(session),
    unconfirmedEndOf: async (session) => (await store()).stopGate.unconfirmedEndOf(session),
    listCapped: async () => (await store()).stopGate.listCapped(),
    listWaiting: async () => (await store()).stopGate.listWaiting(),
  };
}
