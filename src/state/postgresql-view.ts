import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { createNodeChance } from '../adapters/node-chance.ts';
import { createNodeClock } from '../adapters/node-clock.ts';
import { createNodeProcesses, machineName } from '../adapters/node-processes.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import { createDatabaseAsker, databaseFile } from '../adapters/waiting-worker.ts';
import { failed, type Result } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import { isClosed, ownerOf } from '../domain/promise/promise.ts';
import type { KnownPlace, LastKnown } from '../domain/session/last-known.ts';
import { shownAddress } from '../domain/settings/store-address.ts';
import type { AskDatabase, AskedStatement, DatabaseRows } from '../ports.ts';
import { createLastKnownStates } from '../store/files/last-known.ts';
import { placeOf } from '../store/files/state-folder.ts';
import type { Expected, LaneQuestion } from '../store/lane-question.ts';
import type { LastKnownStates } from '../store/last-known.ts';
import { createLastKnownView } from '../store/last-known-view.ts';
import { withHeartbeat } from '../store/postgresql/heartbeat.ts';
import { readWithin } from '../store/postgresql/one-read.ts';
import { createDatabaseView, expectedStatement } from '../store/postgresql/state-view.ts';
import type { LanePlace } from '../store/shared-store.ts';
import type { StateView } from '../store/state-view.ts';

/**
 * How a lane looks at a state in a database: what concerns the session is read before, by one statement, and whatever
 * else is asked by further ones. Where the database cannot be reached in time, what it said last is shown.
 */
export async function sharedView(
  question: LaneQuestion,
  folder: string,
  store: LanePlace,
): Promise<StateView> {
  const expected: Expected = {
    owners: question.owners,
    promises: question.registered.map(({ id }) => id),
  };
  const [session = ''] = question.owners;
  const state = { ...store, projectFolder: folder };
  const world = { digests: NODE_DIGESTS, files: question.files };
  if (!store.project.ok) {
    const failure = store.project.failure;
    return createDatabaseView({ ...world, ask: () => failed(failure) }, state, expected);
  }
  const project = store.project.value;
  const place = { session, store: shownAddress(store.address), project };
  const states = lastKnownStates(question);
  if (question.isGlance === true) return glance(question, folder, place, states);
  const statement = expectedStatement(state.address, project, expected);
  const beat = question.isAtWork ? { session, machine: machine() } : undefined;
  const asked = await readIn(store.timeoutMs, question, withHeartbeat(statement, beat));
  // Who may not record that the session was seen may still read what it promised.
  const isRefused = !asked.ok && asked.failure.kind === 'store-refused' && beat !== undefined;
  const rows = isRefused ? await readIn(store.timeoutMs, question, statement) : asked;
  if (!rows.ok && rows.failure.kind === 'store-unreachable') {
    return createLastKnownView({
      place,
      failure: rows.failure,
      known: knownOf(question.owners, place, states),
      registered: registeredIn(question, folder),
    });
  }
  const ask = createDatabaseAskerAfter(statement, rows, () => mostMs(store.timeoutMs, question));
  const view = { ...createDatabaseView({ ...world, ask }, state, expected), shared: { place } };
  if (rows.ok) keepKnown(view, question.owners, place, states);
  return view;
}

function readIn(
  timeoutMs: number,
  { leftMs }: LaneQuestion,
  statement: AskedStatement,
): Promise<Result<DatabaseRows>> {
  return readWithin(statement, mostMs(timeoutMs, { leftMs }), {
    chance: createNodeChance(),
    clock: createNodeClock(),
  });
}

/** The longest wait for an answer: what the store has for it, as far as the lane has time left. */
function mostMs(timeoutMs: number, { leftMs }: Pick<LaneQuestion, 'leftMs'>): number {
  return Math.max(1, Math.min(timeoutMs, leftMs()));
}

/** What this machine knows, for those who wait for nothing. */
function glance(
  question: LaneQuestion,
  folder: string,
  place: KnownPlace,
  states: LastKnownStates,
): StateView {
  const view = createLastKnownView({
    place,
    known: knownOf(question.owners, place, states),
    registered: registeredIn(question, folder),
  });
  return { ...view, shared: { place } };
}

/** Answers the first statement by what was read before, and any other by a thread that asks for it. */
function createDatabaseAskerAfter(
  { text, values }: AskedStatement,
  rows: Result<DatabaseRows>,
  leftMs: () => number,
): AskDatabase {
  let later: AskDatabase | undefined;
  return (statement) => {
    const isRead =
      statement.text === text && JSON.stringify(statement.values) === JSON.stringify(values);
    if (isRead || !rows.ok) return rows;
    later ??= createDatabaseAsker(databaseFile(), leftMs);
    return later(statement);
  };
}

/** The ids of the promises that the session's register has in a folder. */
function registeredIn({ files, registered }: LaneQuestion, folder: string): readonly string[] {
  const real = placeOf(files, folder) ?? folder;
  return registered
    .filter(({ intended, made, project }) => project === real && (made ?? intended) !== undefined)
    .map(({ id }) => id);
}

/** What the store said last of the session under all of its ids. */
function knownOf(
  owners: readonly string[],
  place: KnownPlace,
  states: LastKnownStates,
): LastKnown | undefined {
  const known = owners.flatMap((session) => states.read({ ...place, session }) ?? []);
  const [first] = known.toSorted((one, other) => one.at.localeCompare(other.at));
  return first && { at: first.at, promises: known.flatMap(({ promises }) => promises) };
}

function keepKnown(
  view: StateView,
  owners: readonly string[],
  place: KnownPlace,
  states: LastKnownStates,
): void {
  const at = timestamp(createNodeClock().now());
  const isOwn = (owner: string | null): boolean => owner !== null && owners.includes(owner);
  const { broken, promises } = view.listActive(
    (one) => isOwn(ownerOf(one)) && !isClosed(one),
    owners,
  );
  // What cannot be read may be the session's own: what was known before says more.
  if (broken.length > 0) return;
  for (const session of owners) {
    const own = promises.filter(({ promise }) => ownerOf(promise) === session);
    states.keep({ ...place, session }, own.length === 0 ? undefined : { at, promises: own });
  }
}

function lastKnownStates({ files }: LaneQuestion): LastKnownStates {
  return createLastKnownStates({
    files,
    chance: createNodeChance(),
    userStateFolder: userStateFolder(),
  });
}

function machine(): { readonly id: string; readonly name: string } {
  return { id: createNodeProcesses().self.place, name: machineName() };
}
