import { failed, success } from '../../domain/base/result.ts';
import type { Session } from '../../domain/promise/session.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import type { Files } from '../../ports.ts';
import { LONGEST_WAIT_MS } from '../files/change-in-turn.ts';
import { NO_LEDGER } from '../files/ledger.ts';
import { NO_QUEUE } from '../files/queue.ts';
import { createFileStopGateStore } from '../files/stop-gate-store.ts';
import type { StopGateStore } from '../stop-gate-store.ts';
import type { Choice } from './documents.ts';
import { collectedCommits } from './ledger.ts';
import {
  changeDocuments,
  lookAtDocuments,
  pathOfPlace,
  placed,
  type StateWorld,
  shownPlace,
  type Unit,
} from './unit.ts';

/** What the stop gate keeps of each session, as documents of a database. */
export function createGateMemory(world: StateWorld): StopGateStore {
  const look = <Value>(choice: Choice, ask: (store: StopGateStore) => Promise<Value>) =>
    lookAtDocuments(world, "read a session's state", [choice], (files) =>
      ask(storeOver(world, readingUnit(files))),
    );
  const ofSessions = (...ids: readonly string[]): Choice => ({
    of: 'memories',
    names: ids.map(memoryIdOf),
  });
  const found = async <Value>(
    session: Session,
    ask: (store: StopGateStore) => Promise<Value | undefined>,
  ) => {
    const looked = await look(ofSessions(...session.ids), ask);
    return looked.ok ? looked.value : undefined;
  };
  const listed = async <Value>(ask: (store: StopGateStore) => Promise<readonly Value[]>) => {
    const looked = await look({ of: 'told-memories' }, ask);
    return looked.ok ? looked.value : [];
  };
  const readEach: StopGateStore['readEach'] = async (sessions) => {
    const looked = await look(ofSessions(...sessions), (store) => store.readEach(sessions));
    const states = looked.ok ? looked.value : sessions.map(() => looked);
    return states.map((one) => (one.ok ? one : failed(placed(one.failure, world))));
  };
  return {
    async read(session) {
      const [state = success({})] = await readEach([session]);
      return state;
    },
    readEach,
    // The gate writes it at every stop: no writer of the ledger is waited for.
    change: (session, decide) =>
      changeDocuments(
        world,
        "change a session's state",
        [ofSessions(session)],
        (unit) => storeOver(world, unit).change(session, decide),
        false,
      ),
    async setAside(session, failure) {
      if (failure.kind !== 'broken-file') return undefined;
      const { path, reason } = failure.file;
      const file = { path: pathOfPlace(world, path), reason };
      const moved = await changeDocuments(
        world,
        'move a document',
        [ofSessions(session)],
        async (unit) => {
          const to = await storeOver(world, unit).setAside(session, { ...failure, file });
          return success({ to, warnings: [] });
        },
      );
      const to = moved.ok ? moved.value.to : undefined;
      return to === undefined ? undefined : shownPlace(world, to);
    },
    endOf: (session) => found(session, (store) => store.endOf(session)),
    unconfirmedEndOf: (session) => found(session, (store) => store.unconfirmedEndOf(session)),
    listCapped: () => listed((store) => store.listCapped()),
    listWaiting: () => listed((store) => store.listWaiting()),
  };
}

function storeOver(
  world: StateWorld,
  unit: Unit | Pick<Unit, 'files' | 'ledger' | 'commits'>,
): StopGateStore {
  const longestWaitMs = () => LONGEST_WAIT_MS;
  return createFileStopGateStore({ ...world, ...unit, queue: NO_QUEUE, longestWaitMs });
}

/** For those who only read. */
function readingUnit(files: Files): Pick<Unit, 'files' | 'ledger' | 'commits'> {
  const commits = collectedCommits(
    () => undefined,
    () => '',
  );
  return { files, ledger: NO_LEDGER, commits };
}
