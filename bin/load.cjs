'use strict';

const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const DIST = join(__dirname, '..', 'dist');

/** How many characters a file's id has, with which it ends and its compiled form begins. */
const ID_LENGTH = 16;

/** The length of a SHA-256, in bytes. */
const DIGEST_LENGTH = 32;

/**
 * A file of `dist/` as the body of a function, as Node's own loader makes one of it.
 *
 * @param {string} source
 */
exports.wrapped = (source) =>
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`;

/**
 * The compiled form that a cache holds for a file, or nothing. Node takes it as it is, and a byte that a disk has lost
 * would end the process, or worse. So the form of a small lane stands there twice, which is the fastest to compare,
 * and that of the full lane, which is large and loads the digests anyway, behind its SHA-256.
 *
 * @param {Buffer} cache
 * @param {string} id
 */
function compiledForm(cache, id) {
  if (cache.toString('latin1', 0, ID_LENGTH) !== id) return undefined;
  const kind = cache.toString('latin1', ID_LENGTH, ID_LENGTH + 1);
  const kept = cache.subarray(ID_LENGTH + 1);
  return kind === 'D' ? behindDigest(kept) : standingTwice(kept);
}

/** @param {Buffer} kept */
function standingTwice(kept) {
  const half = Math.floor(kept.length / 2);
  const first = kept.subarray(0, half);
  return half > 0 && first.equals(kept.subarray(half)) ? first : undefined;
}

/** @param {Buffer} kept */
function behindDigest(kept) {
  const form = kept.subarray(DIGEST_LENGTH);
  // Loaded only here: the lanes of every stop have no use for it.
  const digest = require('node:crypto').createHash('sha256').update(form).digest();
  return form.length > 0 && digest.equals(kept.subarray(0, DIGEST_LENGTH)) ? form : undefined;
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
  const cache = join(DIST, `${name}.cache`);
  if (!existsSync(cache)) return require(filename);
  const source = readFileSync(filename, 'utf8');
  const cachedData = compiledForm(readFileSync(cache), source.slice(-ID_LENGTH));
  if (cachedData === undefined) return require(filename);
  const script = new Script(exports.wrapped(source), { filename, cachedData });
  const module = { exports: {} };
  const run = script.runInThisContext();
  run(module.exports, requireFrom(filename), module, filename, dirname(filename));
  return module.exports;
}

/** The parts of lanes that have a compiled form of their own. */
const PARTS = new Map([['./stop-gate-answer.cjs', 'stop-gate-answer']]);

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
