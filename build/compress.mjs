/**
 * A step of the build: packs what is large and not loaded at every stop. A file that is packed stands beside one of one
 * line that loads it, for those who do not come by `bin/load.cjs`. Loading one takes some milliseconds longer; the
 * package is two megabytes smaller.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

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
const PACKED_FORMS = ['proving', 'tampering', 'judging', 'messages-client', 'cs'];

/** @param {string} name */
const loader = (name) =>
  `const{brotliDecompressSync:d}=require("node:zlib"),{readFileSync:r}=require("node:fs");` +
  `module._compile(d(r(__dirname+"/${name}.cjs.br")).toString("utf8"),__filename);\n`;

/** The highest quality packs a tenth smaller and takes 20 times as long: 8 s of each build. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Packs a file, and puts another text in its place.
 *
 * @param {string} path
 * @param {string | undefined} instead
 */
function pack(path, instead) {
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), PACKING));
  if (instead === undefined) rmSync(path);
  else writeFileSync(path, instead);
}

for (const name of PACKED) pack(join(DIST, `${name}.cjs`), loader(name));
for (const name of PACKED_FORMS) {
  const form = join(DIST, `${name}.cache`);
  if (existsSync(form)) pack(form, undefined);
}
