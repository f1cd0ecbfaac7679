import { describe, expect, it } from 'vitest';
import {
  creationsIn,
  isMadeIn,
  makersIn,
  withCalls,
  withMaker,
} from '../../../src/domain/session/subagent-promises.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { agentLine, tool, userLine } from '../../rig/values/transcripts.ts';

const ID = 'promise-1a2b3c4d';
const MADE = `Created promise: ${ID}\n  Title:  Sign-in\nNext: cs-promise --start ${ID}`;
const AS_JSON = `{"id": "${ID}",\n  "next": "cs-promise --start ${ID} -C /p"\n}`;

/** A call of a shell and its result, as the transcript of a subagent has them. */
function transcript(result: unknown, parts: object = {}): readonly string[] {
  const own = { isSidechain: true, agentId: 'agent-1' };
  return [
    agentLine([tool('call-1', 'Bash', { command: 'x' })], 'msg_1', {
      ...own,
      timestamp: '2026-02-17T10:30:00.700Z',
    }),
    userLine([{ type: 'tool_result', tool_use_id: 'call-1', content: result }], {
      ...own,
      timestamp: '2026-02-17T10:30:02.000Z',
      ...parts,
    }),
  ];
}

function creations(lines: readonly string[]) {
  return withCalls(
    lines.flatMap((line) => creationsIn(line)),
    lines,
  );
}

function madeAt(created_at: string | null) {
  return promiseValue('session-1', { id: ID, ownership: { owned_by: 'session-1', created_at } });
}

describe('a promise that a subagent made', () => {
  it.each<[string, unknown, string | null, boolean]>([
    ['its command says so', MADE, '2026-02-17T10:30:01Z', true],
    ['its command says so as JSON', AS_JSON, '2026-02-17T10:30:01Z', true],
    ['the result is a list of texts', [{ type: 'text', text: MADE }], '2026-02-17T10:30:01Z', true],
    ['it was made in the second in which the command began', MADE, '2026-02-17T10:30:00Z', true],
    ['it was made before the command', MADE, '2026-02-17T10:29:59Z', false],
    ['it was made in the second before the command', MADE, '2026-02-17T10:29:59.700Z', false],
    ['it was made as the command ended', MADE, '2026-02-17T10:30:02Z', true],
    [
      'the result is two texts',
      [{ text: 'ok' }, { text: 7 }, { text: MADE }],
      '2026-02-17T10:30:01Z',
      true,
    ],
    ['it was made after the command', MADE, '2026-02-17T10:30:03Z', false],
    ['its file does not say when it was made', MADE, null, false],
    ['another one was made', MADE.replaceAll('1a', '9f'), '2026-02-17T10:30:01Z', false],
    ['it is only listed', `[PENDING] ${ID}  owner: x`, '2026-02-17T10:30:01Z', false],
    ['it was only started', `Started promise: ${ID}`, '2026-02-17T10:30:01Z', false],
    ['the result is none', null, '2026-02-17T10:30:01Z', false],
  ])('is known by its transcript: %s', (_how, result, at, expected) => {
    expect(isMadeIn(madeAt(at), creations(transcript(result)))).toBe(expected);
  });

  it.each<[string, readonly string[]]>([
    ['its call is not there', transcript(MADE).slice(1)],
    ['no time stands there', transcript(MADE, { timestamp: undefined })],
    ['the host says it', transcript(MADE, { isMeta: true })],
    ['the line is torn', transcript(MADE).map((line) => line.slice(0, -1))],
  ])('is not known where %s', (_why, lines) => {
    expect(creations(lines)).toEqual([]);
  });
});

describe('the makers in the state of a session', () => {
  const maker = { agent: 'agent-1', type: 'general-purpose' };

  it('are what was kept, beside those of before', () => {
    const state = withMaker(withMaker({ told: ['x'] }, [ID], maker), ['other'], maker);
    expect(state['told']).toEqual(['x']);
    expect([...makersIn(state)]).toEqual([
      [ID, maker],
      ['other', maker],
    ]);
  });

  it.each([[undefined], [[ID]], [{ [ID]: 'agent-1' }], [{ [ID]: { type: 'x' } }]])(
    'are none where %j was kept',
    (made_by_subagents) => {
      expect(makersIn({ made_by_subagents }).size).toBe(0);
    },
  );

  it('have no kind where the host names none', () => {
    const kept = { [ID]: { agent: 'agent-1', type: 7 }, other: { agent: 7 } };
    expect([...makersIn({ made_by_subagents: kept })]).toEqual([
      [ID, { agent: 'agent-1', type: '' }],
    ]);
    expect(withMaker({}, [ID], maker)).toEqual({ made_by_subagents: { [ID]: maker } });
  });

  it('replace what is no list of makers', () => {
    const made_by_subagents = { [ID]: maker };
    expect(withMaker({ made_by_subagents: 'x' }, [ID], maker)).toEqual({ made_by_subagents });
  });
});
