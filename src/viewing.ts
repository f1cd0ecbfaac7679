import { NODE_DIGESTS } from './adapters/file-digest.ts';
import { createDatabaseAsker, databaseFile } from './adapters/waiting-worker.ts';
import type { Failure } from './domain/base/failure.ts';
import { failed, type Result } from './domain/base/result.ts';
import type { Files } from './ports.ts';
import { type ChosenStore, chosenStore } from './settings/chosen-store.ts';
import {
  createDatabaseView,
  type DatabaseViewWorld,
  type Expected,
} from './store/postgresql/session-view.ts';
import type { SessionView } from './store/session-view.ts';
import { SESSION_VIEWS } from './store/session-views.ts';

/** The longest wait for one answer of a database, in milliseconds, where nothing else limits it. */
const MOST_WAITING_MS = 10_000;

/**
 * How the state of any project folder is read by those who cannot wait otherwise: in the folder, or in the database
 * that its settings name. What was read of a database stays as it was for as long as the reader is there.
 * `expected`: what will be asked about; `mostMs`: the longest wait for one answer.
 */
export function createViews(
  files: Files,
  expected?: Expected,
  mostMs: () => number = () => MOST_WAITING_MS,
): (folder: string) => SessionView {
  const world = { digests: NODE_DIGESTS, files, ask: createDatabaseAsker(databaseFile(), mostMs) };
  const kept = new Map<string, SessionView>();
  return (folder) => {
    const chosen = chosenStore(files, folder);
    if (chosen.ok && chosen.value.kind === 'files') return SESSION_VIEWS.files(world, folder);
    const view = kept.get(folder) ?? otherView(chosen, folder, world, expected);
    kept.set(folder, view);
    return view;
  };
}

function otherView(
  chosen: Result<ChosenStore>,
  folder: string,
  world: DatabaseViewWorld,
  expected: Expected | undefined,
): SessionView {
  if (!chosen.ok) return createUnknownView(chosen.failure, folder);
  const store = chosen.value;
  return store.kind === 'files'
    ? SESSION_VIEWS.files(world, folder)
    : createDatabaseView(world, { ...store, projectFolder: folder }, expected);
}

/** The view of a state of which it is not known where it lies: all of it is broken. */
function createUnknownView(failure: Failure, folder: string): SessionView {
  const reason = `it is not known where its state is kept: ${whyUnknown(failure)}`;
  return {
    isThere: () => true,
    listActive: () => ({ promises: [], broken: [{ path: folder, reason }] }),
    whereaboutsOf: () => ({ place: 'broken', among: 'active' }),
    recordOf: () => ({ digest: undefined, isRecorded: false }),
    stopGateState: () => failed(failure),
    endOf: () => undefined,
    unconfirmedEndOf: () => undefined,
  };
}

function whyUnknown(failure: Failure): string {
  return failure.kind === 'invalid-configuration'
    ? `${failure.source}: ${failure.problems.join('; ')}`
    : failure.kind;
}
