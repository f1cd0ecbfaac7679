import type { ReportGap } from '../domain/account/project-report.ts';
import { counted } from '../domain/base/counted.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { CostSpan } from '../domain/judging/cost-summary.ts';
import { failureMessage } from '../report/failure-text.ts';
import type { CostLog } from '../store/cost-log.ts';
import { fileGap } from './gaps.ts';
import type { Keeper, Kept } from './kept-values.ts';

/** The calls of models that were read for some promises. */
export interface ReadCalls {
  /** Whether the log could be read. */
  readonly isRead: boolean;
  /** Those for each promise, whenever they were; undefined where it could not. */
  of(promise: string): readonly CostLine[] | undefined;
  /** Why some are not told. */
  readonly gaps: readonly ReportGap[];
}

/**
 * Reads the log of costs. `promises`: the ids whose calls are kept, by `keeper`. `onCall`: gets every call, in the order of the
 * log.
 */
export async function readCalls(
  log: CostLog,
  promises: ReadonlySet<string>,
  projectFolder: string,
  keeper: Keeper<CostLine>,
  onCall: (call: CostLine) => void,
): Promise<ReadCalls> {
  const byPromise = new Map<string, Kept<CostLine>[]>();
  const read = await log.read((line) => {
    onCall(line);
    if (!promises.has(line.promise_id)) return;
    const own = byPromise.get(line.promise_id);
    if (own === undefined) byPromise.set(line.promise_id, [keeper.keep(line)]);
    else own.push(keeper.keep(line));
  });
  if (!read.ok) {
    const { failure } = read;
    const gap =
      failure.kind === 'broken-file'
        ? fileGap('cost-log', failure.file, projectFolder)
        : ({ what: 'cost-log', place: PLACE, reason: failureMessage(failure) } as const);
    return { isRead: false, of: () => undefined, gaps: [gap] };
  }
  return {
    isRead: true,
    of: (promise) => (byPromise.get(promise) ?? []).map(keeper.read),
    gaps: unreadCalls(read.value.skipped),
  };
}

/** What is told of lines of the log that cannot be read. */
export function unreadCalls(skipped: number): readonly ReportGap[] {
  const reason = `${counted(skipped, 'line')} cannot be read`;
  return skipped === 0 ? [] : [{ what: 'cost-log', place: PLACE, reason }];
}

const PLACE = 'the cost log';

export function isWithin({ timestamp }: CostLine, { since, until }: CostSpan): boolean {
  const at = Date.parse(timestamp);
  return (since === undefined || at >= since) && (until === undefined || at < until);
}
