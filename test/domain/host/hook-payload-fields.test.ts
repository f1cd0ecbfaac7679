import { describe, expect, it } from 'vitest';
import { type HookPayload, readHookPayload } from '../../../src/domain/host/hook-payload.ts';

/** A payload in which every field that is read has what hosts send. */
const WHOLE = {
  session_id: 'session-1',
  transcript_path: '/transcript.jsonl',
  hook_event_name: 'Stop',
  stop_hook_active: true,
  last_assistant_message: 'That is done.',
  background_tasks: [{ status: 'running' }],
  agent_id: 'agent-1',
  agent_transcript_path: '/agent.jsonl',
  source: 'startup',
  prompt: 'go on',
};

type Field = keyof typeof WHOLE;

const READ_AS: Readonly<Record<Field, keyof HookPayload>> = {
  session_id: 'sessionId',
  transcript_path: 'transcriptPath',
  hook_event_name: 'event',
  stop_hook_active: 'isContinued',
  last_assistant_message: 'lastMessage',
  background_tasks: 'running',
  agent_id: 'agentId',
  agent_transcript_path: 'agentTranscriptPath',
  source: 'source',
  prompt: 'prompt',
};

const FIELDS = Object.entries(READ_AS);

const WRONG: readonly unknown[] = [
  undefined,
  null,
  7,
  -1e300,
  '',
  [],
  [null, { status: 'done' }, 7],
  {},
  { toString: 7 },
];

describe.each(FIELDS)('%s of another type, or none', (field, name) => {
  it.each(WRONG.map((value) => [value]))('%j: is left out, and all else is read', (value) => {
    const read = readHookPayload({ ...WHOLE, [field]: value });
    const lost = name === 'running' ? 0 : undefined;
    expect(read).toEqual({ ...readHookPayload(WHOLE), [name]: lost });
  });
});

it('fields that are not read may hold anything', () => {
  for (const value of WRONG) {
    const parts = { cwd: value, permission_mode: value, session_crons: value };
    expect(readHookPayload({ ...WHOLE, ...parts })).toEqual(readHookPayload(WHOLE));
  }
});
