import { type CompletionPromise, ownerOf } from './promise.ts';

/** A promise that a session had open at its last stop, and that is no longer its own to keep. */
export interface LostPromise {
  readonly id: string;
  readonly how: 'vanished' | 'cancelled' | 'released' | 'taken-over';
}

/** Where a promise was found that is not among the session's any more. */
export type PromiseWhereabouts =
  | { readonly place: 'active' | 'history'; readonly promise: CompletionPromise }
  | { readonly place: 'nowhere' }
  /** It is there and cannot be read: what it says is not known. */
  | { readonly place: 'broken' };

/**
 * What became of a promise that was open. Nothing where it was verified: that is how promises should end;
 * and where it cannot be read, which is told elsewhere.
 */
export function lossOf(id: string, found: PromiseWhereabouts): LostPromise | undefined {
  if (found.place === 'broken') return undefined;
  if (found.place === 'nowhere') return { id, how: 'vanished' };
  const { promise } = found;
  if (promise.status === 'verified') return undefined;
  if (promise.status === 'cancelled' || found.place === 'history') return { id, how: 'cancelled' };
  return { id, how: ownerOf(promise) === null ? 'released' : 'taken-over' };
}
