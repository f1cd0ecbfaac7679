import { coresOfThisMachine } from '../../../adapters/node-cores.ts';
import { areProved } from '../../../domain/proving.ts';
import { type Result, success } from '../../../domain/result.ts';
import { timestamp } from '../../../domain/time.ts';
import { provePromise } from '../../../gates/prove-promise.ts';
import { proveJson, proveNotes, proveText } from '../../../report/prove-text.ts';
import type { Arguments, Report } from '../../command.ts';
import { EXIT } from '../../exit.ts';
import { warningOf } from '../../print.ts';
import { loadSettings } from '../../settings.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';
import { createProveWorld } from './prove-world.ts';
import { watchChecks } from './watched-checks.ts';

const MOST_JOBS = 256;

/** `cs prove <id>` */
export async function prove(id: string, args: Arguments, suite: Suite): Promise<Result<Report>> {
  const jobs = jobsOf(args.text('jobs'));
  if (jobs === undefined) return usage(`--jobs takes a whole number from 1 to ${MOST_JOBS}`);
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const settings = loadSettings(suite, args, {});
  if (!settings.ok) return settings;
  const { checks, retries } = settings.value.configuration;
  const { session } = actor.value;
  const watched = watchChecks(jobs, suite);
  try {
    const world = createProveWorld(id, suite, checks, watched.schedule, watched.signal);
    if (!world.ok) return world;
    const proved = await provePromise(
      {
        id,
        criteria: args.texts('ac-id'),
        trust: args.given('trust'),
        control: args.text('control'),
        changedFiles: checks.changedFiles,
        actor: () => ({ session, at: timestamp(suite.clock.now()) }),
      },
      world.value,
    );
    if (!proved.ok) return proved;
    const { runs, warnings } = proved.value;
    const report = { ...proved.value, maxRetries: retries.max };
    return success({
      text: proveText(id, report, suite.style),
      json: proveJson(id, report),
      notes: [...proveNotes(report), ...warnings.map(warningOf)],
      exitCode: areProved(runs) ? EXIT.ok : EXIT.failed,
    });
  } finally {
    watched.stop();
  }
}

function jobsOf(text: string | undefined): number | undefined {
  if (text === undefined) return coresOfThisMachine();
  const jobs = Number(text);
  return /^\d+$/.test(text) && jobs >= 1 && jobs <= MOST_JOBS ? jobs : undefined;
}
