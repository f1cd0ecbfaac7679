import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject, outcomeOf, type Project } from '../../rig/worlds/project.ts';
import { PACKAGE } from '../../rig/worlds/suite.ts';

/** The start of a session where the suite is a dependency of a project. */

/** Starts a session in a project with the suite of a folder of packages; gives the lines for its shells. */
async function exportsOf(project: Project, modules: string): Promise<readonly string[]> {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  cpSync(join(PACKAGE, 'plugin'), join(modules, 'completion-promise', 'plugin'), {
    recursive: true,
  });
  const exportsFile = join(project.folder, '..', 'exports');
  const program = join(modules, 'completion-promise', 'plugin', 'bin', 'cs.cjs');
  for (let starts = 0; starts < 2; starts += 1) {
    const child = spawn(process.execPath, [program, 'session-start'], {
      cwd: project.folder,
      env: {
        PATH: process.env['PATH'],
        HOME: join(project.folder, '..', 'home'),
        CLAUDE_PROJECT_DIR: project.folder,
        CLAUDE_ENV_FILE: exportsFile,
      },
    });
    child.stdin.end(JSON.stringify({ session_id: 'session-a', source: 'startup' }));
    await outcomeOf(child);
  }
  return existsSync(exportsFile) ? readFileSync(exportsFile, 'utf8').trimEnd().split('\n') : [];
}

describe.skipIf(process.platform === 'win32')(
  "the commands on the PATH of the agent's shells",
  () => {
    it("are the project's, behind all others and once", async () => {
      const project = createProject(undefined);
      const lines = await exportsOf(project, join(project.folder, 'node_modules'));
      expect(lines.filter((line) => line.includes('PATH='))).toEqual([
        `export PATH="$PATH":'${project.folder}/node_modules/.bin'`,
      ]);
    });

    it('stay as they are where the suite is none of the project', async () => {
      const project = createProject(undefined);
      mkdirSync(join(project.folder, 'node_modules', '.bin'), { recursive: true });
      const lines = await exportsOf(project, join(project.folder, '..', 'node_modules'));
      expect(lines.filter((line) => line.includes('PATH='))).toEqual([]);
      expect(lines).toContain("export CLAUDE_SESSION_ID='session-a'");
    });
  },
);
