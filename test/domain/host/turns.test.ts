import { describe, expect, it } from 'vitest';
import { lastTurns, type Turn, withLastMessage } from '../../../src/domain/host/turns.ts';
import {
  agentLine,
  queuedLine,
  resultLine,
  said,
  text,
  tool,
  turnValue,
  used,
  userLine,
} from '../../rig/values/transcripts.ts';

/** The lines as a transcript holds them, the oldest first. */
const turnsOf = (...lines: readonly string[]): readonly Turn[] =>
  lastTurns(lines.toReversed()).turns;

const ASKED = userLine('Do it');
const DONE = agentLine([text('Done.')]);

describe('a turn is a message of the user and what answered it', () => {
  it.each<[string, readonly string[], readonly Turn[]]>([
    ['one', [ASKED, DONE], [turnValue('Do it', said('Done.'))]],
    ['no answer yet', [ASKED], [turnValue('Do it')]],
    ['an answer alone', [DONE], [turnValue(undefined, said('Done.'))]],
    ['nothing', [], []],
    [
      'two',
      [ASKED, DONE, userLine([text('More'), text('of it')]), agentLine('Also done.')],
      [turnValue('Do it', said('Done.')), turnValue('More\nof it', said('Also done.'))],
    ],
    [
      'one message over several lines is one text',
      [ASKED, agentLine([text('a')], 'm'), agentLine([text('b')], 'm')],
      [turnValue('Do it', said('a\nb'))],
    ],
    [
      'two messages are two, and so are two that name no id',
      [
        ASKED,
        agentLine([text('a')], 'm'),
        agentLine([text('b')], 'n'),
        JSON.stringify({ type: 'assistant', message: { content: [text('c')] } }),
        JSON.stringify({ type: 'assistant', message: { content: [text('d')] } }),
      ],
      [turnValue('Do it', said('a'), said('b'), said('c'), said('d'))],
    ],
    [
      'tools with and without a result, and one that failed',
      [
        ASKED,
        agentLine([text('a'), tool('1', 'Bash', { command: 'make' })], 'm'),
        agentLine([tool('2', 'Bash', { command: 'make test' })], 'm'),
        resultLine('2', true),
        resultLine('1'),
        agentLine([tool('3', 'Read', { file_path: 'a.ts' })], 'n'),
      ],
      [
        turnValue(
          'Do it',
          said('a'),
          used('Bash', 'make', false),
          used('Bash', 'make test', true),
          used('Read', 'a.ts'),
        ),
      ],
    ],
    [
      'what the agent thought is left out',
      [ASKED, agentLine([{ type: 'thinking', thinking: 'hm', text: 'hm' }, text('Done.')])],
      [turnValue('Do it', said('Done.'))],
    ],
    [
      'what the user wrote while the agent worked',
      [ASKED, agentLine([text('I begin.')]), queuedLine('Stop'), queuedLine([text('Now')]), DONE],
      [turnValue('Do it', said('I begin.')), turnValue('Stop'), turnValue('Now', said('Done.'))],
    ],
    [
      'what a person wrote, said so',
      [userLine('Do it', { origin: { kind: 'human' } })],
      [turnValue('Do it')],
    ],
    [
      'a reminder of the host is taken out of what the user wrote',
      [userLine('<system-reminder>x</system-reminder>Do <system-reminder>y</system-reminder>it')],
      [turnValue('Do it')],
    ],
    [
      'a reminder that does not end is none',
      [userLine('Why <system-reminder> there?')],
      [turnValue('Why <system-reminder> there?')],
    ],
  ])('%s', (_what, lines, turns) => {
    expect(turnsOf(...lines)).toEqual(turns);
  });

  it('the last five, and no line is asked for once they are there', () => {
    const lines = Array.from({ length: 8 }, (_, number) => userLine(`message ${number}`));
    let asked = 0;
    function* fromEnd() {
      for (const one of lines.toReversed()) {
        asked += 1;
        yield one;
      }
    }
    expect(lastTurns(fromEnd()).turns.map(({ user }) => user)).toEqual(
      [3, 4, 5, 6, 7].map((number) => `message ${number}`),
    );
    expect(asked).toBe(5);
  });

  it('of an answer that goes on for hours the end, and what the user asked for', () => {
    const steps = Array.from({ length: 2000 }, (_, number) => [
      agentLine([tool(`${number}`, 'Bash', { command: `step ${number}` })], `m${number}`),
      resultLine(`${number}`),
    ]).flat();
    const [before, turn, ...more] = turnsOf(
      userLine('First'),
      DONE,
      userLine('Then "user"'),
      ...steps,
    );
    expect(more).toEqual([]);
    expect(before).toEqual(turnValue('First', said('Done.')));
    expect(turn?.user).toBe('Then "user"');
    expect(turn?.reply).toHaveLength(500);
    expect(turn?.reply.at(-1)).toEqual(used('Bash', 'step 1999', false));
  });

  it('the model is the one that answered last', () => {
    const lines = [agentLine([], 'm', {}), ASKED];
    expect(lastTurns(lines.toReversed()).model).toBe('claude-opus-5-5');
    expect(lastTurns([ASKED]).model).toBeUndefined();
  });
});

describe('what is no message of the user, so that no turn begins there', () => {
  it.each<[string, string]>([
    [
      "a stop hook's feedback",
      userLine('Stop hook feedback:\n[gate]: not yet\n', { isMeta: true }),
    ],
    ['the same without its mark', userLine('Stop hook feedback:\nNot yet')],
    [
      'the same in a reminder, as newer versions tell it',
      userLine('<system-reminder>\nStop hook feedback:\n[gate]: not yet\n</system-reminder>'),
    ],
    [
      'the same behind a reminder',
      userLine('<system-reminder>x</system-reminder>\nStop hook feedback:\nNot yet'),
    ],
    ['a result of a tool', resultLine('1')],
    ['a result with words beside it', userLine([{ type: 'tool_result' }, text('Go on')])],
    ["a subagent's task", userLine('Look', { isSidechain: true })],
    ['a summary of what was left out', userLine('So far', { isCompactSummary: true })],
    ['a command of the host', userLine('<command-name>/context</command-name>\n  <command-args>')],
    ['its output', userLine('<local-command-stdout>Usage</local-command-stdout>')],
    ["the host's word on it", userLine('<local-command-caveat>x', { isMeta: true })],
    ["the user's own shell", userLine('<bash-input>ls</bash-input>')],
    ['a task that ended', userLine('<task-notification>\n<task-id>a</task-id>')],
    ['an interruption', userLine([text('[Request interrupted by user for tool use]')])],
    ['a reminder alone', userLine([text('<system-reminder>x</system-reminder>\n')])],
    ['blanks', userLine(' \n')],
    ['words of another agent', userLine('Go on', { origin: { kind: 'peer' } })],
    ['the same while the agent worked', queuedLine('Go on', { origin: { kind: 'peer' } })],
    ["the host's word meanwhile", queuedLine('Go on', { isMeta: true })],
    ['a task that ended meanwhile', queuedLine('Go on', { commandMode: 'task-notification' })],
    ['an image alone', userLine([{ type: 'image', source: {} }])],
    ['no content', userLine(undefined)],
    ['content of another kind', userLine(7)],
    ['a message of another kind', JSON.stringify({ type: 'user', message: 'Do it' })],
    ['a line of the system', JSON.stringify({ type: 'system', message: { content: 'x' } })],
    ['an attachment', JSON.stringify({ type: 'attachment', attachment: { message: 'x' } })],
    ["a subagent's answer", agentLine([text('I looked')], 'm', { isSidechain: true })],
    ["the host's answer", JSON.stringify({ type: 'assistant', message: HOSTS })],
    ['a line that is torn', ASKED.slice(0, 60)],
    ['a list', '["message"]'],
    ['nothing', ''],
  ])('%s', (_what, line) => {
    const more = agentLine([text('And more.')], 'n');
    expect(turnsOf(ASKED, DONE, line, more)).toEqual([
      turnValue('Do it', said('Done.'), said('And more.')),
    ]);
  });
});

const HOSTS = { model: '<synthetic>', content: [text('API Error: overloaded')] };

describe('what the host says the agent said last', () => {
  it.each<[string, readonly Turn[], string | undefined, readonly Turn[]]>([
    ['is added', [turnValue('Do it')], 'Done.', [turnValue('Do it', said('Done.'))]],
    [
      'is added behind what was said before',
      [turnValue('Do it', said('I begin.'), used('Bash', 'make'))],
      'Done.',
      [turnValue('Do it', said('I begin.'), used('Bash', 'make'), said('Done.'))],
    ],
    ['stands alone', [], 'Done.', [turnValue(undefined, said('Done.'))]],
    [
      'is there already',
      [turnValue('Do it', said('Done.\n'))],
      'Done.',
      [turnValue('Do it', said('Done.\n'))],
    ],
    [
      'is the end of what is there',
      [turnValue('Do it', said('All is\nDone.'))],
      'Done.',
      [turnValue('Do it', said('All is\nDone.'))],
    ],
    ['is not known', [turnValue('Do it')], undefined, [turnValue('Do it')]],
    ['is blank', [turnValue('Do it')], ' ', [turnValue('Do it')]],
  ])('%s', (_what, turns, message, expected) => {
    expect(withLastMessage(turns, message)).toEqual(expected);
  });
});
