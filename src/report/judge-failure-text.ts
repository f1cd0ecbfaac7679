import type { Failure } from '../domain/failure.ts';
import { judgeLine, meetLine, waiveLine } from './command-lines.ts';
import { dollars } from './dollars.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { oneLine } from './printable.ts';

/** A FAIL: what failed, what would satisfy it, and the ways out. A judge's stands, the rubric's does not. */
export function rejectionWords({
  at,
  by,
  failed,
  feedback,
  id,
}: Extract<Failure, { kind: 'judge-rejected' }>): FailureWords {
  const [first] = failed;
  const when = at === '' ? '' : ` (${oneLine(at)})`;
  return {
    message: `Gate 3: the ${by} rejected ${id}${when}: ${someIds(failed.map((ac) => ({ id: ac }))) || 'as a whole'}.`,
    advice: [
      ...feedback.flatMap(({ ac_id, finding, would_satisfy }) => [
        `  [${oneLine(ac_id)}] ${oneLine(finding)}`,
        `      Would satisfy it: ${oneLine(would_satisfy)}`,
      ]),
      ...(by === 'judge'
        ? ['This stands until a judge passes it, or a person waives what failed.']
        : []),
      ...(first === undefined ? [] : [`Next: ${meetLine(id, first)}`]),
      `Then: ${judgeLine(id)}${by === 'rubric' ? ' --backend rubric' : ''}`,
      ...(by === 'judge' && first !== undefined
        ? [`A person can lift it: ${waiveLine(id, first)}`]
        : []),
    ],
  };
}

/** A call that a limit on spending does not allow. */
export function spendingWords({
  calls,
  cap,
  limitUsd,
  neededUsd,
  spentUsd,
}: Extract<Failure, { kind: 'spending-cap' }>): FailureWords {
  const [limit, change] =
    cap === 'day'
      ? [
          'the limit of the day (judge.maxUsdPerDay)',
          'Raise judge.maxUsdPerDay, or wait for the next day (UTC).',
        ]
      : ['the limit of this run (--max-usd)', 'Raise --max-usd.'];
  const spent = Number.isFinite(spentUsd)
    ? `${dollars(spentUsd)} spent or reserved`
    : 'unknown spending';
  const what =
    calls === undefined
      ? 'The call was not made: it'
      : `The ${calls} calls were not made: together they`;
  return {
    message: `${what} may cost up to ${dollars(neededUsd)}, and with ${spent} that is above ${limit}, ${dollars(limitUsd)}.`,
    advice: [`What was spent: cs cost. ${change}`],
  };
}
