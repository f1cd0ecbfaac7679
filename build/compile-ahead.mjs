/**
 * The last step of the build: gives the lanes an id at their end, runs each once so that Node
 * compiles what a usual command needs, and keeps the compiled form beside it for `bin/load.cjs`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** @type {{ wrapped(source: string): string }} */
const { wrapped } = createRequire(import.meta.url)('../bin/load.cjs');

const SELF = fileURLToPath(import.meta.url);
const DIST = join(dirname(SELF), '..', 'dist');
const SESSION = 'session-of-the-build';
const ID = 'promise-00000000';

/**
 * What each file is run with: two stops that may be, one that is blocked, the line of that session, and a criterion
 * that is met.
 *
 * @type {Readonly<Record<string, (lane: any, requireThere: NodeJS.Require) => unknown>>}
 */
const USUAL = {
  check: (lane) => lane.runCheckLane(['--check']),
  'stop-gate': (lane) => lane.runStopGateLane([]),
  'stop-gate-answer': (_part, requireThere) => requireThere('./stop-gate.cjs').runStopGateLane([]),
  statusline: (lane) => lane.runStatusLineLane([]),
  cs: (lane) => lane.runCli('cs', ['meet', ID, '--ac-id', 'AC-1', '--evidence', 'seen']),
};

/** The files that are run with a criterion that is open. */
const OPEN = ['cs', 'stop-gate-answer'];

/**
 * Writes the promise that a lane is run with: a stop finds it met or is blocked by it, and a criterion is met that was
 * not.
 *
 * @param {string} folder
 * @param {string} lane
 */
function writePromise(folder, lane) {
  const promises = join(folder, '.claude', 'completion-state', 'promises');
  mkdirSync(promises, { recursive: true });
  const promise = {
    id: ID,
    status: 'in_progress',
    ownership: { owned_by: SESSION },
    acceptance_criteria: [
      { id: 'AC-1', status: OPEN.includes(lane) ? 'pending' : 'met', evidence: 'seen' },
    ],
  };
  writeFileSync(join(promises, `${ID}.json`), JSON.stringify(promise));
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
  if (process.exitCode) throw new Error(`${name} ended with ${process.exitCode}`);
  const id = Buffer.from(source.slice(-16), 'latin1');
  const form = script.createCachedData();
  writeFileSync(join(DIST, `${name}.cache`), Buffer.concat([id, ...keptForm(name, form)]));
}

/**
 * A compiled form as `bin/load.cjs` finds out whether it is whole: twice, or behind its digest.
 *
 * @param {string} name
 * @param {Buffer} form
 */
function keptForm(name, form) {
  return name === 'cs'
    ? [Buffer.from('D'), createHash('sha256').update(form).digest(), form]
    : [Buffer.from('T'), form, form];
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

function compileAll() {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-build-'));
  try {
    for (const name of Object.keys(USUAL)) {
      writePromise(folder, name);
      const filename = join(DIST, `${name}.cjs`);
      const source = inAscii(readFileSync(filename, 'utf8'));
      const id = createHash('sha256').update(source).digest('hex').slice(0, 16);
      writeFileSync(filename, `${source.trimEnd()}\n//${id}`);
      execFileSync(process.execPath, [SELF, name], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: join(folder, 'home'), CLAUDE_SESSION_ID: SESSION },
        input: '{"hook_event_name": "Stop"}',
        stdio: ['pipe', 'ignore', 'inherit'],
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [, , name] = process.argv;
if (name === undefined) compileAll();
else await compile(name);
