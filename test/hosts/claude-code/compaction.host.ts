import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { says } from '../scripted-model.ts';
import { promiseOf } from './agent-scripts.ts';
import { CLAUDE_CODE, claudeCodeProject } from './claude-project.ts';

describe.skipIf(CLAUDE_CODE === '')('a session that was compacted', () => {
  it('is told of its promise as it goes on in a new process', { timeout: 300_000 }, async () => {
    const told: string[] = [];
    const { project, session } = await claudeCodeProject(
      (request) => {
        if (request.tools.includes('Bash')) told.push(request.told);
        return says('Something was done.');
      },
      { env: { IS_SANDBOX: '1' } },
    );
    const id = randomUUID();
    await session('Build the sign-in', ['--session-id', id]);
    const promise = await promiseOf(project, id);
    await session('/compact', ['--resume', id]);
    const before = told.length;
    await session('Go on', ['--resume', id]);
    expect(told[before]).not.toContain('Build the sign-in');
    expect(told[before]).toContain('This session has 1 open promise');
    expect(told[before]).toContain(promise);
  });
});
