import type { Client } from 'pg';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { shownAddress } from '../../domain/settings/store-address.ts';
import type { AskedStatement, DatabaseRows } from '../../ports.ts';
import { connectedClient, type DatabaseWorld, leave, OtherSchema, tablesAt } from './connection.ts';
import { isForLater, meaningOf, messageOf, sqlState, unreachable } from './database-errors.ts';
import { versionIn } from './documents.ts';
import { pauseMs } from './pauses.ts';
import { SCHEMA_VERSION } from './schema.ts';

/**
 * Runs one statement over a connection of its own, within so many milliseconds in all: for those who must not wait, and
 * ask nothing else. A server that is full or starts is asked again. Nothing of it is left at the end that would keep the
 * process. Never throws.
 */
export async function readWithin(
  statement: AskedStatement,
  mostMs: number,
  { chance, clock }: DatabaseWorld,
): Promise<Result<DatabaseRows>> {
  const end = clock.elapsed() + mostMs;
  const leftMs = (): number => Math.max(1, Math.round(end - clock.elapsed()));
  for (let tries = 1; ; tries += 1) {
    try {
      return success(await readOnce(statement, leftMs));
    } catch (error) {
      const pause = pauseMs(tries, chance.fraction());
      if (!isForLater(error) || leftMs() < pause) return failed(failureOf(error, statement));
      await clock.sleep(pause);
    }
  }
}

async function readOnce(statement: AskedStatement, leftMs: () => number): Promise<DatabaseRows> {
  const limitsNow = () => ({ connectionTimeoutMillis: leftMs() });
  const client = await connectedClient(statement.address, limitsNow);
  try {
    const rows = await rowsOf(client, statement, leftMs()).catch(async (error: unknown) => {
      if (meaningOf(error) !== 'schema') throw error;
      // Other tables than this suite knows, or none.
      const asked = { ...statement, values: [] };
      const found = await tablesAt(async (text) => ({
        rows: await rowsOf(client, { ...asked, text }, leftMs()),
      }));
      throw new OtherSchema(found);
    });
    const found = versionIn(rows);
    if (found !== undefined && found !== SCHEMA_VERSION) throw new OtherSchema(found);
    return rows;
  } finally {
    leave(client);
  }
}

async function rowsOf(
  client: Client,
  { text, values }: AskedStatement,
  mostMs: number,
): Promise<DatabaseRows> {
  const timed = { text, values: [...values], query_timeout: mostMs };
  return (await client.query(timed)).rows;
}

function failureOf(error: unknown, { action, address }: AskedStatement) {
  const place = shownAddress(address);
  if (error instanceof OtherSchema) {
    return { kind: 'store-schema', place, found: error.found, wanted: SCHEMA_VERSION } as const;
  }
  switch (meaningOf(error)) {
    case 'schema':
      return { kind: 'store-schema', place, found: null, wanted: SCHEMA_VERSION } as const;
    case 'refused': {
      const code = sqlState(error) ?? 'UNKNOWN';
      return {
        kind: 'store-refused',
        place,
        action,
        code,
        detail: messageOf(error, address),
      } as const;
    }
    // Who holds a lock for so long that there is no answer in time is as good as no server.
    case 'busy':
    case 'conflict':
    case 'broken':
      return unreachable(error, address, place);
  }
}
