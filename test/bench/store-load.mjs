/**
 * `npm run bench:store`: how many stops, and how many changes, one PostgreSQL server takes a second from many sessions.
 *
 * First what goes through a whole store of 100,000 promises, and 64 writers at once, with their limits; `--fleet` for
 * these alone, `--writing <s>` for how long they write (300).
 *
 * By statements over connections that are kept: what the server itself can do. By one connection for each stop: what
 * processes ask of it, which connect anew. By whole stop gates: what a machine can do. `--seconds <n>` for each figure
 * (5), `--sessions <n>` (1000).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { rolldown } from 'rolldown';
import { measureFleet } from './fleet.mjs';
import { ask, benchServer, makeStore, PROJECT } from './store.mjs';

const { values: asked } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '1000' },
    writing: { type: 'string', default: '300' },
    fleet: { type: 'boolean', default: false },
  },
});
const seconds = Number(asked.seconds);
const sessions = Number(asked.sessions);
const server = benchServer();
if (server === undefined) {
  process.stderr.write('There is no server: name one in CS_TEST_POSTGRESQL.\n');
  process.exit(1);
}
const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'completion-promise-load-'));
const environment = { PATH: process.env['PATH'], HOME: scratch, CLAUDE_SESSION_ID: 'bench' };

await measureFleet({
  server,
  cs: join(checkout, 'bin', 'cs.cjs'),
  scratch,
  environment,
  seconds: Number(asked.writing),
  print: (row) => process.stdout.write(`${row}\n`),
});
if (asked.fleet) {
  rmSync(scratch, { recursive: true, force: true });
  process.exit();
}

/** The statement of a stop, with the heartbeat in it, as the suite makes it. */
async function loadStatement() {
  const file = join(scratch, 'statement.mjs');
  const entry = join(scratch, 'entry.ts');
  const { writeFileSync } = await import('node:fs');
  const from = (/** @type {string} */ name) =>
    JSON.stringify(join(checkout, 'src', 'store', 'postgresql', name));
  writeFileSync(
    entry,
    `export { expectedStatement } from ${from('state-view.ts')};
     export { withHeartbeat } from ${from('heartbeat.ts')};\n`,
  );
  const bundle = await rolldown({ input: entry, platform: 'node' });
  await bundle.write({ file, format: 'esm' });
  return import(file);
}

/**
 * Has so many act for as long as is asked, each one after the other, and gives how often a second.
 *
 * @param {number} width
 * @param {(worker: number) => Promise<unknown>} act
 */
async function rate(width, act) {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: width }, async (_, worker) => {
      while (performance.now() < end) {
        await act(worker);
        count += 1;
      }
    }),
  );
  return count / seconds;
}

/**
 * @param {string} what
 * @param {number} value
 */
const print = (what, value) =>
  process.stdout.write(`${what.padEnd(70)} ${value.toFixed(value < 10 ? 1 : 0).padStart(7)} /s\n`);

/** A change that tells those who watch, as every change of a promise does. */
const CHANGE = `UPDATE completion_promise.document SET revision = revision + 1
WHERE project = $1 AND path = $2`;

/** @param {string} folder a session's stop */
function stopProcess(folder, /** @type {string} */ session, /** @type {NodeJS.ProcessEnv} */ also) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(checkout, 'bin', 'cs-stop-gate.cjs')], {
      cwd: folder,
      env: { ...environment, ...also, CLAUDE_SESSION_ID: session },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.on('error', reject);
    child.on('exit', resolve);
    child.stdin.end(
      JSON.stringify({
        session_id: session,
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: 'Done.',
        background_tasks: [],
      }),
    );
  });
}

const folder = join(scratch, 'project');
mkdirSync(folder);
// Ten promises each.
const store = await makeStore(
  server,
  join(checkout, 'bin', 'cs.cjs'),
  folder,
  environment,
  10 * sessions,
);
try {
  const { expectedStatement, withHeartbeat } = await loadStatement();
  const statementOf = (/** @type {string} */ session) =>
    withHeartbeat(expectedStatement(store.address, PROJECT, { owners: [session], promises: [] }), {
      session,
      machine: { id: `machine-${session.length}`, name: 'a machine' },
    });
  let number = 0;
  const anyone = () => {
    number = (number + 1) % sessions;
    return `session-${number}`;
  };
  const connect = async () => {
    const client = new pg.Client({ connectionString: store.address });
    await client.connect();
    return client;
  };
  process.stdout.write(
    `${sessions} sessions with ten promises each, ${availableParallelism()} cores for the server and those who ask, ${seconds} s each\n\n`,
  );
  for (const width of [1, 8, 32]) {
    const clients = await Promise.all(Array.from({ length: width }, connect));
    const stops = await rate(width, (worker) => {
      const { text, values } = statementOf(anyone());
      return clients[worker]?.query(text, values) ?? Promise.reject(new Error('no client'));
    });
    print(`stops as statements, ${width} connections that are kept`, stops);
    for (const client of clients) await client.end();
  }
  const connecting = await rate(8, async () => {
    const client = await connect();
    const { text, values } = statementOf(anyone());
    await client.query(text, values);
    await client.end();
  });
  print('stops as statements, a connection for each, 8 at once', connecting);
  for (const width of [1, 2 * availableParallelism()]) {
    const whole = await rate(width, () => stopProcess(folder, anyone(), store.also));
    print(`whole stop gates, ${width} at once`, whole);
  }
  const [project] = await ask(store.address, 'SELECT id FROM completion_promise.project');
  const bare = await rate(2 * availableParallelism(), () => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    return new Promise((resolve) => child.on('exit', resolve));
  });
  print(`bare Node, ${2 * availableParallelism()} at once`, bare);
  for (const [how, state] of [
    ['with NOTIFY', 'ENABLE'],
    ['without', 'DISABLE'],
  ]) {
    await ask(
      store.address,
      `ALTER TABLE completion_promise.document ${state} TRIGGER document_made`,
    );
    const width = 64;
    const clients = await Promise.all(Array.from({ length: width }, connect));
    const changes = await rate(width, (worker) => {
      // Each writer has documents of its own: what they still wait for is the database's, not the project's.
      const path = `promises/promise-${(worker + 1).toString(16).padStart(8, '0')}.json`;
      return (
        clients[worker]?.query(CHANGE, [project?.['id'], path]) ??
        Promise.reject(new Error('no client'))
      );
    });
    print(`changes of a document, ${width} connections, ${how}`, changes);
    for (const client of clients) await client.end();
  }
} finally {
  await store.drop();
  rmSync(scratch, { recursive: true, force: true });
}
