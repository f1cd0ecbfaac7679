import { idFault, isSafeId } from '../../../src/domain/base/identifier.ts';
import { failed, type Result, success } from '../../../src/domain/base/result.ts';
import { MS_PER_DAY, timestamp } from '../../../src/domain/base/time.ts';
import type { CostLine } from '../../../src/domain/judging/cost-line.ts';
import { dayOf, mostSpent } from '../../../src/domain/judging/cost-summary.ts';
import { type SpendingLine, spendingFault } from '../../../src/domain/judging/spending.ts';
import { sum } from '../../../src/domain/judging/spent.ts';
import type { EventLine, StateEvent } from '../../../src/domain/promise/event.ts';
import {
  type CompletionPromise,
  criteriaOf,
  isClosed,
} from '../../../src/domain/promise/promise.ts';
import { memoryIn } from '../../../src/domain/session/gate-memory.ts';
import { endIn } from '../../../src/domain/session/session-end.ts';
import type { StopGateState } from '../../../src/domain/session/stop-gate-state.ts';
import { unfinishedIn } from '../../../src/domain/session/unfinished.ts';
import { isWaiting, waitingIn } from '../../../src/domain/session/waiting.ts';
import { answersUntil, governingAnswer } from '../../../src/domain/standing/answers.ts';
import { answersIn, verdictOf } from '../../../src/domain/validation/validation.ts';
import type { ValidationResponse } from '../../../src/domain/validation/validation-response.ts';
import type { CostLog } from '../../../src/store/cost-log.ts';
import type { EventLog } from '../../../src/store/event-log.ts';
import type { PromiseStore } from '../../../src/store/promise-store.ts';
import type { Spending } from '../../../src/store/spending.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import type { StateView } from '../../../src/store/state-view.ts';
import type { StopGateStore } from '../../../src/store/stop-gate-store.ts';
import type { ValidationStore } from '../../../src/store/validation-store.ts';

/** Tables as a database would have them, every row replaced and never changed. */
export interface Tables {
  readonly promises: Map<string, CompletionPromise>;
  readonly answers: Map<string, readonly ValidationResponse[]>;
  readonly sessions: Map<string, StopGateState>;
  readonly events: EventLine[];
  readonly calls: CostLine[];
  readonly spending: Map<string, readonly SpendingLine[]>;
}

export function emptyTables(): Tables {
  return {
    promises: new Map(),
    answers: new Map(),
    sessions: new Map(),
    events: [],
    calls: [],
    spending: new Map(),
  };
}

/** A store without a file: what shows that the port asks for none. Several views may share tables. */
export function createMemoryStore(
  tables: Tables,
  sessionId: string | null,
  now: number,
): StateStore {
  const log = (event: StateEvent, session_id = sessionId): void => {
    tables.events.push({ timestamp: timestamp(now), session_id, ...event });
  };
  return {
    promises: memoryPromises(tables, log),
    validations: memoryValidations(tables, now, log),
    stopGate: memoryStopGate(tables, log),
    sessions: {
      async initialize({ folderName, initiative, sessionId: started }) {
        const fault = idFault('session folder', folderName);
        if (fault !== undefined) return failed(fault);
        log({ event: 'session.initialized', initiative: initiative ?? null }, started);
        return success({ place: `session ${folderName}`, warnings: [] });
      },
    },
    costLog: memoryCostLog(tables),
    eventLog: memoryEventLog(tables),
    spending: memorySpending(tables),
    audits: {
      audit: async () => failed({ kind: 'unexpected', message: 'memory keeps no record' }),
    },
    health: {
      place: 'memory',
      isShared: false,
      quarantine: 'memory',
      isThere: async () =>
        Object.values(tables).some((one) => ('size' in one ? one.size : one.length) > 0),
      refusal: async () => undefined,
      inspect: async () => [],
      repair: async () => failed({ kind: 'unexpected', message: 'nothing can be broken' }),
    },
  };
}

function memoryEventLog({ events }: Tables): EventLog {
  return {
    folder: null,
    async open() {
      let next = 0;
      return {
        *read() {
          for (; next < events.length; next += 1) {
            const text = JSON.stringify(events[next]);
            yield { read: 'line', number: next + 1, text, before: undefined, isWhole: true };
          }
        },
      };
    },
  };
}

/** What the fast lanes read of the same tables. */
export function createMemoryView({ promises, sessions }: Tables): StateView {
  return {
    isThere: () => true,
    listActive: (isWanted) => ({
      promises: [...promises]
        .map(([id, promise]) => ({ id, promise }))
        .filter(({ promise }) => !isClosed(promise) && isWanted(promise)),
      broken: [],
    }),
    whereaboutsOf(id) {
      const promise = promises.get(id);
      return promise === undefined
        ? { place: 'nowhere' }
        : { place: isClosed(promise) ? 'history' : 'active', promise };
    },
    // Nothing but the suite can change a table.
    recordOf: (id) => ({ digest: promises.has(id) ? id : undefined, isRecorded: true }),
    stopGateState: (session) => success(sessions.get(session) ?? {}),
    endOf: ({ ids }) => ids.flatMap((id) => endIn(sessions.get(id) ?? {}) ?? [])[0],
    unconfirmedEndOf: () => undefined,
  };
}

type Log = (event: StateEvent) => void;

/** Replaces a row unless another writer did meanwhile; then everything is asked again. */
async function replaceRow<Row, Decided>(
  rows: Map<string, Row>,
  key: string,
  decide: () => Result<{ readonly row: Row; readonly decided: Decided }>,
): Promise<Result<Decided>> {
  for (;;) {
    const before = rows.get(key);
    const asked = decide();
    await Promise.resolve();
    if (!asked.ok) return asked;
    const again = decide();
    if (rows.get(key) !== before || !again.ok) continue;
    rows.set(key, asked.value.row);
    return success(asked.value.decided);
  }
}

function memoryPromises({ answers, promises }: Tables, log: Log): PromiseStore {
  const find = (id: string): Result<CompletionPromise> => {
    const fault = idFault('promise id', id);
    const promise = promises.get(id);
    if (fault !== undefined) return failed(fault);
    return promise === undefined ? failed({ kind: 'promise-not-found', id }) : success(promise);
  };
  const list = (ended: boolean, ids?: readonly string[]) =>
    success({
      promises: [...promises]
        .map(([id, promise]) => ({ id, promise }))
        .filter(({ id, promise }) => isClosed(promise) === ended && ids?.includes(id) !== false)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
      broken: [],
    });
  return {
    listActive: async () => list(false),
    endedIds: async () =>
      success([...promises].flatMap(([id, one]) => (isClosed(one) ? [id] : [])).sort()),
    listHistory: async (ids) => list(true, ids),
    async find(id) {
      const found = find(id);
      if (!found.ok) return found;
      return success({ id, promise: found.value, ended: isClosed(found.value) });
    },
    records: async (ids) => ({
      states: new Map(ids.filter((id) => promises.has(id)).map((id) => [id, 'recorded'])),
      broken: undefined,
    }),
    // Nothing but the suite can change a table.
    untold: async () => undefined,
    async create(draft) {
      const id = `promise-${promises.size + 1}`;
      const { earlierEvents = [], event, promise } = draft(id);
      promises.set(id, promise);
      for (const one of [...earlierEvents, event]) log({ promise_id: id, ...one });
      return success({ id, before: undefined, after: promise, warnings: [] });
    },
    async change(id, decide) {
      const changed = await replaceRow(promises, id, () => {
        const found = find(id);
        if (!found.ok) return found;
        const before = found.value;
        const change = decide(before, governing(answers, id, criteriaOf(before)));
        if (!change.ok) return change;
        return isClosed(before)
          ? failed({ kind: 'wrong-status', id, status: before.status, attempted: 'be changed' })
          : success({ row: change.value.promise, decided: { before, change: change.value } });
      });
      if (!changed.ok) return changed;
      const { before, change } = changed.value;
      for (const one of [...(change.earlierEvents ?? []), change.event]) {
        log({ promise_id: id, ...one });
      }
      return success({ id, before, after: change.promise, warnings: [] });
    },
  };
}

function governing(
  answers: Tables['answers'],
  promise: string,
  criteria: readonly { readonly id: string }[],
  until?: string,
) {
  return answersIn(
    new Map(
      criteria.flatMap(({ id }) => {
        const response = governingAnswer(
          answersUntil(answers.get(`${promise}/${id}`) ?? [], until),
        );
        return response === undefined ? [] : [[id, { found: 'answer', response }]];
      }),
    ),
  );
}

function memoryValidations({ answers }: Tables, now: number, log: Log): ValidationStore {
  return {
    async store(promise_id, ac_id, response, { evidenceDigest, sessionId, storedBy }) {
      const fault = idFault('promise id', promise_id) ?? idFault('criterion id', ac_id);
      if (fault !== undefined) return failed(fault);
      const _metadata = {
        promise_id,
        ac_id,
        stored_at: timestamp(now),
        stored_by: storedBy,
        session_id: sessionId,
        evidence_digest: evidenceDigest,
      };
      const answer = { ...response, _metadata };
      const place = `${promise_id}/${ac_id}`;
      const all = [...(answers.get(place) ?? []), answer];
      answers.set(place, all);
      const verdict = verdictOf(response) ?? 'unknown';
      log({ event: 'validation.stored', promise_id, ac_id, verdict, stored_by: storedBy });
      return success({ place, governing: governingAnswer(all) ?? answer, warnings: [] });
    },
    answersTo: async (promise, criteria, until) =>
      governing(answers, promise, isSafeId(promise) ? criteria : [], until),
  };
}

function memoryStopGate({ sessions }: Tables, log: Log): StopGateStore {
  const read = (session: string): StopGateState => sessions.get(session) ?? {};
  return {
    read: async (session) => success(read(session)),
    readEach: async (all) => all.map((session) => success(read(session))),
    async change(session, decide) {
      const changed = await replaceRow(sessions, session, () => {
        const decided = decide(read(session));
        return decided.ok ? success({ row: decided.value.state, decided: decided.value }) : decided;
      });
      if (!changed.ok) return changed;
      const { event, value } = changed.value;
      if (event !== undefined) log(event);
      return success({ value, warnings: [] });
    },
    setAside: async () => undefined,
    endOf: async ({ ids }) => ids.flatMap((id) => endIn(read(id)) ?? [])[0],
    unconfirmedEndOf: async () => undefined,
    listCapped: async () =>
      [...sessions]
        .flatMap(([session, state]) => {
          const record = unfinishedIn(state);
          return record === undefined
            ? []
            : [{ session, folders: memoryIn(state).folders, ...record }];
        })
        .sort((a, b) => (a.at < b.at ? 1 : -1)),
    listWaiting: async () =>
      [...sessions]
        .flatMap(([session, state]) => {
          const waiting = waitingIn(state);
          return isWaiting(waiting) && endIn(state) === undefined ? [{ session, ...waiting }] : [];
        })
        .sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
}

function memoryCostLog({ calls }: Tables): CostLog {
  return {
    async append(line) {
      calls.push(line);
      return undefined;
    },
    async read(take) {
      for (const call of calls) take(call);
      return success({ skipped: 0 });
    },
    since: async (moment) => success(calls.filter(({ timestamp: at }) => Date.parse(at) >= moment)),
  };
}

function memorySpending({ calls, spending }: Tables): Spending {
  return {
    async reserve(amounts, limitUsd, now, until) {
      const day = dayOf(timestamp(now));
      const lines = spending.get(day) ?? [];
      const own = { id: `call-${lines.length}`, usd: sum(amounts) };
      const line = { event: 'reserve', ...own, until } as const;
      const since = Date.parse(day);
      const spentUsd = mostSpent(calls, { since, until: since + MS_PER_DAY });
      const fault = spendingFault({ lines: [...lines, line], own, spentUsd, limitUsd, now });
      if (fault !== undefined) return failed(fault);
      spending.set(day, [...lines, line]);
      return success(
        amounts.map((usd) => ({
          async settle() {
            spending.set(day, [...(spending.get(day) ?? []), { event: 'settle', id: own.id, usd }]);
            return undefined;
          },
        })),
      );
    },
  };
}
