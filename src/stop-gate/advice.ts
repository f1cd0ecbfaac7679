import { isClosed } from '../domain/promise/promise.ts';
import type { SeenStop } from './look.ts';

/** How long advice is waited for, in milliseconds: it never blocks, and must not delay a stop. */
export const ADVICE_MS = 2000;

/** Whether the session has promises of its own that have not ended. */
export function ownsPromises({ listing }: SeenStop): boolean {
  return listing.promises.some(({ promise }) => !isClosed(promise));
}
