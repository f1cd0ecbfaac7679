import type { Failure } from '../../domain/base/failure.ts';
import { errorCode } from '../../domain/base/system-error.ts';
import { withoutSecrets } from '../../domain/settings/store-address.ts';

/** What an error of the database means for the change that met it. */
export type ErrorMeaning =
  /** The change was rolled back because of others, and may be tried again at once. */
  | 'conflict'
  /** Another writer held what it needs for too long. */
  | 'busy'
  /** The connection is gone, or was never made. */
  | 'broken'
  /** There are no tables, or other ones. */
  | 'schema'
  /** The database refused. */
  | 'refused';

/** SQLSTATE: serialization failure, deadlock. */
const CONFLICTS = ['40001', '40P01'];
/** A lock was waited for too long; a statement took too long. */
const BUSY = ['55P03', '57014'];
/** An unknown schema, table, column. */
const SCHEMA = ['3F000', '42P01', '42703'];
/** Classes and codes by which a server ends or refuses a connection. */
const BROKEN = /^(?:08|57P0|25P0[34]|53300|28|3D000)/;

/** No connection is left; the server starts or ends. */
const FOR_LATER = ['53300', '57P03'];

/** The SQLSTATE of an error; undefined where it is none of the database. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? errorCode(error) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined;
}

export function meaningOf(error: unknown): ErrorMeaning {
  const code = sqlState(error);
  if (code === undefined) return 'broken';
  if (CONFLICTS.includes(code)) return 'conflict';
  if (BUSY.includes(code)) return 'busy';
  if (SCHEMA.includes(code)) return 'schema';
  return BROKEN.test(code) ? 'broken' : 'refused';
}

/** Whether a server takes no connection now, and may take one soon. */
export function isForLater(error: unknown): boolean {
  return FOR_LATER.includes(sqlState(error) ?? '');
}

/** The message of an error on one line, without any password of the address. */
export function messageOf(error: unknown, address: string): string {
  const text = error instanceof Error ? error.message || errorCode(error) : String(error);
  return withoutSecrets(text.replace(/\s+/g, ' ').trim(), address);
}

/** Why a server could not be reached, for people. */
export function unreachable(error: unknown, address: string, place: string): Failure {
  // Of several addresses of one host, the error of the whole says nothing.
  const inner =
    error instanceof AggregateError ? error.errors.find((one) => one instanceof Error) : undefined;
  return { kind: 'store-unreachable', place, reason: messageOf(inner ?? error, address) };
}
