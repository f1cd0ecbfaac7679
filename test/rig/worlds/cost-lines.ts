import type { CostLine } from '../../../src/domain/judging/cost-line.ts';
import type { CostLog } from '../../../src/store/cost-log.ts';
import { successOf } from '../values/domain-values.ts';

/** All calls of a cost log, and how many of its lines cannot be read. */
export async function allCalls(
  log: CostLog,
): Promise<{ readonly lines: readonly CostLine[]; readonly skipped: number }> {
  const lines: CostLine[] = [];
  const { skipped } = successOf(await log.read((line) => lines.push(line)));
  return { lines, skipped };
}
