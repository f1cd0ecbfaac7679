import { describe, expect, it } from 'vitest';
import { createGitProject } from '../rig/worlds/git-project.ts';
import { check, prove, startWith } from '../rig/worlds/proving.ts';
import { CTRL_C, hasTerminals, runOnTerminal } from '../rig/worlds/pseudo-terminal.ts';

const TRUE = ['--ac', 'a', '--command', 'AC-1=true'];

describe('cs status agrees with the gate', () => {
  it('on a proof that no longer fits the files: both name the file that changed', async () => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    const id = await startWith(project, ...TRUE);
    await prove(project, id);
    expect((await project.run('cs', ['status'])).stdout).not.toContain('Open:');
    project.put('a.txt', 'b\n');
    const why = 'its proof is stale, changed since: a.txt';
    expect((await check(project)).stdout).toContain(`Open: ${why}`);
    for (const view of [[], ['--mine']]) {
      const { stdout } = await project.run('cs', ['status', ...view]);
      expect(stdout).toContain(`      Open: AC-1 (${why})`);
    }
    const { stdout } = await project.run('cs', ['status', '--json']);
    const open = [{ ac_id: 'AC-1', lacks: 'proof', proof: 'stale' }];
    expect(JSON.parse(stdout).open).toMatchObject({ [id]: open });
  });

  it("of another session's promise too", async () => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    const id = await startWith(project, ...TRUE);
    await prove(project, id);
    project.put('a.txt', 'b\n');
    const other = { env: { CLAUDE_SESSION_ID: 'another' } };
    const { stdout } = await project.run('cs', ['status'], other);
    expect(stdout).toContain('Open: AC-1 (its proof is stale');
  });

  it('is silent on what is counted as open anyway', async () => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    await startWith(project, ...TRUE, '--ac', 'words');
    const { stdout } = await project.run('cs-status', []);
    expect(stdout).toContain('[0/2 AC met]');
    expect(stdout).not.toContain('Open:');
  });
});

describe('cs status --watch', () => {
  it.skipIf(!hasTerminals)('shows the project until Ctrl-C', async () => {
    const project = createGitProject();
    const id = await startWith(project, ...TRUE);
    const line = 'AC met]';
    const stop = { prompt: line, answer: CTRL_C };
    const { code, shown } = await runOnTerminal(project, 'cs', ['status', '--watch'], stop);
    expect(code).toBe(0);
    expect(shown.split(id)).toHaveLength(3);
    expect(shown).toContain('\u001b[H\u001b[2J');
  });

  it.each([[[]], [['--json']]])('needs a terminal, and none for programs: %j', async (more) => {
    const project = createGitProject();
    expect(await project.run('cs', ['status', '--watch', ...more])).toMatchObject({
      code: 1,
      stdout: more.length === 0 ? '' : expect.stringContaining('"error"'),
      stderr: expect.stringContaining('--watch shows changes on a terminal'),
    });
  });
});
