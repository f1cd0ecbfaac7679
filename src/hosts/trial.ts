import type { HookOccasion } from '../domain/host/hook-host.ts';
import type {
  Fields,
  HookOutcome,
  HostReading,
  ReplayedSession,
  Situation,
} from '../domain/host/hook-replay.ts';

/** How a hook is tried as a host would run it. */
export interface HostTrial {
  /** What the host writes to the hook's stdin. */
  payload(occasion: HookOccasion, situation: Situation, session: ReplayedSession): Fields;
  /** What it tells the hook in variables. */
  variables(session: ReplayedSession): Readonly<Record<string, string>>;
  /** A `PATH` that its hooks may get, whatever that of the user is: its daemon keeps the one that it was started with. */
  readonly daemonPath?: string;
  /** What it makes of the outcome. */
  read(outcome: HookOutcome): HostReading;
}

/** What a session is asked first, and what it says last. */
export const PROMPT = 'Go on.';
export const LAST_MESSAGE = 'Done.';

/** Why the outcome of a hook is none: it did not end by itself. */
export function endedOtherwise({ code, ended }: HookOutcome): HostReading | undefined {
  return code === undefined ? { effect: 'fails', why: ended } : undefined;
}

/** The host ignores the hook, and goes on. */
export function ignored(why: string): HostReading {
  return { effect: 'fails', why };
}

/** A block, where a reason is given; hosts that read these answers ignore one without. */
export function blocked(reason: unknown): HostReading {
  return typeof reason === 'string' && reason.trim() !== ''
    ? { effect: 'blocks', reason: reason.trim() }
    : ignored('it blocks without a reason, which the host ignores');
}
