import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../rig/values/promises.ts';
import { createGitProject } from '../rig/worlds/git-project.ts';
import { endOf, LATE, provedProject, sparseAt } from '../rig/worlds/hanging.ts';
import { SESSION } from '../rig/worlds/project.ts';
import { HOSTED, outputOf, runsOnPosix, stopPayload } from '../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000c';

describe.skipIf(!runsOnPosix)('what takes until a deadline keeps the gate shut:', () => {
  it.each(LATE)('the check, over %s', async (_what, act, said) => {
    const { project } = await provedProject();
    act(project);
    const { code, stderr } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });

  it.each(LATE)('the stop gate, over %s', async (_what, act, said) => {
    const { project } = await provedProject();
    act(project);
    const input = JSON.stringify(stopPayload(SESSION, { stop_hook_active: false }));
    const outcome = await endOf(project, 'cs-stop-gate', [], { input, env: HOSTED });
    const { decision, reason } = outputOf(outcome);
    expect(decision).toBe('block');
    expect(reason).toMatch(said);
  });

  it('the check, over large new files', async () => {
    const { project } = await provedProject();
    for (let number = 0; number < 8; number += 1) {
      sparseAt(join(project.folder, `new-${number}.bin`), 250e6);
    }
    const { code } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
  });

  it.each([[[]], [['--json']]])(
    'the check with %j, whose reader does not read',
    async (options) => {
      const project = createGitProject();
      const many = Array.from({ length: 1500 }, (_, index) => ({
        ...criterion(`AC-${index}`),
        description: 'd'.repeat(400),
      }));
      project.write(
        `promises/${ID}.json`,
        promiseFile(ID, SESSION, { status: 'in_progress', acceptance_criteria: many }),
      );
      const child = project.start('cs-verify', ['--check', ...options]);
      child.stdout?.pause();
      const code = await new Promise((resolve) => child.on('exit', resolve));
      expect(code).toBe(2);
      child.stdout?.destroy();
    },
  );
});
