import { describe, expect, it } from 'vitest';
import {
  isOverSince,
  positionOf,
  promptedSince,
  type TranscriptTail,
} from '../../../src/adapters/transcript/tail.ts';

const SINCE = Date.parse('2026-03-01T12:00:00.100Z');
const LATER = '2026-03-01T12:00:00.101Z';

const tailOf = (...lines: readonly object[]): TranscriptTail => {
  const end = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { path: 'transcript', size: end.length, end };
};

/** A line of the user's, as Claude Code writes it. */
const user = (content: unknown, parts: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  timestamp: LATER,
  ...parts,
});

const says = (text: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }] },
});
const FEEDBACK = user('Stop hook feedback:\nBlocked', { isMeta: true });
const RESULT = user([{ type: 'tool_result', tool_use_id: 't', content: 'x' }]);
const SUMMARY = { type: 'system', subtype: 'stop_hook_summary' };

describe('a stop at which one hook has answered', () => {
  const before = [user('Build it'), says('Done.')];
  const position = positionOf(tailOf(...before));

  it.each<[string, readonly object[], boolean]>([
    ['is not over where nothing was written since', [], false],
    ['is not over where its answer was written', [FEEDBACK, { type: 'attachment' }], false],
    ['is not over where what the agent said came late', [says('Done.'), FEEDBACK], false],
    ['is not over where the end of the turn came late', [RESULT, says('Done.')], false],
    ['is not over where the host wrote of itself', [{ type: 'last-prompt' }], false],
    ['is over once all hooks are summed up', [FEEDBACK, FEEDBACK, SUMMARY], true],
    ['is over once the agent spoke again', [FEEDBACK, says('Done.')], true],
    ['is not over by what is only quoted', [says('"stop_hook_summary" "type":"user"')], false],
  ])('%s', (_what, added, isOver) => {
    expect(isOverSince(tailOf(...before, ...added), position)).toBe(isOver);
  });

  it.each([
    ['there is no transcript', undefined, position],
    ['it is another one', { ...tailOf(...before), path: 'another' }, position],
    ['it shrank', tailOf(says('Done.')), position],
    ['no position is known', tailOf(...before), null],
  ])('cannot be told where %s', (_what, tail, from) => {
    expect(isOverSince(tail, from)).toBeUndefined();
  });
});

describe("a prompt of the user's after a time", () => {
  it.each<[string, object, boolean]>([
    ['words', user('SQLite'), true],
    ['words in blocks', user([{ type: 'text', text: 'SQLite' }]), true],
    ['words from a terminal', user('SQLite', { origin: { kind: 'human' } }), true],
    [
      'a command that becomes a prompt',
      user('<command-message>go</command-message>\n<command-name>/go</command-name>'),
      true,
    ],
    [
      'words while the agent works',
      {
        type: 'attachment',
        timestamp: LATER,
        attachment: { type: 'queued_command', prompt: 'SQLite', commandMode: 'prompt' },
      },
      true,
    ],
    ['words at that time', user('SQLite', { timestamp: '2026-03-01T12:00:00.100Z' }), false],
    ['words at no time', user('SQLite', { timestamp: undefined }), false],
    [
      'the result of a tool',
      user([{ type: 'tool_result', tool_use_id: 't', content: 'x' }]),
      false,
    ],
    ['the words of a block', user('Stop hook feedback:\nx', { isMeta: true }), false],
    ['a note on a task', user('<task-notification>x</task-notification>'), false],
    ["a command of the host's own", user('<command-name>/model</command-name>'), false],
    ['the prompt of a subagent', user('SQLite', { isSidechain: true }), false],
    [
      'a line of the agent',
      { type: 'assistant', timestamp: LATER, message: { content: '"type":"user"' } },
      false,
    ],
  ])('%s: %o', (_what, line, expected) => {
    expect(
      promptedSince(
        tailOf(user('Build it', { timestamp: '2026-03-01T11:00:00Z' }), line),
        SINCE,
        () => true,
      ),
    ).toBe(expected);
  });

  it('counts only where it is one of those that are meant', () => {
    const tail = tailOf(user('the reason of a block'));
    expect(promptedSince(tail, SINCE, (text) => text !== 'the reason of a block')).toBe(false);
  });

  it('is unknown without a transcript', () => {
    expect(promptedSince(undefined, SINCE, () => true)).toBe(false);
  });
});
