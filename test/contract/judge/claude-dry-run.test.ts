import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { filesUnder } from '../../rig/worlds/judged-project.ts';
import { type ClaudeProject, claudeProject } from '../../rig/worlds/scripted-claude.ts';

const withEvidence = (): Promise<ClaudeProject> =>
  claudeProject([metCriterion('AC-1', { evidence: '4711 tests passed' })]);

describe('--dry-run with claude', () => {
  it('shows the command, starts nothing and writes nothing', async () => {
    const { claude, project, verify } = await withEvidence();
    const before = filesUnder(project.folder);
    const { code, stdout } = await verify(['--judge', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('Backend: claude, paid by the account claude is logged in with');
    const [, command = ''] = stdout.split('--- command (the user text goes to its stdin) ---\n');
    const words: unknown = JSON.parse(command.split('\n')[0] ?? '');
    expect(words).toEqual(expect.arrayContaining(['claude', '-p', '--setting-sources', '']));
    expect(claude.calls()).toEqual([]);
    expect([...filesUnder(project.folder)]).toEqual([...before]);
  });

  it('shows the command that is then run, but for the nonce', async () => {
    const { claude, judge, verify } = await withEvidence();
    const { stdout } = await verify(['--judge', '--dry-run']);
    await judge();
    const [call] = claude.calls();
    const nonce = /<data-([0-9a-f]+) name/.exec(call?.stdin ?? '')?.[1] ?? 'no nonce';
    const ran = ['claude', ...(call?.argv ?? [])];
    expect(stdout).toContain(JSON.stringify(ran).replaceAll(nonce, 'NONCE'));
  });

  it('needs no claude', async () => {
    const { project, verify } = await withEvidence();
    const { code, stdout } = await verify(['--judge', '--dry-run'], { PATH: project.folder });
    expect(code).toBe(0);
    expect(stdout).toContain('Backend: claude, claude is not installed');
  });
});
