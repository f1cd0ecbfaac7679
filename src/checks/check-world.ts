import type {
  Clock,
  GitResult,
  LineSearch,
  ProjectFiles,
  Run,
  Transcript,
  WithinTime,
} from '../ports.ts';
import type { RetriedTests } from './reports/tally.ts';

/** The parts of the world that checks use. */
export interface CheckWorld {
  /** The project's folder in the checkout that is worked on: commands run there. */
  readonly folder: string;
  readonly files: ProjectFiles;
  readonly run: Run;
  /** Where a program lies that the suite starts for itself: never in the project. */
  readonly findProgram: (name: string) => string | undefined;
  /** The commit that the files are byte for byte; or why they are none. */
  readonly commitHere: () => GitResult<string>;
  /** The run of a pipeline that this is part of. */
  readonly pipelineRun: string | undefined;
  readonly clock: Clock;
  readonly withinTime: WithinTime;
  readonly transcript: Transcript;
  readonly searchLines: (patterns: readonly string[]) => LineSearch;
  /** The values that must not be written down: those of secret variables, and of the variables `passing`. */
  readonly secretValues: (passing: readonly string[]) => readonly string[];
  /** The time for a command that names none, in milliseconds. */
  readonly timeoutMs: number;
  /** What tests are worth that failed and passed when they were run again. */
  readonly retried: RetriedTests;
  /** The id of the promise that is proved, which commands find in their environment. */
  readonly promise: string;
  readonly signal: AbortSignal;
}
