import type { BrokenFile, Failure } from '../domain/base/failure.ts';
import type { Lessening } from '../domain/session/promise-outline.ts';
import type { LedgerHead, RegisteredPromise, WrittenPromise } from '../domain/session/register.ts';

/** What a lane reads of the register. */
export interface RegisterView {
  /** What the sessions of these ids have registered, in every project; and the files that cannot be read. */
  read(sessions: readonly string[]): {
    readonly promises: readonly RegisteredPromise[];
    readonly broken: readonly BrokenFile[];
  };
}

/** A promise of the register, and the id of the session under which it stands there. */
export interface OwnRegistered extends RegisteredPromise {
  readonly session: string;
}

/** What the register says of a session, under all of its ids. */
export interface RegisterReading {
  readonly promises: readonly OwnRegistered[];
  readonly broken: readonly BrokenFile[];
}

/** Reads the register of a session, by its ids. Each promise keeps the one under which it stands there. */
export function readRegister(register: RegisterView, ids: readonly string[]): RegisterReading {
  const readings = ids.map((session) => ({ session, ...register.read([session]) }));
  return {
    promises: readings.flatMap(({ promises, session }) =>
      promises.map((promise) => ({ ...promise, session })),
    ),
    broken: readings.flatMap(({ broken }) => broken),
  };
}

/**
 * The register as commands write it. `session`: the owner of the promise. Nothing throws; a failure is given,
 * and the caller decides what it means.
 */
export interface Register extends RegisterView {
  /** Before a promise becomes a session's own. */
  intend(session: string, promise: WrittenPromise): Failure | undefined;
  /** After a change of a session's own promise is stored. */
  made(session: string, promise: WrittenPromise, ledger: LedgerHead | null): Failure | undefined;
  /** After a session lost a promise by a command: verified, cancelled, released, adopted by another. */
  left(
    session: string,
    place: Pick<WrittenPromise, 'project' | 'id'>,
    how: string,
  ): Failure | undefined;
  /**
   * Before a command changes a promise that something else made less open. `lessenings`: all that the session is
   * still to be told of.
   */
  altered(
    session: string,
    place: Pick<WrittenPromise, 'project' | 'id'>,
    lessenings: readonly Lessening[],
  ): Failure | undefined;
  /** Once a session and its user were told of a change outside of the suite. `now`: undefined where it is gone. */
  told(
    session: string,
    place: Pick<WrittenPromise, 'project' | 'id'>,
    now: Pick<WrittenPromise, 'digest' | 'outline'> | undefined,
  ): Failure | undefined;
  /**
   * Takes over what commands of these sessions left in a project because they could not write the register, as in
   * the shells of hosts that let an agent write nothing but its project. `project`: its real path. For hooks,
   * which run outside of such a shell. Nothing there: nothing to do.
   */
  takeOver(sessions: readonly string[], project: string): readonly Failure[];
  /**
   * Why something was kept in a project that belongs into the register; undefined where nothing was. It is given
   * once.
   */
  unwritten(): Failure | undefined;
  /**
   * The sessions that have something registered, by their ids; those whose ids cannot name a file are left out, and
   * no more are given than a hook can look at.
   */
  sessions(): readonly string[];
  /** After a person had a promise moved away by a repair: no session is asked for it any more. */
  forget(place: Pick<WrittenPromise, 'project' | 'id'>): readonly Failure[];
}

/** The register of what is no user's work, as a trial of hooks: nothing is kept. */
export const NO_REGISTER: Register = {
  read: () => ({ promises: [], broken: [] }),
  intend: () => undefined,
  made: () => undefined,
  left: () => undefined,
  altered: () => undefined,
  told: () => undefined,
  takeOver: () => [],
  unwritten: () => undefined,
  sessions: () => [],
  forget: () => [],
};
