import type { HookEvent, HookRole } from './hook-command.ts';
import type { Expectation } from './hook-replay.ts';

/** What hooks are tried out with: the payloads of a host, and what each must come to. */

export interface Situation {
  readonly words: string;
  readonly expects: Expectation;
  /** The session that stops owns an open promise. */
  readonly hasPromise: boolean;
  /** The payload itself; `garbage` is no JSON. */
  readonly payload: 'garbage' | { readonly [key: string]: unknown };
}

const STOP: { readonly [key: string]: unknown } = {
  permission_mode: 'default',
  stop_hook_active: false,
  last_assistant_message: 'Done.',
  background_tasks: [],
  session_crons: [],
};

const SITUATIONS: Readonly<Record<HookEvent, readonly Situation[]>> = {
  Stop: [
    { words: 'an open promise', expects: 'block', hasPromise: true, payload: STOP },
    { words: 'no promises', expects: 'pass', hasPromise: false, payload: STOP },
    {
      words: 'an open promise, and a payload that is no JSON',
      expects: 'block',
      hasPromise: true,
      payload: 'garbage',
    },
  ],
  SubagentStop: [
    {
      words: 'a subagent without promises of its own',
      expects: 'pass',
      hasPromise: true,
      payload: { ...STOP, agent_id: 'agent-of-the-doctor', agent_type: 'general-purpose' },
    },
  ],
  SessionStart: [
    { words: 'a start', expects: 'answer', hasPromise: true, payload: { source: 'startup' } },
    {
      words: 'a payload that is no JSON',
      expects: 'answer',
      hasPromise: false,
      payload: 'garbage',
    },
  ],
  UserPromptSubmit: [
    { words: 'a prompt', expects: 'answer', hasPromise: true, payload: { prompt: 'Go on.' } },
    {
      words: 'a payload that is no JSON',
      expects: 'answer',
      hasPromise: false,
      payload: 'garbage',
    },
  ],
};

/** The roles that a hook of an event can have. */
const ROLES: Readonly<Record<HookEvent, readonly HookRole[]>> = {
  Stop: ['stop-gate', 'check'],
  SubagentStop: ['stop-gate', 'check'],
  SessionStart: ['session-start'],
  UserPromptSubmit: ['user-prompt'],
};

/** What a hook is tried out with; nothing where its event has no use for what it calls. */
export function situationsOf(event: string, role: HookRole): readonly Situation[] {
  return isHookEvent(event) && ROLES[event].includes(role) ? SITUATIONS[event] : [];
}

function isHookEvent(event: string): event is HookEvent {
  return Object.hasOwn(SITUATIONS, event);
}

export interface ReplayedSession {
  readonly id: string;
  readonly event: string;
  readonly project: string;
  readonly transcript: string;
}

/** What the host writes to the hook's stdin. */
export function payloadText({ payload }: Situation, session: ReplayedSession): string {
  if (payload === 'garbage') return 'not JSON {';
  return JSON.stringify({
    session_id: session.id,
    transcript_path: session.transcript,
    cwd: session.project,
    hook_event_name: session.event,
    ...payload,
  });
}

/** A promise that keeps its session from ending. */
export function openPromise(id: string, session: string, at: string): object {
  const criterion = { id: 'AC-1', description: 'Not met', status: 'pending', evidence: null };
  return {
    id,
    title: 'A promise of the doctor',
    summary: 'A promise of the doctor',
    status: 'in_progress',
    acceptance_criteria: [criterion],
    ownership: { created_by: session, created_at: at, owned_by: session, owned_since: at },
  };
}
