import { type Result, success } from '../../../domain/base/result.ts';
import { type NamedPromise, titleOf } from '../../../domain/promise/promise.ts';
import { openCriteria } from '../../../domain/promise/self-report.ts';
import { EXIT } from '../../../report/exit.ts';
import { dryRunAllJson, dryRunAllText, type EstimatedRow } from '../../../report/judge-all-text.ts';
import type { Report } from '../../command.ts';
import { promisesOf } from './all-options.ts';
import type { VerifyCall } from './call.ts';
import { dryRunOf } from './dry-run.ts';

/** `--judge --all --dry-run`: what each promise would cost, and all of them. Makes no call, writes nothing. */
export async function dryRunAll(call: VerifyCall): Promise<Result<Report>> {
  const { args, suite } = call;
  const listed = await promisesOf(args, suite);
  if (!listed.ok) return listed;
  const { broken, promises } = listed.value;
  const rows: EstimatedRow[] = [];
  const notes: string[] = [];
  for (const named of promises) {
    const estimated = await estimateOf(named, call);
    if (!estimated.ok) return estimated;
    rows.push(estimated.value.row);
    notes.push(...estimated.value.notes);
  }
  const unread = broken.map(({ path, reason }) => `Unreadable: ${path}: ${reason}`);
  return success({
    text: dryRunAllText(rows, suite.style),
    json: dryRunAllJson(rows),
    notes: [...new Set([...notes, ...unread])],
    exitCode: EXIT.ok,
  });
}

async function estimateOf(
  named: NamedPromise,
  call: VerifyCall,
): Promise<Result<{ readonly row: EstimatedRow; readonly notes: readonly string[] }>> {
  const { id, promise } = named;
  const shut = openCriteria(promise).map((open) => open.id);
  const title = titleOf(promise);
  const planned = await dryRunOf(named, call);
  if (!planned.ok) return planned;
  const { ahead, isAsked, report } = planned.value;
  const estimate = isAsked ? report.estimate : NOTHING;
  return success({
    row: { id, title, shut, ...estimate },
    notes: [...(report.notes ?? []), ...ahead.map((line) => `${id}: ${line.trim()}`)],
  });
}

/** What a promise costs of which no judge would be asked. */
const NOTHING = { asks: 0, votes: 0, estimatedUsd: 0, highestUsd: 0 };
