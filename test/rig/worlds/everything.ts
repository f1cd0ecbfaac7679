import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitProject, type GitProject, openGitProject, runGit } from './git-project.ts';
import { createProject } from './project.ts';

/** The committed files of a checkout with every kind of thing in it. */
export const EVERYTHING = {
  'src/app.js': 'export const answer = 42;\n',
  'src/other.js': 'export const other = 1;\n',
  'run.sh': '#!/bin/sh\n',
  '.hidden': 'hidden\n',
  'ä "quoted" name.txt': 'text\n',
  '.gitignore': 'ignored/\n*.log\n',
} as const;

let template: string | undefined;

/**
 * A checkout with every kind of thing in it: files, a link, a submodule, a repository inside that git
 * does not track, what is ignored, and what is not added yet. It is a copy of one that is made once.
 */
export function checkoutOfEverything(): GitProject {
  template ??= makeTemplate();
  const project = createProject();
  cpSync(template, project.folder, { recursive: true, verbatimSymlinks: true });
  // An index knows files by their inodes and times, which are others in a copy.
  for (const folder of ['.', 'inner', 'module']) {
    runGit(join(project.folder, folder), ['update-index', '-q', '--refresh']);
  }
  return openGitProject(project);
}

function makeTemplate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-everything-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const project = createGitProject(EVERYTHING, { ...createProject(), folder });
  symlinkSync('app.js', join(folder, 'src', 'link.js'));
  project.put('inner/file.txt', 'inner\n');
  const inner = join(folder, 'inner');
  runGit(inner, ['init', '--quiet', '--initial-branch=main']);
  runGit(inner, ['add', '--all']);
  runGit(inner, ['commit', '--quiet', '-m', 'Inner']);
  project.git('submodule', '--quiet', 'add', './inner', 'module');
  project.commit();
  project.put('ignored/cache.txt', 'one\n');
  project.put('draft.txt', 'not added yet\n');
  return folder;
}
