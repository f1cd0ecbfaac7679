/**
 * `npm run torture`: crashes, many processes at once, bulk and long waits, and every property with
 * many more cases. `-- --seconds N` gives that time to each torture that can go on for ever; whatever
 * else stands there goes to vitest, as `-- concurrent-writers`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const at = args.indexOf('--seconds');
const seconds = at < 0 ? '0' : (args.splice(at, 2)[1] ?? '');
if (!/^\d+$/.test(seconds)) {
  process.stderr.write('Error: --seconds needs a whole number: npm run torture -- --seconds 60\n');
  process.exit(1);
}
const manifest = createRequire(import.meta.url).resolve('vitest/package.json');
const words = [
  join(dirname(manifest), 'vitest.mjs'),
  'run',
  '--config',
  'vitest.torture.config.ts',
];
const { status } = spawnSync(process.execPath, [...words, ...args], {
  cwd: checkout,
  env: { ...process.env, TORTURE_SECONDS: seconds },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
