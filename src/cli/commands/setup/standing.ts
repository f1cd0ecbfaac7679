import { createPatientCheckout } from '../../../adapters/git/checkout.ts';
import { surroundings } from '../../../adapters/surroundings.ts';
import { troubles } from '../../../domain/base/check-result.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import type { StandingLine } from '../../../domain/session/standing-log.ts';
import { standingChecksOf } from '../../../domain/settings/standing-checks.ts';
import { standingAfter, type Trial } from '../../../domain/standing/trial.ts';
import { runStanding, type StandingResult } from '../../../gates/standing.ts';
import { trialText } from '../../../report/setup-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { converse } from '../../terminal.ts';
import { createStandingWorld, whileChecking } from '../proving/prove-world.ts';
import { askHeld, askOther } from './questions.ts';

/** The commands that sessions are held to from now on, or told of. */
export interface NewStanding {
  readonly commands: readonly string[];
  readonly standing: 'block' | 'tell';
  /** How they came out as they were tried. */
  readonly runs: readonly StandingLine[];
}

/**
 * Runs the tests once and decides by that what they are to sessions; undefined: nothing. Where the person closes the
 * conversation or interrupts the tests, it gives `stopped`. `isAsking`: a person decides.
 */
export async function decideStanding(
  tests: readonly string[],
  isAsking: boolean,
  args: Arguments,
  suite: Suite,
): Promise<Result<NewStanding | 'stopped' | undefined>> {
  let commands = tests;
  while (commands.length > 0) {
    const tried = await tryOut(commands, args, suite);
    if (!tried.ok) return tried.failure.kind === 'interrupted' ? success('stopped') : tried;
    const { reasons, runs, trial } = tried.value;
    surroundings()
      .errors.stream()
      .write(`${trialText(commands, trial, reasons)}\n`);
    const standing = standingAfter(trial);
    if (standing !== undefined) {
      const isWished = isAsking
        ? await converse((asking) => askHeld(asking, standing, trial))
        : true;
      if (isWished === undefined) return success('stopped');
      return success(isWished ? { commands, standing, runs } : undefined);
    }
    const other = isAsking ? await converse((asking) => askOther(asking, suite)) : [];
    if (other === undefined) return success('stopped');
    commands = other;
  }
  return success(undefined);
}

/** How commands came out, why they did not pass, and what is kept of it where sessions are held to them. */
interface Tried {
  readonly trial: Trial;
  readonly reasons: readonly string[];
  readonly runs: readonly StandingLine[];
}

/** Runs the commands once, one by one. Nothing is kept yet: what is not wished leaves no trace. */
function tryOut(
  commands: readonly string[],
  args: Arguments,
  suite: Suite,
): Promise<Result<Tried>> {
  return whileChecking('', args, suite, 1, async ({ world: { checks, schedule } }) => {
    const start = checks.clock.elapsed();
    const runs: StandingLine[] = [];
    const log = {
      read: () => [],
      append(line: StandingLine) {
        runs.push(line);
        return undefined;
      },
    };
    const world = { ...createStandingWorld(suite, createPatientCheckout), log };
    const { results } = await runStanding(standingChecksOf(commands), 'all', world, {
      checks,
      schedule,
    });
    if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the tests ran' });
    const milliseconds = checks.clock.elapsed() - start;
    const reasons = troubles(results.flatMap((one) => one.results)).map(({ detail }) => detail);
    return success({ trial: { verdict: verdictOf(results), milliseconds }, reasons, runs });
  });
}

function verdictOf(results: readonly StandingResult[]): Trial['verdict'] {
  if (results.some(({ run }) => run.outcome === 'could-not-run')) return 'could-not-run';
  return results.some(({ run }) => run.outcome === 'failed') ? 'failed' : 'passed';
}

/** Keeps the runs of a trial, so that what failed before any session is known. Gives what could not be kept. */
export function keepTrial({ runs }: NewStanding, suite: Suite): Failure | undefined {
  const { log } = createStandingWorld(suite, createPatientCheckout);
  const [unkept] = runs.flatMap((run) => log.append(run) ?? []);
  return unkept;
}
