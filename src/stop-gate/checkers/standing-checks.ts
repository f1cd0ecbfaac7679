import type { StandingVerdict } from '../../domain/session/standing-verdict.ts';
import { standingAsked } from '../../domain/settings/standing-checks.ts';
import { type CommandLines, commandLinesFor } from '../../report/command-lines.ts';
import { heldStanding, toldStanding } from '../../report/standing-text.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import type { ExaminedStop } from '../examined-stop.ts';

/**
 * P1.5. Blocks while the session changed files that standing checks depend on, and these have not passed on them. It
 * runs none: it goes by what was kept of their runs, and by what the files were as the session's turns began.
 */
export const standingChecks = {
  name: 'standing checks',
  priority: 1.5,
  concerns: ({ configuration }) => standingAsked(configuration).length > 0,
} as const satisfies Checker;

export const examineStanding: Examine = (stop) => {
  const seen = stop.standing();
  if (seen === undefined) return {};
  const { decision, verdicts } = seen;
  const { held, names, told } = decision;
  const proved = verdicts.flatMap((one) =>
    one.is === 'passed' ? [{ command: one.now.command, at: one.run.at, flaky: one.isFlaky }] : [],
  );
  return {
    block: standingBlock(held, names, commandsAt(stop)),
    notes: toldStanding(told),
    told: held.length === 0 ? names : [],
    proved,
  };
};

function commandsAt({ environment, promises }: ExaminedStop): CommandLines {
  return promises.checks[0]?.commands ?? commandLinesFor(environment.namedProject, 'cs');
}

export function standingBlock(
  held: readonly StandingVerdict[],
  told: readonly string[],
  commands: CommandLines,
): Block | undefined {
  if (held.length === 0) return undefined;
  return { checker: 'standing-checks', lines: heldStanding(held, commands), told };
}
