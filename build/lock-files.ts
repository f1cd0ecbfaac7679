/**
 * What the lock library uses of the file system, in the place of a package that changes all of it, streams included,
 * when it is loaded.
 */
export { mkdirSync, realpathSync, rmdirSync, statSync, utimesSync } from 'node:fs';
