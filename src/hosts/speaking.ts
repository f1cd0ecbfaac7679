import { type HookOutput, SILENCE, type Spoken, type StartSaying } from '../domain/host/dialect.ts';
import { jsonLine } from '../report/printable.ts';

/** The forms of answers that several hosts share. */

/** One object on stdout. */
export function object(answer: object): Spoken {
  return { stdout: `${jsonLine(answer)}\n`, stderr: '', exitCode: 0 };
}

/** A text on stderr alone, which no host takes for an answer where the exit code is 0. */
export function aside(text: string, exitCode: Spoken['exitCode'] = 0): Spoken {
  return text === '' ? SILENCE : { stdout: '', stderr: `${text}\n`, exitCode };
}

/**
 * The one form of a block that every host takes, and the only one that survives what a user's shell prints before it:
 * exit code 2, the object on stdout and the reason on stderr. `warning`: what stands on stderr where a host shows that
 * to its user.
 */
export function blocked({ reason = '', systemMessage }: HookOutput, warning = reason): Spoken {
  const answer = {
    decision: 'block',
    reason,
    ...(systemMessage === undefined ? {} : { systemMessage }),
  };
  return { ...object(answer), stderr: aside(warning).stderr, exitCode: 2 };
}

/** An answer that blocks as every host takes it, and tells the user of a pass by an object. */
export function blockedOrObject(output: HookOutput): Spoken {
  if (output.decision === 'block') return blocked(output);
  return messageObject(output.systemMessage ?? '');
}

/** A message to the user as an object; nothing where there is none. */
export function messageObject(message: string): Spoken {
  return message === '' ? SILENCE : object({ systemMessage: message });
}

/** What is said at a session's start, as Claude Code and the hosts that follow it take it. */
export function startObject({ context, message }: StartSaying): Spoken {
  if (context === '' && message === '') return SILENCE;
  return object({
    hookSpecificOutput: {
      hookEventName: 'SessionStart',
      ...(context === '' ? {} : { additionalContext: context }),
    },
    ...(message === '' ? {} : { systemMessage: message }),
  });
}
