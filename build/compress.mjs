/**
 * A step of the build: packs what is large and not loaded by what is called often. In its place stands a file of one line
 * that loads it, which takes some milliseconds longer; the package is two megabytes smaller. With `--smallest`, a step of
 * packing: what is packed is packed as small as can be.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const PACKED = [
  ...['sql-parser', 'yaml-parser', 'javascript-parser', 'jsonc-parser', 'junit-parser'],
  'judge-cases',
  // They start the project's own commands, or read a whole change or project.
  ...['proving', 'tampering', 'report', 'attesting', 'ci-comment'],
  // It waits for an agent.
  'mcp',
  // They wait for a model, which takes seconds.
  ...['judging', 'messages-client'],
  // It waits for a database.
  'postgresql',
];

/** Of another name than its own: by names Node keeps what it compiled, and keeps one text for each. */
const LOADER =
  'const{brotliDecompressSync:d}=require("node:zlib"),{readFileSync:r}=require("node:fs"),f=__filename+".br";' +
  'module._compile(d(r(f)).toString("latin1"),f);\n';

/** The highest quality packs a tenth smaller and takes 20 times as long: only what is published is worth it. */
const QUICK = 9;
const SMALLEST = 11;

/**
 * @param {Buffer} bytes
 * @param {number} quality
 */
const packedBytes = (bytes, quality) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

function packAll() {
  for (const name of readdirSync(DIST).filter((one) => one.endsWith('.wasm'))) {
    pack(join(DIST, name));
    rmSync(join(DIST, name));
  }
  for (const name of PACKED) {
    const path = join(DIST, `${name}.cjs`);
    pack(path);
    writeFileSync(path, LOADER);
  }
}

/**
 * Packs a file into one beside it.
 *
 * @param {string} path
 */
function pack(path) {
  writeFileSync(`${path}.br`, packedBytes(readFileSync(path), QUICK));
}

function packSmallest() {
  for (const name of readdirSync(DIST).filter((one) => one.endsWith('.br'))) {
    const path = join(DIST, name);
    writeFileSync(path, packedBytes(brotliDecompressSync(readFileSync(path)), SMALLEST));
  }
}

if (process.argv.includes('--smallest')) packSmallest();
else packAll();
