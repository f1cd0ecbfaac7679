import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';

const checkout = fileURLToPath(new URL('.', import.meta.url));
const asciiWidth = fileURLToPath(new URL('build/ascii-width.ts', import.meta.url));

/** Files that the full lane loads only when it needs them: each is larger than all the rest. */
const APART: ReadonlyMap<string, string> = new Map([
  ['judging', 'src/cli/judging.ts'],
  ['messages-client', 'src/judge/messages-client.ts'],
  ['proving', 'src/cli/proving.ts'],
  ['stop-gate-answer', 'src/cli/stop-gate/answer.ts'],
  ['programs', 'src/cli/programs.ts'],
  ['jsonc-parser', 'src/checks/parsers/jsonc-parser.ts'],
  ['yaml-parser', 'src/checks/parsers/yaml-parser.ts'],
  ['javascript-parser', 'src/checks/parsers/javascript-parser.ts'],
  ['sql-parser', 'src/checks/parsers/sql-parser.ts'],
]);

/** Leaves an import of such a file to the file itself, which stands beside the one that imports it. */
const leaveApart: Plugin = {
  name: 'leave-apart',
  resolveId: (source, importer) => {
    if (importer === undefined || !source.startsWith('.')) return undefined;
    const file = resolve(dirname(importer), source);
    const [name] = [...APART].find(([, place]) => resolve(checkout, place) === file) ?? [];
    return name === undefined ? undefined : { id: `./${name}.cjs`, external: true };
  },
};

/** What the fast lanes are made of, and all other files too. */
function bundle(name: string, input: string, cleanDir: boolean): RolldownOptions {
  return {
    input: { [name]: input },
    platform: 'node',
    plugins: [leaveApart],
    output: {
      dir: 'dist',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      codeSplitting: false,
      dynamicImportInCjs: false,
      minify: true,
      cleanDir,
    },
  };
}

function fullLane(name: string, input: string): RolldownOptions {
  return {
    ...bundle(name, input, false),
    resolve: {
      // The one that its package names first cannot be bundled.
      alias: { 'string-width': asciiWidth, 'jsonc-parser$': 'jsonc-parser/lib/esm/main.js' },
    },
    // yargs resolves configuration files by it, which the suite never asks it to.
    checks: { emptyImportMeta: false },
  };
}

/**
 * The lanes (DESIGN §7) are CommonJS, which starts faster than ES modules on Node 20: one small file each
 * for the check and the stop gate, and one for the full suite. What the suite imports dynamically stands in
 * that file too and runs only when it is called: a file per command took longer to find than to load.
 */
export default defineConfig([
  bundle('check', 'src/cli/check-lane.ts', true),
  bundle('stop-gate', 'src/cli/stop-gate-lane.ts', false),
  fullLane('cs', 'src/cli/run.ts'),
  ...[...APART].map(([name, input]) => fullLane(name, input)),
]);
