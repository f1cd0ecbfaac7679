import { Client, type ClientConfig } from 'pg';
import type { Chance, Clock } from '../../ports.ts';
import type { Silence } from '../silence.ts';
import type { Waited } from '../state-store.ts';
import { connectionTries } from './connection-options.ts';
import { isForLater, meaningOf, sqlState } from './database-errors.ts';
import { pauseMs } from './pauses.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { SCHEMA } from './schema-name.ts';
import { type Asking, connectionName } from './turn.ts';

export interface DatabaseWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Of those who wait for one silence of a store only. */
  readonly silence?: Silence | undefined;
  /** Who asks, as others are told who wait for it. */
  readonly who?: Asking | undefined;
  readonly waits?: ((waited: Waited) => void) | undefined;
}

/** Limits in milliseconds. */
export interface DatabaseLimits {
  /** Of making a connection, and of an answer to any statement, as this side measures it. */
  readonly connectMs: number;
  readonly answerMs: number;
  /** Of one statement, and of a transaction that says nothing: the server's. */
  readonly statementMs: number;
  readonly idleMs: number;
  /** Of waiting for others: for a connection, for other writers, and in all tries of a change together. */
  readonly changeMs: number;
  /** Of waiting for a turn while those before have theirs: none of them may say nothing for longer than `idleMs`. */
  readonly turnMs: number;
  /** How long an unused connection is kept. */
  readonly unusedMs: number;
}

/** What the work over one connection needs. */
export interface Session extends DatabaseWorld {
  readonly address: string;
  readonly place: string;
  readonly limits: DatabaseLimits;
  readonly isBare: boolean;
}

/**
 * A connection that is there while it is used, and a moment longer: a server has few of them, and a command may run a
 * check or wait for a judge for minutes. It holds no process that has nothing else to do.
 */
export interface Connection {
  /** `end`: until when a server that is full is asked again, on the clock that never jumps. */
  use<Value>(act: (client: Client) => Promise<Value>, end?: number): Promise<Value>;
  /** Ends it, whatever it is used for. */
  drop(): void;
  /** Ends it unless it is used. */
  rest(): void;
}

/** Tables of another version. Thrown by the connection, and turned into its failure by those who use it. */
export class OtherSchema extends Error {
  readonly found: number | null;
  constructor(found: number | null) {
    super('tables of another version');
    this.found = found;
  }
}

export function createConnection(session: Session): Connection {
  let kept: Client | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isUsed = false;
  const drop = (): void => {
    const client = kept;
    kept = undefined;
    if (client !== undefined) leave(client);
  };
  return {
    async use(act, end = session.clock.elapsed() + session.limits.changeMs) {
      clearTimeout(idle);
      isUsed = true;
      try {
        kept ??= await connect(session, end, (ended) => {
          if (kept === ended) kept = undefined;
        });
        holdProcess(kept, true);
        return await act(kept);
      } finally {
        isUsed = false;
        if (kept !== undefined) holdProcess(kept, false);
        idle = setTimeout(drop, session.limits.unusedMs).unref();
      }
    },
    drop,
    rest: () => (isUsed ? undefined : drop()),
  };
}

/** Has a connection hold the process, or not. The client has these functions, and its types do not name them. */
function holdProcess(client: Client, isHeld: boolean): void {
  const name = isHeld ? 'ref' : 'unref';
  const hold: unknown = Reflect.get(client, name);
  if (typeof hold === 'function') Reflect.apply(hold, client, []);
}

/**
 * Ends a connection, and does not wait for it: of one that broke there is nothing to come, and a process that waits for
 * a connection which does not hold it would end in the middle of its work.
 */
export function leave(client: Client): void {
  holdProcess(client, false);
  client.end().catch(() => undefined);
}

/** Connects; waits while the server is full or starts. */
async function connect(
  session: Session,
  end: number,
  onEnd: (ended: Client) => void,
): Promise<Client> {
  const { chance, clock } = session;
  for (let tries = 1; ; tries += 1) {
    try {
      return await connectOnce(session, onEnd);
    } catch (error) {
      if (!isForLater(error) || clock.elapsed() > end) throw error;
    }
    await clock.sleep(pauseMs(tries, chance.fraction()));
  }
}

async function connectOnce(
  { address, isBare, limits, who }: Session,
  onEnd: (ended: Client) => void,
): Promise<Client> {
  const client = await connectedClient(address, () => ({
    application_name: connectionName(who),
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
  }));
  try {
    client.on('error', () => onEnd(client));
    client.on('end', () => onEnd(client));
    if (!isBare) await askForTables(client);
    return client;
  } catch (error) {
    leave(client);
    throw error;
  }
}

/**
 * A client that is connected, by the first way that a URL allows; by the next one only where the server has no TLS.
 * `limitsNow`: its limits, asked for at each try. Throws what the client throws.
 */
export async function connectedClient(
  address: string,
  limitsNow: () => ClientConfig,
): Promise<Client> {
  const tries = connectionTries(address);
  for (const [index, options] of tries.entries()) {
    const client = new Client({
      ...options,
      application_name: connectionName(undefined),
      ...limitsNow(),
    });
    // Without a listener, a connection that breaks while nothing is asked would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      leave(client);
      const isWithoutTls = error instanceof Error && /does not support SSL/.test(error.message);
      if (!isWithoutTls || index === tries.length - 1) throw error;
    }
  }
  throw new RangeError('a URL allows at least one way to connect');
}

async function askForTables(client: Client): Promise<void> {
  const found = await tablesAt((text) => client.query(text));
  if (found !== SCHEMA_VERSION) throw new OtherSchema(found);
}

/** The version of the tables; null where there are none. */
export async function tablesAt(
  query: (text: string) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>,
): Promise<number | null> {
  try {
    const { rows } = await query(`SELECT max(version) AS version FROM ${SCHEMA}.version`);
    return rows[0]?.['version'] == null ? null : Number(rows[0]['version']);
  } catch (error) {
    if (meaningOf(error) === 'schema') return null;
    throw error;
  }
}

/** Whether a connection was refused, or waited for in vain, so that trying again at once is of no use. */
export function isNeverMade(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isRefused = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EACCES'].includes(code);
  return isRefused || isForLater(error) || /^(?:28|3D000)/.test(sqlState(error) ?? '');
}
