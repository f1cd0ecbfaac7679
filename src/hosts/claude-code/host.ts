import type { Spoken } from '../../domain/host/dialect.ts';
import type { HookHost } from '../../domain/host/hook-host.ts';
import { readHookPayload } from '../../domain/host/hook-payload.ts';
import { hostLimitOf } from '../../domain/session/liveness.ts';
import { jsonLine } from '../../report/printable.ts';

/** Events that Claude Code names; hosts that read its settings take over some of the names. */
const EVENTS = {
  stop: 'Stop',
  'subagent-stop': 'SubagentStop',
  'session-start': 'SessionStart',
  'user-prompt': 'UserPromptSubmit',
  'session-end': 'SessionEnd',
} as const;

const NAMES: ReadonlySet<unknown> = new Set(Object.values(EVENTS));

/** It takes exactly one object on stdout, and ignores an answer with anything beside it. */
function object(answer: object): Spoken {
  return { stdout: `${jsonLine(answer)}\n`, stderr: '', exitCode: 0 };
}

export const claudeCode = {
  name: 'claude-code',
  title: 'Claude Code',
  variables: {
    marks: ['CLAUDECODE'],
    project: 'CLAUDE_PROJECT_DIR',
    session: ['CLAUDE_CODE_SESSION_ID'],
    process: 'CLAUDE_PID',
  },
  events: EVENTS,
  tell: ({ fields, variable }) =>
    variable('CLAUDECODE') !== undefined || NAMES.has(fields['hook_event_name']) ? 'common' : 'no',
  readPayload: readHookPayload,
  dialect: {
    stop: object,
    start: ({ context, message }) =>
      object({
        hookSpecificOutput: {
          hookEventName: EVENTS['session-start'],
          ...(context === '' ? {} : { additionalContext: context }),
        },
        ...(message === '' ? {} : { systemMessage: message }),
      }),
    note: (message) => object({ systemMessage: message }),
  },
  blockLimit: (variable) => hostLimitOf(variable('CLAUDE_CODE_STOP_HOOK_BLOCK_CAP')),
} as const satisfies HookHost;
