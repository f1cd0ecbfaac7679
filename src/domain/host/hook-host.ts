import type { TranscriptFormat } from '../session/transcripts/format.ts';
import type { TranscriptPlace } from '../session/transcripts/place.ts';
import type { HookOutput, Spoken, StartSaying } from './dialect.ts';
import type { HookName } from './guarded-command.ts';
import type { HookPayload } from './hook-payload.ts';
import type { InterruptMark } from './interrupt-mark.ts';

/**
 * The program that runs an agent and the suite's hooks: how it is told from others, what its hooks are given and what
 * they answer. All of it is data and pure functions, because the stop gate loads it at every stop.
 */
export interface HookHost {
  /** As `--host` takes it. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** The names of its programs, by which it is known among the processes above a command. */
  readonly programs: readonly string[];
  readonly variables: HostVariables;
  /** The events at which it can run the suite's hooks, in its own words. A hook that is not named is not to be had. */
  readonly events: Readonly<Partial<Record<HookOccasion, string>>>;
  /** Whether a call of a hook is this host's. */
  tell(call: HookSigns): Telling;
  /** What its payload says, in the suite's terms: the event in the words of Claude Code, as `HookPayload` has it. */
  readPayload(fields: PayloadFields): HookPayload;
  readonly dialect: Dialect;
  /**
   * It has no place for a message to the user, at a stop that it is to go on after or at any: `cs status` tells what it
   * would have said, and the agent how its user ends the session.
   */
  readonly hidesMessages?: 'at-a-block' | 'always';
  /** It shows such a message for some seconds: the agent is told how its user ends the session, too. */
  readonly showsBriefly?: true;
  /** How it writes transcripts, where it does not do so as Claude Code. */
  readonly transcript?: TranscriptFormat;
  /** Where it keeps them; undefined where it keeps none that can be found by the id of a session. */
  readonly transcriptPlace?: TranscriptPlace;
  /** How it marks there that its user interrupted a turn; undefined where its payloads say so, or nothing does. */
  readonly interruptMark?: InterruptMark;
  /** How many blocks in a row the host lets a hook make before it overrides it; infinite where it never does. */
  blockLimit(variable: ReadVariable): number;
}

/** When a hook of the suite runs. A subagent's stop is asked about by the hook of stops. */
export type HookOccasion = HookName | 'subagent-stop';

/** The variables by which a host speaks to what it starts. An empty one counts as not set. */
interface HostVariables {
  /** One of them is set in everything that the host starts. */
  readonly marks: readonly string[];
  /** By which it tells its hooks the project folder. */
  readonly project?: `${string}_PROJECT_DIR`;
  /**
   * By which it tells the agent's shells, and maybe its hooks, the id of the session; that of the whole session first.
   * Empty where it tells them none.
   */
  readonly session: readonly string[];
  /**
   * It tells the shells of subagents ids that no hook hears of: what they promise is their session's, which the hooks
   * leave for the commands below the host's process.
   */
  readonly hidesSubagents?: true;
  /** The variable that the suite's hook sets in the agent's shells, where it can set any. */
  readonly hooked?: string;
  /** By which it tells its own process number. */
  readonly process?: string;
}

export type PayloadFields = { readonly [key: string]: unknown };

/** What a call of a hook is told by. */
interface HookSigns {
  /** The members of the payload; none where it is no object. */
  readonly fields: PayloadFields;
  readonly variable: ReadVariable;
}

/** The value of a variable of the environment; undefined where it is not set or empty. */
export type ReadVariable = (name: string) => string | undefined;

/**
 * - `own`: no other host calls like this.
 * - `common`: this one may, and so may others.
 */
export type Telling = 'own' | 'common' | 'no';

/** How a host is answered: the streams and exit codes that it understands. */
export interface Dialect {
  stop(output: HookOutput): Spoken;
  /**
   * The same where `bin/cs-hook` stands before it, if that is another: the lines of hooks take exit codes, and a block by
   * exit code 2 survives what a shell prints before it.
   */
  watchedStop?(output: HookOutput): Spoken;
  /** What is said as a session starts. Nothing is left out where a host takes no such word. */
  start(saying: StartSaying): Spoken;
  /** A message to the user at any other hook. */
  note(message: string): Spoken;
}

/**
 * The host that calls: the one that is named, else the first of the table that is told for certain, else the first
 * that may be it. Undefined where none may.
 */
export function hostOf<Host extends HookHost>(
  hosts: readonly Host[],
  signs: HookSigns,
  named: string | undefined,
): Host | undefined {
  if (named !== undefined) return hosts.find(({ name }) => name === named);
  const told = hosts.map((host) => ({ host, telling: host.tell(signs) }));
  const found =
    told.find(({ telling }) => telling === 'own') ??
    told.find(({ telling }) => telling === 'common');
  return found?.host;
}
