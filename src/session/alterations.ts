import { isClosed, isOwnedBy } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import { type Alteration, alterationsOf, type PromiseNow } from '../domain/session/alteration.ts';
import { type LossByRegister, lossByRegister } from '../domain/session/lost-promise.ts';
import { lessOpen, outlineOf } from '../domain/session/promise-outline.ts';
import type { RegisteredPromise } from '../domain/session/register.ts';
import type { Files } from '../ports.ts';
import { placeOf } from '../store/files/state-folder.ts';
import type { OwnRegistered } from '../store/register.ts';
import type { StateView } from '../store/state-view.ts';
import type { KnownSession } from './look.ts';

/** A project folder of the session by its path behind every link, and how its state is read. */
interface PlacedFolder {
  readonly real: string;
  readonly view: StateView;
}

/** What became of a promise of the register without the suite. */
export interface FoundAlteration {
  readonly registered: OwnRegistered;
  readonly alteration: Alteration;
}

/**
 * What became of the registered promises of a session without the suite. A promise that is not in its folder
 * any more is looked for in the others: its user may have moved it.
 */
export function alterationsIn(
  known: Pick<KnownSession, 'folders' | 'registered'>,
  session: Session,
  files: Files,
): readonly FoundAlteration[] {
  const { promises } = known.registered;
  if (promises.length === 0) return [];
  const folders = known.folders.map(({ folder, view }) => ({
    view,
    real: placeOf(files, folder) ?? folder,
  }));
  return promises.flatMap((one) => {
    const { id, made } = one;
    if (made === undefined) {
      return alterationsOf(one, NOT_LOOKED_FOR).map((alteration) => ({
        registered: one,
        alteration,
      }));
    }
    const own = folders.find(({ real }) => real === one.project);
    const others = folders.filter((place) => place !== own);
    const places = own === undefined ? others : [own, ...others];
    const now = promiseNow(places, own, { id, made, session });
    return alterationsOf(one, now).map((alteration) => ({ registered: one, alteration }));
  });
}

/** The promises among them that something else than the suite removed or changed. */
export function lossesByRegister(
  known: Pick<KnownSession, 'folders' | 'registered'>,
  session: Session,
  files: Files,
): readonly LossByRegister[] {
  return alterationsIn(known, session, files).flatMap(
    ({ alteration, registered }) => lossByRegister(alteration, registered.session) ?? [],
  );
}

/** Of a promise that the session does not have any more. */
const NOT_LOOKED_FOR: PromiseNow = { found: 'nothing', isRecorded: () => true };

/** A promise of the register that is looked for. */
interface SoughtPromise {
  readonly id: string;
  readonly made: NonNullable<RegisteredPromise['made']>;
  readonly session: Session;
}

function promiseNow(
  places: readonly PlacedFolder[],
  own: PlacedFolder | undefined,
  { id, made, session }: SoughtPromise,
): PromiseNow {
  for (const { real: project, view } of places) {
    const found = view.whereaboutsOf(id);
    if (found.place === 'nowhere') continue;
    if (found.place === 'broken') {
      if (found.among === 'active') return { found: 'unread' };
      continue;
    }
    const { promise } = found;
    // The suite files no promise that has not ended: one that lies there is kept from the gates.
    if (found.place === 'history' && !isClosed(promise)) continue;
    const outline = outlineOf(promise);
    const isOwn = isOwnedBy(promise, session);
    const file = { found: 'file', project, outline, isOwn } as const;
    // Most files are as open as they were, and then their bytes do not matter.
    const isAsOpen = isOwn && !lessOpen(made.outline, outline);
    if (isAsOpen && project === own?.real) {
      return { ...file, digest: made.digest, isRecorded: () => true };
    }
    const { digest, isRecorded } = view.recordOf(id, made.digest);
    return digest === undefined
      ? { found: 'unread' }
      : { ...file, digest, isRecorded: () => isRecorded };
  }
  const isRecorded = (): boolean => {
    const record = own?.view.recordOf(id, made.digest);
    return record !== undefined && record.digest === undefined && record.isRecorded;
  };
  return { found: 'nothing', isRecorded };
}
