import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createWorks } from '../../../src/adapters/git/works.ts';
import { NO_GUARD } from '../../../src/adapters/group-guard.ts';
import { createNodeProcesses } from '../../../src/adapters/node-processes.ts';
import type { CheckWorld } from '../../../src/checks/check-world.ts';
import { digestOf } from '../../../src/domain/base/digest.ts';
import type { Shown } from '../../../src/domain/shown/outcome.ts';
import type { KeptShown } from '../../../src/shown/without-work.ts';
import { showWithoutWork } from '../../../src/shown/without-work.ts';
import { checkWorld, knownCheck } from './check-world.ts';
import { runGit } from './git-project.ts';
import { scratchFolder } from './repository.ts';

type Texts = Readonly<Record<string, string>>;

/** A repository with a commit, and work on it that is not committed. */
export function workOn(base: Texts, work: Texts): string {
  const folder = scratchFolder();
  runGit(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  putAll(folder, base);
  runGit(folder, ['add', '--all']);
  runGit(folder, ['commit', '--quiet', '--allow-empty', '-m', 'Base']);
  putAll(folder, work);
  return folder;
}

export function putAll(folder: string, texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** What a command says of the work since the last commit. */
export function shownBy(
  folder: string,
  run: string | readonly string[],
  parts: {
    readonly check?: object;
    readonly kept?: KeptShown;
    readonly timeoutMs?: number;
    readonly world?: Partial<CheckWorld>;
  } = {},
): Promise<Shown> {
  const base = runGit(folder, ['rev-parse', 'HEAD']).trim();
  return showWithoutWork(
    {
      check: knownCheck({ kind: 'command', run, ...parts.check }),
      base,
      checkout: folder,
      timeoutMs: parts.timeoutMs ?? 120_000,
    },
    {
      checks: checkWorld({ folder, ...parts.world }),
      works: createWorks(createNodeProcesses(), NO_GUARD),
      kept: parts.kept ?? { read: () => undefined, write: () => undefined },
      sha256: (content) => digestOf(typeof content === 'string' ? content : content.toString()),
    },
  );
}

/** Whether a program is on this machine and ends as it should. */
export function hasProgram(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder that is the system's temporary one for this test, and the fresh folders in it. */
export function ownTemporaryFolder(): () => readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-test-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return () => readdirSync(folder).filter((name) => name.includes('-shown-'));
}
