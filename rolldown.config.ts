import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';

const asciiWidth = fileURLToPath(new URL('build/ascii-width.ts', import.meta.url));

/** Files that the full lane loads only when it needs them: each is larger than all the rest. */
const APART: ReadonlyMap<string, string> = new Map([
  ['judging', 'src/cli/judging.ts'],
  ['messages-client', 'src/judge/messages-client.ts'],
]);

/** Leaves an import of such a file to the file itself, which stands beside the one that imports it. */
const leaveApart: Plugin = {
  name: 'leave-apart',
  resolveId: (source, importer) => {
    const name = basename(source, '.ts');
    return importer !== undefined && source.startsWith('.') && APART.has(name)
      ? { id: `./${name}.cjs`, external: true }
      : undefined;
  },
};

function fullLane(name: string, input: string): RolldownOptions {
  return {
    input: { [name]: input },
    platform: 'node',
    plugins: [leaveApart],
    resolve: { alias: { 'string-width': asciiWidth } },
    // yargs resolves configuration files by it, which the suite never asks it to.
    checks: { emptyImportMeta: false },
    output: {
      dir: 'dist',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      codeSplitting: false,
      dynamicImportInCjs: false,
      minify: true,
    },
  };
}

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
  fullLane('cs', 'src/cli/run.ts'),
  ...[...APART].map(([name, input]) => fullLane(name, input)),
]);
