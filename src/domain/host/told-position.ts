import { digestOf } from '../base/digest.ts';
import type { HookPayload } from './hook-payload.ts';

/** How long two stops that look alike count as one, in milliseconds at most. */
const ALIKE_MS = 60_000;

/**
 * Where a session stands by what its host says, where it has no transcript or its host names each stop: by the end of the
 * turn as the host names it, else by what the agent said last. An agent may say the same twice, and a host may ask about
 * one stop for ever, so either holds for a minute. Null where the host says neither: then each stop is one of its own.
 */
export function toldPosition(
  { lastMessage, turn }: Partial<Pick<HookPayload, 'lastMessage' | 'turn'>>,
  now: number,
): string | null {
  const told = turn ?? lastMessage;
  if (told === undefined) return null;
  return `${turn === undefined ? 'said' : 'turn'}-${digestOf(told)}-${Math.floor(now / ALIKE_MS)}`;
}
