import type { TimeLeft } from '../adapters/bounded-files.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { createTrees, type ProjectTrees } from '../adapters/git/trees.ts';
import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import { isClosed, isOwnedBy, type NamedPromise } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import { defaultCheckSettings } from '../domain/settings/configuration.ts';
import {
  type CheckDecision,
  type CheckSettings,
  decideCheck,
} from '../domain/standing/stop-check.ts';
import type { LookedFolder } from './look.ts';

/** How the promises of a session stand in one project folder, by the settings and the files there. */
export interface FolderStanding<Settings = CheckSettings> {
  /** The session's own promises that have not ended. */
  readonly owned: readonly NamedPromise[];
  readonly decision: CheckDecision;
  /** What it goes by; undefined where there is no own promise, without which no setting matters. */
  readonly settings: Settings | undefined;
  /** Why the settings cannot be read: the decision is one by the defaults then. */
  readonly unread: Failure | undefined;
  /** The checkouts that the proofs there are held against. */
  readonly trees: ProjectTrees;
}

/** Decides as `cs check` does about the promises that a look shows in a folder. `load`: the settings there. */
export function standingIn<Settings extends CheckSettings>(
  { folder, listing }: Pick<LookedFolder, 'folder' | 'listing'>,
  session: Session,
  load: () => Result<Settings>,
  leftMs: TimeLeft,
): FolderStanding<Settings> {
  const owned = listing.promises.filter(
    ({ promise }) => isOwnedBy(promise, session) && !isClosed(promise),
  );
  const loaded = owned.length > 0 ? load() : undefined;
  const settings = loaded?.ok ? loaded.value : undefined;
  const trees = createTrees(folder, (checkout) => createNodeCheckout(checkout, leftMs));
  const by = { settings: settings ?? defaultCheckSettings(), takeTree: trees.takeTree };
  const decision = decideCheck({ session, ...listing, ...by });
  return {
    owned,
    decision,
    settings,
    unread: loaded?.ok === false ? loaded.failure : undefined,
    trees,
  };
}
