import type { Clock, LineSearch, ProjectFiles, Run, Transcript } from '../ports.ts';

/** What the checks ask of the world. */
export interface CheckWorld {
  /** The project's folder, in which commands run. */
  readonly folder: string;
  readonly files: ProjectFiles;
  readonly run: Run;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly searchLines: (patterns: readonly string[]) => LineSearch;
  /** The values that must not be written down, whatever they look like; `passing` are asked for. */
  readonly secretValues: (passing: readonly string[]) => readonly string[];
  /** Time for a command that says nothing else, in milliseconds. */
  readonly timeoutMs: number;
  /** The promise that is proved, which commands are told. */
  readonly promise: string;
  readonly signal: AbortSignal;
}
