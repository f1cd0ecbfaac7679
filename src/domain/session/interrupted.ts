import { isObject } from '../base/document.ts';
import type { StopGateState } from './stop-gate-state.ts';

/**
 * A session whose user interrupted it. The first stop of the prompt that follows is let through: what the user stopped,
 * no gate starts again. The promise stays open, and the next prompt's stops are held as ever.
 */

/** The last interrupt of a session, as its file keeps it until the user's next prompt. */
export interface Interrupted {
  readonly at: string;
  /** Whether a stop went by since, let through or not held by anything. */
  readonly used: boolean;
  /** The position of that stop: several hooks may ask about it. Null where it is not known. */
  readonly stop: string | null;
  /** Whether the user entered a prompt since. Until then a host may still end the turn, or go on with it by itself. */
  readonly isPrompted: boolean;
}

/** The interrupt that a session's file records; null where it has none, or none that can be read. */
export function interruptedIn({ interrupted }: StopGateState): Interrupted | null {
  if (!isObject(interrupted)) return null;
  const { at, isPrompted, stop, used } = interrupted;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null;
  // One that cannot be read for certain has let its stop through.
  return {
    at,
    used: used !== false,
    stop: typeof stop === 'string' ? stop : null,
    isPrompted: isPrompted !== false,
  };
}

/** The state with an interrupt in the place of the one before; null takes it out. */
export function withInterrupted(
  state: StopGateState,
  interrupted: Interrupted | null,
): StopGateState {
  const { interrupted: _, ...others } = state;
  return interrupted === null ? others : { ...others, interrupted };
}

/**
 * The interrupt to keep at a prompt; null where there is none. `isAfter`: whether the user interrupted just before it.
 * `isByUser`: whether the user entered it; some hosts go on after an interrupt by a prompt of their own.
 */
export function interruptAtPrompt(
  kept: Interrupted | null,
  {
    at,
    isAfter,
    isByUser,
  }: { readonly at: string; readonly isAfter: boolean; readonly isByUser: boolean },
): Interrupted | null {
  if (isAfter) return { at, used: false, stop: null, isPrompted: isByUser };
  if (!isByUser || kept === null) return kept;
  return kept.isPrompted ? null : { ...kept, used: false, stop: null, isPrompted: true };
}

/** What is seen of an interrupt at a stop. */
export interface SeenInterrupt {
  /**
   * Whether the turn that ends was interrupted itself: as the host says, or by a mark in the transcript alone, which the
   * agent's shell can write too and which therefore counts once for each prompt.
   */
  readonly aborted: 'by-host' | 'by-mark' | 'no';
  /** Whether a person can have interrupted: headless, none is there. */
  readonly isAttended: boolean;
  /** Where the stop stands; null where that is not known. */
  readonly position: string | null;
  /** The present time, as `Interrupted.at`. */
  readonly at: string;
}

/** The interrupt to keep after a stop that passes because of it; undefined where it passes for no interrupt. */
export function obeyedAt(kept: Interrupted | null, seen: SeenInterrupt): Interrupted | undefined {
  const { aborted, at, isAttended, position } = seen;
  const used = {
    at: kept?.at ?? at,
    used: true,
    stop: position,
    isPrompted: aborted === 'no' && kept?.isPrompted !== false,
  };
  if (aborted === 'by-host') return used;
  if (!isAttended) return undefined;
  if (kept === null) return aborted === 'by-mark' ? used : undefined;
  const isSameStop = position !== null && kept.stop === position;
  return !kept.used || isSameStop ? used : undefined;
}

/** The interrupt to keep after a stop that went by without it: the first one is over. */
export function afterStop(
  kept: Interrupted | null,
  position: Interrupted['stop'],
): Interrupted | null {
  return kept === null || kept.used ? kept : { ...kept, used: true, stop: position };
}
