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
    /** The folder of the package that this run tests, as it is installed. */
    readonly installed: string;
  }
}

/** What the build needs of the checkout beside the lanes. */
const SOURCES = ['.claude', '.claude-plugin', 'LICENSE', 'bin', 'build', 'hooks', 'package.json'];

/**
 * Builds the suite once for a whole run, in a folder of that run: what is built or installed in the
 * checkout meanwhile, and another run beside this one, changes nothing under the tests. The folder
 * holds what the package holds, made by the same steps as `npm run build`.
 */
export default async function buildSuite(project: TestProject): Promise<() => void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'completion-promise-suite-'));
  const [making, installed] = [join(root, 'making'), join(root, 'installed')];
  copyParts(SOURCES, CHECKOUT, making);
  for (const lane of lanes) {
    const output = { ...lane.output, dir: join(making, 'dist') };
    await build({ ...lane, cwd: CHECKOUT, logLevel: 'silent', output });
  }
  execFileSync(process.execPath, [join(CHECKOUT, 'build', 'library.mjs'), join(making, 'dist')]);
  for (const step of ['compress.mjs', 'compile-ahead.mjs', 'plugin.mjs']) {
    execFileSync(process.execPath, [join(making, 'build', step)], { stdio: 'pipe' });
  }
  copyParts(['plugin'], making, installed);
  const others = manifest.files.filter((part) => part !== 'plugin');
  copyParts([...others, 'package.json'], CHECKOUT, installed);
  rmSync(making, { recursive: true });
  project.provide('installed', installed);
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

function copyParts(parts: readonly string[], from: string, to: string): void {
  for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true });
}
