import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, outcomeOf, type Project } from './project.ts';
import { scratchFolder } from './repository.ts';
import { SUITE } from './suite.ts';

/** The suite as it is installed, with some files of `dist/` missing. */
export interface CopiedSuite {
  readonly folder: string;
  run(project: Project, bin: string, args: readonly string[], path?: string): Promise<Outcome>;
}

export function copySuite(without: readonly string[]): CopiedSuite {
  const folder = scratchFolder();
  for (const part of ['bin', 'dist']) {
    cpSync(join(SUITE, part), join(folder, part), { recursive: true });
  }
  for (const name of without) rmSync(join(folder, 'dist', name));
  return {
    folder,
    run: (project, bin, args, path = process.env['PATH']) =>
      outcomeOf(
        spawn(process.execPath, [join(folder, 'bin', `${bin}.cjs`), ...args], {
          cwd: project.folder,
          env: {
            PATH: path,
            HOME: join(project.folder, '..', 'home'),
            CLAUDE_SESSION_ID: 'session-of-the-test',
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
  };
}
