import { describe, expect, it } from 'vitest';
import { readHookPayload } from '../../src/domain/host/hook-payload.ts';
import { stopperOf } from '../../src/stop-gate/stopper.ts';

const payload = (parts: object) => readHookPayload({ hook_event_name: 'Stop', ...parts });

describe('who stops', () => {
  it.each<[string, object, readonly string[], readonly string[] | undefined]>([
    ['the one that the host names', { session_id: 'told' }, [], ['told']],
    [
      'the one that the environment names, and the host',
      { session_id: 'told' },
      ['a', 'b'],
      ['a', 'b', 'told'],
    ],
    ['one id once', { session_id: 'a' }, ['a', 'b'], ['a', 'b']],
    ['no id that is empty', { session_id: '' }, ['', 'b'], ['b']],
    ['nobody', {}, [], undefined],
    ['the agent of another event is none', { agent_id: 'agent-1' }, ['a'], ['a']],
  ])('%s', (_who, parts, ids, expected) => {
    const stopper = stopperOf(payload(parts), ids);
    expect(stopper?.session.ids).toEqual(expected);
    expect(stopper?.session.id).toBe(expected?.[0]);
    expect(stopper?.isSubagent ?? false).toBe(false);
  });

  it.each<[string, object, readonly string[] | undefined]>([
    ['is that of a session of the host as well', { session_id: 'told' }, ['told', 'unnamed']],
    ['is no session by itself', {}, undefined],
  ])('the session of shells that cannot tell theirs %s', (_what, parts, expected) => {
    expect(stopperOf(payload(parts), [], 'unnamed')?.session.ids).toEqual(expected);
  });

  it('has the transcript that the host names', () => {
    const parts = { session_id: 'a', transcript_path: '/t', agent_transcript_path: '/s' };
    expect(stopperOf(payload(parts), [])?.transcriptPath).toBe('/t');
  });
});

describe('a subagent that stops', () => {
  const subagent = (parts: object) =>
    stopperOf(payload({ hook_event_name: 'SubagentStop', session_id: 'told', ...parts }), ['a']);

  it('is itself, and is asked about promises of its session, too', () => {
    expect(subagent({ agent_id: 'agent-1' })).toEqual({
      session: { id: 'agent-1', ids: ['agent-1'] },
      isSubagent: true,
      within: { id: 'a', ids: ['a', 'told'] },
      owner: { id: 'agent-1', ids: ['agent-1', 'a', 'told'] },
      memoryId: 'agent-1',
      transcriptPath: undefined,
    });
  });

  it('is nobody where it is not named', () => {
    expect(subagent({})).toBeUndefined();
  });

  it('has a transcript of its own, and never that of its session', () => {
    const parts = { agent_id: 'x', transcript_path: '/t' };
    expect(subagent(parts)?.transcriptPath).toBeUndefined();
    expect(subagent({ ...parts, agent_transcript_path: '/s' })?.transcriptPath).toBe('/s');
  });
});
