import { isObject } from '../../domain/base/document.ts';
import type { HookHost, PayloadFields } from '../../domain/host/hook-host.ts';
import { readHookPayload } from '../../domain/host/hook-payload.ts';
import { CODEX_TRANSCRIPT } from '../../domain/session/transcripts/codex.ts';
import type { Step } from '../../domain/session/transcripts/place.ts';
import { blockedOrObject, messageObject, startObject } from '../speaking.ts';

/** How Codex calls the transcript of a session. */
const ROLLOUT = /(?:^|[/\\])rollout-[^/\\]*$/;

/** The folders of its transcripts: one for each year, month and day on which sessions began. */
const YEAR: Step = (name) => /^\d{4}$/.test(name);
const TWO_DIGITS: Step = (name) => /^\d\d$/.test(name);

/** What stands before the session's id in the name of its transcript. */
const BEFORE_ID = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-$/;

function rolloutOf(session: string): Step {
  const end = `${session}.jsonl`;
  return (name) => name.endsWith(end) && BEFORE_ID.test(name.slice(0, -end.length));
}

/** Nothing in a hook's environment tells of Codex, and its events have the names of Claude Code's. */
function isOfCodex(fields: PayloadFields): boolean {
  const { transcript_path: transcript, turn_id: turn } = fields;
  if (typeof turn === 'string' && typeof fields['session_id'] === 'string') return true;
  // A session that is kept nowhere has none.
  if (transcript === null) return typeof fields['model'] === 'string';
  return typeof transcript === 'string' && ROLLOUT.test(transcript);
}

/**
 * Codex. It runs a hook in the user's login shell, whose files may print something before it: an object on stdout
 * would be lost then, and exit code 2 is not. It takes six members of an object and drops one with any other.
 */
export const codex = {
  name: 'codex',
  title: 'Codex',
  programs: ['codex', 'codex-linux-sandbox'],
  variables: {
    marks: ['CODEX_SESSION_ID', 'CODEX_THREAD_ID'],
    session: ['CODEX_SESSION_ID', 'CODEX_THREAD_ID'],
  },
  events: {
    stop: 'Stop',
    'subagent-stop': 'SubagentStop',
    'session-start': 'SessionStart',
    'user-prompt': 'UserPromptSubmit',
    'session-end': 'SessionEnd',
  },
  tell: ({ fields }) => (isOfCodex(fields) ? 'own' : 'no'),
  readPayload: readHookPayload,
  dialect: { stop: blockedOrObject, start: startObject, note: messageObject },
  transcript: CODEX_TRANSCRIPT,
  transcriptPlace: {
    folder: { name: '.codex', variable: 'CODEX_HOME', names: 'itself' },
    way: (session) => ['sessions', YEAR, TWO_DIGITS, TWO_DIGITS, rolloutOf(session)],
    isDated: true,
  },
  interruptMark: {
    isMark: ({ payload }) =>
      isObject(payload) &&
      payload['type'] === 'turn_aborted' &&
      payload['reason'] === 'interrupted',
  },
  // At exit code 2 it takes stderr alone, as the reason.
  hidesMessages: 'at-a-block',
  blockLimit: () => Number.POSITIVE_INFINITY,
} as const satisfies HookHost;
