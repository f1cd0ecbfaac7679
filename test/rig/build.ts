import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CHECKOUT } from './project.ts';

/** Builds `dist/` once for the whole run, by the same configuration as `npm run build`. */
export default function buildBins(): void {
  const rolldown = join(CHECKOUT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  execFileSync(process.execPath, [rolldown, '-c', 'rolldown.config.ts'], {
    cwd: CHECKOUT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
