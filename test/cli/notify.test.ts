import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFilesProject, type FilesProject } from '../rig/worlds/git-project.ts';
import { SESSION } from '../rig/worlds/project.ts';
import { hostedSession } from '../rig/worlds/stop-gate.ts';

const toldOf = ({ folder }: FilesProject): string => join(folder, '..', 'told');

/** A project whose user is told by a command, which they approved. */
function tellingProject(notify: unknown = ['tee', '-a', '../told']): FilesProject {
  const project = createFilesProject();
  project.put('.claude/completion-promise.json', JSON.stringify({ notify }));
  return project;
}

/** What the command was told, once it was. */
async function told(project: FilesProject): Promise<unknown> {
  const text = await vi.waitFor(
    () => {
      const read = readFileSync(toldOf(project), 'utf8');
      expect(read).toMatch(/\n$/);
      return read;
    },
    { timeout: 20_000 },
  );
  return JSON.parse(text);
}

describe('notify', () => {
  it('is told of a question to the user, without what looks like a secret', async () => {
    const project = tellingProject();
    await project.startedPromise('It holds');
    const key = `ghp_${'a1B2'.repeat(9)}`;
    await project.run('cs', ['ask', `May I use ${key}?`], { alone: true });
    const notice = await told(project);
    expect(notice).toMatchObject({ event: 'waits', session_id: SESSION, promise_id: null });
    expect(JSON.stringify(notice)).not.toContain(key);
  });

  it('is told of a promise that was verified', async () => {
    const project = tellingProject();
    const id = await project.startedPromise('It holds');
    await project.run('cs', ['meet', id, '1', '--evidence', 'seen']);
    const words = ['verify', id, '--skip-validation-check'];
    expect(await project.run('cs', words, { alone: true })).toMatchObject({ code: 0 });
    expect(await told(project)).toMatchObject({ event: 'verified', promise_id: id });
  });

  it('is told once that a session was let go unfinished', async () => {
    const project = tellingProject();
    await project.startedPromise('It holds');
    const session = hostedSession(project);
    for (let stops = 0; stops < 8; stops += 1) await session.stop();
    expect(await told(project)).toMatchObject({ event: 'capped', text: 'nothing-changed' });
  });

  it('does not run before its user approved it', async () => {
    const project = createFilesProject();
    const path = join(project.folder, '.claude', 'completion-promise.json');
    mkdirSync(dirname(path));
    writeFileSync(path, JSON.stringify({ notify: 'touch ../told' }));
    const { code, stderr } = await project.run('cs', ['config', 'notify']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('notify waits for your approval'),
    });
    expect(existsSync(toldOf(project))).toBe(false);
  });

  it('is tried out, and doctor says that it failed until it does not', async () => {
    const project = tellingProject('echo no; exit 3');
    const failed = await project.run('cs', ['config', 'notify']);
    expect(failed).toMatchObject({ code: 1, stdout: 'It failed: exit code 3: no\n' });
    const doctor = await project.run('cs', ['doctor', '--json']);
    expect(doctor.stdout).toMatch(/"settings.notify",\s+"status": "fail"/);
    project.put('.claude/completion-promise.json', JSON.stringify({ notify: 'cat > ../told' }));
    expect(await project.run('cs', ['config', 'notify'])).toMatchObject({ code: 0 });
    expect(await told(project)).toMatchObject({ event: 'test', text: 'This is a trial.' });
    expect((await project.run('cs', ['doctor', '--json'])).stdout).toMatch(
      /"settings.notify",\s+"status": "ok"/,
    );
    expect(existsSync(toldOf(project))).toBe(true);
  });
});
