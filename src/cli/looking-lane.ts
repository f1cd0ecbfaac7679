import { runCheckLane } from './check-lane.ts';
import { runStatusLineLane } from './status-line-lane.ts';

/**
 * The lane of what only looks: the check and the status line read and decide the same, and share a file. The words of
 * the check's answer are another. False: the command line asks for more.
 */
export function runLane(
  program: string,
  command: 'check' | 'verify' | 'statusline',
  words: readonly string[],
): Promise<void> | boolean {
  return command === 'statusline'
    ? runStatusLineLane(words)
    : runCheckLane(program, command, words);
}
