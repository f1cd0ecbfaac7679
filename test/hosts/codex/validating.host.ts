import { describe, expect, inject, it } from 'vitest';
import { CHECK, PROJECT_RULE, SUM, validatedWork } from '../validating.ts';
import { codex } from './codex.ts';

describe.skipIf(inject('clients').codex === '')('Codex as a validator', () => {
  it('runs what it likes in a copy, and its sandbox lets nothing out', async () => {
    const work = await validatedWork(
      codex,
      (outside) => [
        { runs: `touch '${outside}'` },
        { runs: 'echo broken > elsewhere.js && ls' },
        { runs: CHECK },
      ],
      (answer) => ({ says: JSON.stringify(answer) }),
    );
    console.log(work.told, work.outcome);
    expect(work.isOutsideWritten).toBe(false);
    expect(work.read('sum.js')).toBe(SUM);
    expect(work.first.text).not.toContain(PROJECT_RULE);
    expect(work.outcome.code).toBe(0);
  });
});
