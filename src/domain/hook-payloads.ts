import type { HookEvent, HookRole } from './hook-command.ts';
import type { Expectation } from './hook-replay.ts';

/** What hooks are tried out with: the payloads of a host, and what each must come to. */

export interface Situation {
  readonly words: string;
  readonly expects: Expectation;
  /** Who owns an open promise. */
  readonly owner: 'session' | 'subagent' | 'nobody';
  /** The payload itself; `garbage` is no JSON. */
  readonly payload: 'garbage' | { readonly [key: string]: unknown };
}

/** The subagent that stops, where one does. */
export const DOCTORS_AGENT = 'agent-of-the-doctor';

const STOP: { readonly [key: string]: unknown } = {
  permission_mode: 'default',
  stop_hook_active: false,
  last_assistant_message: 'Done.',
  background_tasks: [],
  session_crons: [],
};

const SITUATIONS: Readonly<Record<HookEvent, readonly Situation[]>> = {
  Stop: [
    { words: 'an open promise', expects: 'block', owner: 'session', payload: STOP },
    { words: 'no promises', expects: 'pass', owner: 'nobody', payload: STOP },
    {
      words: 'an open promise, and a payload that is no JSON',
      expects: 'block',
      owner: 'session',
      payload: 'garbage',
    },
  ],
  SubagentStop: [
    {
      words: 'a subagent without promises of its own',
      expects: 'pass',
      owner: 'session',
      payload: { ...STOP, agent_id: DOCTORS_AGENT, agent_type: 'general-purpose' },
    },
    {
      words: 'a subagent with an open promise',
      expects: 'block',
      owner: 'subagent',
      payload: { ...STOP, agent_id: DOCTORS_AGENT, agent_type: 'general-purpose' },
    },
  ],
  SessionStart: [
    { words: 'a start', expects: 'answer', owner: 'session', payload: { source: 'startup' } },
    {
      words: 'a payload that is no JSON',
      expects: 'answer',
      owner: 'nobody',
      payload: 'garbage',
    },
  ],
  UserPromptSubmit: [
    { words: 'a prompt', expects: 'answer', owner: 'session', payload: { prompt: 'Go on.' } },
    {
      words: 'a payload that is no JSON',
      expects: 'answer',
      owner: 'nobody',
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
