import type { ReviewCommand } from './asking/report.ts';

/** A review as its command is listed, completed and explained, without what it is run with. */
export interface ReviewDescription {
  /** Its command, and its name in the cost log. */
  readonly name: string;
  /** The setting that `--model` overrides. */
  readonly modelKey: string;
  readonly summary: string;
  readonly usage: string;
  readonly model: { readonly summary: string; readonly completes: readonly string[] };
  /** Whether the user may name the transcript. */
  readonly takesTranscript: boolean;
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** The review itself. It is larger than all other commands, and is loaded when it is run. */
  load(): Promise<ReviewCommand>;
}
