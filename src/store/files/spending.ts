import { basename, join } from 'node:path';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, success } from '../../domain/base/result.ts';
import { MS_PER_DAY, timestamp } from '../../domain/base/time.ts';
import { dayOf, mostSpent } from '../../domain/judging/cost-summary.ts';
import {
  readSpendingLine,
  type SpendingLine,
  spendingFault,
} from '../../domain/judging/spending.ts';
import { sum } from '../../domain/judging/spent.ts';
import type { Chance, Files } from '../../ports.ts';
import type { CostLog } from '../cost-log.ts';
import type { Spending } from '../spending.ts';
import { appendTo, readLines } from './logs.ts';
import type { StateFolder } from './state-folder.ts';
import { prepareFolders } from './writing.ts';

interface SpendingParts {
  readonly files: Files;
  readonly chance: Chance;
  readonly folder: StateFolder;
  readonly costLog: CostLog;
}

export function createFileSpending(parts: SpendingParts): Spending {
  const { chance, files, folder } = parts;

  const append = (path: string, line: SpendingLine, action: string): Failure | undefined =>
    appendTo(files, path, line, action, () => prepareFolders(files, folder, [folder.spending]));

  return {
    async reserve(amounts, limitUsd, now, until) {
      const path = join(folder.spending, `${dayOf(timestamp(now))}.jsonl`);
      // One line for all of them: its place in the file is their turn.
      const own = { id: chance.hex(8), usd: sum(amounts) };
      const settle = (share: { readonly usd?: number }) =>
        append(path, { event: 'settle', id: own.id, ...share }, 'give a reservation back');
      const unwritten = append(path, { event: 'reserve', ...own, until }, 'reserve for a call');
      if (unwritten !== undefined) return failed(unwritten);
      removeOld(files, folder.spending, now);
      const fault = await faultOf(parts, path, own, limitUsd, now);
      if (fault !== undefined) {
        settle({});
        return failed(fault);
      }
      const shares = amounts.length === 1 ? [{}] : amounts.map((usd) => ({ usd }));
      return success(shares.map((share) => ({ settle: async () => settle(share) })));
    },
  };
}

/** Reads the reservations first and the cost log after it: a call that ends in between counts twice, not never. */
async function faultOf(
  { costLog, files }: SpendingParts,
  path: string,
  own: { readonly id: string; readonly usd: number },
  limitUsd: number,
  now: number,
): Promise<Failure | undefined> {
  const texts = readLines(files, path);
  if (!texts.ok) return texts.failure;
  const lines = texts.value.flatMap((text) => readSpendingLine(text) ?? []);
  const today = Date.parse(dayOf(timestamp(now)));
  const log = await costLog.since(today);
  if (!log.ok) return log.failure;
  const spentUsd = mostSpent(log.value, { since: today, until: today + MS_PER_DAY });
  return spendingFault({ lines, own, spentUsd, limitUsd, now });
}

/** Days for which reservations are kept: a clock that was ahead for a while must not remove today's. */
const KEPT_DAYS = 30;

/** Removes those of days that are long over. A failure does no harm. */
function removeOld(files: Files, folder: string, now: number): void {
  const listing = files.list(folder);
  if (!('names' in listing)) return;
  const oldest = dayOf(timestamp(now - KEPT_DAYS * MS_PER_DAY));
  for (const name of listing.names) {
    if (!/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) || basename(name, '.jsonl') >= oldest) continue;
    try {
      files.remove(join(folder, name));
    } catch {
      // Another process removed it, or this user may not.
    }
  }
}
