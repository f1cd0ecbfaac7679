import { installClient } from './install.mjs';

/**
 * The versions of Node that the suite is measured and tried with: the oldest line that it runs on, and the newest with
 * long-term support.
 */
export const NODES = /** @type {const} */ ({ oldest: '20.20.2', newest: '26.10.0' });

/** @typedef {keyof typeof NODES} Age */

/**
 * A Node of that line: the one that runs this where it is of it, else one from the registry, in the user's cache.
 *
 * @param {Age} age
 */
export function installNode(age) {
  const version = NODES[age];
  const [line] = version.split('.');
  if (process.versions.node.startsWith(`${line}.`)) return { program: process.execPath };
  const system = process.platform === 'win32' ? 'win' : process.platform;
  // The package `node` fetches this one by a script of its own.
  return installClient({
    name: 'node',
    package: `node-${system}-${process.arch}`,
    version,
    program: ['node-*/bin/node'],
  });
}
