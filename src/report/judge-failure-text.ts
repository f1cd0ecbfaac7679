import type { FailureOf, JudgeFeedback } from '../domain/base/failure.ts';
import type { CommandLines } from './command-lines.ts';
import { dollars } from './dollars.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { oneLine } from './printable.ts';

/**
 * A FAIL and the ways out; of an earlier run also what failed and what would satisfy it, which the answer of
 * this run has on stdout. A judge's stands, the rubric's does not.
 */
export function rejectionWords(
  { at, by, failed, feedback, id, proved = [] }: FailureOf<'judge-rejected'>,
  lines: CommandLines,
): FailureWords {
  const [first] = failed;
  const when = at === '' ? '' : ` (${oneLine(at)})`;
  return {
    message: `Gate 3: the ${by} rejected ${id}${when}: ${someIds(failed.map((ac) => ({ id: ac }))) || 'as a whole'}.`,
    advice: [
      ...(at === '' ? [] : feedback.flatMap(feedbackLines)),
      ...(by === 'judge'
        ? ['This stands until a judge passes it or a person waives the failed criteria.']
        : []),
      ...(first === undefined
        ? []
        : [`Next: ${proved.includes(first) ? lines.prove(id) : lines.meet(id, first)}`]),
      `Then: ${lines.judge(id, by === 'rubric' ? '--backend rubric' : '')}`,
      ...(by === 'judge' && first !== undefined
        ? [`A person can waive it: ${lines.waive(id, first)}`]
        : []),
    ],
  };
}

/** A PASS that a person is to look at. */
export function doubtWords(
  { confidence, criteria, id }: FailureOf<'person-to-look'>,
  lines: CommandLines,
): FailureWords {
  return {
    message: `Promise ${id} waits for a person: the judge passed it with a confidence of ${Number(confidence.toFixed(2))}, which is below judge.askPersonBelow.`,
    advice: [
      `Tell the user. What the judge said: ${lines.show(id)}`,
      `A person who agrees can, in a terminal: ${criteria.map((one) => lines.waive(id, one)).join(' ; ')}`,
    ],
  };
}

function feedbackLines({ ac_id, finding, would_satisfy }: JudgeFeedback): readonly string[] {
  return [`  [${oneLine(ac_id)}] ${oneLine(finding)}`, `      Needed: ${oneLine(would_satisfy)}`];
}

/** A call that a limit on spending does not allow. */
export function spendingWords(
  { calls, cap, limitUsd, neededUsd, spentUsd }: FailureOf<'spending-cap'>,
  lines: CommandLines,
): FailureWords {
  const [limit, change] =
    cap === 'day'
      ? [
          'the daily limit (judge.maxUsdPerDay)',
          'Raise judge.maxUsdPerDay, or wait for the next day (UTC).',
        ]
      : ['the limit of this run (--max-usd)', 'Raise --max-usd.'];
  const spent = Number.isFinite(spentUsd)
    ? `${dollars(spentUsd)} spent or reserved`
    : 'unknown spending';
  const upTo = cap === 'day' ? 'about' : 'up to';
  const what =
    calls === undefined
      ? 'The call was not made: it'
      : `The ${calls} calls were not made: together they`;
  return {
    message: `${what} may cost ${upTo} ${dollars(neededUsd)}, which with ${spent} exceeds ${limit} of ${dollars(limitUsd)}.`,
    advice: [`Spending so far: ${lines.of('cs judge cost')}. ${change}`],
  };
}
