import { isClosed, ownerOf } from '../domain/promise/promise.ts';
import { type KnownPlace, withoutPromise, withPromise } from '../domain/session/last-known.ts';
import type { LastKnownStates } from './last-known.ts';
import type { AcknowledgedChange, PromiseStore } from './promise-store.ts';

/** What it takes to keep what a store said of the promises of this machine's sessions. */
interface KnownWorld {
  readonly states: LastKnownStates;
  readonly place: Omit<KnownPlace, 'session'>;
  /** The ids of the session that acts. */
  readonly sessions: readonly string[];
  /** The present time, as a timestamp. */
  readonly now: () => string;
}

/** A store of promises, each change of which is kept for the time in which the store cannot be reached. */
export function keepingKnown(promises: PromiseStore, world: KnownWorld): PromiseStore {
  return {
    ...promises,
    async create(draft) {
      const created = await promises.create(draft);
      if (created.ok) keep(created.value, world);
      return created;
    },
    async change(id, decide) {
      const changed = await promises.change(id, decide);
      if (changed.ok) keep(changed.value, world);
      return changed;
    },
  };
}

/** Keeps a change with its owner, and takes it from the one who owned it before. */
function keep({ after, before, id }: AcknowledgedChange, world: KnownWorld): void {
  const { now, place, sessions, states } = world;
  const owner = isClosed(after) ? null : ownerOf(after);
  const earlier = before === undefined ? null : ownerOf(before);
  const known = (session: string) => states.read({ ...place, session });
  if (earlier !== null && earlier !== owner && known(earlier) !== undefined) {
    states.keep({ ...place, session: earlier }, withoutPromise(known(earlier), now(), id));
  }
  // Of the sessions of other machines, this one keeps nothing.
  if (owner !== null && (sessions.includes(owner) || known(owner) !== undefined)) {
    const named = { id, promise: after };
    states.keep({ ...place, session: owner }, withPromise(known(owner), now(), named));
  }
}
