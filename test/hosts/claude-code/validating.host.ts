import { describe, expect, inject, it } from 'vitest';
import { CHECK, PROJECT_RULE, SUM, validatedWork } from '../validating.ts';
import { claudeCode } from './claude-code.ts';

describe.skipIf(inject('clients').claudeCode === '')('Claude Code as a validator', () => {
  it('runs the project’s check in a copy, and is refused all that writes', async () => {
    const work = await validatedWork(
      claudeCode,
      (outside) => [
        { runs: 'echo broken > sum.js' },
        { runs: `touch '${outside}'` },
        { runs: `${CHECK} && touch '${outside}'` },
        { runs: `${CHECK} --test-reporter=junit` },
        { uses: 'Read', input: { file_path: '/etc/hostname' } },
        { uses: 'Write', input: { file_path: 'sum.js', content: 'broken' } },
        { uses: 'Read', input: { file_path: 'sum.js' } },
        { runs: 'git status --short' },
        { runs: CHECK },
      ],
      (answer) => ({ uses: 'StructuredOutput', input: { ...answer } }),
    );
    const expected = [
      ...Array.from({ length: 4 }, () => 'Permission to use Bash has been denied'),
      'Permission to use Read has been denied',
      'No such tool available: Write',
      SUM.trim(),
      '?? sum.js',
      '# pass 1',
    ];
    expect(work.told).toEqual(expected.map((words) => expect.stringContaining(words)));
    expect(work.isOutsideWritten).toBe(false);
    expect(work.read('sum.js')).toBe(SUM);
    expect(work.first.text).not.toContain(PROJECT_RULE);
    expect(work.world.asked()).toEqual([]);
    expect(work.json).toMatchObject({ by: 'claude-code', answers: [{ verdict: 'PASS' }] });
    expect(work.outcome.code).toBe(0);
  });
});
