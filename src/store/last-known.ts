import type { Failure } from '../domain/base/failure.ts';
import type { KnownPlace, LastKnown, UncheckedStop } from '../domain/session/last-known.ts';

/** What this machine keeps of the promises of its sessions in stores that cannot always be reached. */
export interface LastKnownStates {
  /** What the store said last; undefined where nothing is kept, or nothing that can be read. */
  read(place: KnownPlace): LastKnown | undefined;
  /**
   * Keeps what the store says now, and forgets it where the session has no open promise any more. Never throws: what
   * cannot be kept is missed only while the store cannot be reached.
   */
  keep(place: KnownPlace, known: LastKnown | undefined): void;
  /** The stops of the session at which the store could not be reached, oldest first. */
  unchecked(place: KnownPlace): readonly UncheckedStop[];
  /** Adds one. Gives why it cannot be kept. */
  addUnchecked(place: KnownPlace, stop: UncheckedStop): Failure | undefined;
  /** Once the session's user was told of them. Gives why they cannot be forgotten. */
  forgetUnchecked(place: KnownPlace): Failure | undefined;
}
