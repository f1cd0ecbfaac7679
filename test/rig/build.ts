import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from './project.ts';

/** What `dist/` is made of. */
const SOURCES = ['src', 'build', 'rolldown.config.ts', 'package.json', 'package-lock.json'];

/** Brings `dist/` up to date once for the whole run, by the same configuration as `npm run build`. */
export default function buildBins(): void {
  const built = modified('dist/cs.cjs');
  if (built !== undefined && SOURCES.every((source) => newestIn(source) < built)) return;
  const rolldown = join(CHECKOUT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  const steps = [
    [rolldown, '-c', 'rolldown.config.ts'],
    [join(CHECKOUT, 'build', 'compile-ahead.mjs')],
  ];
  for (const step of steps) {
    execFileSync(process.execPath, step, { cwd: CHECKOUT, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

function newestIn(source: string): number {
  const path = join(CHECKOUT, source);
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name))
    : [];
  return Math.max(...[source, ...files].map((name) => modified(name) ?? 0));
}

function modified(name: string): number | undefined {
  return statSync(join(CHECKOUT, name), { throwIfNoEntry: false })?.mtimeMs;
}
