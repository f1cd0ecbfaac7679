import type { Result } from '../../../domain/base/result.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';

/** The work of one option of `cs-promise`. */
export type PromiseAction = (args: Arguments, suite: Suite) => Promise<Result<Report>>;
