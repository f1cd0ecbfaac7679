import { describe, expect, it } from 'vitest';
import { type HookPayload, readHookPayload } from '../../../src/domain/host/hook-payload.ts';

const NOTHING: HookPayload = {
  event: undefined,
  sessionId: undefined,
  transcriptPath: undefined,
  folder: undefined,
  agentId: undefined,
  agentTranscriptPath: undefined,
  agentType: undefined,
  isContinued: undefined,
  lastMessage: undefined,
  running: 0,
  source: undefined,
  prompt: undefined,
  isPlanning: false,
};

const TEXTS: readonly (readonly [string, keyof HookPayload])[] = [
  ['hook_event_name', 'event'],
  ['session_id', 'sessionId'],
  ['transcript_path', 'transcriptPath'],
  ['cwd', 'folder'],
  ['agent_id', 'agentId'],
  ['agent_type', 'agentType'],
  ['agent_transcript_path', 'agentTranscriptPath'],
  ['last_assistant_message', 'lastMessage'],
  ['source', 'source'],
  ['prompt', 'prompt'],
];

describe('a payload', () => {
  it.each([undefined, null, 7, 'text', true, [], [{ session_id: 'a' }], {}, { session: 'a' }])(
    'that is %j says nothing',
    (value) => {
      expect(readHookPayload(value)).toEqual(NOTHING);
    },
  );

  it.each(TEXTS)('%s is taken as it stands', (key, name) => {
    expect(readHookPayload({ [key]: ' a\n' })).toEqual({ ...NOTHING, [name]: ' a\n' });
  });

  it.each(TEXTS)('%s that is no text, or an empty one, is left out', (key) => {
    for (const value of ['', null, 7, true, ['a'], { a: 'a' }]) {
      expect(readHookPayload({ [key]: value })).toEqual(NOTHING);
    }
  });

  it.each([
    [true, true],
    [false, false],
    ['true', undefined],
    [1, undefined],
    [null, undefined],
  ])(
    'stop_hook_active %j: the turn goes on because of a block: %j',
    (stop_hook_active, expected) => {
      expect(readHookPayload({ stop_hook_active }).isContinued).toBe(expected);
    },
  );

  it.each<[string, unknown, number]>([
    ['that run and wait', [{ status: 'running' }, { status: 'pending' }], 2],
    ['that have ended', ['completed', 'failed', 'killed', ''].map((status) => ({ status })), 0],
    ['of a status that nobody knows', [{ status: 'paused' }], 0],
    ['that are none', [null, 'running', 7, ['running'], { status: { running: true } }, {}], 0],
    ['in no list', { length: 1, 0: { status: 'running' } }, 0],
    ['that are not told of', undefined, 0],
  ])('tasks %s', (_what, background_tasks, running) => {
    expect(readHookPayload({ background_tasks }).running).toBe(running);
  });
});
