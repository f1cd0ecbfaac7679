import { textOf } from '../domain/base/document.ts';
import type { InTheWay } from '../domain/closing/in-the-way.ts';
import type { JudgmentRecord } from '../domain/promise/promise.ts';
import { type StandingCheck, standingCommand } from '../domain/settings/standing-checks.ts';
import { failureMessage } from './failure-text.ts';
import { oneLine } from './printable.ts';

/** What a dry run knows of a real run. */
interface Ahead extends InTheWay {
  /** The project's own commands: a dry run does not run them. */
  readonly always: readonly StandingCheck[];
}

/**
 * What stands in the way of a real run, one line for each reason. `others`: reasons that lie with the judge, such as a key
 * that is missing.
 */
export function aheadLines(
  { always, served, unasked, unclosed }: Ahead,
  others: readonly string[],
): readonly string[] {
  const reasons = [...unasked.map(failureMessage), ...others];
  return [
    ...(reasons.length === 0 ? [] : listed('A real run would make no call:', reasons)),
    ...(unclosed.length === 0
      ? []
      : listed('The verdict would be recorded but close nothing:', unclosed.map(failureMessage))),
    ...(served === undefined || reasons.length > 0 ? [] : [servedLine(served)]),
    ...(always.length === 0
      ? []
      : listed(
          'A real run would first run:',
          always.map((check) => oneLine(standingCommand(check))),
        )),
    ...(reasons.length + unclosed.length === 0 && served === undefined
      ? [`Nothing${always.length === 0 ? '' : ' except these commands'} blocks a real run.`]
      : []),
  ];
}

function servedLine(served: JudgmentRecord): string {
  const at = oneLine(textOf(served['timestamp']));
  return `A real run would make no call: the PASS of ${at} covers this evidence.`;
}

function listed(heading: string, items: readonly string[]): readonly string[] {
  return [heading, ...items.map((item) => `  - ${item}`)];
}
