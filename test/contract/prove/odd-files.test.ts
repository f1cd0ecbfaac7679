import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createFilesProject,
  createGitProject,
  type FilesProject,
} from '../../rig/worlds/git-project.ts';
import { type Outcome, outcomeOf } from '../../rig/worlds/project.ts';
import { startWith } from '../../rig/worlds/proving.ts';

/** Longer than any of these commands takes: one that waits for ever is ended, and fails its test. */
const LONG_MS = 120_000;

async function run(project: FilesProject, bin: string, args: readonly string[]): Promise<Outcome> {
  const child = project.start(bin, args);
  const guard = setTimeout(() => child.kill('SIGKILL'), LONG_MS);
  const outcome = await outcomeOf(child);
  clearTimeout(guard);
  return outcome;
}

type Make = (folder: string) => void;

const ODD: readonly (readonly [what: string, make: Make])[] = [
  ['a link to a file', (folder) => symlinkSync('a.json', join(folder, 'link.json'))],
  ['a link to a folder', (folder) => symlinkSync('deep', join(folder, 'link'))],
  ['a link that leads nowhere', (folder) => symlinkSync('nowhere', join(folder, 'link'))],
  ['a link to itself', (folder) => symlinkSync('link', join(folder, 'link'))],
  ['a named pipe', (folder) => void execFileSync('mkfifo', [join(folder, 'pipe')])],
];

describe.each([
  ['in a repository that ignores them', () => createGitProject({ '.gitignore': 'out/\n' })],
  ['in no repository', () => createFilesProject()],
])('what is no file among those that a glob takes, %s', (_where, create) => {
  const prepare = (): { readonly project: FilesProject; readonly out: string } => {
    const project = create();
    project.put('out/a.json', '{}\n');
    mkdirSync(join(project.folder, 'out', 'deep'));
    return { project, out: join(project.folder, 'out') };
  };

  it.each(ODD)('hinders no proof of the others: %s', async (_what, make) => {
    const { out, project } = prepare();
    make(out);
    const id = await startWith(project, '--ac', 'a', '--file', 'AC-1=out/**');
    expect(await run(project, 'cs', ['prove', id])).toMatchObject({ code: 0, signal: null });
    expect(await run(project, 'cs-verify', ['--check'])).toMatchObject({ code: 0, signal: null });
  });

  it.each(ODD)(
    'keeps the stop gate from no answer where it comes later: %s',
    async (_what, make) => {
      const { out, project } = prepare();
      const id = await startWith(project, '--ac', 'a', '--file', 'AC-1=out/**');
      expect(await project.run('cs', ['prove', id])).toMatchObject({ code: 0 });
      make(out);
      const { code, signal } = await run(project, 'cs-verify', ['--check']);
      expect(signal).toBeNull();
      expect([0, 2]).toContain(code);
    },
  );
});
