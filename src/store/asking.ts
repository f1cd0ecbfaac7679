import type { Result } from '../domain/base/result.ts';

/** A statement to a database that is waited for, as those need it who cannot wait otherwise. */
export interface AskedStatement {
  /** The address of the database, with any password. */
  readonly address: string;
  /** Completes "cannot …". */
  readonly action: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type AnsweredRows = readonly Readonly<Record<string, unknown>>[];

/** Asks a database and waits for the rows, while nothing else of this process goes on. Never throws. */
export type AskDatabase = (statement: AskedStatement) => Result<AnsweredRows>;
