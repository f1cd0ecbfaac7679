/**
 * The last step of the build: gives the lanes an id at their end, runs each once so that Node
 * compiles what a usual command needs, and keeps the compiled form beside it for `bin/load.cjs`.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';

/** @type {{ wrapped(source: string): string, checksum(form: Buffer): string }} */
const { checksum, wrapped } = createRequire(import.meta.url)('../bin/load.cjs');

const SELF = fileURLToPath(import.meta.url);
const DIST = join(dirname(SELF), '..', 'dist');
const SESSION = 'session-of-the-build';

/**
 * What each file is run with: two stops that may be, one that is blocked, the line of that session, and a criterion
 * that is met.
 *
 * @type {Readonly<Record<string, (lane: any, requireThere: NodeJS.Require) => unknown>>}
 */
const USUAL = {
  check: async (lane) => {
    await lane.runCheckLane(['--check'], 'cs');
    await lane.runStatusLineLane([]);
  },
  'check-answer': (_part, requireThere) =>
    requireThere('./check.cjs').runCheckLane(['--check'], 'cs'),
  'stop-gate': (lane) => lane.runStopGateLane([]),
  'stop-gate-answer': (_part, requireThere) => requireThere('./stop-gate.cjs').runStopGateLane([]),
  'session-hooks': (lane) => lane.runLane('cs', 'session-start', []),
  meet: (lane) => lane.runLane('cs', 'meet', ['AC-1', '--evidence', 'seen']),
  judging: (_part, requireThere) => requireThere('./cs.cjs').runCli('cs', ['judge', '--dry-run']),
  // Without an API it is only loaded.
  'messages-client': () => {},
  cs: (lane) => lane.runCli('cs', ['status']),
};

/** The files that are run with a criterion that is open. */
const OPEN = ['meet', 'check-answer', 'stop-gate-answer'];

/** The files that are run in a repository in which something changed. */
const OF_CHANGES = ['judging'];

/**
 * Makes a repository with a test that was changed, where git is installed.
 *
 * @param {string} folder
 */
function writeChange(folder) {
  /** @param {readonly string[]} args */
  const git = (...args) =>
    spawnSync('git', ['-c', 'user.name=build', '-c', 'user.email=build', ...args], { cwd: folder });
  const file = join(folder, 'add.test.js');
  writeFileSync(file, "it('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n");
  git('init', '--quiet');
  git('add', 'add.test.js');
  git('commit', '--quiet', '--message', 'all');
  writeFileSync(file, "it('adds', () => {\n  expect(1 + 2).toBe(3);\n});\n");
}

/**
 * Makes the promise that a lane is run with, as an agent does: a stop finds it met or is blocked by it, and a criterion
 * is met that was not.
 *
 * @param {string} folder
 * @param {string} lane
 * @param {NodeJS.ProcessEnv} env
 */
async function makePromise(folder, lane, env) {
  /** @param {readonly string[]} args */
  const cs = (...args) =>
    node([join(dirname(DIST), 'bin', 'cs.cjs'), ...args], { cwd: folder, env });
  if (OF_CHANGES.includes(lane)) writeChange(folder);
  const { id } = JSON.parse(await cs('do', 'Adding works', '--ac', 'It adds', '--json'));
  if (!OPEN.includes(lane)) await cs('meet', id, 'AC-1', '--evidence', 'seen');
}

/** @param {string} name */
async function compile(name) {
  const filename = join(DIST, `${name}.cjs`);
  const source = readFileSync(filename, 'utf8');
  const script = new Script(wrapped(source), { filename });
  const module = { exports: {} };
  const requireThere = createRequire(filename);
  script.runInThisContext()(module.exports, requireThere, module, filename, DIST);
  // Another file that requires this one gets what was compiled here.
  const known = Object.assign(new Module(filename), { exports: module.exports, loaded: true });
  requireThere.cache[filename] = known;
  await USUAL[name]?.(module.exports, requireThere);
  // A check that is blocked says so by it. What is asked about tests and by a dry run depends on this machine.
  const expected = name === 'check-answer' ? 2 : 0;
  const isExpected = (process.exitCode ?? 0) === expected || OF_CHANGES.includes(name);
  if (!isExpected) throw new Error(`${name} ended with ${process.exitCode}`);
  // In memory of its own, whose words are aligned.
  const form = Buffer.from(new Uint8Array(script.createCachedData()).buffer);
  process.exitCode = 0;
  const head = Buffer.from(source.slice(-16) + checksum(form), 'latin1');
  writeFileSync(join(DIST, `${name}.cache`), Buffer.concat([head, form]));
}

/**
 * A source with escapes in the place of other characters than those of ASCII: Node keeps it in half the memory, and
 * reads it in half the time.
 *
 * @param {string} source
 */
function inAscii(source) {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(source)) {
    throw new Error('A raw text with other characters than those of ASCII cannot be escaped');
  }
  return source.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Gives each lane its id, by which its compiled form knows it. */
function sign(/** @type {string} */ name) {
  const filename = join(DIST, `${name}.cjs`);
  const source = inAscii(readFileSync(filename, 'utf8'));
  const id = createHash('sha256').update(source).digest('hex').slice(0, 16);
  writeFileSync(filename, `${source.trimEnd()}\n//${id}`);
  rmSync(join(DIST, `${name}.cache`), { force: true });
}

async function compileAll() {
  const names = Object.keys(USUAL);
  names.forEach(sign);
  const scratch = mkdtempSync(join(tmpdir(), 'completion-promise-build-'));
  const waiting = [...names];
  const compileNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await compileApart(next, join(scratch, next));
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Compiles a lane in a process of its own, which runs it in a project and with a home of its own.
 *
 * @param {string} name
 * @param {string} folder
 */
async function compileApart(name, folder) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    CLAUDE_SESSION_ID: SESSION,
    CLAUDE_PROJECT_DIR: folder, // Whatever lies above the folder for scratch files.
  };
  await makePromise(folder, name, env);
  await node([SELF, name], { cwd: folder, env });
}

/**
 * Runs a program of Node with the payload of a stop on its input, and gives what it prints. Fails with what it said.
 *
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
async function node(args, options) {
  const running = promisify(execFile)(process.execPath, [...args], options);
  running.child.stdin?.end('{"hook_event_name": "Stop"}');
  return (await running).stdout;
}

const [, , name] = process.argv;
if (name === undefined) await compileAll();
else await compile(name);
