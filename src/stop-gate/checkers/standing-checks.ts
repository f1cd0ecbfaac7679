import { NO_TEST_CHANGES } from '../../domain/promise/tampering.ts';
import type { Receipt } from '../../domain/session/receipt.ts';
import type { StandingVerdict } from '../../domain/session/standing-verdict.ts';
import { standingAsked } from '../../domain/settings/standing-checks.ts';
import { type CommandLines, commandLinesFor } from '../../report/command-lines.ts';
import { receiptOf } from '../../report/receipt-text.ts';
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
  return {
    block: standingBlock(held, names, commandsAt(stop)),
    notes: toldStanding(told),
    told: held.length === 0 ? names : [],
    receipts: verdicts.flatMap((one) => (one.is === 'passed' ? receiptOfRun(one) : [])),
  };
};

/** That a standing check passed on files which the session changed: told once for these files. */
function receiptOfRun({
  now: { check, command, inputs, tree },
  run,
}: Extract<StandingVerdict, { readonly is: 'passed' }>): Receipt {
  return receiptOf({
    what: 'proved',
    name: `standing:proved:${check}:${tree.bound ? tree.digest : ''}`,
    subject: command,
    source: 'checks',
    only: inputs,
    ran: run.ran,
    tests: NO_TEST_CHANGES,
  });
}

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
