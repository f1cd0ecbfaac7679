/** What commands over all promises of a store cost, and how many changes are refused of writers that come at once. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeStore, PROJECT } from './store.mjs';

/** How many promises stand in the store, how many of a hundred are open, and how many of ten lie in other projects. */
const PROMISES = 100_000;
const OPEN_IN_A_HUNDRED = 5;
const OTHERS_IN_TEN = 1;
const OTHER_PROJECTS = 10;
/** Most memory of a command over all of them. */
const MOST_MEMORY_MB = 200;
/** How many write at once. */
const WRITERS = 64;

const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');

/** @param {string} id @param {number} number */
function promiseText(id, number) {
  const isOpen = number % 100 < OPEN_IN_A_HUNDRED;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString().replace('.000', '');
  const session = `session-${number % 1000}`;
  const criteria = ['first', 'second', 'third'].map((what, index) => ({
    id: `AC-${index + 1}`,
    description: `The ${what} thing that must hold: ${'all of it, and nothing less. '.repeat(4)}`,
    status: isOpen ? 'pending' : 'met',
    ...(isOpen
      ? {}
      : {
          evidence: 'Seen in the tests. '.repeat(8),
          evidence_type: 'test',
          met_at: at,
          met_by: session,
        }),
  }));
  const promise = {
    id,
    title: `The promise of number ${number}`,
    summary: `The promise of number ${number}`,
    status: isOpen ? 'in_progress' : 'verified',
    acceptance_criteria: criteria,
    ownership: { created_by: session, created_at: at, owned_by: session, owned_since: at },
    verification: isOpen
      ? null
      : { verified_at: at, verified_by: session, type: 'test', proof: 'seen' },
    structure: { epics: [], goals: [] },
  };
  return {
    at,
    isOpen,
    session,
    status: promise.status,
    text: `${JSON.stringify(promise, null, 2)}\n`,
  };
}

/**
 * Fills a store with promises, each with its lines in a ledger that holds.
 *
 * @param {string} address
 */
export async function fillStore(address, promises = PROMISES) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const other = Math.floor((promises * OTHERS_IN_TEN) / 10 / OTHER_PROJECTS);
    await fillProject(client, PROJECT, promises - other * OTHER_PROJECTS);
    for (let number = 0; number < OTHER_PROJECTS; number += 1) {
      await fillProject(client, `${PROJECT}-${number}`, other);
    }
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** @param {pg.Client} client @param {string} name @param {number} count */
async function fillProject(client, name, count) {
  await client.query(
    'INSERT INTO completion_promise.project (name) VALUES ($1) ON CONFLICT DO NOTHING',
    [name],
  );
  const { rows } = await client.query(
    'SELECT id, lines, bytes, digest FROM completion_promise.project WHERE name = $1',
    [name],
  );
  const [row] = rows;
  const end = { lines: Number(row.lines), bytes: Number(row.bytes), digest: row.digest };
  for (let from = 0; from < count; from += 2000) {
    const size = Math.min(2000, count - from);
    const numbers = Array.from({ length: size }, (_, at) => from + at);
    await client.query('BEGIN');
    await fillPage(client, row.id, end, numbers);
    await client.query('COMMIT');
  }
  await client.query(
    'UPDATE completion_promise.project SET lines = $2, bytes = $3, digest = $4 WHERE id = $1',
    [row.id, end.lines, end.bytes, end.digest],
  );
}

/**
 * @param {pg.Client} client
 * @param {string} project
 * @param {{ lines: number, bytes: number, digest: string | null }} end
 * @param {readonly number[]} numbers
 */
async function fillPage(client, project, end, numbers) {
  /** @type {unknown[][]} */
  const documents = [];
  /** @type {unknown[][]} */
  const lines = [];
  for (const number of numbers) {
    const id = `promise-${(number + 16).toString(16).padStart(8, '0')}`;
    const made = promiseText(id, number);
    const after = sha256(made.text);
    const path = `promises/${id}.json`;
    const events = [
      'promise.created',
      'criterion.met',
      ...(made.isOpen ? [] : ['promise.verified']),
    ];
    for (const [index, event] of events.entries()) {
      const isLast = index === events.length - 1;
      const text = JSON.stringify({
        timestamp: made.at,
        session_id: made.session,
        promise_id: id,
        event,
        file: isLast
          ? { path, before: sha256(`${id} ${index - 1}`), after }
          : {
              path,
              before: index === 0 ? null : sha256(`${id} ${index - 1}`),
              after: sha256(`${id} ${index}`),
            },
        prev: end.digest,
      });
      lines.push([project, end.lines + 1, end.bytes, text, event, id, made.session]);
      end.lines += 1;
      end.bytes += Buffer.byteLength(text) + 1;
      end.digest = sha256(text);
    }
    const place = made.isOpen ? path : `history/${id}.json`;
    documents.push([
      project,
      place,
      'promise',
      id,
      made.session,
      made.status,
      made.text,
      after,
      end.lines,
    ]);
  }
  const columns = (/** @type {unknown[][]} */ all) =>
    Array.from({ length: all[0]?.length ?? 0 }, (_, index) => all.map((one) => one[index]));
  await client.query(
    `INSERT INTO completion_promise.document (project, path, kind, subject, owner, status, text, digest, line)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])`,
    columns(documents),
  );
  await client.query(
    `INSERT INTO completion_promise.ledger (project, line, start, text, event, promise, session)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    columns(lines),
  );
}

/**
 * Has so many sessions change a promise of their own, one change after the other, each by a command of its own.
 *
 * @param {{ cs: string, folder: string, environment: NodeJS.ProcessEnv, width: number, seconds: number }} given
 */
export async function writersAtOnce({ cs, environment, folder, seconds, width }) {
  /**
   * @param {string} session
   * @param {readonly string[]} args
   * @returns {Promise<{ code: number | null, text: string, took: number }>}
   */
  const run = (session, ...args) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const child = spawn(process.execPath, [cs, ...args], {
        cwd: folder,
        env: { ...environment, CLAUDE_SESSION_ID: session },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          text += chunk;
        });
      }
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({ code, text, took: (performance.now() - started) / 1000 }),
      );
    });
  /** @type {{ changes: number, took: number[], refused: string[] }} */
  const seen = { changes: 0, took: [], refused: [] };
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: width }, async (_, writer) => {
      const session = `writer-${writer}`;
      const made = await run(session, 'do', 'A promise of a writer', '--ac', 'first');
      const id = /promise-[0-9a-f]{8}/.exec(made.text)?.[0] ?? '';
      for (let number = 0; performance.now() < end; number += 1) {
        const met = await run(session, 'meet', id, 'AC-1', '--evidence', `seen ${number}`);
        seen.took.push(met.took);
        if (met.code === 0) seen.changes += 1;
        else seen.refused.push(met.text);
      }
    }),
  );
  return seen;
}

/** What is asked of a whole store, by every command that goes through all of it. */
const COMMANDS = [
  ['status', '--fleet', '--all-projects'],
  ['report', '--fleet'],
  ['report', '--fleet', '--all'],
  ['report', '--fleet', '--all', '--json'],
  ['store', 'audit'],
];

const PROBE = `process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_TO,
  String(process.resourceUsage().maxRSS)));`;

/**
 * The rows of a fleet, each as it is there.
 *
 * @param {{ server: string, cs: string, scratch: string, environment: NodeJS.ProcessEnv, promises?: number,
 *   seconds: number, print: (row: string) => void }} given
 */
export async function measureFleet({ cs, environment, print, promises, scratch, seconds, server }) {
  const folder = join(scratch, 'fleet');
  const store = await makeStore(server, cs, folder, environment, 0);
  try {
    const env = { ...environment, ...store.also };
    await fillStore(store.address, promises);
    const [probe, peak] = [join(scratch, 'probe.cjs'), join(scratch, 'peak')];
    writeFileSync(probe, PROBE);
    for (const command of COMMANDS) {
      const out = openSync(join(scratch, 'out'), 'w');
      const started = performance.now();
      const { status } = spawnSync(process.execPath, ['-r', probe, cs, ...command], {
        cwd: folder,
        env: { ...env, PEAK_TO: peak },
        stdio: ['ignore', out, out],
      });
      closeSync(out);
      const took = (performance.now() - started) / 1000;
      const memory = Number(readFileSync(peak, 'utf8')) / 1024;
      const what = `cs ${command.join(' ')}, ${(promises ?? PROMISES).toLocaleString('en')} promises`;
      const verdict = memory > MOST_MEMORY_MB || status !== 0 ? `  OVER (exit ${status})` : '';
      const figures = `${took.toFixed(1).padStart(6)} s  ${memory.toFixed(0).padStart(4)} MB`;
      print(`${what.padEnd(66)} ${figures}  at most ${MOST_MEMORY_MB} MB${verdict}`);
    }
    const writing = { cs, folder, environment: env, width: WRITERS, seconds };
    const { changes, refused, took } = await writersAtOnce(writing);
    const longest = Math.max(...took).toFixed(1);
    const verdict = refused.length > 0 ? `  OVER: ${refused[0]}` : '';
    const figures = `${changes} changes, the longest ${longest} s, ${refused.length} refused`;
    print(`${WRITERS} writers, ${seconds} s: ${figures}  at most 0${verdict}`);
  } finally {
    await store.drop();
  }
}
