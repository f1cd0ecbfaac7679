import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const asciiWidth = fileURLToPath(new URL('build/ascii-width.ts', import.meta.url));

/**
 * Two lanes (DESIGN §7), both CommonJS, which starts faster than ES modules on Node 20: one small
 * file for the check, and the full suite, whose commands are chunks that are loaded when called.
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
      chunkFileNames: 'chunks/[name].cjs',
      minify: true,
    },
  },
]);
