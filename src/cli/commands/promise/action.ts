import type { Result } from '../../../domain/base/result.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';

/** The work of one option of `cs promise`, and of the command of that name. The promise is `--promise` to it. */
export type PromiseAction = (args: Arguments, suite: Suite) => Promise<Result<Report>>;
