import { type CompletionPromise, ownerOf } from '../promise/promise.ts';
import type { Alteration } from './alteration.ts';
import type { Lessening } from './promise-outline.ts';
import type { WrittenPromise } from './register.ts';

/**
 * A promise that a session had and has no longer, or not as it was, and did not keep. `noticed`: by what the
 * stop gate remembers of the last stop, or by what the register says that the suite wrote.
 */
export type LostPromise = { readonly id: string } & (
  | {
      readonly noticed: 'since-last-stop';
      readonly how: 'vanished' | 'cancelled' | 'released' | 'taken-over';
    }
  | ({ readonly noticed: 'by-register' } & RegisteredLoss)
);

interface RegisteredLoss {
  readonly how: 'vanished' | 'changed-outside';
  /** The id of the session under which the register has it. */
  readonly session: string;
  /** The project folder in which it is, or was. */
  readonly project: string;
  /** Its file as it is now; undefined where it is gone. */
  readonly now: Pick<WrittenPromise, 'digest' | 'outline'> | undefined;
  /** By what it asks for less than the suite wrote; empty where it is gone. */
  readonly lessenings: readonly Lessening[];
}

/** A promise that something else than the suite removed or changed. */
export type LossByRegister = Extract<LostPromise, { readonly noticed: 'by-register' }>;

/** The place where a promise was found that the session no longer has. */
export type PromiseWhereabouts =
  | { readonly place: 'active' | 'history'; readonly promise: CompletionPromise }
  | { readonly place: 'nowhere' }
  /** Its file is there and cannot be read, so its content is not known. */
  | { readonly place: 'broken'; readonly among: 'active' | 'history' };

/**
 * How a session lost a promise that it had open at its last stop. Gives undefined where the promise was
 * verified, and where its file cannot be read: the check itself names such files.
 */
export function lossOf(id: string, found: PromiseWhereabouts): LostPromise | undefined {
  const noticed = 'since-last-stop';
  if (found.place === 'broken') return undefined;
  if (found.place === 'nowhere') return { id, noticed, how: 'vanished' };
  const { promise } = found;
  if (promise.status === 'verified') return undefined;
  if (promise.status === 'cancelled') return { id, noticed, how: 'cancelled' };
  // The suite files no promise that has not ended: it is as gone as one whose file was removed.
  if (found.place === 'history') return { id, noticed, how: 'vanished' };
  return { id, noticed, how: ownerOf(promise) === null ? 'released' : 'taken-over' };
}

/** What an alteration of a promise in the register of `session` means for it; undefined for a mere move. */
export function lossByRegister(
  alteration: Alteration,
  session: string,
): LossByRegister | undefined {
  if (alteration.how === 'moved') return undefined;
  const { how, id, project } = alteration;
  const place = { id, noticed: 'by-register', session, project } as const;
  return how === 'vanished'
    ? { ...place, how, now: undefined, lessenings: [] }
    : { ...place, how, now: alteration.now, lessenings: alteration.lessenings };
}

/** What is known of the losses by the register and since the last stop, each promise once. */
export function oneList(
  byRegister: readonly LossByRegister[],
  sinceLastStop: readonly LostPromise[],
): readonly LostPromise[] {
  const named = new Set(byRegister.map(({ id }) => id));
  return [...byRegister, ...sinceLastStop.filter(({ id }) => !named.has(id))];
}

/** The name under which the stop gate remembers what it told: once for each state of a promise's file. */
export function nameOfLoss(
  id: string,
  project: string,
  now: Pick<WrittenPromise, 'digest'> | undefined,
): string {
  return `${project}#${id}#${now?.digest ?? 'gone'}`;
}
