import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';

/** Puts a state folder into a folder of the project, with so many open promises. */
function stateIn(project: Project, path: string, open: number): string {
  const folder = join(project.folder, path);
  const promises = join(folder, '.claude', 'completion-state', 'promises');
  mkdirSync(promises, { recursive: true });
  for (let number = 1; number <= open; number += 1) {
    const id = `promise-0000000${number}`;
    project.write(join('..', '..', path, '.claude/completion-state/promises', `${id}.json`), {
      ...promiseFile(id, SESSION),
    });
  }
  return folder;
}

async function elsewhere(project: Project): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await project.run('cs', ['doctor', '--json']);
  const { checks }: { readonly checks: readonly Record<string, unknown>[] } = JSON.parse(stdout);
  // This machine may have one above its temporary folder.
  const root = join(project.folder, '..');
  return checks.filter(
    ({ check, detail }) => check === 'state.elsewhere' && String(detail).includes(`in ${root}`),
  );
}

describe('cs doctor names state folders that are not the project’s', () => {
  it('below the project and above it, with what is in them', async () => {
    const project = createProject();
    stateIn(project, '.', 1);
    const above = stateIn(project, '..', 0);
    const nested = stateIn(project, 'packages/web', 2);
    const worktree = stateIn(project, '.claude/worktrees/inner', 1);
    const found = await elsewhere(project);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          status: 'note',
          detail: `another state folder above the project, in ${above}: 0 open promises`,
          advice: 'If it was made by mistake, remove it',
        }),
        expect.objectContaining({
          detail: `another state folder below the project, in ${nested}: 2 open promises`,
          advice: expect.stringContaining(`cs status -C ${nested}`),
        }),
        expect.objectContaining({
          detail: `another state folder below the project, in ${worktree}: 1 open promise`,
        }),
      ]),
    );
  });

  it('also with files that cannot be read', async () => {
    const project = createProject();
    stateIn(project, 'nested', 0);
    project.write('../../nested/.claude/completion-state/promises/promise-1.json', '{');
    const [found] = await elsewhere(project);
    expect(found?.['detail']).toMatch(/0 open promises, 1 unreadable file$/);
  });

  it('but none in the folders of other programs, and none behind a link', async () => {
    const project = createProject();
    stateIn(project, 'node_modules/a', 1);
    stateIn(project, '.git/a', 1);
    expect(await elsewhere(project)).toEqual([]);
  });
});
