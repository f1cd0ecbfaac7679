import type { HookOccasion } from '../domain/host/hook-host.ts';
import type { AnswerRules, Fields } from '../domain/host/hook-trial.ts';

/** The session in which a hook is tried. */
export interface TriedSession {
  readonly id: string;
  /** The subagent in whose name the end of one is told. */
  readonly agent: string;
  readonly event: string;
  /** A scratch project, and a transcript in it. */
  readonly project: string;
  readonly transcript: string;
}

/** How a hook is tried as a host would run it. */
export interface HostTrial {
  /** What the host writes to a hook's stdin: at every occasion, and beyond that at some. */
  payload(
    session: TriedSession,
  ): Readonly<Partial<Record<HookOccasion, Fields>>> & { readonly always: Fields };
  /** What it tells the hook in variables. */
  variables(session: TriedSession): Readonly<Record<string, string>>;
  /** Whether these tell the session, so that a hook can be tried with a payload that is none. */
  readonly tellsSession?: true;
  /** A `PATH` that its hooks may get, whatever that of the user is: its daemon keeps the one that it was started with. */
  readonly daemonPath?: string;
  /** What it makes of the outcome. */
  readonly answers: AnswerRules;
}

/** What a host writes to a hook's stdin at an occasion. */
export function payloadAt(trial: HostTrial, occasion: HookOccasion, session: TriedSession): Fields {
  const { [occasion]: more, always } = trial.payload(session);
  return { ...always, ...more };
}

/** What a session is asked first, and what it says last. */
export const PROMPT = 'Go on.';
export const LAST_MESSAGE = 'Done.';
