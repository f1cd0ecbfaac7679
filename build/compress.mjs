/**
 * A step of the build: keeps large files that few users ever load in a compressed form, beside a file of one line that
 * loads them. Loading one takes some milliseconds longer; the package is a megabyte smaller.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const RARE = [
  ...['sql-parser', 'yaml-parser', 'javascript-parser', 'judge-cases'],
  // They start the project's own commands, or read a whole change.
  ...['proving', 'tampering'],
  // They wait for a model, which takes seconds.
  ...['judging', 'messages-client'],
];

/** @param {string} name */
const loader = (name) =>
  `const{brotliDecompressSync:d}=require("node:zlib"),{readFileSync:r}=require("node:fs");` +
  `module._compile(d(r(__dirname+"/${name}.br")).toString("utf8"),__filename);\n`;

for (const name of RARE) {
  const file = join(DIST, `${name}.cjs`);
  const packed = join(DIST, `${name}.br`);
  rmSync(packed, { force: true });
  writeFileSync(packed, brotliCompressSync(readFileSync(file)));
  writeFileSync(file, loader(name));
}
