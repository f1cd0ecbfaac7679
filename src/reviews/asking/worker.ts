import { type CompletionPromise, isOwnedBy, ownerOf } from '../../domain/promise/promise.ts';
import type { ReviewWorld } from '../world.ts';

/**
 * The ids of the session that did the work of a promise: those of this session where it owns the promise, else the
 * owner's, and that of the session that made it. Empty where no session is known.
 */
export function workerIds(
  promise: CompletionPromise,
  { environment: { session } }: Pick<ReviewWorld, 'environment'>,
): readonly string[] {
  if (session !== undefined && isOwnedBy(promise, session)) return session.ids;
  const { created_by } = promise.ownership;
  return [ownerOf(promise), created_by].flatMap((id) => id || []);
}
