import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Project } from './project.ts';

/** What a scripted `bd` prints for `ready` and `blocked`, and how it ends. */
export interface BeadsScript {
  readonly ready?: unknown;
  readonly blocked?: unknown;
  readonly exitCode?: number;
  /** It never ends, and what it started holds on to its output. */
  readonly hangs?: boolean;
}

/** An issue, with the keys that `bd … --json` prints. */
export function bead(id: string, parts: object = {}): object {
  return {
    id,
    title: `Title of ${id}`,
    description: '',
    status: 'open',
    priority: 2,
    issue_type: 'task',
    created_at: '2026-02-17T10:30:00Z',
    updated_at: '2026-02-17T10:30:00Z',
    ...parts,
  };
}

/** Gives a project a tracker: `.beads/`, and a PATH on which a scripted `bd` comes first. */
export function createTracker(
  project: Project,
  script: BeadsScript = {},
): { readonly path: string } {
  mkdirSync(join(project.folder, '.beads'), { recursive: true });
  const folder = join(project.folder, '..', 'programs', 'beads');
  mkdirSync(folder, { recursive: true });
  const { exitCode = 0, hangs = false, ...printed } = script;
  const program = [
    `#!${process.execPath}`,
    `const printed = ${JSON.stringify(printed)}[process.argv[2]] ?? [];`,
    "process.stdout.write(typeof printed === 'string' ? printed : JSON.stringify(printed));",
    `process.exitCode = ${exitCode};`,
    ...(hangs
      ? ["require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });"]
      : []),
    '',
  ];
  writeFileSync(join(folder, 'bd'), program.join('\n'));
  chmodSync(join(folder, 'bd'), 0o755);
  return { path: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
}
