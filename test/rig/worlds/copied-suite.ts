import { spawn } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, outcomeOf, type Project } from './project.ts';
import { scratchFolder } from './repository.ts';
import { SUITE } from './suite.ts';

/** The suite as it is installed, without some of its bundles. */
export interface CopiedSuite {
  readonly folder: string;
  run(project: Project, bin: string, args: readonly string[], path?: string): Promise<Outcome>;
}

/** `without`: bundles by their names, `check` say, or single files of `dist/`. */
export function copySuite(without: readonly string[]): CopiedSuite {
  const folder = scratchFolder();
  for (const part of ['bin', 'dist']) {
    cpSync(join(SUITE, part), join(folder, part), { recursive: true });
  }
  const dist = join(folder, 'dist');
  for (const bundle of without) {
    const files = readdirSync(dist).filter(
      (name) => name === bundle || name.startsWith(`${bundle}.`),
    );
    if (files.length === 0) throw new Error(`the suite has no bundle ${bundle}`);
    for (const name of files) rmSync(join(dist, name));
  }
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
