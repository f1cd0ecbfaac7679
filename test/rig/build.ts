import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import manifest from '../../package.json' with { type: 'json' };
import lanes from '../../rolldown.config.ts';
import { CHECKOUT } from './worlds/checkout.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the package that this run tests, as it is installed. */
    readonly installed: string;
  }
}

/** What the build needs of the checkout beside the lanes. */
const SOURCES = [
  '.claude',
  '.claude-plugin',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'bin',
  'build',
  'hooks',
  'package.json',
];

/** What the package holds; a part that begins with `!` says what it leaves out. */
const PACKED = manifest.files.filter((part) => !part.startsWith('!'));

/** What the lanes are made of, and by what. */
const OF_LANES = ['src', 'package-lock.json', 'rolldown.config.ts', 'tsconfig.json'];

/** Where built suites are kept, each by the digest of all that it is made of. */
const KEPT = join(CHECKOUT, 'node_modules', '.cache', 'completion-promise-suites');

/** How long one is kept that no run uses, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Gives a run its own copy of the built suite: what is built or installed in the checkout meanwhile, and another run
 * beside this one, changes nothing under the tests. The folder holds what the package holds, made by the same steps as
 * `npm run build`. A suite of the same sources is built once, since that takes longer than most files of tests.
 */
export default async function provideSuite(project: TestProject): Promise<() => void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'completion-promise-suite-'));
  const installed = join(root, 'installed');
  const kept = join(KEPT, digestOfSources());
  if (!existsSync(kept)) await buildInto(kept, join(root, 'making'));
  utimesSync(kept, new Date(), new Date());
  cpSync(kept, installed, { recursive: true });
  removeOld();
  project.provide('installed', installed);
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

/** Builds the suite beside where it is kept, and puts it there in one step. */
async function buildInto(kept: string, making: string): Promise<void> {
  copyParts(SOURCES, CHECKOUT, making);
  for (const lane of lanes) {
    const output = { ...lane.output, dir: join(making, 'dist') };
    await build({ ...lane, cwd: CHECKOUT, logLevel: 'silent', output });
  }
  execFileSync(process.execPath, [join(CHECKOUT, 'build', 'library.mjs'), join(making, 'dist')]);
  for (const step of ['compile-ahead.mjs', 'compress.mjs', 'plugin.mjs']) {
    execFileSync(process.execPath, [join(making, 'build', step)], { stdio: 'pipe' });
  }
  mkdirSync(dirname(kept), { recursive: true });
  const draft = mkdtempSync(join(dirname(kept), 'draft-'));
  copyParts(['plugin'], making, draft);
  const others = PACKED.filter((part) => part !== 'plugin');
  copyParts([...others, 'package.json'], CHECKOUT, draft);
  rmSync(making, { recursive: true });
  try {
    renameSync(draft, kept);
  } catch (error) {
    // Another run built the same meanwhile.
    if (!existsSync(kept)) throw error;
    rmSync(draft, { recursive: true });
  }
}

/** A digest of all that the package is made of, of who makes it, and with what. */
function digestOfSources(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}\n`);
  const parts = new Set([...SOURCES, ...OF_LANES, ...PACKED]);
  parts.delete('plugin');
  for (const part of [...parts].sort()) {
    for (const path of filesBelow(join(CHECKOUT, part))) {
      hash.update(`${path}\0${statSync(path).mode}\0`).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

/** The files of a folder in an order of their own, or the file itself. */
function filesBelow(place: string): readonly string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('completion-state'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Removes what no run used for long. Another run may do the same. */
function removeOld(): void {
  for (const name of readdirSync(KEPT)) {
    const place = join(KEPT, name);
    const used = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (used < Date.now() - KEPT_MS) rmSync(place, { recursive: true, force: true });
  }
}

function copyParts(parts: readonly string[], from: string, to: string): void {
  for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true });
}
