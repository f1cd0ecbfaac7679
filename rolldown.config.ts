import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';
import { GRAMMAR_FILES } from './src/tampering/syntax/grammar-table.ts';

const checkout = fileURLToPath(new URL('.', import.meta.url));
const sources = resolve(checkout, 'src');
const tapDiagnostics = fileURLToPath(new URL('build/tap-diagnostics.ts', import.meta.url));
const asciiWidth = fileURLToPath(new URL('build/ascii-width.ts', import.meta.url));
const lockFiles = fileURLToPath(new URL('build/lock-files.ts', import.meta.url));
const noValidator = fileURLToPath(new URL('build/no-validator.ts', import.meta.url));
const nothing = fileURLToPath(new URL('build/nothing.ts', import.meta.url));
const noManifest = fileURLToPath(new URL('build/no-manifest.ts', import.meta.url));

/** Sources that are bundled into files of their own, which the lanes load only when they need them. */
const APART: ReadonlyMap<string, string> = new Map([
  ['judging', 'src/cli/judging.ts'],
  ['judge-cases', 'src/benchmark/corpus.ts'],
  ['messages-client', 'src/judge/api/messages-client.ts'],
  ['proving', 'src/cli/proving.ts'],
  ['report', 'src/cli/commands/report.ts'],
  ['ci-comment', 'src/cli/ci-comment.ts'],
  ['mcp', 'src/cli/mcp/serving.ts'],
  ['attesting', 'src/cli/attesting.ts'],
  ['tampering', 'src/tampering/looking.ts'],
  ['check-output', 'src/cli/check-output.ts'],
  ['stop-gate-response', 'src/stop-gate/response.ts'],
  ['standing-at-stop', 'src/stop-gate/standing-at-stop.ts'],
  ['programs', 'src/adapters/programs.ts'],
  ['postgresql', 'src/state/postgresql.ts'],
  ['jsonc-parser', 'src/checks/parsers/jsonc-parser.ts'],
  ['yaml-parser', 'src/checks/parsers/yaml-parser.ts'],
  ['javascript-parser', 'src/checks/parsers/javascript-parser.ts'],
  ['sql-parser', 'src/checks/parsers/sql-parser.ts'],
  ['junit-parser', 'src/checks/reports/junit.ts'],
  ['tap-parser', 'src/checks/reports/tap.ts'],
]);

/** Leaves an import of such a source to its file, which stands beside the one that imports it. */
const leaveApart: Plugin = {
  name: 'leave-apart',
  resolveId: (source, importer) => {
    if (importer === undefined || !source.startsWith('.')) return undefined;
    const file = resolve(dirname(importer), source);
    const [name] = [...APART].find(([, place]) => resolve(checkout, place) === file) ?? [];
    // No module does work at import time, so a bundle that uses none of its exports need not load it.
    return name === undefined
      ? undefined
      : { id: `./${name}.cjs`, external: true, moduleSideEffects: false };
  },
};

/** Puts the labelled cases in the place of the empty corpus of the sources, each split as one text. */
export const putCases: Plugin = {
  name: 'put-cases',
  load(id) {
    const corpus = resolve(checkout, 'src/benchmark/corpus.ts');
    if (resolve(id) !== corpus) return undefined;
    const splits = ['dev', 'test'].map((split) => [split, casesOf(split)]);
    return `export const CORPUS = ${JSON.stringify(Object.fromEntries(splits))};`;
  },
};

function casesOf(split: string): string {
  const folder = resolve(checkout, 'src/benchmark/cases', split);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n');
}

/** The grammar of PostgreSQL is packed, as a file of its own: as a text in its bundle it would be a third larger. */
const packGrammar: Plugin = {
  name: 'pack-grammar',
  transform(code, id) {
    if (!id.endsWith(join('libpg-query', 'wasm', 'index.js'))) return undefined;
    const packed = "new WebAssembly.Module(d(r(__dirname+'/libpg-query.wasm.br')))";
    const start = `(has,done)=>done(new WebAssembly.Instance(${packed},has))`;
    const changed = code.replace('PgQueryModule()', `PgQueryModule({instantiateWasm:${start}})`);
    if (changed === code) throw new Error('libpg-query is started in another way than it was');
    const imports =
      "import{brotliDecompressSync as d}from'node:zlib';import{readFileSync as r}from'node:fs';";
    return imports + changed;
  },
  generateBundle() {
    const grammar = resolve(checkout, 'node_modules/libpg-query/wasm/libpg-query.wasm');
    const source = readFileSync(grammar);
    this.emitFile({ type: 'asset', fileName: 'libpg-query.wasm', source });
  },
};

/** Puts a digest of all sources in the place of the version of what reads tests. */
const nameReader: Plugin = {
  name: 'name-reader',
  load(id) {
    if (resolve(id) !== resolve(sources, 'tampering/reader-version.ts')) return undefined;
    return `export const READER_VERSION=${JSON.stringify(readerVersion())};`;
  },
};

function readerVersion(): string {
  const hash = createHash('sha256').update(readFileSync(resolve(checkout, 'package.json')));
  const files = readdirSync(sources, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

const TREE_SITTER = resolve(checkout, 'node_modules/web-tree-sitter');

/** The grammars by which tests are read stand beside their bundle, packed, and are read when a file of theirs changed. */
const packGrammars: Plugin = {
  name: 'pack-grammars',
  load(id) {
    const files = resolve(checkout, 'src/tampering/syntax/grammar-files.ts');
    if (resolve(id) !== files) return undefined;
    return `import{brotliDecompressSync as d}from'node:zlib';import{readFileSync as r}from'node:fs';
const read=(name)=>d(r(__dirname+'/'+name+'.wasm.br'));
export const grammarBytes=(name)=>read('tree-sitter-'+name);
export const runtimeBytes=()=>read('web-tree-sitter');`;
  },
  transform(code, id) {
    if (!id.endsWith('web-tree-sitter.cjs')) return undefined;
    // For libraries that bring JavaScript of their own, which no grammar does.
    const changed = code.replace(/= eval\(\w+\)/g, '= undefined');
    if (/\beval\(/.test(changed)) throw new Error('web-tree-sitter evaluates text in another way');
    return changed;
  },
  generateBundle() {
    const grammars = Object.entries(GRAMMAR_FILES).map(
      ([name, file]) => [`tree-sitter-${name}`, resolve(checkout, 'node_modules', file)] as const,
    );
    const runtime = ['web-tree-sitter', join(TREE_SITTER, 'web-tree-sitter.wasm')] as const;
    for (const [name, path] of [...grammars, runtime]) {
      const source = readFileSync(path);
      const file = { fileName: `${name}.wasm`, originalFileName: path, source };
      this.emitFile({ type: 'asset', ...file });
    }
  },
};

/** What more is done to some of those. */
const PLUGINS: Readonly<Record<string, readonly Plugin[]>> = {
  'judge-cases': [putCases],
  'sql-parser': [packGrammar],
  tampering: [packGrammars],
};

/** Leaves what some sources load later to another file. */
function leaveLater(importers: string, file: string): Plugin {
  return {
    name: 'leave-later',
    resolveId: (_source, importer, { kind }) =>
      kind === 'dynamic-import' && importer?.startsWith(resolve(checkout, importers))
        ? { id: file, external: true, moduleSideEffects: false }
        : undefined,
  };
}

/** What a review is run with is loaded in `judging.cjs` alone: `cs.cjs` holds the descriptions of reviews. */
const leaveReviews = leaveLater('src/reviews', './judging.cjs');

/** The small lane of status declines what these are for. */
const leaveRareViews = leaveLater('src/cli/commands/status.ts', './cs.cjs');

/** Puts escapes in the place of other characters than those of ASCII: Node reads such a file in half the time. */
const escapeCharacters: Plugin = {
  name: 'escape-characters',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = inAscii(file.code);
  },
};

function inAscii(source: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(source)) {
    throw new Error('A raw text with other characters than those of ASCII cannot be escaped');
  }
  return source.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The options that all bundles have in common. */
function bundle(
  name: string,
  input: string,
  cleanDir: boolean,
  plugins: readonly Plugin[] = [],
): RolldownOptions {
  return {
    input: { [name]: input },
    platform: 'node',
    // No module of the sources does work at import time, so one of which nothing is used is left out, with its imports.
    treeshake: { moduleSideEffects: (id) => !id.startsWith(sources) },
    plugins: [leaveApart, nameReader, ...plugins, escapeCharacters],
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

function fullLane(name: string, input: string, plugins: readonly Plugin[] = []): RolldownOptions {
  return {
    ...bundle(name, input, false, plugins),
    resolve: {
      alias: {
        'string-width': asciiWidth,
        'escalade/sync': noManifest,
        'tap-yaml': tapDiagnostics,
        'graceful-fs': lockFiles,
        '@modelcontextprotocol/server/_shims': noValidator,
        'pg-native': nothing,
        'pg-cloudflare': nothing,
        // The modules that these packages name first cannot be bundled.
        'jsonc-parser$': 'jsonc-parser/lib/esm/main.js',
        'libpg-query$': 'libpg-query/wasm/index.js',
        // Its other form asks for the place of its own file, which a bundle has not.
        'web-tree-sitter$': join(TREE_SITTER, 'web-tree-sitter.cjs'),
      },
    },
    // yargs finds its translations by it. The suite speaks English alone.
    checks: { emptyImportMeta: false },
  };
}

/**
 * The lanes are CommonJS, which starts faster than ES modules on Node 20: one small file each for the check,
 * the stop gate and the status line, and one for the full suite. That one holds dynamic imports, too, which run only when they
 * are called: Node took longer to find a file per command than to load it. See docs/architecture.md.
 */
export default defineConfig([
  bundle('check', 'src/cli/looking-lane.ts', true),
  bundle('stop-gate', 'src/cli/stop-gate-lane.ts', false),
  fullLane('session-hooks', 'src/cli/session-hooks-lane.ts'),
  fullLane('meet', 'src/cli/meet-lane.ts'),
  fullLane('status', 'src/cli/status-lane.ts', [leaveRareViews]),
  bundle('help', 'src/cli/help-lane.ts', false),
  fullLane('cs', 'src/cli/run.ts', [leaveReviews]),
  fullLane('library', 'src/library/library.ts'),
  ...[...APART].map(([name, input]) => fullLane(name, input, PLUGINS[name])),
]);
