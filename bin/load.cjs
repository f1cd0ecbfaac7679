'use strict';

const { existsSync, lstatSync, mkdirSync, realpathSync } = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

/** @type {{ enableCompileCache?: (folder: string) => unknown }} */
const nodeModule = require('node:module');

/**
 * Loads a file of `dist/`, or gives what it exported before.
 *
 * @param {string} name
 * @returns {any} what the file exports
 */
exports.load = (name) => require(join(__dirname, '..', 'dist', `${name}.cjs`));

/** Has Node keep what it compiles, where it can. That is code which it runs later: only the user may write it. */
exports.keepCompiled = () => {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  if (nodeModule.enableCompileCache === undefined) return;
  if (NODE_COMPILE_CACHE || NODE_DISABLE_COMPILE_CACHE) return;
  const caches = userCaches();
  if (!caches || !isAbsolute(caches)) return;
  try {
    const own = join(caches, 'completion-promise');
    const folder = join(own, 'compiled');
    if (!existsSync(folder)) {
      if (!isSafe(realpathSync.native(dirname(caches)))) return;
      for (const one of [caches, own, folder])
        if (!existsSync(one)) mkdirSync(one, { mode: 0o700 });
    }
    const real = realpathSync.native(folder);
    const isPrivate = (lstatSync(real).mode & 0o77) === 0 || process.platform === 'win32';
    if (isPrivate && isSafe(real)) nodeModule.enableCompileCache(real);
  } catch {
    // Node then compiles at each start, as it does without a cache.
  }
};

/** The folder of the user's caches, by the custom of the platform. */
function userCaches() {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
  if (process.platform === 'win32') return LOCALAPPDATA;
  return HOME && join(HOME, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

/**
 * Whether only the user and the system can replace a folder, and those above it.
 *
 * @param {string} folder without links in its path
 * @returns {boolean}
 */
function isSafe(folder) {
  const user = process.getuid?.();
  // The folder for it on Windows is of the user alone.
  if (user === undefined) return true;
  const { mode, uid } = lstatSync(folder);
  // In a sticky folder, such as /tmp, a user can replace only their own files.
  const isSticky = (mode & 0o1000) !== 0;
  if ((uid !== user && uid !== 0) || ((mode & 0o22) !== 0 && !isSticky)) return false;
  return folder === dirname(folder) || isSafe(dirname(folder));
}
