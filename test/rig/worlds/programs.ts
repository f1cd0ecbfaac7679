import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Outcome, outcomeOf, type Project } from './project.ts';
import { binOf } from './suite.ts';

/** Runs a script in a real POSIX shell, with the suite's commands on its PATH and no session. */
export function runShell(
  project: Project,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return outcomeOf(
    spawn('sh', ['-c', script], {
      cwd: project.folder,
      env: { PATH: commandsPath(project), HOME: join(project.folder, '..', 'home'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

/** A PATH on which the suite's commands come first, under the names by which agents run them. */
export function commandsPath(project: Project): string {
  const folder = programFolder(project, 'commands');
  for (const name of ['cs', 'cs-init', 'cs-promise', 'cs-verify', 'cs-status']) {
    const bin = binOf(name);
    writeProgram(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  }
  return before(folder);
}

/** A `bd` that records how it was called, prints one line of error and ends as it is told. */
export interface ScriptedBd {
  /** A PATH on which this `bd` comes first. */
  readonly path: string;
  calls(): readonly (readonly string[])[];
}

export function createBd(project: Project, exitCode = 0): ScriptedBd {
  const folder = programFolder(project, 'bd');
  const log = join(folder, 'calls.jsonl');
  writeFileSync(log, '');
  writeProgram(
    join(folder, 'bd'),
    [
      `#!${process.execPath}`,
      `const call = JSON.stringify(process.argv.slice(2));`,
      `require('node:fs').appendFileSync(${JSON.stringify(log)}, call + '\\n');`,
      ...(exitCode === 0 ? [] : [`process.stderr.write('bd: no such task\\n');`]),
      `process.exitCode = ${exitCode};`,
      '',
    ].join('\n'),
  );
  return {
    path: before(folder),
    calls: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

/** A folder without any program, to be the whole PATH. */
export function emptyPath(project: Project): string {
  return programFolder(project, 'nothing');
}

function programFolder(project: Project, name: string): string {
  const folder = join(project.folder, '..', 'programs', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function writeProgram(path: string, content: string): void {
  writeFileSync(path, content);
  chmodSync(path, 0o755);
}

function before(folder: string): string {
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}
