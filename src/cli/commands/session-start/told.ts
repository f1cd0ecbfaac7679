import { createNodeCheckout } from '../../../adapters/node-checkout.ts';
import { millisecondsSinceStart } from '../../../adapters/node-clock.ts';
import { DEFAULT_CHECK_SETTINGS } from '../../../domain/configuration.ts';
import type { Failure } from '../../../domain/failure.ts';
import { canContinue } from '../../../domain/lineage.ts';
import { nextActions } from '../../../domain/next-action.ts';
import type { CheckSettings } from '../../../domain/open-criteria.ts';
import { isOwnedBy, type NamedPromise, ownerOf } from '../../../domain/promise.ts';
import type { Session } from '../../../domain/session.ts';
import { decideCheck } from '../../../domain/stop-check.ts';
import type { TakeTree } from '../../../domain/tree.ts';
import {
  MOST_TOLD,
  type SessionStartFacts,
  type ToldPromise,
} from '../../../report/session-start-text.ts';
import type { PromiseListing } from '../../../store/reading.ts';
import type { HookCall } from '../../hook-call.ts';
import { loadCheckSettings } from '../../settings.ts';
import type { Inherited } from './inherit.ts';

/** How long git may take, from the start of the process: the hook has 30 s. */
const MOST_MS = 20_000;

function timeLeft(): number {
  return MOST_MS - millisecondsSinceStart();
}

/** What a session is told of the promises as they are now. */
export function toldFacts(
  { host, payload, session, suite }: HookCall,
  { broken, promises }: PromiseListing,
  inherited: readonly Inherited[],
): { readonly facts: SessionStartFacts; readonly faults: readonly Failure[] } {
  const own =
    session === undefined ? [] : promises.filter(({ promise }) => isOwnedBy(promise, session));
  const settings = own.length === 0 ? undefined : loadCheckSettings(suite);
  const tree = createNodeCheckout(suite.environment.projectFolder, timeLeft).snapshot();
  const world: CheckWorld = {
    settings: settings?.ok === true ? settings.value : DEFAULT_CHECK_SETTINGS,
    takeTree: (scope, known) => tree.digest(scope, known),
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
      // Without its host's process nobody can tell which of them are this session's from before a clear.
      others:
        canContinue(payload.source) && host === undefined
          ? promises.filter(isOthers).length - own.length
          : 0,
      orphaned: promises.filter(
        ({ promise }) => promise.status === 'in_progress' && ownerOf(promise) === null,
      ),
      broken,
    },
    faults: settings?.ok === false ? [settings.failure] : [],
  };
}

interface CheckWorld {
  readonly settings: CheckSettings;
  readonly takeTree: TakeTree;
}

/** One promise as the check would see it alone. */
function toldOf(named: NamedPromise, session: Session, world: CheckWorld): ToldPromise {
  const decision = decideCheck({ session, promises: [named], broken: [], ...world });
  const [next = { act: 'verify', id: named.id } as const] = nextActions(decision);
  return {
    ...named,
    open: decision.inProgress.flatMap(({ open }) => open),
    isRejected: decision.rejected.length > 0,
    next,
  };
}
