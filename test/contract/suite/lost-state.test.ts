import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runShell } from '../../rig/worlds/programs.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

/** Where a folder was, a link that leads to what is not there: a volume that is not mounted. */
function unmount(path: string): void {
  renameSync(path, `${path}-unmounted`);
  symlinkSync(`${path}-nowhere`, path);
}

it.each<[string, (project: Project) => string]>([
  ['the promises', (project) => join(project.state, 'promises')],
  ['the state folder', (project) => project.state],
  ['.claude', (project) => join(project.folder, '.claude')],
])(
  'a link that leads nowhere in place of %s does not look like a session without promises',
  async (_what, place) => {
    const project = createProject();
    await project.startedPromise('first');
    unmount(place(project));
    const check = await project.run('cs-verify', ['--check']);
    expect(check.code).toBe(2);
    expect(check.stderr).toContain(`${place(project)} cannot be read (it is a broken link)`);
    for (const [bin, args] of [
      ['cs-status', []],
      ['cs-promise', ['--list']],
      ['cs', ['doctor']],
    ] as const) {
      const { code, stdout, stderr } = await project.run(bin, args);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('it is a broken link');
    }
  },
);

it.skipIf(process.platform === 'win32').each([
  ['cs-status', 1],
  ['cs-promise --list', 1],
  ['cs-verify --check', 2],
  ['cs-verify --check=true', 2],
])('%s in a folder that was removed says so and ends with %i', async (line, code) => {
  const project = createProject();
  const outcome = await runShell(project, `mkdir gone && cd gone && rmdir ../gone && ${line}`, {
    CLAUDE_SESSION_ID: 'session-a',
  });
  expect(outcome.stderr).toMatch(/^Error: .*current folder.*$/m);
  expect(outcome.stderr).not.toMatch(/^ {4}at /m);
  expect(outcome.code).toBe(code);
});
