import { surroundings } from '../../../adapters/surroundings.ts';
import type { CheckOutcome } from '../../../checks/check-kind.ts';
import { runChecks } from '../../../checks/running.ts';
import { troubles, verdictOfResults } from '../../../domain/base/check-result.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { standingChecksOf } from '../../../domain/settings/standing-checks.ts';
import { standingAfter, type Trial } from '../../../domain/standing/trial.ts';
import { alwaysChecks, alwaysWanted } from '../../../gates/tier-one.ts';
import { trialText } from '../../../report/setup-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { converse } from '../../terminal.ts';
import { whileChecking } from '../proving/prove-world.ts';
import { askHeld, askOther } from './questions.ts';

/** The commands that sessions are held to from now on, or told of. */
export interface NewStanding {
  readonly commands: readonly string[];
  readonly standing: 'block' | 'tell';
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
    const { reasons, trial } = tried.value;
    surroundings()
      .errors.stream()
      .write(`${trialText(commands, trial, reasons)}\n`);
    const standing = standingAfter(trial);
    if (standing !== undefined) {
      const isWished = isAsking
        ? await converse((asking) => askHeld(asking, standing, trial))
        : true;
      if (isWished === undefined) return success('stopped');
      return success(isWished ? { commands, standing } : undefined);
    }
    const other = isAsking ? await converse((asking) => askOther(asking, suite)) : [];
    if (other === undefined) return success('stopped');
    commands = other;
  }
  return success(undefined);
}

/** How commands came out, and why they did not pass. */
interface Tried {
  readonly trial: Trial;
  readonly reasons: readonly string[];
}

/** Runs the commands once, one by one. */
function tryOut(
  commands: readonly string[],
  args: Arguments,
  suite: Suite,
): Promise<Result<Tried>> {
  return whileChecking('', args, suite, 1, async ({ world: { checks, schedule } }) => {
    const start = checks.clock.elapsed();
    const wanted = alwaysWanted(alwaysChecks(standingChecksOf(commands)));
    const outcomes = await runChecks(wanted, checks, schedule);
    if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the tests ran' });
    const milliseconds = checks.clock.elapsed() - start;
    const reasons = troubles(outcomes.flatMap(({ results }) => results));
    return success({
      trial: { verdict: verdictOf(outcomes), milliseconds },
      reasons: reasons.map(({ detail }) => detail),
    });
  });
}

function verdictOf(outcomes: readonly CheckOutcome[]): Trial['verdict'] {
  if (outcomes.some(({ couldRun }) => couldRun === false)) return 'could-not-run';
  const results = outcomes.flatMap((outcome) => outcome.results);
  return verdictOfResults(results) === 'PASS' ? 'passed' : 'failed';
}
