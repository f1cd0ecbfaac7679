import type { CiResult } from '../../domain/ci/ci-result.ts';
import type { Style } from '../style.ts';

/** One way to tell what a run found: a row of the table in `outputs.ts`. */
export interface CiOutput {
  /** The option that names the file for it. */
  readonly name: string;
  /** What the help says of the option. */
  readonly summary: string;
  /**
   * Where it goes where the option names no file; nowhere without one.
   * - `answer`: it is what the command prints.
   * - `step-summary`: the file that GitHub shows beside a job; what is there stays.
   * - `log`: the log of a job of GitHub, which obeys it.
   */
  readonly usually?: 'answer' | 'step-summary' | 'log';
  /** The text, without a line end. Words of others in it cannot become more than words. */
  render(result: CiResult, style: Style): string;
}
