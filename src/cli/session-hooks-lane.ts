import { sessionStartCommand } from './commands/session-start.ts';
import { userPromptCommand } from './commands/user-prompt.ts';
import { frequentLane } from './frequent.ts';

/** `cs session-start` and `cs user-prompt`, as hosts call them. */
export const runLane = frequentLane(
  new Map([
    ['session-start', sessionStartCommand],
    ['user-prompt', userPromptCommand],
  ]),
);
