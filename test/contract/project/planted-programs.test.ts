import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { prove, startWith } from '../../rig/worlds/proving.ts';
import { gate, stopPayload } from '../../rig/worlds/stop-gate.ts';

/** The programs that the suite starts for itself. */
const PROGRAMS = ['git', 'python3', 'python', 'py', 'bd', 'claude', 'ps', 'node'];

/** A project that brings programs of its own, which leave a mark where one of them is started. */
function projectWith(folder: string) {
  const project = createGitProject({ 'a.py': 'a = 1\n', '.beads/x': '' });
  const mark = join(project.folder, '..', 'started');
  for (const name of PROGRAMS) {
    const path = project.put(join(folder, name), `#!/bin/sh\necho ${name} >> '${mark}'\nexit 1\n`);
    chmodSync(path, 0o755);
  }
  return { project, isStarted: () => existsSync(mark) };
}

/** Everything for which the suite starts a program. */
async function workWith(project: GitProject, PATH: string, control = ['--control', 'HEAD']) {
  const options = { env: { PATH } };
  const checks = ['--file', 'AC-1=a.py', '--command', 'AC-2=true', '--tier', 'AC-2=2'];
  const id = await startWith(project, '--ac', 'parsed', '--ac', 'judged', ...checks);
  const proved = await prove(project, id, [...control, '--json'], options);
  const asked = ['--judge', '--promise', id, '--task-id', 'bd-1'];
  return {
    results: JSON.parse(proved.stdout).criteria[0].results,
    stop: await gate(project, stopPayload('session-of-the-test'), {
      env: { PATH, CS_STOP_GATE_AVAILABLE_WORK: 'true', CS_STOP_GATE_GIT_STATUS: 'true' },
    }),
    check: await project.run('cs-verify', ['--check'], options),
    judged: await project.run('cs-verify', asked, { env: { PATH, CS_JUDGE_BACKEND: 'claude' } }),
    doctor: await project.run('cs', ['doctor', '--verbose'], options),
  };
}

describe.skipIf(process.platform === 'win32')("a project's own programs are not started", () => {
  it.each<[string, string, (folder: string) => string]>([
    ['its own folder, first on PATH', '.', (folder) => folder],
    ['node_modules/.bin, as npx puts it', 'node_modules/.bin', (f) => join(f, 'node_modules/.bin')],
    ['a folder of it', 'bin', (folder) => join(folder, 'bin')],
    ['where one stands', '.', () => '.'],
    ['an empty entry of PATH', '.', () => ''],
    ['a relative one', 'bin', () => 'bin'],
  ])('%s', async (_name, folder, entry) => {
    const { isStarted, project } = projectWith(folder);
    const PATH = [entry(project.folder), process.env['PATH']].join(delimiter);
    const { check: checked, judged, results } = await workWith(project, PATH);
    expect(isStarted()).toBe(false);
    expect(results).toContainEqual(
      expect.objectContaining({ name: 'syntax_a.py', status: 'PASS' }),
    );
    expect(checked.code).toBe(2);
    expect(judged.code).toBe(0);
    expect(judged.stdout).toContain('Backend: claude, claude is not installed');
  });

  it('not where nothing else is on PATH either', async () => {
    const { isStarted, project } = projectWith('bin');
    const { check: checked, results } = await workWith(project, join(project.folder, 'bin'), []);
    expect(isStarted()).toBe(false);
    expect(results).toMatchObject([
      { status: 'SKIPPED', detail: expect.stringContaining('must not supply its own git') },
    ]);
    expect(checked.code).toBe(2);
  });
});

describe.skipIf(process.platform === 'win32')(
  "what a repository's configuration names is not run",
  () => {
    it.each([
      ['core.fsmonitor'],
      ['core.hooksPath'],
      ['core.pager'],
      ['diff.external'],
      ['diff.x.command'],
      ['diff.x.textconv'],
      ['core.sshCommand'],
      ['core.editor'],
    ])('%s', async (key) => {
      const { isStarted, project } = projectWith('bin');
      project.put('.gitattributes', '*.py diff=x\n');
      project.commit();
      const program = join(project.folder, 'bin', 'git');
      for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
        chmodSync(project.put(join('hooks', hook), `#!/bin/sh\nexec '${program}'\n`), 0o755);
      }
      project.commit();
      project.git(
        'config',
        key,
        key === 'core.hooksPath' ? join(project.folder, 'hooks') : program,
      );
      project.put('a.py', 'a = 2\n');
      await workWith(project, process.env['PATH'] ?? '');
      expect(isStarted()).toBe(false);
    });
  },
);
