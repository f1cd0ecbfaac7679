import { describe, expect, it } from 'vitest';
import type { ValidatorOutput, ValidatorQuestion } from '../../src/domain/host/validating-host.ts';
import { claudeCodeValidator } from '../../src/hosts/claude-code/validator.ts';
import { codexValidator } from '../../src/hosts/codex/validator.ts';

const QUESTION: ValidatorQuestion = {
  system: 'S',
  prompt: 'P',
  schema: { type: 'object' },
  nonce: 'abc',
  criteria: [],
  commands: [],
  model: undefined,
  maxUsd: null,
  folder: '/copy',
  beside: '/beside',
};

const OUTPUT: ValidatorOutput = { exitCode: 0, stdout: '', complaint: '', answer: undefined };

const lines = (...events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

describe('Claude Code as a validator', () => {
  const wordsFor = (...commands: readonly string[]) =>
    claudeCodeValidator.start({ ...QUESTION, commands }).words;

  it.each(['npm test *', 'npm test:', 'echo (a)', 'a\nb', 'rm \\*'])(
    'is given no rule for %j, which would mean more than itself',
    (command) => {
      expect(wordsFor(command)).not.toContain('--allowedTools');
    },
  );

  it('is given each plain command as a rule of its own, and never reading by itself', () => {
    expect(wordsFor('npm test', 'npm run lint')).toEqual(
      expect.arrayContaining(['--allowedTools', 'Bash(npm test)', 'Bash(npm run lint)']),
    );
    expect(wordsFor('npm test')).not.toContain('Read');
  });

  it.each([
    ['', 'it printed no result'],
    ['{"type":"result","subtype":"error_max_turns","is_error":true}', 'error_max_turns'],
    ['{"type":"result","subtype":"success","stop_reason":"refusal"}', 'the model refused'],
    ['[]', 'it printed no result'],
  ])('has no answer in %j', (stdout, trouble) => {
    const reading = claudeCodeValidator.read({ ...OUTPUT, stdout });
    expect('trouble' in reading && reading.trouble).toContain(trouble);
  });
});

describe('Codex as a validator', () => {
  const started = { type: 'thread.started', thread_id: 'thread-1' };
  const usage = { input_tokens: 100, cached_input_tokens: 40, output_tokens: 20 };
  const completed = { type: 'turn.completed', usage };

  it('answers in a file; its input without what its cache held', () => {
    const stdout = lines(started, completed);
    expect(codexValidator.read({ ...OUTPUT, stdout, answer: '{}' })).toMatchObject({
      text: '{}',
      sessionId: 'thread-1',
      usage: { input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 20 },
    });
  });

  it.each<[string, Partial<ValidatorOutput>, string]>([
    ['no answer', { stdout: lines(started, completed) }, 'it wrote no answer'],
    ['a failed turn', { stdout: lines({ type: 'turn.failed', error: { message: 'E' } }) }, 'E'],
    ['an error', { stdout: lines({ type: 'error', message: 'F' }), answer: '{}' }, 'F'],
    ['nothing', { complaint: 'no login', answer: '{}' }, 'no login'],
    ['a code', { stdout: lines(completed), answer: '{}', exitCode: 3 }, 'exit code 3'],
  ])('has none after %s', (_what, parts, trouble) => {
    expect(codexValidator.read({ ...OUTPUT, ...parts })).toMatchObject({ trouble });
  });

  it('writes its copy alone, and loads no hooks and no instructions', () => {
    const { words } = codexValidator.start(QUESTION);
    expect(words).toEqual(
      expect.arrayContaining([
        'workspace-write',
        '/copy',
        'project_doc_max_bytes=0',
        'sandbox_workspace_write.exclude_slash_tmp=true',
      ]),
    );
    const at = words.indexOf('hooks');
    expect(words[at - 1]).toBe('--disable');
  });
});
