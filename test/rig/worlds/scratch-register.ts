import { mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createFileRegister, type RegisterWorld } from '../../../src/store/files/register.ts';
import { registerFile, registerFolder } from '../../../src/store/files/register-view.ts';
import type { Register } from '../../../src/store/register.ts';
import { removeScratch } from './removal.ts';

/** A user's state folder and a project, both empty and real, until the test that made them has finished. */
export interface ScratchRegister {
  readonly userStateFolder: string;
  readonly project: string;
  /** The register as one more process has it, with any part of its world replaced. */
  open(replaced?: Partial<RegisterWorld>): Register;
  /** The file of a session's register. */
  fileOf(session: string): string;
  /** What it holds; undefined where there is none. */
  textOf(session: string): string | undefined;
  /** The mark of a session in the project. */
  markOf(session: string): string;
}

export function createScratchRegister(): ScratchRegister {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'completion-promise-register-')));
  onTestFinished(() => removeScratch(root));
  const userStateFolder = join(root, 'home', 'completion-promise');
  const project = join(root, 'project');
  mkdirSync(project);
  const fileOf = (session: string) => registerFile(registerFolder(userStateFolder), session);
  return {
    userStateFolder,
    project,
    open: (replaced) =>
      createFileRegister({
        files: createNodeFiles(NO_DEADLINE),
        clock: createNodeClock(),
        chance: createNodeChance(),
        userStateFolder,
        checkoutTop: () => undefined,
        ...replaced,
      }),
    fileOf,
    textOf: (session) => textAt(fileOf(session)),
    markOf: (session) =>
      registerFile(join(project, '.claude', 'completion-state', 'register'), session),
  };
}

/** The text of a file; undefined where there is none. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
