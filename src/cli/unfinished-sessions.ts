import { type CompletionPromise, type NamedPromise, ownerOf } from '../domain/promise/promise.ts';
import { memoryIdOf } from '../domain/session/gate-memory.ts';
import { interruptedIn } from '../domain/session/interrupted.ts';
import type { ShownInterrupt } from '../report/let-through-text.ts';
import { listFolder } from '../session/look.ts';
import { standingIn } from '../session/standing.ts';
import { loadCheckSettings } from '../settings/loading.ts';
import { openViews } from '../state/views.ts';
import type { ViewOf } from '../store/lane-question.ts';
import type { PromiseListing } from '../store/promise-store.ts';
import type { CappedSession } from '../store/stop-gate-store.ts';
import type { Suite } from '../suite.ts';

/** How long git may take for one of them, in milliseconds. */
const MOST_MS = 5000;

/** The name under which a checker of promises blocks, as records of sessions keep it. */
const BY_PROMISES = 'promises';

/**
 * The sessions that their stop gate capped and that still are: one that was held by promises leaves once
 * none of its own keeps it any more, also where others met, closed or took them over since. `active`: the project's promises.
 */
export async function unfinishedSessions(
  { promises }: Pick<PromiseListing, 'promises'>,
  suite: Suite,
): Promise<readonly CappedSession[]> {
  const capped = await suite.stopGate.listCapped();
  const folders = capped.flatMap((one) => one.folders);
  const viewOf = await openViews({ files: suite.files, folders, silence: suite.silence });
  return capped.filter(
    (one) => one.checker !== BY_PROMISES || isStillHeld(one, promises, suite, viewOf),
  );
}

function isStillHeld(
  { folders, session }: CappedSession,
  active: readonly NamedPromise[],
  suite: Suite,
  viewOf: ViewOf,
): boolean {
  const { environment } = suite;
  const isOwn = (promise: CompletionPromise): boolean => {
    const owner = ownerOf(promise);
    return owner !== null && memoryIdOf(owner) === session;
  };
  const here = { folder: environment.projectFolder, promises: active };
  const elsewhere = folders.map((folder) => ({
    folder,
    ...listFolder({ folder, view: viewOf(folder) }, isOwn),
  }));
  return [here, ...elsewhere].some(({ folder, promises }) =>
    isHolding(
      promises.filter(({ promise }) => isOwn(promise)),
      folder,
      suite,
    ),
  );
}

/** Whether promises of one session in a folder keep it, by the settings there. */
function isHolding(
  own: readonly NamedPromise[],
  folder: string,
  { clock, environment, files }: Suite,
): boolean {
  const owner = own.map(({ promise }) => ownerOf(promise)).find((id) => id !== null);
  if (owner == null) return false;
  const start = clock.elapsed();
  const leftMs = (): number => MOST_MS - (clock.elapsed() - start);
  const looked = { folder, listing: { promises: own, broken: [] } };
  const session = { id: owner, ids: [owner] };
  const there = { environment: { ...environment, projectFolder: folder }, files };
  const load = () => loadCheckSettings(there);
  const { decision, unread } = standingIn(looked, session, load, leftMs);
  return unread !== undefined || !decision.mayEnd;
}

/** The sessions with open promises that their users interrupted before the last prompt, the longest ago first. */
export async function interruptedSessions(
  { promises }: Pick<PromiseListing, 'promises'>,
  { stopGate }: Suite,
): Promise<readonly ShownInterrupt[]> {
  const owners = [...new Set(promises.flatMap(({ promise }) => ownerOf(promise) ?? []))];
  const states = await stopGate.readEach(owners);
  return states
    .flatMap((state, index) => {
      const interrupted = state.ok ? interruptedIn(state.value) : null;
      return interrupted === null ? [] : [{ session: owners[index] ?? '', at: interrupted.at }];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
