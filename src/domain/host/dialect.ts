/** The answers of hooks, before and after a host's dialect gives them a form. */

/** The answer to a stop, as Claude Code takes it. Empty: the session may end, and nothing is told. */
export interface HookOutput {
  readonly decision?: 'block';
  /** For the model. */
  readonly reason?: string;
  /** For the user. */
  readonly systemMessage?: string;
}

/** What the hook of a session's start says. A text may be empty. */
export interface StartSaying {
  /** For the model. */
  readonly context: string;
  /** For the user. */
  readonly message: string;
}

/** An answer as the host gets it. */
export interface Spoken {
  readonly stdout: string;
  readonly stderr: string;
  /** 2 blocks, with every host that knows exit codes. */
  readonly exitCode: 0 | 1 | 2;
}

/** Says nothing: every host goes on. */
export const SILENCE: Spoken = { stdout: '', stderr: '', exitCode: 0 };
