import { createPatientCheckout } from '../../../adapters/git/checkout.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { runStanding } from '../../../gates/standing.ts';
import { EXIT } from '../../../report/exit.ts';
import {
  isStandingOk,
  NO_STANDING,
  standingJson,
  standingText,
  toNameStanding,
} from '../../../report/standing-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';
import { createStandingWorld, jobsOf, whileChecking } from './prove-world.ts';

/** What stands in place of a promise's id where the standing checks run for none. */
const STANDING = 'standing';

/** `cs prove --standing`: runs the standing checks of the project, and keeps how they came out on these files. */
export async function proveStanding(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const atOnce = jobsOf(args.text('jobs'));
  if (!atOnce.ok) return atOnce;
  return whileChecking(STANDING, args, suite, atOnce.value, async ({ configuration, world }) => {
    const { always } = configuration.checks;
    if (always.length === 0) {
      return usage(NO_STANDING, toNameStanding(suite.commandLines));
    }
    const { checks, schedule } = world;
    const standing = createStandingWorld(suite, createPatientCheckout);
    const { results, warnings } = await runStanding(always, 'some', standing, { checks, schedule });
    if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the checks ran' });
    return success({
      text: standingText(results, suite.style, suite.commandLines),
      json: standingJson(results, suite.commandLines),
      notes: warnings.map(warningOf),
      exitCode: isStandingOk(results) ? EXIT.ok : EXIT.failed,
    });
  });
}
