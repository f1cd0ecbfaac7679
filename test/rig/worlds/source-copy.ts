import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { type Outcome, outcomeOf, type Project, SESSION } from './project.ts';
import { removeScratch } from './removal.ts';

const SOURCES = [
  'src',
  'schemas',
  'build',
  'bin',
  'package.json',
  'tsconfig.json',
  'rolldown.config.ts',
];

/** A copy of the sources, in which a test adds a module as a contributor would. */
export interface SourceCopy {
  /** Adds a file. Fails where it is there already. */
  add(path: string, text: string): void;
  /** Puts a line behind the first line that holds `anchor`. */
  insert(path: string, anchor: string, line: string): void;
  /** The files under `src/` that were added or changed, in order. */
  changed(): readonly string[];
  /** What the type checker says; empty where the types hold. */
  typeFaults(): string;
  /** Builds `dist/` of the copy. */
  build(): void;
  /** Runs a command of the copy, once it is built. */
  run(
    project: Project,
    bin: string,
    args: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>>; readonly input?: string },
  ): Promise<Outcome>;
  remove(): void;
}

export function copySources(): SourceCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'completion-promise-copy-')));
  for (const part of SOURCES) cpSync(join(CHECKOUT, part), join(folder, part), { recursive: true });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const inModules = (...path: readonly string[]) => join(CHECKOUT, 'node_modules', ...path);
  return {
    add: (path, text) => writeFileSync(join(folder, path), text, { flag: 'wx' }),
    insert(path, anchor, line) {
      const lines = readFileSync(join(folder, path), 'utf8').split('\n');
      const index = lines.findIndex((one) => one.includes(anchor));
      if (index < 0) throw new Error(`${path} has no line with ${anchor}`);
      writeFileSync(join(folder, path), lines.toSpliced(index + 1, 0, line).join('\n'));
    },
    changed: () =>
      sourcesOf(folder).filter((path) => textAt(folder, path) !== textAt(CHECKOUT, path)),
    typeFaults: () =>
      // The second time it looks only at what changed since the first.
      spawnSync(
        process.execPath,
        [
          inModules('typescript', 'bin', 'tsc'),
          ...['-p', folder, '--incremental', '--tsBuildInfoFile', join(folder, 'types.json')],
        ],
        { encoding: 'utf8' },
      ).stdout,
    build: () =>
      void execFileSync(
        process.execPath,
        [inModules('rolldown', 'bin', 'cli.mjs'), '-c', 'rolldown.config.ts'],
        { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
      ),
    run(project, bin, args, { env = {}, input } = {}) {
      const child = spawn(process.execPath, [join(folder, 'bin', `${bin}.cjs`), ...args], {
        cwd: project.folder,
        env: {
          PATH: process.env['PATH'],
          HOME: join(project.folder, '..', 'home'),
          CLAUDE_SESSION_ID: SESSION,
          ...env,
        },
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      });
      child.stdin?.end(input);
      return outcomeOf(child);
    },
    remove: () => removeScratch(folder),
  };
}

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort();
}

function textAt(folder: string, path: string): string | undefined {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    return undefined;
  }
}
