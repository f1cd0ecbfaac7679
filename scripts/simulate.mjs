/**
 * `npm run simulate -- --seeds N --from S`: stories that one seed each decides, as many as one likes. One that goes wrong
 * is printed, a line for each deed, with the deeds that it needs.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(value)) continue;
  process.stderr.write(`Error: --${name} needs a whole number: npm run simulate -- --seeds 1000\n`);
  process.exit(1);
}
const manifest = createRequire(import.meta.url).resolve('vitest/package.json');
const words = [
  join(dirname(manifest), 'vitest.mjs'),
  ...['run', '--config', 'vitest.simulation.config.ts', 'seeds'],
];
const { status } = spawnSync(process.execPath, words, {
  cwd: checkout,
  env: { ...process.env, SIMULATION_SEEDS: values.seeds, SIMULATION_FROM: values.from },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
