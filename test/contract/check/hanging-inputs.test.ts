import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { endOf, pipeAt, provedProject, REFUSED, sparseAt } from '../../rig/worlds/hanging.ts';
import { createLinkedProject, NEW_FILE } from '../../rig/worlds/linked-worktree.ts';
import { SESSION } from '../../rig/worlds/project.ts';
import { prove, startWith } from '../../rig/worlds/proving.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000c';

describe.skipIf(!runsOnPosix)('the check ends, and lets nobody go, over', () => {
  it.each(REFUSED)('%s', async (_what, act, said) => {
    const { project } = await provedProject();
    act(project);
    const { code, stderr } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });

  it('a proved file that has 200 GB now', async () => {
    const { project } = await provedProject(['--file', 'AC-1=large.bin', '--file-type', 'any']);
    sparseAt(join(project.folder, 'large.bin'), 200e9);
    const { code, stderr } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stderr).toContain('a file is larger than 4 GB');
  });

  it('a proved file that is a pipe now', async () => {
    const { project } = await provedProject(['--file', 'AC-1=large.bin', '--file-type', 'any']);
    pipeAt(join(project.folder, 'large.bin'));
    const { code } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
  });

  it.each<[string, (linked: string, git: string) => string]>([
    ['its link to the repository', (linked) => join(linked, '.git')],
    ['its file of attributes', (linked) => join(linked, '.gitattributes')],
    ['the file that names the shared folder', (_linked, git) => join(git, 'commondir')],
    ['its index', (_linked, git) => join(git, 'index')],
  ])('a linked worktree with a pipe in place of %s', async (_what, placeOf) => {
    const project = createLinkedProject();
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=test -f ${NEW_FILE}`);
    expect(await prove(project, id, [], project.linked.there)).toMatchObject({ code: 0 });
    const place = placeOf(
      project.linked.folder,
      project.linked.git('rev-parse', '--git-dir').trim(),
    );
    pipeAt(place);
    const { code, stderr } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stderr).toContain(`checkout ${project.linked.folder}`);
  });

  it('thousands of names in the folder of promises', async () => {
    const project = createGitProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    execFileSync('sh', ['-c', 'seq 5000 | sed "s/.*/promise-&.json/" | xargs touch'], {
      cwd: join(project.state, 'promises'),
    });
    const { code } = await endOf(project, 'cs-verify', ['--check']);
    expect(code).toBe(2);
  });
});

describe.skipIf(!runsOnPosix)('no input keeps a command from its end:', () => {
  it.each([
    ['a file check of 200 GB', 200e9],
    ['a file check of 5 GB', 5e9],
  ])('%s fails', async (_what, bytes) => {
    const { id, project } = await provedProject(['--file', 'AC-1=large.bin', '--file-type', 'any']);
    sparseAt(join(project.folder, 'large.bin'), bytes);
    const { code, stderr, stdout } = await endOf(project, 'cs', ['prove', id]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('larger than 4 GB');
  });

  it('a key that is a pipe', async () => {
    const { id, project } = await provedProject();
    pipeAt(join(project.folder, '..', 'home', '.config/completion-promise/trust.key'));
    const { code, stderr } = await endOf(project, 'cs', ['prove', id]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('trust.key');
  });

  it('a transcript that is a pipe', async () => {
    const { project } = await provedProject();
    pipeAt(join(project.folder, '..', 'home', '.claude/projects/p', `${SESSION}.jsonl`));
    const words = ['--create', 'T', '--ac', 'a', '--tool-results', 'AC-1=Bash'];
    const { stdout } = await endOf(project, 'cs-promise', words);
    const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
    const { code } = await endOf(project, 'cs', ['prove', id]);
    expect(code).toBe(1);
  });

  it('a ledger that is a pipe refuses every change', async () => {
    const { project } = await provedProject();
    pipeAt(join(project.state, 'events.jsonl'));
    const { code, stderr } = await endOf(project, 'cs-promise', ['--create', 'T', '--ac', 'a']);
    expect(code).toBe(1);
    expect(stderr).toContain('events.jsonl cannot be used: it is not a regular file.');
  });

  it.skipIf(process.platform !== 'linux')('a state folder in /proc cannot be made', async () => {
    const { project } = await provedProject();
    const words = ['--create', 'T', '--ac', 'a'];
    const env = { CLAUDE_PROJECT_DIR: '/proc' };
    const { code, stderr } = await endOf(project, 'cs-promise', words, { env });
    expect(code).toBe(1);
    expect(stderr).toContain('ENOENT');
  });

  it.skipIf(process.platform !== 'linux')('a home in /proc has no place for a key', async () => {
    const { id, project } = await provedProject();
    const { code, stderr } = await endOf(project, 'cs', ['prove', id], { env: { HOME: '/proc' } });
    expect(code).not.toBe(0);
    expect(stderr).toContain('ENOENT');
  });

  it('a checkout that is gone meanwhile', async () => {
    const { project } = await provedProject();
    rmSync(join(project.folder, '.git'), { recursive: true });
    expect((await endOf(project, 'cs-verify', ['--check'])).code).toBe(2);
  });
});
