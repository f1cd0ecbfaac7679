import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { endOf, pipeAt } from '../../rig/worlds/hanging.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** Command lines that read no `package.json` for what they do. */
const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['cs', ['--help']],
  ['cs', ['do', 'It works', '--ac', 'Runs']],
  ['cs', ['status']],
  ['cs', ['config']],
  ['cs-promise', ['--list']],
];

describe.skipIf(!runsOnPosix)('a package.json that is a pipe', () => {
  it.each(COMMANDS)('keeps %s %j from nothing', async (bin, args) => {
    const project = createGitProject();
    pipeAt(join(project.folder, 'package.json'));
    const { code, stderr } = await endOf(project, bin, args);
    expect({ code, isFaulty: /package\.json|^Error/m.test(stderr) }).toEqual({
      code: 0,
      isFaulty: false,
    });
  });
});

it('settings for yargs in the package.json of a project do not change how command lines are read', async () => {
  const project = createGitProject();
  project.put('package.json', JSON.stringify({ yargs: { 'unknown-options-as-args': true } }));
  const { code, stderr } = await endOf(project, 'cs', ['status', '--bogus']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('bogus') });
});
