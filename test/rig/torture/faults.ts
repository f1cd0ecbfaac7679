import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../worlds/checkout.ts';
import type { Choices } from './chance.ts';

/** What goes wrong while a batch of commands runs. */
export type Fault = 'nothing' | 'a full disk' | 'permissions' | 'the clock';

export const FAULTS: readonly [Fault, ...Fault[]] = [
  'nothing',
  'nothing',
  'a full disk',
  'permissions',
  'the clock',
];

const SHIM = join(CHECKOUT, 'test/rig/torture/faults.cjs');

/** More changes of the file system than a command makes: some of those that are to be killed get to their end. */
const BEYOND = 140;

/** How far clocks jump, in milliseconds: to the past and to the future, by little and by much. */
const JUMPS = [-31_536_000_000, -3_600_000, -1500, 1500, 3_600_000, 31_536_000_000] as const;

/** The variables by which one command is killed or has a clock that goes wrong; and what it is in words. */
export function faultsOfProcess(
  choices: Choices,
  fault: Fault,
): { readonly env: Readonly<Record<string, string>>; readonly kill: string | undefined } {
  const kill = choices.inHundred(35) ? choices.oneOf(['SIGKILL', 'SIGKILL', 'SIGTERM']) : undefined;
  const step = choices.below(BEYOND);
  const clock = {
    CLOCK_SHIFT: String(choices.oneOf([...JUMPS] as [number, ...number[]])),
    CLOCK_FROM: String(choices.below(30)),
  };
  const env = {
    NODE_OPTIONS: `--require ${SHIM}`,
    ...(kill === undefined ? {} : { KILL_AT: String(step), KILL_BY: kill }),
    ...(fault === 'the clock' ? clock : {}),
  };
  return { env, kill };
}

/** Makes a small file system of its own at a folder; undefined where this user cannot. */
export function mountSmallDisk(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  return () => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    rmdirSync(folder);
  };
}

/** Fills a disk but for so many bytes, and gives what empties it again. */
export function fillDisk(folder: string, spare: number): () => void {
  const filler = join(folder, 'filler');
  const rest = join(folder, 'spare');
  writeFileSync(rest, Buffer.alloc(spare));
  for (let size = 4 * 1024 * 1024, part = 0; size >= 512; part += 1) {
    try {
      writeFileSync(`${filler}-${part}`, Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 4);
    }
  }
  rmSync(rest);
  return () => {
    for (const name of readdirSync(folder)) {
      if (name.startsWith('filler')) rmSync(join(folder, name));
    }
  };
}

/** Takes the right to write from a folder of the state, and gives what gives it back. */
export function forbidWriting(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o555);
  return () => chmodSync(folder, 0o755);
}
