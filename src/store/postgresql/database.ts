import type { Client } from 'pg';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { shownAddress } from '../../domain/settings/store-address.ts';
import type { Chance } from '../../ports.ts';
import {
  type Connection,
  createConnection,
  type DatabaseLimits,
  type DatabaseWorld,
  isNeverMade,
  OtherSchema,
  type Session,
} from './connection.ts';
import {
  type ErrorMeaning,
  meaningOf,
  messageOf,
  sqlState,
  unreachable,
} from './database-errors.ts';
import { pauseMs } from './pauses.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { SCHEMA } from './schema-name.ts';
import { holderOf, takeTurn, type WhileWaiting } from './turn.ts';

/**
 * One database, over one connection that is made when it is first needed. What one process asks of it happens one
 * after the other.
 *
 * A change is acknowledged once its COMMIT was answered. Each transaction that changes something leaves its own id in
 * the table `change`, together with its commit. Where the connection breaks before the answer, a new connection puts
 * the same id there as *sealed*: either the id is there already, and the change was made; or the seal is, and the
 * change can never be made any more. A transaction that is still at work makes the seal wait. Where no new connection
 * can be made in time, the change is unknown, and that is what its caller is told.
 */
export interface Database {
  /** The address as it may be shown. */
  readonly place: string;
  /** Reads by one statement. `action` completes "cannot …". */
  read(action: string, text: string, values: readonly unknown[]): Promise<Result<readonly Row[]>>;
  /**
   * Reads one snapshot by several statements; other sessions can change the database meanwhile. Nothing
   * else can be asked of this database until it is done. Fails as reading and `work` do.
   */
  readWhole<Value>(
    action: string,
    work: (reading: Reading) => Promise<Result<Value>>,
  ): Promise<Result<Value>>;
  /**
   * Does work in one transaction, which a failure of it rolls back. It is done again where other transactions were in
   * the way or the connection broke before the commit, and must have no other effect that cannot be had twice.
   */
  change<Value>(
    action: string,
    work: (transaction: Transaction) => Promise<Result<Tried<Value>>>,
  ): Promise<Result<Value>>;
  /** Gives the connection up, unless it is used; the next question makes another. */
  rest(): void;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** `again`: other writers were first; nothing was changed, and the work is to be done anew. */
export type Tried<Value> = { readonly done: Value } | { readonly again: true };

export interface Transaction {
  /**
   * Waits for the turn of those who change the project of that name; it ends with the transaction. `meanwhile`: only
   * where others have it.
   */
  turn(project: string, meanwhile?: WhileWaiting): Promise<void>;
  query(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Reading {
  query(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** The rows of a statement, at most so many at once: the server keeps those that were not asked for yet. */
  pages(
    text: string,
    values: readonly unknown[],
    atOnce: number,
  ): AsyncGenerator<readonly Row[], void, undefined>;
}

/** A row as the client gives it; numbers of 64 bits are texts. */
export type Row = Readonly<Record<string, unknown>>;

const USUAL_LIMITS: DatabaseLimits = {
  connectMs: 5000,
  answerMs: 20_000,
  statementMs: 15_000,
  idleMs: 15_000,
  changeMs: 20_000,
  turnMs: 120_000,
  unusedMs: 250,
};

/** How long is waited before a connection is made again, to find out what became of a change, in milliseconds. */
const PAUSE_MS = 80;

/** `isBare`: the tables are not asked for, as where they are about to be made. */
export function openDatabase(
  address: string,
  world: DatabaseWorld,
  limits: DatabaseLimits = USUAL_LIMITS,
  isBare = false,
): Database {
  const { chance, clock, silence, waits, who } = world;
  const session: Session = {
    address,
    place: shownAddress(address),
    limits: silence === undefined ? limits : limitsWithin(limits, silence.mostMs),
    isBare,
    clock,
    chance,
    silence,
    waits,
    who,
  };
  const connection = createConnection(session);
  const inTurn = createTurns();
  return {
    place: session.place,
    read: (action, text, values) =>
      inTurn(() =>
        unlessSilent(session, () => readOnce(session, connection, action, text, values)),
      ),
    readWhole: (action, work) =>
      inTurn(() => unlessSilent(session, () => readAtOneMoment(session, connection, action, work))),
    change: (action, work) =>
      inTurn(() => unlessSilent(session, () => changeTried(session, connection, action, work))),
    rest: connection.rest,
    close: () => inTurn(async () => connection.drop()),
  };
}

/** The limits of those who wait for one silence only. */
function limitsWithin(limits: DatabaseLimits, mostMs: number): DatabaseLimits {
  const least = (ms: number): number => Math.min(ms, mostMs);
  return {
    connectMs: least(limits.connectMs),
    answerMs: least(limits.answerMs),
    statementMs: least(limits.statementMs),
    idleMs: limits.idleMs,
    changeMs: least(limits.changeMs),
    turnMs: least(limits.turnMs),
    unusedMs: limits.unusedMs,
  };
}

/** Asks unless a store was silent before, and keeps where this one is. */
async function unlessSilent<Value>(
  { silence }: Session,
  ask: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const met = silence?.met();
  if (met !== undefined) return failed(met);
  const answer = await ask();
  if (!answer.ok) silence?.meet(answer.failure);
  return answer;
}

/** Does one thing after the other. */
function createTurns(): <Value>(act: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function readOnce(
  session: Session,
  connection: Connection,
  action: string,
  text: string,
  values: readonly unknown[],
): Promise<Result<readonly Row[]>> {
  // A connection that was kept may have been ended by the server meanwhile: reading again does no harm.
  const { clock, limits, silence } = session;
  const end = clock.elapsed() + limits.answerMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return success(
        await connection.use(async (client) => (await client.query(text, [...values])).rows),
      );
    } catch (error) {
      const meaning = meaningOfThrown(error);
      if (meaning === 'broken') connection.drop();
      const isLate = silence !== undefined && clock.elapsed() >= end;
      if (meaning !== 'broken' || tries > 1 || isNeverMade(error) || isLate) {
        return failed(failureOf(error, meaning, session, action));
      }
    }
  }
}

/** Sorts as for one who wants all rows; says nothing for as long as what was read is worked on. */
const BEGIN_READING = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL cursor_tuple_fraction = 1; SET LOCAL idle_in_transaction_session_timeout = 0`;

async function readAtOneMoment<Value>(
  session: Session,
  connection: Connection,
  action: string,
  work: (reading: Reading) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  for (let tries = 1; ; tries += 1) {
    let hasBegun = false;
    try {
      return await connection.use(async (client) => {
        await client.query(BEGIN_READING);
        hasBegun = true;
        const outcome = await work(readingBy(client));
        await client.query('COMMIT');
        return outcome;
      });
    } catch (error) {
      if (!(error instanceof ThrownByDatabase) && hasBegun) {
        await rollBack(connection);
        throw error;
      }
      const thrown = error instanceof ThrownByDatabase ? error.cause : error;
      const meaning = meaningOfThrown(thrown);
      if (meaning === 'broken') connection.drop();
      else await rollBack(connection);
      // A connection that was kept may have been ended by the server meanwhile.
      if (meaning === 'broken' && !hasBegun && tries === 1 && !isNeverMade(thrown)) continue;
      return failed(failureOf(thrown, meaning, session, action));
    }
  }
}

/** What the database threw while something was read, as opposed to those who work on it. */
class ThrownByDatabase extends Error {}

function readingBy(client: Client): Reading {
  let cursors = 0;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return (await client.query(text, [...values])).rows;
    } catch (error) {
      throw new ThrownByDatabase('thrown by the database', { cause: error });
    }
  };
  return {
    query,
    async *pages(text, values, atOnce) {
      cursors += 1;
      const name = `pages_${cursors}`;
      await query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values);
      for (;;) {
        const rows = await query(`FETCH FORWARD ${atOnce} FROM ${name}`, []);
        if (rows.length > 0) yield rows;
        if (rows.length < atOnce) break;
      }
      await query(`CLOSE ${name}`, []);
    },
  };
}

/** How one try of a change ended. */
type TryEnd<Value> =
  | { readonly end: 'done'; readonly value: Value }
  | { readonly end: 'again' }
  | { readonly end: 'failed'; readonly failure: Failure }
  | {
      readonly end: 'error';
      readonly error: unknown;
      readonly id: string;
      /** The project whose turn was asked for. */
      readonly project: string | undefined;
      readonly sent: Sent<Value> | undefined;
    };

/** What a change whose commit was sent comes to. */
interface Sent<Value> {
  readonly value: Value;
}

async function changeTried<Value>(
  session: Session,
  connection: Connection,
  action: string,
  work: (transaction: Transaction) => Promise<Result<Tried<Value>>>,
): Promise<Result<Value>> {
  const { chance, clock, limits, place } = session;
  const start = clock.elapsed();
  const end = start + limits.changeMs;
  const busy = (holder: string): Failure => busyFor(clock.elapsed() - start, holder);
  for (let tries = 1; ; tries += 1) {
    const tried = await changeOnce(session, connection, work, end);
    if (tried.end === 'done') return success(tried.value);
    if (tried.end === 'failed') return failed(tried.failure);
    const isLate = clock.elapsed() > end;
    if (tried.end === 'again') {
      if (isLate) return failed(busy(OTHERS));
    } else {
      const { error, id, project, sent } = tried;
      const meaning = meaningOfThrown(error);
      if (meaning === 'broken') connection.drop();
      if (meaning === 'broken' && sent !== undefined) {
        const fate = await fateOf(session, connection, id);
        if (fate === 'unknown') return failed({ kind: 'store-unknown', place });
        if (fate === 'made') return success(sent.value);
      }
      const mayRetry = meaning === 'conflict' || (meaning === 'broken' && !isNeverMade(error));
      if (!mayRetry || isLate) {
        const isBusy = meaning === 'busy' || meaning === 'conflict';
        if (isBusy) return failed(busy(await holderNow(connection, project)));
        return failed(failureOf(error, meaning, session, action));
      }
    }
    await clock.sleep(pauseMs(tries, chance.fraction()));
  }
}

/** Does the work once, and commits it together with its id. */
async function changeOnce<Value>(
  session: Session,
  connection: Connection,
  work: (transaction: Transaction) => Promise<Result<Tried<Value>>>,
  end: number,
): Promise<TryEnd<Value>> {
  const { chance, clock, limits, waits } = session;
  const id = chance.hex(16);
  let project: string | undefined;
  let sent: Sent<Value> | undefined;
  try {
    return await connection.use(async (client): Promise<TryEnd<Value>> => {
      await client.query(beginning(limits, end - clock.elapsed()));
      const outcome = await ownErrorsOf(work, {
        query: async (text, values) => (await client.query(text, [...values])).rows,
        turn(name, meanwhile) {
          project = name;
          const turnEnd = end + limits.turnMs - limits.changeMs;
          return takeTurn(client, name, { clock, end, turnEnd, waits }, meanwhile);
        },
      });
      if (!outcome.ok || 'again' in outcome.value) {
        await client.query('ROLLBACK');
        return outcome.ok ? { end: 'again' } : { end: 'failed', failure: outcome.failure };
      }
      sent = { value: outcome.value.done };
      // One message: the id is there exactly where the change is.
      await client.query(commitOf(id, chance));
      return { end: 'done', value: sent.value };
    }, end);
  } catch (error) {
    if (error instanceof OwnError) {
      await rollBack(connection);
      throw error.cause;
    }
    if (meaningOfThrown(error) !== 'broken') await rollBack(connection);
    return { end: 'error', error, id, project, sent };
  }
}

/** What the work itself threw, as opposed to what the database did. */
class OwnError extends Error {}

async function ownErrorsOf<Value>(
  work: (transaction: Transaction) => Promise<Value>,
  { query, turn }: Transaction,
): Promise<Value> {
  let ofDatabase: unknown;
  const noted = (error: unknown): never => {
    ofDatabase = error;
    throw error;
  };
  try {
    return await work({
      query: (text, values) => query(text, values).catch(noted),
      turn: (...given) => turn(...given).catch(noted),
    });
  } catch (error) {
    throw error === ofDatabase ? error : new OwnError('thrown by the work', { cause: error });
  }
}

async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.use((client) => client.query('ROLLBACK'));
  } catch {
    connection.drop();
  }
}

/**
 * Begins a transaction with the limits of the server, and has its commit wait for the server's disk. `lockMs`: how long
 * it waits for what others hold.
 */
function beginning({ idleMs, statementMs }: DatabaseLimits, lockMs: number): string {
  return [
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    `SET LOCAL lock_timeout = ${Math.max(1, Math.round(lockMs))}`,
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
    "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') IN ('off', 'local')",
  ].join('; ');
}

/** How many commits in a thousand remove ids that are not asked for any more, and how many each. */
const SWEEPS_IN_A_THOUSAND = 20;
const MOST_SWEPT = 500;

function commitOf(id: string, chance: Chance): string {
  const old = `SELECT id FROM ${SCHEMA}.change WHERE at < now() - interval '1 day' LIMIT ${MOST_SWEPT} FOR UPDATE SKIP LOCKED`;
  const isSweep = chance.fraction() * 1000 < SWEEPS_IN_A_THOUSAND;
  return [
    ...(isSweep ? [`DELETE FROM ${SCHEMA}.change WHERE id IN (${old})`] : []),
    `INSERT INTO ${SCHEMA}.change (id, is_made) VALUES ('${id}', true)`,
    'COMMIT',
  ].join('; ');
}

type Fate = 'made' | 'not-made' | 'unknown';

/** Finds out what became of a change whose connection broke in its commit, as long as a change may take. */
async function fateOf(session: Session, connection: Connection, id: string): Promise<Fate> {
  const { clock, limits } = session;
  const end = clock.elapsed() + limits.changeMs;
  while (clock.elapsed() < end) {
    try {
      const made = await connection.use((client) => sealed(client, id, limits));
      return made ? 'made' : 'not-made';
    } catch {
      connection.drop();
      await clock.sleep(PAUSE_MS);
    }
  }
  return 'unknown';
}

/** Seals an id, once no transaction that would use it is at work any more. Whether the change was made before. */
async function sealed(client: Client, id: string, limits: DatabaseLimits): Promise<boolean> {
  await client.query(beginning(limits, limits.changeMs));
  await client.query(
    `INSERT INTO ${SCHEMA}.change (id, is_made) VALUES ($1, false) ON CONFLICT DO NOTHING`,
    [id],
  );
  await client.query('COMMIT');
  const { rows } = await client.query(`SELECT is_made FROM ${SCHEMA}.change WHERE id = $1`, [id]);
  return rows[0]?.is_made === true;
}

function meaningOfThrown(error: unknown): ErrorMeaning {
  return error instanceof OtherSchema ? 'schema' : meaningOf(error);
}

function failureOf(
  error: unknown,
  meaning: ErrorMeaning,
  { address, limits, place }: Session,
  action: string,
): Failure {
  switch (meaning) {
    case 'busy':
    case 'conflict':
      return busyFor(limits.statementMs, OTHERS);
    case 'broken':
      return unreachable(error, address, place);
    case 'schema':
      return error instanceof OtherSchema
        ? { kind: 'store-schema', place, found: error.found, wanted: SCHEMA_VERSION }
        : refused(error, address, place, action);
    case 'refused':
      return refused(error, address, place, action);
  }
}

function refused(error: unknown, address: string, place: string, action: string): Failure {
  const code = sqlState(error) ?? 'UNKNOWN';
  return { kind: 'store-refused', place, action, code, detail: messageOf(error, address) };
}

const OTHERS = 'other writers';

function busyFor(waitedMs: number, holder: string): Failure {
  return { kind: 'busy', id: 'of the store', what: 'The ledger', holder, waitedMs };
}

/** Who has the turn that was waited for in vain. */
async function holderNow(connection: Connection, project: string | undefined): Promise<string> {
  if (project === undefined) return OTHERS;
  try {
    return (await connection.use((client) => holderOf(client, project))).holder;
  } catch {
    return OTHERS;
  }
}
