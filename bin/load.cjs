'use strict';

const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const DIST = join(__dirname, '..', 'dist');

/** How many characters a file's id has, with which it ends and its compiled form begins. */
const ID_LENGTH = 16;

/** How many characters the checksum has that follows it. */
const CHECKSUM_LENGTH = 8;

/** What stands before a compiled form, in bytes: a multiple of four, so that its words can be read as such. */
const HEAD_LENGTH = ID_LENGTH + CHECKSUM_LENGTH;

/**
 * A file of `dist/` as the body of a function, as Node's own loader makes one of it.
 *
 * @param {string} source
 */
exports.wrapped = (source) =>
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`;

/**
 * The checksum of a compiled form: eight hexadecimal digits over one word of every 64 bytes. A disk loses sectors and
 * not bytes, and to look at every word, or to load a digest, takes longer than the compiled form saves.
 *
 * @param {Buffer} form
 */
function checksum(form) {
  const words = new Int32Array(form.buffer, form.byteOffset, form.length >> 2);
  let sum = words.length;
  for (let at = words.length - 1; at >= 0; at -= 16) {
    sum = Math.imul(sum ^ /** @type {number} */ (words[at]), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return (sum >>> 0).toString(16).padStart(CHECKSUM_LENGTH, '0');
}
exports.checksum = checksum;

/**
 * The compiled form that a cache holds for a file, or nothing. Node takes it as it is: one that a disk has damaged
 * would end the process, or worse.
 *
 * @param {Buffer} cache
 * @param {string} id
 */
function compiledForm(cache, id) {
  if (cache.toString('latin1', 0, ID_LENGTH) !== id || cache.byteOffset % 4 !== 0) return undefined;
  const form = cache.subarray(HEAD_LENGTH);
  const kept = cache.toString('latin1', ID_LENGTH, HEAD_LENGTH);
  return form.length > 0 && checksum(form) === kept ? form : undefined;
}

/**
 * What the files of `dist/` export, by their names: each runs once, as with Node's own loader.
 *
 * @type {Map<string, any>}
 */
const loaded = new Map();

/**
 * Loads a file of `dist/`, or gives what it exported before.
 *
 * @param {string} name
 * @returns {any} what the file exports
 */
exports.load = (name) => {
  if (!loaded.has(name)) loaded.set(name, loadAnew(name));
  return loaded.get(name);
};

/**
 * Loads a file of `dist/`. Compiling it takes longer than running it: where the build left its
 * compiled form, and this Node can read that, it is taken. It belongs to one version of Node and to
 * exactly this file; with anything else the file is compiled as ever.
 *
 * @param {string} name
 * @returns {any} what the file exports
 */
function loadAnew(name) {
  const filename = join(DIST, `${name}.cjs`);
  const cache = bytesOf(join(DIST, `${name}.cache`));
  if (cache === undefined) return require(filename);
  const source = (packed(filename) ?? readFileSync(filename)).toString('latin1');
  const cachedData = compiledForm(cache, source.slice(-ID_LENGTH));
  if (cachedData === undefined) return require(filename);
  const script = new Script(exports.wrapped(source), { filename, cachedData });
  const module = { exports: {} };
  const run = script.runInThisContext();
  run(module.exports, requireFrom(filename), module, filename, dirname(filename));
  return module.exports;
}

/**
 * What a file of `dist/` holds, as it is or packed; nothing where it is not there.
 *
 * @param {string} path
 */
function bytesOf(path) {
  return existsSync(path) ? readFileSync(path) : packed(path);
}

/**
 * What a file holds that the build packed; nothing where it did not.
 *
 * @param {string} path
 */
function packed(path) {
  if (!existsSync(`${path}.br`)) return undefined;
  // Loaded only here: the lanes of every stop are not packed. A damaged file throws, and is not run.
  const { brotliDecompressSync } = require('node:zlib');
  return aligned(brotliDecompressSync(readFileSync(`${path}.br`)));
}

/**
 * Bytes whose words can be read as such.
 *
 * @param {Buffer} bytes
 */
function aligned(bytes) {
  return bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}

/** The parts of lanes that have a compiled form of their own. */
const PARTS = new Map(
  ['check-answer', 'stop-gate-answer', 'judging', 'messages-client', 'proving', 'tampering'].map(
    (name) => [`./${name}.cjs`, name],
  ),
);

/**
 * How a file of `dist/` loads others.
 *
 * @param {string} filename
 */
function requireFrom(filename) {
  const require = createRequire(filename);
  /** @param {string} id */
  return (id) => {
    const part = PARTS.get(id);
    return part === undefined ? require(id) : exports.load(part);
  };
}
