import type { TokenUsage } from '../judging/model.ts';

/** What a validator is asked, whatever program it is. */
export interface ValidatorQuestion {
  /** Its standing instructions, and what it is asked: all of that is data behind a fence. */
  readonly system: string;
  readonly prompt: string;
  /** The shape of its answer, as JSON Schema. */
  readonly schema: { readonly [key: string]: unknown };
  /** A text that its answer must repeat. */
  readonly nonce: string;
  readonly criteria: readonly AskedCriterion[];
  /** The project's own command lines that it may run. */
  readonly commands: readonly string[];
  readonly model: string | undefined;
  /** Most that the session may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  /** The folder that it works in, and one for files beside it. */
  readonly folder: string;
  readonly beside: string;
}

/** A criterion as a program is given it that reads JSON. */
export interface AskedCriterion {
  readonly ac_id: string;
  readonly description: string;
  readonly evidence: string;
  readonly evidence_type: string;
}

/** How a session of it is started. */
export interface ValidatorStart {
  /** A line for the shell, or the arguments behind the host's program. */
  readonly words: string | readonly string[];
  readonly input: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Files that it reads, by their names in the folder beside the one that it works in. */
  readonly files?: Readonly<Record<string, string>>;
  /** The file there that it writes its answer to. */
  readonly answerFile?: string;
}

/** What a session left when it had ended by itself. */
export interface ValidatorOutput {
  readonly exitCode: number;
  readonly stdout: string;
  /** The last line of stderr. */
  readonly complaint: string;
  /** What stands in the file of its answer. */
  readonly answer: string | undefined;
}

/** What a session said. It comes from outside: nothing in it is taken on trust. */
export type ValidatorReading = {
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly usage: TokenUsage;
  /** US dollars, by its own figure; null where it gives none. */
  readonly costUsd: number | null;
} & ({ readonly text: string } | { readonly trouble: string });

/** How the sessions of a host are limited so far that they can validate. */
export interface ValidatingHost {
  start(question: ValidatorQuestion): ValidatorStart;
  read(output: ValidatorOutput): ValidatorReading;
  /** What holds a session, in words for its user. */
  readonly limits: string;
  /** What reaches it that no switch keeps away, or no switch limits; in words for its user. */
  readonly beyond: readonly string[];
}
