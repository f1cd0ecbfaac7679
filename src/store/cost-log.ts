import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';

/** The append-only log of what every model call used and cost. */
export interface CostLog {
  /** Adds one line. Gives the failure back instead of failing: the call has been made. */
  append(line: CostLine): Promise<Failure | undefined>;
  /** All calls that can be read, oldest first; `skipped` counts torn and unknown lines. Fails: broken file. */
  read(): Promise<Result<{ readonly lines: readonly CostLine[]; readonly skipped: number }>>;
}
