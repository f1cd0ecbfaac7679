import { createNodeCheckout } from '../../../adapters/git/checkout.ts';
import { createTrees } from '../../../adapters/git/trees.ts';
import { millisecondsSinceStart } from '../../../adapters/node-clock.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { isOwnedBy, type NamedPromise, ownerOf } from '../../../domain/promise/promise.ts';
import type { Session } from '../../../domain/promise/session.ts';
import { isFresh, leftByGone, type OtherSession } from '../../../domain/session/gone-session.ts';
import { canContinue } from '../../../domain/session/lineage.ts';
import { defaultCheckSettings } from '../../../domain/settings/configuration.ts';
import { type RequestedPromise, requestedAmong } from '../../../domain/standing/giving-up.ts';
import { nextActions } from '../../../domain/standing/next-action.ts';
import { decideCheck } from '../../../domain/standing/stop-check.ts';
import {
  MOST_TOLD,
  type SessionStartFacts,
  type ToldPromise,
} from '../../../report/session-start-text.ts';
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
  const settings = own.length === 0 ? undefined : loadCheckSettings(suite);
  const withFate = (owner: Owner): OtherSession => ({
    ...owner,
    fate: hostFate(owner.state, suite),
  });
  const open = (folder: string) => createNodeCheckout(folder, timeLeft);
  const world: CheckWorld = {
    settings: settings?.ok === true ? settings.value : defaultCheckSettings(),
    takeTree: createTrees(suite.environment.projectFolder, open).takeTree,
  };
  const told = own.slice(0, MOST_TOLD);
  const isOthers = ({ promise }: NamedPromise): boolean => ownerOf(promise) !== null;
  return {
    facts: {
      promises: session === undefined ? [] : told.map((named) => toldOf(named, session, world)),
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
    faults: settings?.ok === false ? [settings.failure] : [],
  };
}

type CheckWorld = Pick<Parameters<typeof decideCheck>[0], 'settings' | 'takeTree'>;

/** One promise as the check sees it. */
function toldOf(named: NamedPromise, session: Session, world: CheckWorld): ToldPromise {
  const decision = decideCheck({ session, promises: [named], broken: [], ...world });
  const [next = { act: 'verify', id: named.id } as const] = nextActions(decision);
  return {
    ...named,
    open: decision.inProgress.flatMap(({ open }) => open),
    isRejected: decision.rejected.length > 0,
    holds: !decision.mayEnd,
    next,
  };
}
