import { basename, join } from 'node:path';
import { dayOf, mostSpent } from '../domain/cost-summary.ts';
import type { Failure } from '../domain/failure.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { readSpendingLine, type SpendingLine, spendingFault } from '../domain/spending.ts';
import { sum } from '../domain/spent.ts';
import { MS_PER_DAY, timestamp } from '../domain/time.ts';
import type { Chance, Files } from '../ports.ts';
import type { CostLog } from './cost-log.ts';
import { fileSystemFailure } from './fault.ts';
import { readLines } from './line-file.ts';
import { prepareFolder } from './reading.ts';
import type { StateFolder } from './state-folder.ts';

/** What may still be spent today, shared by every process of the project. */
export interface SpendingLedger {
  /**
   * Reserves dollars for calls that are made at once, before they are made: for all of them or for none.
   * Fails where the limit of the day does not allow them, or where that cannot be told. `now`: when the
   * calls begin, which is the day that they count for.
   */
  reserve(
    amounts: readonly number[],
    limitUsd: number,
    now: number,
  ): Result<readonly Reservation[]>;
}

export interface Reservation {
  /** Gives the reservation back, once the call's cost is in the cost log. */
  settle(): Failure | undefined;
}

export interface SpendingLedgerParts {
  readonly files: Files;
  readonly chance: Chance;
  readonly folder: StateFolder;
  readonly costLog: CostLog;
}

export function createSpendingLedger(parts: SpendingLedgerParts): SpendingLedger {
  const { chance, files, folder } = parts;

  function append(path: string, line: SpendingLine, action: string): Failure | undefined {
    try {
      const file = prepareFolder(files, folder.root, folder.spending);
      if (file !== undefined) return { kind: 'broken-file', file };
      files.appendLine(path, JSON.stringify(line));
      return undefined;
    } catch (error) {
      return fileSystemFailure(error, action, path);
    }
  }

  return {
    reserve(amounts, limitUsd, now) {
      const path = join(folder.spending, `${dayOf(timestamp(now))}.jsonl`);
      // One line for all of them: its place in the file is their turn.
      const own = { id: chance.hex(8), usd: sum(amounts) };
      const settle = (share: { readonly usd?: number }) =>
        append(path, { event: 'settle', id: own.id, ...share }, 'give a reservation back');
      const unwritten = append(path, { event: 'reserve', ...own }, 'reserve for a call');
      if (unwritten !== undefined) return failed(unwritten);
      removeOld(files, folder.spending, now);
      const fault = faultOf(parts, path, own, limitUsd, now);
      if (fault !== undefined) {
        settle({});
        return failed(fault);
      }
      const shares = amounts.length === 1 ? [{}] : amounts.map((usd) => ({ usd }));
      return success(shares.map((share) => ({ settle: () => settle(share) })));
    },
  };
}

/** Reads the ledger first and the cost log after it: a call that ends in between counts twice. */
function faultOf(
  { costLog, files }: SpendingLedgerParts,
  path: string,
  own: { readonly id: string; readonly usd: number },
  limitUsd: number,
  now: number,
): Failure | undefined {
  const texts = readLines(files, path);
  if (!texts.ok) return texts.failure;
  const ledger = texts.value.flatMap((text) => readSpendingLine(text) ?? []);
  const log = costLog.read();
  if (!log.ok) return log.failure;
  const today = Date.parse(dayOf(timestamp(now)));
  const spentUsd = mostSpent(log.value.lines, { since: today, until: today + MS_PER_DAY });
  return spendingFault({ ledger, own, spentUsd, limitUsd });
}

/** Days for which ledgers are kept: a clock that is ahead for a while must not cost today's. */
const KEPT_DAYS = 30;

/** Removes the ledgers of days that are long over. Nothing depends on it. */
function removeOld(files: Files, folder: string, now: number): void {
  const listing = files.list(folder);
  if (!('names' in listing)) return;
  const oldest = dayOf(timestamp(now - KEPT_DAYS * MS_PER_DAY));
  for (const name of listing.names) {
    if (!/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) || basename(name, '.jsonl') >= oldest) continue;
    try {
      files.remove(join(folder, name));
    } catch {
      // Another process removed it, or nobody may.
    }
  }
}
