import { type Result, success } from '../../../domain/base/result.ts';
import { shownTampering } from '../../../domain/closing/tampering.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import { type MeetByRunRequest, type MetByRun, meetByRun } from '../../../gates/meet-by-run.ts';
import { provePromise } from '../../../gates/prove-promise.ts';
import type { ShowingRequest } from '../../../gates/showing.ts';
import { checklistNotes } from '../../../report/checklist-text.ts';
import { EXIT } from '../../../report/exit.ts';
import { isProveOk, proveJson, proveNotes, proveText } from '../../../report/prove-text.ts';
import type { Suite } from '../../../suite.ts';
import { checklistLooks } from '../../changed-checklists.ts';
import type { Arguments, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { jobsOf, whileProving } from './prove-world.ts';

/** `cs prove <id>` */
export async function prove(id: string, args: Arguments, suite: Suite): Promise<Result<Report>> {
  const jobs = jobsOf(args.text('jobs'));
  if (!jobs.ok) return jobs;
  return whileProving(id, args, suite, jobs.value, async ({ actor, configuration, world }) => {
    const proved = await provePromise(
      {
        id,
        criteria: args.texts('ac-id'),
        trust: args.given('trust'),
        showing: showingFor(args, configuration),
        settings: configuration.checks,
        actor,
      },
      world,
    );
    if (!proved.ok) return proved;
    const { warnings } = proved.value;
    const maxRetries = configuration.retries.max;
    const { promise, tierOne } = proved.value;
    const tampering = shownTampering(promise, tierOne.tampering, []);
    const report = { ...proved.value, tampering, maxRetries, tiers: configuration };
    return success({
      text: proveText(id, report, suite.style, suite.commandLines),
      json: proveJson(id, report, suite.commandLines),
      notes: [
        ...proveNotes(report),
        ...checklistNotes(checklistLooks(suite)(promise)),
        ...warnings.map(warningOf),
      ],
      exitCode: isProveOk(report) ? EXIT.ok : EXIT.failed,
    });
  });
}

/** `cs meet <id> --ac-id AC-1 --run -- npm test`: meets the criterion only where the command passes. */
export function meetByRunning(
  wish: Pick<MeetByRunRequest, 'id' | 'criterion' | 'check' | 'evidenceType'>,
  args: Arguments,
  suite: Suite,
): Promise<Result<MetByRun>> {
  return whileProving(wish.id, args, suite, 1, ({ actor, configuration, world }) =>
    meetByRun({ ...wish, showing: showingFor(args, configuration), actor }, world),
  );
}

function showingFor(args: Arguments, { gates }: Configuration): ShowingRequest {
  return { control: args.text('control'), noShow: args.given('no-show'), shown: gates.shown };
}
