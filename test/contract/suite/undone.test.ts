import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copySuite } from '../../rig/worlds/copied-suite.ts';
import { createProject } from '../../rig/worlds/project.ts';

/** What a lane comes to whose work waits for something that holds no process. */
const NEVER_DONE = 'exports.NAME = () => new Promise(() => {});\n';

it.each([
  ['a command', 'cs', ['list'], 'cs', 'runCli', 1],
  ['a check', 'cs-verify', ['--check'], 'check', 'runLane', 2],
  ['a stop gate', 'cs-stop-gate', [], 'stop-gate', 'runLane', 2],
] as const)(
  '%s that ends before it is done fails, and says so',
  async (_what, bin, args, bundle, name, code) => {
    const suite = copySuite([bundle]);
    writeFileSync(join(suite.folder, 'dist', `${bundle}.cjs`), NEVER_DONE.replace('NAME', name));
    const outcome = await suite.run(createProject(), bin, args);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain('ended before it was done');
  },
);
