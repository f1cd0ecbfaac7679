import { millisecondsSinceStart } from '../../../adapters/node-clock.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { isOwnedBy, type NamedPromise, ownerOf } from '../../../domain/promise/promise.ts';
import { isFresh, leftByGone, type OtherSession } from '../../../domain/session/gone-session.ts';
import { canContinue } from '../../../domain/session/lineage.ts';
import { type RequestedPromise, requestedAmong } from '../../../domain/standing/giving-up.ts';
import { nextActions } from '../../../domain/standing/next-action.ts';
import {
  MOST_TOLD,
  type SessionStartFacts,
  type ToldPromise,
} from '../../../report/session-start-text.ts';
import { type FolderStanding, standingIn } from '../../../session/standing.ts';
import { loadCheckSettings } from '../../../settings/loading.ts';
import type { PromiseListing } from '../../../store/promise-store.ts';
import type { HookCall } from '../../hook-call.ts';
import { hostFate } from '../../session-hosts.ts';
import type { Inheritance, Owner } from './inherit.ts';

/** How long git may take, from the start of the process: a start must not wait for it. */
const MOST_MS = 5000;

function timeLeft(): number {
  return MOST_MS - millisecondsSinceStart();
}

/** What there is to tell, and what went wrong on the way. */
interface ToldAtStart {
  readonly facts: SessionStartFacts;
  /** Promises that a person was asked to give up: the session's own, at a fresh start those of all. */
  readonly requested: readonly RequestedPromise[];
  readonly faults: readonly Failure[];
}

/** What a session is told of the promises as they are now. */
export function toldFacts(
  { host, payload, session, suite }: HookCall,
  { broken, promises }: PromiseListing,
  { inherited, others }: Pick<Inheritance, 'inherited' | 'others'>,
): ToldAtStart {
  const own =
    session === undefined ? [] : promises.filter(({ promise }) => isOwnedBy(promise, session));
  const told = own.slice(0, MOST_TOLD);
  const looked = {
    folder: suite.environment.projectFolder,
    listing: { promises: told, broken: [] },
  };
  const load = () => loadCheckSettings(suite);
  const standing = session && standingIn(looked, session, load, timeLeft);
  const withFate = (owner: Owner): OtherSession => ({
    ...owner,
    fate: hostFate(owner.state, suite),
  });
  const isOthers = ({ promise }: NamedPromise): boolean => ownerOf(promise) !== null;
  return {
    facts: {
      promises: told.flatMap((named) => (standing ? toldOf(named, standing) : [])),
      more: own.length - told.length,
      inherited,
      isForkBesideOthers:
        payload.source === 'fork' && promises.filter(isOthers).length > own.length,
      // Without the host's process, promises that are this session's from before a clear cannot be told apart.
      others:
        canContinue(payload.source) && host === undefined
          ? promises.filter(isOthers).length - own.length
          : 0,
      orphaned: promises.filter(
        ({ promise }) => promise.status === 'in_progress' && ownerOf(promise) === null,
      ),
      left: isFresh(payload.source) ? leftByGone(promises, others.map(withFate)) : [],
      broken,
    },
    requested: requestedAmong(isFresh(payload.source) ? promises : own),
    faults: standing?.unread === undefined ? [] : [standing.unread],
  };
}

/** One promise as the check sees it. One that holds the session has a next step. */
function toldOf(named: NamedPromise, { decision }: FolderStanding): ToldPromise {
  const isIt = (one: object): boolean => 'id' in one && one.id === named.id;
  const next = nextActions(decision).find(isIt);
  return {
    ...named,
    open: decision.inProgress.filter(isIt).flatMap(({ open }) => open),
    isRejected: decision.rejected.some(isIt),
    holds: next !== undefined,
    next: next ?? { act: 'verify', id: named.id },
  };
}
