import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { criterionOf } from '../../rig/worlds/proving.ts';

const RUN = { workflowName: 'build', event: 'push', status: 'completed', conclusion: 'success' };

describe('cs prove, with a check of the pipeline', () => {
  it('proves the criterion by the run of the commit that is checked out', async () => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    const commit = project.git('rev-parse', 'HEAD').trim();
    const programs = join(project.folder, '..', 'programs');
    mkdirSync(programs);
    const runs = JSON.stringify([{ ...RUN, headSha: commit }]);
    writeFileSync(
      join(programs, 'gh'),
      `#!/bin/sh\necho "$@" >> ${programs}/asked\ncat <<'END'\n${runs}\nEND\n`,
    );
    chmodSync(join(programs, 'gh'), 0o755);
    const env = { PATH: `${programs}:${process.env['PATH']}` };
    const id = await project.startedPromise('CI passes');
    await project.run('cs', ['promise', '--add-check', id, '--ac-id', 'AC-1', '--ci', 'all']);
    const proved = await project.run('cs', ['prove', id], { env });
    expect(proved).toMatchObject({ code: 0, stdout: expect.stringContaining('build success') });
    expect(readFileSync(join(programs, 'asked'), 'utf8')).toContain(`--commit ${commit}`);
    expect(criterionOf(project, id, 'AC-1')).toMatchObject({
      status: 'met',
      checks: [{ kind: 'ci' }],
    });
    project.put('a.txt', 'b\n');
    const stale = await project.run('cs', ['prove', id], { env });
    expect(stale).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not those of the commit'),
    });
  });
});
