import { sessionStartCommand } from './commands/session-start.ts';
import { userPromptCommand } from './commands/user-prompt.ts';
import { runFrequent } from './frequent.ts';

const SESSION_HOOKS = new Map([
  ['session-start', sessionStartCommand],
  ['user-prompt', userPromptCommand],
]);

/** `cs session-start` and `cs user-prompt`, as hosts call them. False: the command line asks for more. */
export function runLane(
  program: 'cs' | 'completion-promise',
  name: string,
  argv: readonly string[],
): Promise<void> | false {
  return runFrequent(SESSION_HOOKS, program, name, argv);
}
