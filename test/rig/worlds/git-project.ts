import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { approveConfiguration } from './approval.ts';
import { CONFIGURATION, createProject, type Project } from './project.ts';

/** Before every promise that a test makes: what is committed then did not change since. */
export const LONG_AGO = '2026-01-01T00:00:00Z';

/** Nothing is tidied up behind a commit, which is a program more each time; repositories are cloned from folders. */
const OWN_SETTINGS = ['-c', 'maintenance.auto=false', '-c', 'protocol.file.allow=always'];

/** A scratch project whose files tests change. */
export interface FilesProject extends Project {
  /** Writes a file of the project, and gives its whole path. What its configuration has is approved. */
  put(path: string, content: string): string;
}

/** A scratch project that is a git repository. */
export interface GitProject extends FilesProject {
  /** Runs git in a folder of the project, and gives what it printed. */
  git(...args: readonly string[]): string;
  /** Commits everything that there is. */
  commit(message?: string, date?: string): void;
}

export function createFilesProject(project: Project = createProject()): FilesProject {
  return {
    ...project,
    put(path, content) {
      const target = join(project.folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      if (target.endsWith(CONFIGURATION)) {
        approveConfiguration(project.folder, join(project.folder, '..', 'home'));
      }
      return target;
    },
  };
}

/** Makes a repository of these files, all of them committed long ago. */
export function createGitProject(
  files: Readonly<Record<string, string>> = {},
  project: Project = createProject(),
): GitProject {
  runGit(project.folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  const made = openGitProject(project);
  for (const [path, content] of Object.entries(files)) made.put(path, content);
  made.commit();
  return made;
}

/** A project whose folder is a repository already. */
export function openGitProject(project: Project): GitProject {
  const git: GitProject['git'] = (...args) => runGit(project.folder, args);
  return {
    ...createFilesProject(project),
    git,
    commit(message = 'A commit', date = LONG_AGO) {
      git('add', '--all');
      runGit(project.folder, ['commit', '--quiet', '--allow-empty', '-m', message], date);
    },
  };
}

/** Runs git without anything of the user's, and throws where it fails. */
export function runGit(folder: string, args: readonly string[], date = LONG_AGO): string {
  return execFileSync('git', [...OWN_SETTINGS, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_SYSTEM: devNull,
      GIT_AUTHOR_NAME: 'Somebody',
      GIT_AUTHOR_EMAIL: 'somebody@example.org',
      GIT_COMMITTER_NAME: 'Somebody',
      GIT_COMMITTER_EMAIL: 'somebody@example.org',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
}
