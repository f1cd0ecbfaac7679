import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createLinkedProject } from '../../rig/worlds/linked-worktree.ts';
import { SESSION } from '../../rig/worlds/project.ts';
import { hostedSession } from '../../rig/worlds/stop-gate.ts';

/** A host runs its hooks in the folder in which it was started, and says in the payload where the shell stands. */

describe('the stop gate looks at the checkout that the agent works in', () => {
  it.each<[string, 'linked' | 'project' | 'nowhere', number]>([
    ['a linked worktree', 'linked', 2],
    ['the project folder', 'project', 3],
    ['a folder that is gone', 'nowhere', 3],
  ])('%s', async (_where, stands, uncommitted) => {
    const project = createLinkedProject();
    const acceptance_criteria = [metCriterion('AC-1')];
    const id = 'promise-0000000a';
    project.write(`promises/${id}.json`, promiseFile(id, SESSION, { acceptance_criteria }));
    for (const name of ['one', 'two', 'three']) project.put(name, 'of the project\n');
    project.linked.put('another', 'of the worktree\n');
    const cwd = { linked: project.linked.folder, project: project.folder, nowhere: '/nowhere' };
    const env = { CLAUDE_PROJECT_DIR: project.folder };
    const { systemMessage } = await hostedSession(project).stop({ cwd: cwd[stands] }, { env });
    expect(systemMessage).toContain(`${uncommitted} file`);
  });
});
