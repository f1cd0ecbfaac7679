import type { ClientKey } from './clients.ts';
import type { SeenRequest, WireFormat } from './wires/wire.ts';

/**
 * A real host as the scenarios use it: one module per host says how it is kept here, how its sessions are started, and
 * by which tools its model works.
 */
export interface HostRig {
  readonly key: ClientKey;
  /** Its name among people. */
  readonly title: string;
  /** How it names itself to `cs hooks install --host`. */
  readonly name: string;
  readonly wire: WireFormat;
  /** Writes what a user of it has in the home and the project; gives the variables that keep it here. */
  prepare(place: HostPlace, modelUrl: string): Readonly<Record<string, string>>;
  /** The words of its command line for a session without a screen; `resumed`: the id of one that goes on. */
  words(prompt: string, resumed?: string): readonly string[];
  /** How its sessions go on a screen. */
  readonly screen: ScreenRig;
  /** The id of the session, by what the program printed. */
  sessionIn(printed: string): string | undefined;
  /** The tool by which the model runs a command line. */
  readonly shell: ToolUse<string>;
  /** The steps in which the model gives a subagent a prompt and gets its answer; none where it has no subagents. */
  delegate?(prompt: string): readonly Step[];
  /**
   * Who is held first by what a subagent promised, it or its session, is a matter of what the host has written down by
   * then of the subagent's work.
   */
  readonly holdsEither?: true;
  /** What a request gets that is not of the session's work; plain words where it does not matter. */
  aside?(request: SeenRequest): string;
  /** Comes true once the host has written down what the model was told, where it does so behind its sessions. */
  settled?(place: HostPlace, request: SeenRequest): Promise<void>;
  /** The variables of a session that goes at once with another, where two of them on one folder of data wait for each other. */
  atOnce?(place: HostPlace, index: number): Readonly<Record<string, string>>;
  /** Puts one command in the place of a stop hook; `seconds`: how long the host waits for it. Not where hooks are no commands. */
  putStopHook?(place: HostPlace, command: string, seconds: number): void;
}

/** A host on a screen, where a user sits and types. */
export interface ScreenRig {
  /** The words of its command line: its user is asked for no permission. */
  readonly words: readonly string[];
  /** Writes what is there of a user who has used it before, and trusts the project. */
  prepare?(place: HostPlace): void;
  /** What it may ask before it takes a prompt, and the key that is pressed then: the first that fits. */
  readonly opening?: readonly (readonly [shown: RegExp, key: string])[];
  /** What it shows once its user may type. */
  readonly ready: RegExp;
  /** What it shows once it was interrupted. */
  readonly interrupted: RegExp;
}

/** The folders of a scenario. */
export interface HostPlace {
  /** The project, a git repository of one commit. */
  readonly folder: string;
  readonly home: string;
  /** Where the client is kept between runs. */
  readonly cache: string;
}

/** The use of a tool, by what it is used for. */
export interface ToolUse<What> {
  readonly tool: string;
  input(what: What): Readonly<Record<string, unknown>>;
}

/** What an agent does in one turn, whatever its host. */
export type Deed =
  | { readonly runs: string }
  | { readonly says: string }
  | { readonly uses: string; readonly input: Readonly<Record<string, unknown>> };

/** A deed, or how the model comes to one by what it was told. */
export type Step = Deed | ((request: SeenRequest) => Deed | Promise<Deed>);
