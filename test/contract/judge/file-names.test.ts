import { expect, it } from 'vitest';
import { FORGED_LINE, HIDDEN, NAMES } from '../../rig/values/file-names.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { prove, startWith } from '../../rig/worlds/proving.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

it.runIf(runsOnPosix)(
  'a judge who is shown the diff reads one name for each file, whatever it is called',
  async () => {
    const project = createGitProject();
    const id = await startWith(project, '--ac', 'It works', '--command', 'AC-1=true');
    for (const [index, [, name]] of NAMES.entries()) {
      // A name of the system holds neither of them.
      project.put(`${index}-${name.replaceAll(/[/\0]/g, '')}`, 'line\n'.repeat(index + 1));
    }
    await prove(project, id);
    const args = ['--promise', id, '--judge', '--dry-run'];
    const { stdout } = await project.run('cs-verify', args, { env: { CS_JUDGE_SEES: 'diff' } });
    expect(stdout).toContain(`${NAMES.length} files changed`);
    expect(stdout).not.toMatch(HIDDEN);
    expect(stdout).not.toMatch(FORGED_LINE);
  },
);
