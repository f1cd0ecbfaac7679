import type { Check } from '../../../domain/check.ts';
import type { Result } from '../../../domain/result.ts';
import { timestamp } from '../../../domain/time.ts';
import { type MetByRun, meetByRun } from '../../../gates/meet-by-run.ts';
import type { Arguments } from '../../command.ts';
import { loadSettings } from '../../settings.ts';
import { actorOf, type Suite } from '../../suite.ts';
import { createProveWorld } from './prove-world.ts';
import { watchChecks } from './watched-checks.ts';

/** What a criterion is to be met by running. */
export interface RunToMeet {
  readonly id: string;
  readonly criterion: string;
  readonly check: Check;
  readonly evidenceType: string;
}

/** `cs meet <id> --ac-id AC-1 --run -- npm test`: runs it, and meets the criterion only where it passes. */
export async function meetByRunning(
  wish: RunToMeet,
  args: Arguments,
  suite: Suite,
): Promise<Result<MetByRun>> {
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const settings = loadSettings(suite, args, {});
  if (!settings.ok) return settings;
  const { session } = actor.value;
  const watched = watchChecks(1, suite);
  try {
    const { checks } = settings.value.configuration;
    const { schedule, signal } = watched;
    const world = createProveWorld(wish.id, suite, checks, schedule, signal);
    if (!world.ok) return world;
    return await meetByRun(
      {
        ...wish,
        control: args.text('control'),
        actor: () => ({ session, at: timestamp(suite.clock.now()) }),
      },
      world.value,
    );
  } finally {
    watched.stop();
  }
}
