import type { Result } from '../../../domain/result.ts';
import type { Arguments, Report } from '../../command.ts';
import type { Suite } from '../../suite.ts';

/** What one option of `cs-promise` does. */
export type PromiseAction = (args: Arguments, suite: Suite) => Promise<Result<Report>>;
