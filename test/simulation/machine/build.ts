import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';

/** A change of the sources that a test makes on purpose, to see that it is found. */
export interface Mutant {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The suite, and the thread of a simulated process, each as one text. */
export interface Texts {
  readonly suite: string;
  readonly worker: string;
}

/** What no simulated command needs: models, and a parser in WebAssembly. */
const LEFT_OUT = [
  'src/benchmark/corpus.ts',
  'src/judge/api/messages-client.ts',
  'src/checks/parsers/sql-parser.ts',
].map((path) => resolve(CHECKOUT, path));

const leaveOut: Plugin = {
  name: 'leave-out',
  resolveId: (source, importer) => {
    if (importer === undefined || !source.startsWith('.')) return undefined;
    const file = resolve(dirname(importer), source);
    return LEFT_OUT.includes(file)
      ? { id: file, external: true, moduleSideEffects: false }
      : undefined;
  },
};

const LANES = resolve(CHECKOUT, 'test/simulation/machine/suite.ts');
const LAUNCHER = resolve(CHECKOUT, 'bin/launch.cjs');

/** Puts the launcher, which is no module of the sources, beside the lanes. */
const addLauncher: Plugin = {
  name: 'add-launcher',
  transform: (code, id) =>
    resolve(id) === LANES
      ? `${code}\nexport { run } from ${JSON.stringify(LAUNCHER)};\n`
      : undefined,
};

function change({ file, from, to }: Mutant): Plugin {
  const changed = resolve(CHECKOUT, file);
  return {
    name: 'mutant',
    transform(code, id) {
      if (resolve(id) !== changed) return undefined;
      if (code.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
      return code.replace(from, () => to);
    },
  };
}

/** The thread of a simulated process, as one text. */
export function buildWorker(): Promise<string> {
  return bundled('test/simulation/machine/worker.ts', 'esm', []);
}

/** The thread that tells stories, as one text. */
export function buildTeller(): Promise<string> {
  return bundled('test/simulation/teller.ts', 'esm', []);
}

/** The whole suite as one text, in which Node's modules and globals are whatever it is handed. */
export function buildSuite(mutant?: Mutant): Promise<string> {
  const plugins = [leaveOut, addLauncher, ...(mutant === undefined ? [] : [change(mutant)])];
  return bundled('test/simulation/machine/suite.ts', 'cjs', plugins);
}

async function bundled(
  input: string,
  format: 'cjs' | 'esm',
  plugins: readonly Plugin[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-simulated-'));
  const from = (path: string): string => resolve(CHECKOUT, path);
  try {
    await build({
      input: { bundle: from(input) },
      cwd: CHECKOUT,
      platform: 'node',
      treeshake: { moduleSideEffects: (id) => !id.startsWith(from('src')) },
      resolve: {
        alias: {
          'string-width': from('build/ascii-width.ts'),
          'escalade/sync': from('build/no-manifest.ts'),
          'pg-native': from('build/nothing.ts'),
          'pg-cloudflare': from('build/nothing.ts'),
          'tap-yaml': from('build/tap-diagnostics.ts'),
          'jsonc-parser$': 'jsonc-parser/lib/esm/main.js',
          'web-tree-sitter$': from('node_modules/web-tree-sitter/web-tree-sitter.cjs'),
          'graceful-fs': from('build/lock-files.ts'),
        },
      },
      plugins: [...plugins],
      checks: { emptyImportMeta: false },
      logLevel: 'silent',
      output: {
        dir: folder,
        format,
        entryFileNames: '[name].js',
        codeSplitting: false,
        dynamicImportInCjs: false,
      },
    });
    return readFileSync(join(folder, 'bundle.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
