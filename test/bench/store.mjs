/** What the check and the stop gate cost over PostgreSQL, by how many promises others have there. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The server, by a variable or its socket on this machine; undefined where there is none. */
export function benchServer() {
  const named = process.env['CS_TEST_POSTGRESQL'] ?? '';
  if (named !== '') return named === 'pglite' ? undefined : named;
  const folder = ['/var/run/postgresql', '/tmp'].find((one) =>
    existsSync(join(one, '.s.PGSQL.5432')),
  );
  if (folder === undefined) return undefined;
  return `postgresql://${userInfo().username}@${encodeURIComponent(folder)}/postgres`;
}

/**
 * @param {string} address
 * @param {string} text
 * @param {readonly unknown[]} [values]
 */
export async function ask(address, text, values) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text, values === undefined ? undefined : [...values])).rows;
  } finally {
    await client.end();
  }
}

export const PROJECT = 'example.com/team/bench';

/** Promises of others as the commands store them: each session has ten. */
const OTHERS = `
INSERT INTO completion_promise.document (project, path, kind, subject, owner, status, text, digest)
SELECT p.id, 'promises/promise-' || one.id || '.json', 'promise', 'promise-' || one.id, owner, 'in_progress',
  json_build_object('id', 'promise-' || one.id, 'title', 'A promise', 'status', 'in_progress',
    'acceptance_criteria', json_build_array(json_build_object('id', 'AC-1', 'description', 'What must hold', 'status', 'pending')),
    'ownership', json_build_object('owned_by', owner))::text,
  md5(one.id)
FROM completion_promise.project p, generate_series(1, $1::int) n,
  LATERAL (SELECT lpad(to_hex(n), 8, '0') AS id, 'session-' || n / 10 AS owner) one
WHERE p.name = $2`;

/**
 * Makes a database with a promise of the session `bench`, met, and so many of others.
 *
 * @param {string} server
 * @param {string} cs the program
 * @param {string} folder for the project
 * @param {NodeJS.ProcessEnv} environment
 * @param {number} others
 */
export async function makeStore(server, cs, folder, environment, others) {
  const name = `cs_bench_${randomBytes(4).toString('hex')}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const home = `${folder}-home`;
  const also = { CS_STORE: url.href, CS_STORE_PROJECT: PROJECT, HOME: home };
  mkdirSync(folder, { recursive: true });
  mkdirSync(home);
  const run = (/** @type {readonly string[]} */ ...args) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [cs, ...args], {
      cwd: folder,
      env: { ...environment, ...also },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`cs ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  run('store', 'migrate');
  const id = /promise-[0-9a-f]{8}/.exec(run('do', 'A promise', '--ac', 'first'))?.[0] ?? '';
  run('meet', id, '--ac-id', 'AC-1', '--evidence', 'seen');
  await ask(url.href, OTHERS, [others, PROJECT]);
  await ask(url.href, 'VACUUM ANALYZE completion_promise.document');
  return {
    also,
    address: url.href,
    drop: () => ask(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/**
 * @typedef {{ what: string; value: number; unit: 'x' | 'MB' | 'ms'; budget?: number; of?: string }} Figure
 * @typedef {(args: readonly string[], folder: string, also: NodeJS.ProcessEnv, input: string) => number} Run
 */

/**
 * The rows: the check and the stop gate, each over stores of several sizes that take turns.
 *
 * @param {{ server: string; cs: string; check: readonly string[]; gate: readonly string[]; scratch: string;
 *   environment: NodeJS.ProcessEnv; run: Run; rounds: number; unit: number; stop: string;
 *   counts: readonly number[] }} given
 * @returns {Promise<readonly Figure[]>}
 */
export async function measureStore(given) {
  const { check, counts, cs, environment, gate, rounds, run, scratch, server, stop, unit } = given;
  /** @type {(Awaited<ReturnType<typeof makeStore>> & { folder: string; others: number })[]} */
  const stores = [];
  try {
    for (const others of counts) {
      const folder = join(scratch, `store-${others}`);
      const made = await makeStore(server, cs, folder, environment, others);
      stores.push({ ...made, folder, others });
    }
    const rows = [
      { name: '--check over PostgreSQL', args: check, input: '' },
      { name: 'stop gate over PostgreSQL', args: gate, input: stop },
    ].flatMap(({ args, input, name }) =>
      stores.map(({ also, folder, others }) => ({
        what: `${name}, ${others.toLocaleString('en')} of others`,
        name,
        others,
        time: () => run(args, folder, also, input),
        /** @type {number[]} */
        times: [],
      })),
    );
    for (let round = -2; round < rounds; round += 1) {
      for (const row of rows) {
        const time = row.time();
        if (round >= 0) row.times.push(time);
      }
    }
    return rows.flatMap(({ name, others, times, what }) => {
      /** @type {Figure} */
      const own = { what, value: median(times) / unit, unit: 'x' };
      const first = rows.find((row) => row.name === name);
      if (first === undefined || first.others === others) return [own];
      const value = median(times) / median(first.times);
      return [own, { what: '  the same', value, unit: 'x', budget: 1.1, of: first.what }];
    });
  } finally {
    for (const { drop } of stores) await drop();
  }
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [middle, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((middle ?? Number.NaN) + (upper ?? Number.NaN)) / 2;
}
