import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey, newPem } from '../values/bundles.ts';
import { createGitProject, type GitProject, openGitProject, runGit } from './git-project.ts';
import { createProject, type Outcome, type Project } from './project.ts';
import { startWith } from './proving.ts';

/** A project with a proved promise, and what travels from it to others. */
export interface AttestedProject extends GitProject {
  readonly id: string;
  /** A path beside the project, for what is no content of it. */
  beside(name: string): string;
  attest(...args: readonly string[]): Promise<Outcome>;
}

/** A promise whose one check passes while `a.txt` says that it is done, committed and proved. */
export async function attestedProject(): Promise<AttestedProject> {
  const project = createGitProject({ 'a.txt': 'done\n' });
  const id = await startWith(
    project,
    '--ac',
    'a.txt says it',
    '--command',
    'AC-1=grep -q done a.txt',
  );
  const { code, stderr } = await project.run('cs', ['prove', id]);
  if (code !== 0) throw new Error(stderr);
  return {
    ...project,
    id,
    beside: (name) => join(project.folder, '..', name),
    attest: (...args) => project.run('cs', ['promise', 'attest', ...args]),
  };
}

/** A clone of a project with a HOME of its own, for somebody else. */
export function cloneOf(project: GitProject): GitProject {
  const clone = createProject('session-of-another');
  runGit(join(clone.folder, '..'), ['clone', '--quiet', project.folder, clone.folder]);
  return openGitProject(clone);
}

/** A key in files beside a project: the private one, and the public one for others. */
export function keyFiles(project: Project, name: string) {
  const secret = join(project.folder, '..', `${name}.key`);
  const open = join(project.folder, '..', `${name}.pem`);
  const pem = newPem();
  writeFileSync(secret, pem, { mode: 0o600 });
  const key = newKey(pem);
  writeFileSync(open, key.publicPem);
  return { secret, open, key };
}
