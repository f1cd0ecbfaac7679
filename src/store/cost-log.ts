import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';

/** The append-only log of what every model call used and cost. */
export interface CostLog {
  /** Adds one line. Gives the failure back instead of failing: the call has been made. */
  append(line: CostLine): Promise<Failure | undefined>;
  /**
   * Gives all calls that can be read, oldest first; `skipped` counts torn and unknown lines. Fails: broken file. The
   * log may be longer than memory.
   */
  read(take: (line: CostLine) => void): Promise<Result<{ readonly skipped: number }>>;
  /**
   * The calls since a moment, in milliseconds since 1970: read from the end of the log on, so that what a cap costs
   * does not grow with the log. Fails: broken file.
   */
  since(moment: number): Promise<Result<readonly CostLine[]>>;
}
