import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';

/**
 * Installs real clients from the npm registry into a cache outside the checkout, which is kept between
 * runs. An install is made in a folder of its own and renamed when it is whole, so that two runs at once
 * and an interrupted one leave nothing behind that another run would take for a client.
 */

/** @import { Client } from './clients.ts' */

/**
 * A client's program, or why there is none although nothing is wrong with the tests.
 *
 * @typedef {{ readonly program: string } | { readonly missing: string }} Installed
 */

/** Whether sessions can run here that a user sees on a screen. What a host leaves running is known by Linux alone. */
export const hasScreens = process.platform === 'linux' && spawn.sync('tmux', ['-V']).status === 0;

/** What is left of an install that was interrupted is removed after so long. */
const ABANDONED_MS = 60 * 60 * 1000;
/** The packages are about 100 MB to fetch and 400 MB on the disk. */
const INSTALL_MS = 10 * 60 * 1000;

/**
 * Gives the path of a client's program, and installs it first where the cache has none. A registry that
 * cannot be reached is `missing`; every other fault, a version that does not exist say, is thrown.
 *
 * @param {Client} client
 * @returns {Installed}
 */
export function installClient(client, cache = hostCache()) {
  const place = join(cache, `${client.name}-${client.version}`);
  const cached = programIn(place, client);
  if (cached !== undefined) return { program: cached };
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const making = mkdtempSync(join(cache, MAKING));
  try {
    const missing = installInto(making, client);
    if (missing !== undefined) return { missing };
    publish(making, place);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  const program = programIn(place, client);
  if (program === undefined) throw new Error(`${place} holds no ${client.program}`);
  return { program };
}

const MAKING = 'making-';

/** The folder of all clients in the user's cache, by the custom of the platform. */
function hostCache() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const caches =
    XDG_CACHE_HOME ||
    (process.platform === 'win32' && LOCALAPPDATA) ||
    join(homedir(), process.platform === 'darwin' ? join('Library', 'Caches') : '.cache');
  return join(caches, 'completion-promise', 'hosts');
}

/** @param {string} cache */
function removeAbandoned(cache) {
  for (const name of readdirSync(cache).filter((entry) => entry.startsWith(MAKING))) {
    const path = join(cache, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Installs and starts the program once; gives why there is none where the registry is out of reach.
 *
 * @param {string} folder
 * @param {Client} client
 */
function installInto(folder, client) {
  const wanted = `${client.package}@${client.version}`;
  const less = client.isLibrary === true ? ['--omit=optional'] : [];
  const options = [
    ...less,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...IMPATIENT,
  ];
  const { error, status, stderr } = spawn.sync(
    'npm',
    ['install', ...options, '--prefix', folder, wanted],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: INSTALL_MS,
    },
  );
  if (status !== 0) {
    const why = stderr.trim() || `${error ?? `it ended with ${status}`}`;
    if (OUT_OF_REACH.test(why)) return `npm could not install ${wanted}:\n${why}`;
    throw new Error(`npm could not install ${wanted}:\n${why}`);
  }
  const program = programIn(folder, client);
  if (program === undefined)
    return `${wanted} has no program for ${process.platform} ${process.arch}`;
  if (client.isLibrary === true) return undefined;
  const [command = program, ...words] = commandOf(program);
  const version = execFileSync(command, [...words, '--version'], {
    encoding: 'utf8',
    env: withHome(folder),
  });
  if (!version.includes(client.version)) throw new Error(`${program} says that it is ${version}`);
  return undefined;
}

/**
 * The environment with another home: some clients unpack themselves there, or write settings.
 *
 * @param {string} folder
 */
function withHome(folder) {
  return { ...process.env, HOME: join(folder, 'home'), USERPROFILE: join(folder, 'home') };
}

/** One more try after two seconds: npm's own patience is more than a minute. */
const IMPATIENT = ['--fetch-retries=1', '--fetch-retry-mintimeout=2000'];

/** How npm says that it did not get as far as the registry, or that a proxy on the way refused. */
const OUT_OF_REACH =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|E401|E403|E407|E5\d\d|\w*CERT\w*|UNABLE_TO_\w+)\b/;

/**
 * Gives a whole install its place, unless another run was faster.
 *
 * @param {string} made
 * @param {string} place
 */
function publish(made, place) {
  try {
    renameSync(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

/**
 * The program within an install: of the one package for the platform that npm chose.
 *
 * @param {string} folder
 * @param {Client} client
 */
function programIn(folder, client) {
  return client.program
    .flatMap((pattern) => placesOf(join(folder, 'node_modules'), pattern.split('/')))
    .flatMap((path) => [path, `${path}.exe`])
    .find((path) => existsSync(path));
}

/**
 * The paths below a folder that go through names of these forms. The last one may be without its ending.
 *
 * @param {string} folder
 * @param {readonly string[]} forms
 * @returns {readonly string[]}
 */
function placesOf(folder, [form, ...rest]) {
  if (form === undefined) return [folder];
  if (rest.length === 0) return [join(folder, form)];
  const [before = '', after] = form.split('*');
  if (after === undefined) return placesOf(join(folder, form), rest);
  if (!existsSync(folder)) return [];
  const isOfForm = (/** @type {string} */ name) =>
    name.length >= form.length && name.startsWith(before) && name.endsWith(after);
  return readdirSync(folder)
    .filter(isOfForm)
    .sort()
    .flatMap((name) => placesOf(join(folder, name), rest));
}

/**
 * How a program is started: those for Node by the Node that runs the tests.
 *
 * @param {string} program
 * @returns {readonly string[]}
 */
export function commandOf(program) {
  return program.endsWith('.js') ? [process.execPath, program] : [program];
}
