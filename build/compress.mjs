/**
 * A step of the build: packs what is large and not loaded at every stop. A file that is packed stands beside one of one
 * line that loads it, for those who do not come by `bin/load.cjs`. Loading one takes some milliseconds longer; the
 * package is two megabytes smaller. With `--smallest`, a step of packing: what is packed is packed as small as can be.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const PACKED = [
  ...['sql-parser', 'yaml-parser', 'javascript-parser', 'judge-cases'],
  // They start the project's own commands, or read a whole change or project.
  ...['proving', 'tampering', 'reporting', 'attesting', 'ci-comment'],
  // They wait for a model, which takes seconds.
  ...['judging', 'messages-client'],
  // It waits for a database.
  'postgresql',
  // What it is loaded for is no hook, and no other file is as large.
  'cs',
];

/** The compiled forms that are packed. */
const PACKED_FORMS = ['judging', 'messages-client', 'cs'];

/** @param {string} name */
const loader = (name) =>
  `const{brotliDecompressSync:d}=require("node:zlib"),{readFileSync:r}=require("node:fs");` +
  `module._compile(d(r(__dirname+"/${name}.cjs.br")).toString("utf8"),__filename);\n`;

/** The highest quality packs a tenth smaller and takes 20 times as long: only what is published is worth it. */
const QUICK = 9;
const SMALLEST = 11;

/**
 * @param {Buffer} bytes
 * @param {number} quality
 */
const packedBytes = (bytes, quality) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/**
 * Packs a file, and puts another text in its place.
 *
 * @param {string} path
 * @param {string | undefined} instead
 */
function pack(path, instead) {
  writeFileSync(`${path}.br`, packedBytes(readFileSync(path), QUICK));
  if (instead === undefined) rmSync(path);
  else writeFileSync(path, instead);
}

function packAll() {
  pack(join(DIST, 'libpg-query.wasm'), undefined);
  for (const name of PACKED) pack(join(DIST, `${name}.cjs`), loader(name));
  for (const name of PACKED_FORMS) {
    const form = join(DIST, `${name}.cache`);
    if (existsSync(form)) pack(form, undefined);
  }
}

function packSmallest() {
  for (const name of readdirSync(DIST).filter((one) => one.endsWith('.br'))) {
    const path = join(DIST, name);
    writeFileSync(path, packedBytes(brotliDecompressSync(readFileSync(path)), SMALLEST));
  }
}

if (process.argv.includes('--smallest')) packSmallest();
else packAll();
