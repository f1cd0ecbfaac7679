import { isObject } from '../../domain/base/document.ts';
import type { HookOutput, Spoken } from '../../domain/host/dialect.ts';
import type { HookHost } from '../../domain/host/hook-host.ts';
import { readHookPayload } from '../../domain/host/hook-payload.ts';
import type { InterruptMark } from '../../domain/host/interrupt-mark.ts';
import { hostLimitOf } from '../../domain/session/liveness.ts';
import { SESSION_VARIABLE } from '../../domain/session/project-folder.ts';
import { ANY } from '../../domain/session/transcripts/place.ts';
import { messageObject, object, startObject } from '../speaking.ts';

const EVENTS = {
  stop: 'Stop',
  'subagent-stop': 'SubagentStop',
  'session-start': 'SessionStart',
  'user-prompt': 'UserPromptSubmit',
  'session-end': 'SessionEnd',
} as const;

/** Other hosts take over some of its names. */
const NAMES: ReadonlySet<unknown> = new Set(Object.values(EVENTS));

/** A line in the user's place, in a tool `[Request interrupted by user for tool use]`. */
const INTERRUPTED = '[Request interrupted by user';

const INTERRUPT_MARK: InterruptMark = {
  isMark({ isSidechain, message, type }) {
    const content = isObject(message) ? message['content'] : undefined;
    const [first] = Array.isArray(content) ? content : [{ text: content }];
    const text = isObject(first) ? first['text'] : undefined;
    const isSaid = typeof text === 'string' && text.startsWith(INTERRUPTED);
    return type === 'user' && isSidechain !== true && isSaid;
  },
};

/**
 * A block by exit code 2. The reason stands on stderr alone: that in an object is shown to the model twice. Where stdout
 * is empty, a reason that says of a file that it is not there lets the session end.
 */
function watchedStop(output: HookOutput): Spoken {
  const { decision, reason = '', systemMessage } = output;
  if (decision !== 'block') return object(output);
  const message = object(systemMessage === undefined ? {} : { systemMessage });
  return { ...message, stderr: reason, exitCode: 2 };
}

/**
 * Claude Code. It takes exactly one object on stdout for an answer to a stop, and ignores one with anything beside it;
 * the block of a hook that ends with 2 goes by stderr.
 */
export const claudeCode = {
  name: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  variables: {
    marks: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
    project: 'CLAUDE_PROJECT_DIR',
    session: ['CLAUDE_CODE_SESSION_ID'],
    hooked: SESSION_VARIABLE,
    process: 'CLAUDE_PID',
  },
  events: EVENTS,
  tell: ({ fields, variable }) =>
    variable('CLAUDECODE') !== undefined || NAMES.has(fields['hook_event_name']) ? 'common' : 'no',
  readPayload: readHookPayload,
  dialect: { stop: object, watchedStop, start: startObject, note: messageObject },
  transcriptPlace: {
    folder: { name: '.claude', variable: 'CLAUDE_CONFIG_DIR', names: 'itself' },
    way: (session) => ['projects', ANY, `${session}.jsonl`],
  },
  interruptMark: INTERRUPT_MARK,
  blockLimit: (variable) => hostLimitOf(variable('CLAUDE_CODE_STOP_HOOK_BLOCK_CAP')),
} as const satisfies HookHost;
