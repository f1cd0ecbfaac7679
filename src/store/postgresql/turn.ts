import type { Client } from 'pg';
import type { Clock } from '../../ports.ts';
import type { Waited } from '../state-store.ts';

/**
 * The turn of those who change one project. The server gives it to them in the order in which they came, which it does
 * not do for the project's row: under many writers some would never get that. It ends with the transaction.
 */

/** Tells the locks of projects from those of other programs. */
const KIND = 7306201844;

const KEY = `hashtextextended($1, ${KIND})`;

const TRY = `SELECT pg_try_advisory_xact_lock(${KEY}) AS taken`;

/** Without an answer in so many milliseconds more than it may wait, the server is gone. */
const SLACK_MS = 5000;

/** Has the statement that waits, and what follows it, end by what is left of the time, and by nothing before. */
const LIMITS =
  "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)";

const TAKE = `SELECT pg_advisory_xact_lock(${KEY})`;

/** Who has the turn, as their connection says, and how many wait for it. */
const WHO = `
SELECT (SELECT a.application_name FROM pg_stat_activity a JOIN held ON held.pid = a.pid WHERE held.granted LIMIT 1) AS who,
  (SELECT count(*) FROM held WHERE NOT granted AND pid <> pg_backend_pid()) AS waiting
FROM (SELECT 1) one`;

const HELD = `WITH key AS (SELECT ${KEY} AS of), held AS (
  SELECT l.pid, l.granted FROM pg_locks l, key WHERE l.locktype = 'advisory' AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid::bigint = (key.of >> 32) & 4294967295 AND l.objid::bigint = key.of & 4294967295
)`;

/** What the connections of the suite are called, without the session and the machine behind it. */
const PROGRAM = 'completion-promise';

/** Longest name of a connection that a server keeps, in bytes. */
const LONGEST_NAME = 63;

/** A session that asks, and its machine, where that is told. */
export interface Asking {
  readonly session: string;
  readonly machine: string | undefined;
}

/** What a connection is called on the server, which others are told who wait for it: what fits there. */
export function connectionName(who: Asking | undefined): string {
  if (who === undefined) return PROGRAM;
  const named = `${PROGRAM} ${who.session}`;
  const placed = `${named} on ${who.machine}`;
  const isPlaced = who.machine !== undefined && Buffer.byteLength(placed) <= LONGEST_NAME;
  return isPlaced ? placed : named.slice(0, LONGEST_NAME);
}

/** Who is waited for, in words. */
export function holderIn(name: unknown): string {
  const text = typeof name === 'string' ? name : '';
  const who = text.startsWith(`${PROGRAM} `) ? text.slice(PROGRAM.length + 1) : '';
  return who === '' ? 'other writers' : who;
}

/**
 * Who has the turn now. `isOwn`: it is the suite's, which the server ends where it says nothing. Throws what the client
 * throws.
 */
export async function holderOf(
  client: Client,
  name: string,
): Promise<Waited & { readonly isOwn: boolean }> {
  const { rows } = await client.query(HELD + WHO, [name]);
  const [row] = rows;
  const who: unknown = row?.who;
  const isOwn = typeof who !== 'string' || who.split(' ', 1)[0] === PROGRAM;
  return { holder: holderIn(who), others: Number(row?.waiting ?? 0), isOwn };
}

/** How long is waited before it is said, in milliseconds. */
const SILENT_MS = 2000;

interface Waiting {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  /** Until when may be waited, on the clock that never jumps; and where others of the suite have their turns. */
  readonly end: number;
  readonly turnEnd: number;
  /** Is told who is waited for, where that takes long. */
  readonly waits: ((waited: Waited) => void) | undefined;
}

/**
 * What one does who waits: `look` reads what is needed before the place in the queue, and what it gives is done while
 * others have their turns. What comes of it counts for nothing.
 */
export type WhileWaiting = () => Promise<() => Promise<unknown>>;

/** Takes the turn of a project, by its name, within a transaction. Throws what the client throws. */
export async function takeTurn(
  client: Client,
  name: string,
  { clock, end, turnEnd, waits }: Waiting,
  meanwhile: WhileWaiting | undefined,
): Promise<void> {
  const { rows } = await client.query(TRY, [name]);
  if (rows[0]?.taken === true) return;
  const { isOwn, ...waited } = await holderOf(client, name);
  const act = await meanwhile?.();
  const left = Math.max(1, Math.round((isOwn ? turnEnd : end) - clock.elapsed()));
  await client.query(LIMITS, [`${left}`, `${left + SLACK_MS}`]);
  const over = new AbortController();
  const told = clock.sleep(SILENT_MS, over.signal).then(() => {
    if (!over.signal.aborted) waits?.(waited);
  });
  try {
    const timed = { text: TAKE, values: [name], query_timeout: left + SLACK_MS };
    const turn = client.query(timed);
    await Promise.all([turn, act?.().catch(() => undefined)]);
  } finally {
    over.abort();
    await told;
  }
}
