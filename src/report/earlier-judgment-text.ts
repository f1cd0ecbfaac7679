import { textOf } from '../domain/base/document.ts';
import type { Failure } from '../domain/base/failure.ts';
import type { JudgmentRecord } from '../domain/promise/promise.ts';
import type { CommandLines } from './command-lines.ts';
import { failureMessage } from './failure-text.ts';
import { oneLine } from './printable.ts';

/** What is said where a judgment and the closing of the promise are two sessions' affairs, or two runs'. */

/** The line of Gate 3 where an earlier PASS on the same evidence opens it. */
export function servedLines(record: JudgmentRecord): readonly string[] {
  const model = oneLine(textOf(record['model']));
  const session = oneLine(textOf(record['session_id']));
  const at = oneLine(textOf(record['timestamp']));
  const endpoint = textOf(record['endpoint']);
  const where = endpoint === '' ? '' : `, through ${oneLine(endpoint)}`;
  return [`Gate 3: PASSED (${model} judged this evidence at ${at}, asked by ${session}${where})`];
}

/** Whose verdict it is, and what the owner does next. `owner`: null where no session owns the promise. */
export function recordedLines(
  {
    id,
    isKept,
    owner,
    stillShut,
  }: {
    readonly id: string;
    readonly owner: string | null;
    /** Whether the verdict is kept, as a model's is and one by rules is not. */
    readonly isKept: boolean;
    readonly stillShut: Failure | undefined;
  },
  lines: CommandLines,
): readonly string[] {
  const whose = owner === null ? 'which has no owner' : `which ${oneLine(owner)} owns`;
  const kept = isKept ? 'Recorded on' : 'Not recorded on';
  return [
    '',
    `${kept} ${id}, ${whose}. Only the owner can close it.`,
    ...(stillShut === undefined ? [] : [`  Still to do: ${failureMessage(stillShut)}`]),
    owner === null
      ? `  To adopt it: ${lines.adopt(id)}`
      : `  To close it, in that session: ${lines.verify(id)}`,
  ];
}
