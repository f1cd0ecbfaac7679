import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { SUITE } from '../../rig/worlds/suite.ts';
import { isBlocked, sessionWithPromise, stubborn } from './agent-scripts.ts';
import { claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/** The plugin in Claude Code itself. */

/** What only tells who has the plugin. */
const SKILL = 'completion-promise:completion-promise';

describeClaudeCode('the plugin in Claude Code', () => {
  it('is valid', async () => {
    const { client } = await claudeCodeProject(stubborn, { withoutHooks: true });
    const validated = client(['plugin', 'validate', '--strict', SUITE]);
    const { code, stdout } = await outcomeOf(validated);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Validation passed')]);
  });

  it('is loaded, and its stop hook keeps a session with an open promise from ending', async () => {
    const world = await claudeCodeProject(stubborn, { withoutHooks: true });
    const { result } = await sessionWithPromise(world, ['--plugin-dir', SUITE]);
    const { seen } = world.model;
    expect(seen[0]?.text).toContain(SKILL);
    expect(seen.slice(0, 2).map(isBlocked)).toEqual([false, true]);
    expect(result.outcome.code).toBe(0);
  });

  it('does nothing in a project that only holds its files', async () => {
    const world = await claudeCodeProject(stubborn, { withoutHooks: true });
    for (const part of ['.claude-plugin', 'hooks', '.claude/skills', '.claude/commands', 'bin']) {
      const target = join(world.project.folder, part);
      cpSync(join(SUITE, part), target, { recursive: true });
    }
    const { result } = await sessionWithPromise(world);
    expect([result.outcome.code, result.result]).toEqual([0, 'Done.']);
    expect(world.model.seen.map(isBlocked)).toEqual([false]);
  });

  it('is not needed: cs hooks install does the same, until cs hooks uninstall', async () => {
    const world = await claudeCodeProject(stubborn);
    await sessionWithPromise(world);
    expect(world.model.seen.slice(0, 2).map(isBlocked)).toEqual([false, true]);
    const before = world.model.seen.length;
    await world.project.run('cs', ['hooks', 'uninstall']);
    await sessionWithPromise(world);
    expect(world.model.seen.slice(before).map(isBlocked)).toEqual([false]);
  });
});
