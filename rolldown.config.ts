import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const asciiWidth = fileURLToPath(new URL('build/ascii-width.ts', import.meta.url));

/**
 * Two lanes (DESIGN §7), both CommonJS, which starts faster than ES modules on Node 20: one small
 * file for the check, and one for the full suite. What the suite imports dynamically stands in that
 * file too and runs only when it is called: a file per command took longer to find than to load.
 */
export default defineConfig([
  {
    input: { check: 'src/cli/check-lane.ts' },
    platform: 'node',
    output: {
      dir: 'dist',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      minify: true,
      cleanDir: true,
    },
  },
  {
    input: { cs: 'src/cli/run.ts' },
    platform: 'node',
    resolve: { alias: { 'string-width': asciiWidth } },
    // yargs resolves configuration files by it, which the suite never asks it to.
    checks: { emptyImportMeta: false },
    output: {
      dir: 'dist',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      codeSplitting: false,
      minify: true,
    },
  },
]);
