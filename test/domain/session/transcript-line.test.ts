import { describe, expect, it } from 'vitest';
import {
  mayBeOfUser,
  promptIn,
  readOwnLine,
  readTranscriptLine,
  timeIn,
  toolCallsIn,
  toolResultsIn,
} from '../../../src/domain/session/transcript-line.ts';

const AT = '2026-02-17T10:30:00.000Z';

/** A line of a transcript, as the host writes it. */
const line = (type: string, message: object, parts: object = {}): string =>
  JSON.stringify({ type, uuid: 'u1', timestamp: AT, message, ...parts });
const user = (content: unknown, parts: object = {}): string =>
  line('user', { role: 'user', content }, parts);
const agent = (content: unknown, message: object = {}): string =>
  line('assistant', { id: 'm1', model: 'opus', content, ...message });
const queued = (attachment: object, parts: object = {}): string =>
  line(
    'attachment',
    {},
    {
      attachment: {
        type: 'queued_command',
        commandMode: 'prompt',
        prompt: 'and this',
        ...attachment,
      },
      ...parts,
    },
  );
const text = (said: unknown) => ({ type: 'text', text: said });

describe('a line of the own conversation', () => {
  const marks = ['"message"'];
  const [HUMAN, OTHER] = [{ origin: { kind: 'human' } }, { origin: { kind: 'agent' } }];

  it('is read as the host wrote it', () => {
    expect(readOwnLine(user('hi', { attachment: { a: 1 } }), marks)).toEqual({
      type: 'user',
      uuid: 'u1',
      at: AT,
      message: { role: 'user', content: 'hi' },
      blocks: [text('hi')],
      attachment: { a: 1 },
    });
  });

  it.each<[string, unknown, readonly object[]]>([
    ['a list', [text('hi'), { type: 'image' }], [text('hi'), { type: 'image' }]],
    ['a list with other things', [null, 'hi', text('hi'), [7]], [text('hi')]],
    ['no content', undefined, []],
    ['an object', { text: 'hi' }, []],
  ])('has the blocks of its message: %s', (_what, content, blocks) => {
    expect(readOwnLine(user(content), marks)?.blocks).toEqual(blocks);
  });

  it('is read with an empty message where it has none', () => {
    const own = readOwnLine(JSON.stringify({ type: 'user', message: 'hi' }), marks);
    expect(own).toMatchObject({ type: 'user', message: {}, blocks: [] });
  });

  it.each<[string, string, readonly string[], boolean]>([
    ['with the mark', user('hi'), ['"message"'], true],
    ['with one of the marks', user('hi'), ['"none"', '"message"'], true],
    ['without the mark', user('hi'), ['"none"'], false],
    ['that is asked for by no mark', user('hi'), [], false],
    ['that is torn', user('hi').slice(0, -1), marks, false],
    ['that is a list', `[${user('hi')}]`, marks, false],
  ])('is read or passed over: %s', (_what, written, asked, isRead) => {
    expect(readOwnLine(written, asked) !== undefined).toBe(isRead);
  });

  it.each<[string, object, boolean, boolean]>([
    ['nothing', {}, true, true],
    ['a word that is no yes', { isMeta: 'true', isSidechain: 1 }, true, true],
    ['the host', { isMeta: true }, false, false],
    ['a subagent', { isSidechain: true }, false, true],
    ['a summary', { isCompactSummary: true }, false, false],
    ['only to be seen', { isVisibleInTranscriptOnly: true }, false, false],
    ['a person', HUMAN, true, true],
    ['another one', OTHER, false, false],
    ['an origin of no kind', { origin: {} }, false, false],
    ['an origin in a word', { origin: 'agent' }, true, true],
  ])('by its marks, of a session and of a subagent: %s', (_what, parts, ofSession, ofSubagent) => {
    const written = user('hi', parts);
    expect(readOwnLine(written, marks) !== undefined).toBe(ofSession);
    expect(readOwnLine(written, marks, 'subagent') !== undefined).toBe(ofSubagent);
  });

  it('has the calls of tools, as far as they can be read', () => {
    const own = readOwnLine(
      agent([
        text('look'),
        { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } },
        { type: 'tool_use', id: 7, input: 'ls' },
      ]),
      marks,
    );
    expect(own && toolCallsIn(own)).toEqual([
      { id: 'c1', name: 'Bash', input: { command: 'ls' } },
      { id: '', name: '', input: undefined },
    ]);
  });

  it('has the answers of tools, as far as they can be read', () => {
    const own = readOwnLine(
      user([
        text('look'),
        { type: 'tool_result', tool_use_id: 'c1', is_error: true, content: 'no' },
        { type: 'tool_result', tool_use_id: 7, is_error: 'true' },
      ]),
      marks,
    );
    expect(own && toolResultsIn(own)).toEqual([
      { call: 'c1', failed: true, content: 'no' },
      { call: '', failed: false, content: undefined },
    ]);
  });
});

describe('what the user says', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'do it', 'do it'],
    ['a text with blanks around it', '\n do it ', 'do it'],
    ['blocks', [text('do it'), { type: 'image', text: 'x' }, text('now')], 'do it\nnow'],
    ['a block that is no text', [text(7), text('do it')], 'do it'],
    ['a reminder of the host before it', '<system-reminder>x</system-reminder>do it', 'do it'],
    [
      'reminders of the host within it',
      'do <system-reminder>x</system-reminder>it<system-reminder>y</system-reminder> now',
      'do it now',
    ],
    ['a reminder without an end', 'do <system-reminder>it', 'do <system-reminder>it'],
    ['an end without a reminder', '</system-reminder>do it', '</system-reminder>do it'],
    ['a block of the host beside it', [text('<bash-input>ls'), text('do it')], 'do it'],
    ['a word of the host within it', 'why <bash-input>', 'why <bash-input>'],
  ])('is %s', (_what, content, said) => {
    expect(readTranscriptLine(user(content))).toEqual({ says: 'user', text: said });
  });

  it.each([
    '',
    ' \n',
    '<system-reminder>x</system-reminder>',
    '<command-name>/clear',
    '<local-command-stdout>',
    '<bash-input>ls',
    '<task-notification>',
    '<user-memory-input>',
    '<user-prompt-submit-hook>',
    'Stop hook feedback:\nx',
    '[Request interrupted by user]',
    'Caveat: The messages below were generated by the user while running local commands. x',
    ' <bash-input>ls',
  ])('is nothing where the host writes: %j', (content) => {
    expect(readTranscriptLine(user(content))).toBeUndefined();
  });

  it('is nothing beside the answers of tools', () => {
    const result = { type: 'tool_result', tool_use_id: 'c1', content: 'ok' };
    expect(readTranscriptLine(user([text('do it'), result]))).toEqual({
      says: 'results',
      results: [{ call: 'c1', failed: false, content: 'ok' }],
    });
  });
});

describe('what the user writes while the agent works', () => {
  it.each<[string, object, object, string | undefined]>([
    ['a text', {}, {}, 'and this'],
    ['blocks', { prompt: [text('and'), text('this')] }, {}, 'and\nthis'],
    ['of a person', { origin: { kind: 'human' } }, {}, 'and this'],
    ['of another mode', { commandMode: 'bash' }, {}, undefined],
    ['of another type', { type: 'file' }, {}, undefined],
    ['nothing', { prompt: undefined }, {}, undefined],
    ['of the host, by its own marks', { isMeta: true }, {}, undefined],
    ['of another one', { origin: { kind: 'agent' } }, {}, undefined],
    ['of the host, by the marks of the line', {}, { isMeta: true }, undefined],
    ['no object', {}, { attachment: ['queued_command'] }, undefined],
  ])('is read, or is none: %s', (_what, attachment, parts, said) => {
    const read = readTranscriptLine(queued(attachment, parts));
    expect(read).toEqual(said === undefined ? undefined : { says: 'user', text: said });
  });

  it('is read of a line without a message', () => {
    const attachment = { type: 'queued_command', commandMode: 'prompt', prompt: 'and this' };
    expect(readTranscriptLine(JSON.stringify({ type: 'attachment', attachment }))).toEqual({
      says: 'user',
      text: 'and this',
    });
  });
});

describe('what the agent says', () => {
  const said = { says: 'agent', messageId: 'm1', model: 'opus' };
  const tool = { name: 'Bash', about: 'ls', failed: undefined };
  it.each<[string, unknown, readonly object[]]>([
    ['a text', 'done', [{ kind: 'text', text: 'done' }]],
    ['a text with blanks around it', ' done\n', [{ kind: 'text', text: ' done\n' }]],
    ['blank texts', [text(' \n'), text('')], []],
    ['a text that is none', [text(7)], []],
    ['what it thought', [{ type: 'thinking', text: 'hm' }], []],
    [
      'a use of a tool',
      [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } }],
      [{ kind: 'tool', id: 'c1', tool }],
    ],
    [
      'a use of a tool without an id',
      [{ type: 'tool_use', id: 7, name: 'Bash', input: { command: 'ls' } }],
      [{ kind: 'tool', id: undefined, tool }],
    ],
  ])('is in parts: %s', (_what, content, parts) => {
    expect(readTranscriptLine(agent(content))).toEqual({ ...said, parts });
  });

  it.each<[string, object, object]>([
    ['no id', { id: 7 }, { messageId: undefined }],
    ['no model', { model: undefined }, { model: undefined }],
    ['an empty model', { model: '' }, { model: undefined }],
  ])('is read with %s', (_what, message, expected) => {
    expect(readTranscriptLine(agent('done', message))).toEqual({
      ...said,
      parts: [{ kind: 'text', text: 'done' }],
      ...expected,
    });
  });

  it('is nothing where the host speaks in its place', () => {
    expect(readTranscriptLine(agent('API Error', { model: '<synthetic>' }))).toBeUndefined();
  });
});

it('a line says nothing where neither the user nor the agent speaks, or no mark of speech is in it', () => {
  expect(readTranscriptLine(line('system', { content: 'hi' }))).toBeUndefined();
  expect(readTranscriptLine('{"type":"user"}')).toBeUndefined();
  expect(readTranscriptLine(user('hi'), ['"none"'])).toBeUndefined();
});

describe('the prompt in a line', () => {
  const at = Date.parse(AT);
  const command = '<command-message>fix</command-message><command-name>/fix</command-name>';
  it.each<[string, string, object | undefined]>([
    ['in words', user('do it'), { text: 'do it', at }],
    ['at no time', user('do it', { timestamp: 7 }), { text: 'do it', at: undefined }],
    ['while the agent works', queued({}), { text: 'and this', at }],
    ['by a command', user(command), { text: command, at }],
    ['by a command, in a block', user([text(command)]), { text: command, at }],
    ['by a command of the host', user('<command-name>/clear</command-name>'), undefined],
    ['by a command of the agent', agent(command), undefined],
    ['by a command that is queued', queued({ prompt: command }), undefined],
    ['by a command that the system tells of', line('system', { content: command }), undefined],
    ['by the agent', agent('do it'), undefined],
    ['by a tool', user([{ type: 'tool_result', tool_use_id: 'c1' }]), undefined],
    ['in no words', user([]), undefined],
    ['by the host', user('do it', { isMeta: true }), undefined],
    ['in a line that is torn', user('do it').slice(0, -1), undefined],
  ])('%s', (_what, written, expected) => {
    expect(promptIn(written)).toEqual(expected);
  });
});

it.each<[unknown, number | undefined]>([
  ['1970-01-01T00:00:01Z', 1000],
  [AT, Date.parse(AT)],
  ['soon', undefined],
  ['', undefined],
  [1000, undefined],
  [undefined, undefined],
])('a time as hosts write it: %j', (value, expected) => {
  expect(timeIn(value)).toBe(expected);
});

it.each([
  ['a prompt', user('do it'), true],
  ['a prompt that is queued', queued({}), true],
  ['one that is queued, with an answer in it', queued({ prompt: [{ type: 'tool_result' }] }), true],
  ['the answer of a tool', user([{ type: 'tool_result' }]), false],
  ['a prompt that speaks of answers', user('"tool_result"'), true],
  ['the agent', agent('"user"'), false],
])('a line may hold a message of the user, at a glance: %s', (_what, written, mayBe) => {
  expect(mayBeOfUser(written)).toBe(mayBe);
});
