import { describe, expect, it } from 'vitest';
import { promptedSince, type TranscriptTail } from '../../../src/adapters/transcript/tail.ts';

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
