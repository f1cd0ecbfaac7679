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
        { runs: 'cat /etc/hostname' },
        { runs: 'env' },
        { runs: 'printenv ANTHROPIC_API_KEY' },
        { runs: 'cat sum.js | head -1' },
        { runs: 'git diff --output=sum.js' },
        { runs: `find . -name sum.js -exec rm {} +` },
        { runs: 'git push origin HEAD' },
        { uses: 'Write', input: { file_path: 'sum.js', content: 'broken' } },
        { uses: 'Read', input: { file_path: 'sum.js' } },
        { runs: 'git status --short' },
        { runs: CHECK },
      ],
      (answer) => ({ uses: 'StructuredOutput', input: { ...answer } }),
    );
    console.log(work.told, work.outcome);
    expect(work.isOutsideWritten).toBe(false);
    expect(work.read('sum.js')).toBe(SUM);
    expect(work.first.text).not.toContain(PROJECT_RULE);
    expect(work.outcome.code).toBe(0);
  });
});
