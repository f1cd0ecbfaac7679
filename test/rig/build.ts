import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import manifest from '../../package.json' with { type: 'json' };
import lanes from '../../rolldown.config.ts';
import { CHECKOUT } from './worlds/checkout.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the suite that this run tests. */
    readonly suite: string;
  }
}

/**
 * Builds the suite once for a whole run, in a folder of that run: what is built or installed in the
 * checkout meanwhile, and another run beside this one, changes nothing under the tests. The folder
 * holds what the package holds, made by the same steps as `npm run build`.
 */
export default async function buildSuite(project: TestProject): Promise<() => void> {
  const suite = mkdtempSync(join(realpathSync(tmpdir()), 'completion-promise-suite-'));
  const shipped = manifest.files.filter((part) => part !== 'dist');
  for (const part of [...shipped, 'package.json', 'build']) {
    cpSync(join(CHECKOUT, part), join(suite, part), { recursive: true });
  }
  for (const lane of lanes) {
    const output = { ...lane.output, dir: join(suite, 'dist') };
    await build({ ...lane, cwd: CHECKOUT, logLevel: 'silent', output });
  }
  const compileAhead = join(suite, 'build', 'compile-ahead.mjs');
  execFileSync(process.execPath, [compileAhead], { stdio: 'pipe' });
  rmSync(join(suite, 'build'), { recursive: true });
  project.provide('suite', suite);
  return () => rmSync(suite, { recursive: true, force: true, maxRetries: 5 });
}
