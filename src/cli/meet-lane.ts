import { meetCommand } from './commands/meet.ts';
import { runFrequent } from './frequent.ts';

const MEETING = new Map([['meet', meetCommand]]);

/** `cs meet`, as agents call it. False: the command line asks for more. */
export function runLane(
  program: 'cs' | 'completion-promise',
  name: string,
  argv: readonly string[],
): Promise<void> | false {
  return runFrequent(MEETING, program, name, argv);
}
