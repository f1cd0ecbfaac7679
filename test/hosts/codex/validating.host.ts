import { describe, expect, inject, it } from 'vitest';
import { PROJECT_RULE, SUM, validatedWork } from '../validating.ts';
import { codex } from './codex.ts';

describe.skipIf(inject('clients').codex === '')('Codex as a validator', () => {
  it('runs what it likes in a copy, and its sandbox lets nothing out', async () => {
    const work = await validatedWork(
      codex,
      (outside) => [
        { runs: `touch '${outside}'` },
        { runs: 'echo broken > sum.js && ls' },
        { runs: 'git checkout -q HEAD . ; cat README.md' },
        { runs: 'ls sum.test.js' },
      ],
      (answer) => ({ says: JSON.stringify(answer) }),
    );
    const expected = ['Read-only file system', 'sum.test.js', '# A project', 'sum.test.js'];
    expect(work.told).toEqual(expected.map((words) => expect.stringContaining(words)));
    expect(work.isOutsideWritten).toBe(false);
    expect(work.read('sum.js')).toBe(SUM);
    expect(work.first.text).not.toContain(PROJECT_RULE);
    expect(work.world.asked()).toEqual([]);
    expect(work.json).toMatchObject({ by: 'codex', answers: [{ verdict: 'PASS' }] });
    expect(work.outcome.code).toBe(0);
  });
});
