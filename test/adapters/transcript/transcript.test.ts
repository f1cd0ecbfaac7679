import { appendFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createTranscript } from '../../../src/adapters/transcript/transcript.ts';
import { claudeCode } from '../../../src/hosts/claude-code/host.ts';
import type { Transcript } from '../../../src/ports.ts';
import { checkWorld, outcomeOfCheck } from '../../rig/worlds/check-world.ts';
import { scratchProject } from '../../rig/worlds/repository.ts';

const call = (id: string, command: string, name = 'Bash') =>
  JSON.stringify({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id, name, input: { command } }] },
  });
const result = (id: string, is_error?: boolean) =>
  JSON.stringify({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, is_error }] },
  });
const text = (said: string) =>
  JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: said }] } });

/** The transcript of these sessions where Claude Code keeps its files in a folder. */
function transcriptIn(folder: string, sessions: readonly string[]): Transcript {
  vi.stubEnv('CLAUDE_CONFIG_DIR', folder);
  return createTranscript({ host: claudeCode, hosts: [claudeCode] }, sessions);
}

function transcriptOf(lines: readonly string[], ending = '\n') {
  const { folder, write } = scratchProject();
  write('projects/-work/session-a.jsonl', lines.join('\n') + ending);
  return { folder, transcript: transcriptIn(folder, ['session-a']) };
}

describe('the last call that matches', () => {
  it.each<[string, readonly string[], boolean | undefined | 'none']>([
    ['did not fail', [call('1', 'npm test'), result('1')], false],
    ['failed', [call('1', 'npm test'), result('1', true)], true],
    ['says that it did not fail', [call('1', 'npm test'), result('1', false)], false],
    ['has no result yet', [call('1', 'npm test')], undefined],
    [
      'failed first, and not the second time',
      [call('1', 'npm test'), result('1', true), call('2', 'npm test'), result('2')],
      false,
    ],
    [
      'went well first, and failed the second time',
      [call('1', 'npm test'), result('1'), call('2', 'npm test'), result('2', true)],
      true,
    ],
    [
      'is followed by others that failed',
      [call('1', 'npm test'), result('1'), call('2', 'make'), result('2', true)],
      false,
    ],
    ['is a part of a longer line', [call('1', 'cd a && npm test -- b'), result('1')], false],
    ['is found by the name of the tool', [call('1', 'x', 'npm test'), result('1')], false],
    [
      'has the result of another call behind it',
      [call('1', 'npm test'), call('2', 'make'), result('2'), result('1', true)],
      true,
    ],
    ['is only talked of', [text('npm test went well')], 'none'],
    ['is another', [call('1', 'make'), result('1')], 'none'],
    ['is in no line at all', [], 'none'],
    [
      'stands among lines that are broken',
      ['{"tool_use', call('1', 'npm test'), '"tool_', result('1')],
      false,
    ],
    [
      'stands among lines of other programs',
      ['7', 'null', '{"message": {"content": "tool_use"}}', call('1', 'npm test'), result('1')],
      false,
    ],
  ])('%s', (_name, lines, failed) => {
    const found = transcriptOf(lines).transcript.lastCall('npm test');
    expect(found.found === 'call' ? found.failed : found.found).toBe(failed);
  });

  it('stands in several calls of one message: the last of them counts', () => {
    const content = ['1', '2'].map((id) => ({
      type: 'tool_use',
      id,
      name: 'Bash',
      input: { command: 'npm test' },
    }));
    const lines = [JSON.stringify({ message: { content } }), result('1', true), result('2')];
    expect(transcriptOf(lines).transcript.lastCall('npm test')).toMatchObject({ failed: false });
  });

  it('is a command, and no text that a tool was given beside it', () => {
    const input = { edits: [{ path: 'a' }, { deep: { command: 'npm test' } }] };
    const line = JSON.stringify({
      message: { content: [{ type: 'tool_use', id: '1', name: 'X', input }] },
    });
    expect(transcriptOf([line]).transcript.lastCall('npm test')).toEqual({ found: 'none' });
  });

  it('is found although the last line is torn', () => {
    const lines = [call('1', 'npm test'), result('1'), call('2', 'npm test').slice(0, 50)];
    expect(transcriptOf(lines, '').transcript.lastCall('npm test')).toMatchObject({
      failed: false,
    });
  });

  it('is found where the last line has no newline', () => {
    const lines = [call('1', 'npm test'), result('1', true)];
    expect(transcriptOf(lines, '').transcript.lastCall('npm test')).toMatchObject({ failed: true });
  });

  it.each([0, 1, 1024 * 1024 - 1, 1024 * 1024, 3 * 1024 * 1024])(
    'is found behind %i characters of something else',
    (length) => {
      const long = text('ü'.repeat(length / 2));
      const lines = [call('1', 'npm test'), result('1', true), long];
      expect(transcriptOf(lines).transcript.lastCall('npm test')).toMatchObject({ failed: true });
    },
  );

  it('is found where it is itself longer than what is read at once', () => {
    const lines = [call('1', `npm test ${'ü'.repeat(1_500_000)}`), result('1', true), text('x')];
    expect(transcriptOf(lines).transcript.lastCall('npm test')).toMatchObject({ failed: true });
  });
});

describe('whose transcript', () => {
  it('the one that was written last, of all the ids and folders', () => {
    const { folder, write } = scratchProject();
    write('projects/a/session-a.jsonl', `${call('1', 'npm test')}\n${result('1', true)}\n`);
    write('projects/b/session-b.jsonl', `${call('1', 'npm test')}\n${result('1')}\n`);
    utimesSync(join(folder, 'projects/a/session-a.jsonl'), 1, 1);
    const transcript = transcriptIn(folder, ['session-a', 'session-b']);
    expect(transcript.lastCall('npm test')).toMatchObject({ failed: false });
    utimesSync(join(folder, 'projects/b/session-b.jsonl'), 0, 0);
    expect(transcript.lastCall('npm test')).toMatchObject({ failed: true });
  });

  it.each([[[]], [['session-z']], [['../projects/-work/session-a']], [['']]])(
    'of the ids %j there is none',
    (ids) => {
      const { folder } = transcriptOf([call('1', 'npm test'), result('1')]);
      expect(transcriptIn(folder, ids).lastCall('npm test').found).toBe('no-transcript');
    },
  );

  it('where the agent has no folder there is none', () => {
    expect(transcriptIn('/nowhere/at/all', ['session-a']).lastCall('x').found).toBe(
      'no-transcript',
    );
  });

  it('a folder in its place cannot be read', () => {
    const { folder, write } = scratchProject();
    write('projects/a/session-a.jsonl/x', '');
    expect(transcriptIn(folder, ['session-a']).lastCall('x').found).toBe('no-transcript');
  });
});

describe('the check of tool results', () => {
  const check = { kind: 'tool-results', match: 'npm test' } as const;
  it.each<[string, readonly string[], string]>([
    ['did not fail', [call('1', 'npm test'), result('1')], 'PASS'],
    ['failed', [call('1', 'npm test'), result('1', true)], 'FAIL'],
    ['has no result', [call('1', 'npm test')], 'SKIPPED'],
    ['was never made', [call('1', 'make')], 'FAIL'],
  ])('%s', async (_name, lines, status) => {
    const { folder, transcript } = transcriptOf(lines);
    appendFileSync(join(folder, 'unused'), '');
    const { results } = await outcomeOfCheck(check, checkWorld({ transcript }));
    expect(results).toMatchObject([{ name: 'tool_npm test_success', status }]);
  });

  it('is skipped without a transcript', async () => {
    const transcript = transcriptIn('/nowhere', ['session-a']);
    const { results } = await outcomeOfCheck(check, checkWorld({ transcript }));
    expect(results).toMatchObject([{ status: 'SKIPPED' }]);
  });
});

const said = (content: unknown, entry: object = {}, message: object = {}) =>
  JSON.stringify({
    type: 'assistant',
    isSidechain: false,
    message: { role: 'assistant', model: 'claude-a', content, ...message },
    ...entry,
  });
const words = (text: string) => [{ type: 'text', text }];

describe('what the agent said last', () => {
  it.each<[string, readonly string[], string | undefined, string | undefined]>([
    ['one message', [said(words('Done.'))], 'Done.', 'claude-a'],
    ['the last of several', [said(words('a')), said(words('b'))], 'b', 'claude-a'],
    ['several blocks', [said([...words('a'), ...words('b')])], 'a\nb', 'claude-a'],
    [
      'before calls of tools and their results',
      [said(words('a')), call('1', 'make'), result('1')],
      'a',
      'claude-a',
    ],
    [
      'before what it thought',
      [said(words('a')), said([{ type: 'thinking', thinking: 'b' }])],
      'a',
      'claude-a',
    ],
    [
      'not what a subagent said',
      [said(words('a')), said(words('b'), { isSidechain: true })],
      'a',
      'claude-a',
    ],
    [
      'not what is about the session',
      [said(words('a')), said(words('b'), { isMeta: true })],
      'a',
      'claude-a',
    ],
    [
      'not what the host said in its place',
      [said(words('a')), said(words('API Error'), {}, { model: '<synthetic>' })],
      'a',
      'claude-a',
    ],
    [
      'not what the user said',
      [said(words('a')), JSON.stringify({ type: 'user', message: { content: '"assistant"' } })],
      'a',
      'claude-a',
    ],
    [
      'the model that answered last',
      [said(words('a')), said(words('b'), {}, { model: 'claude-b' })],
      'b',
      'claude-b',
    ],
    ['without a model', [said(words('a'), {}, { model: undefined })], 'a', undefined],
    ['blank texts are none', [said(words('a')), said(words(' \n'))], 'a', 'claude-a'],
    ['a line that was cut off', [said(words('a')), said(words('b')).slice(0, 60)], 'a', 'claude-a'],
    ['nothing', [], undefined, undefined],
  ])('%s', (_what, lines, message, model) => {
    const { transcript } = transcriptOf(lines);
    expect([transcript.lastMessage(), transcript.lastModel()]).toEqual([message, model]);
  });

  it('is nothing without a transcript', () => {
    const transcript = transcriptIn('/nowhere/at/all', ['session-a']);
    expect([transcript.lastMessage(), transcript.lastModel()]).toEqual([undefined, undefined]);
  });
});

it.each(['isSidechain', 'isMeta'])('a call of a line with %s is not one of the session', (mark) => {
  const aside = JSON.stringify({ ...JSON.parse(call('2', 'npm test')), [mark]: true });
  const { transcript } = transcriptOf([
    call('1', 'npm test'),
    result('1'),
    aside,
    result('2', true),
  ]);
  expect(transcript.lastCall('npm test')).toMatchObject({ failed: false });
});
