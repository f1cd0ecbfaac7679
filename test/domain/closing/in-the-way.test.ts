import { describe, expect, it } from 'vitest';
import type { ClosingFacts } from '../../../src/domain/closing/facts.ts';
import { inTheWay } from '../../../src/domain/closing/in-the-way.ts';
import { NO_TIER_ONE } from '../../../src/domain/closing/tier-one.ts';
import { answered, askingValue, closingFacts } from '../../rig/values/closing-values.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

const UNEXAMINED = { ...NO_TIER_ONE, tampering: { examined: false, reason: 'no git' } } as const;

/** A promise of session-a that one asks a judge about, at whose close nothing was done yet. */
function facts(
  asker: 'session-a' | 'session-b',
  one: PromiseParts,
  parts: Partial<ClosingFacts> = {},
  of: PromiseParts = {},
): ClosingFacts {
  const promise = promiseValue('session-a', {
    acceptance_criteria: [one],
    base_commit: 'c'.repeat(40),
    ...of,
  });
  const request = {
    to: asker === 'session-a' ? 'close' : 'judge',
    judge: askingValue({ isAnew: true }),
    tampering: 'block',
  } as const;
  const session = { id: asker, ids: [asker] };
  const { judged: _, ...unasked } = closingFacts(promise, request, { session, ...parts });
  return unasked;
}

const kinds = (failures: ReturnType<typeof inTheWay>['unasked']) =>
  failures.map(({ kind }) => kind);

describe('what stands in the way of a judge, and of a close behind it', () => {
  const nothing = { answerFor: answered(undefined), tierOne: UNEXAMINED };

  it.each<[string, ClosingFacts, readonly string[], readonly string[]]>([
    ['nothing', facts('session-a', metCriterion('AC-1')), [], []],
    [
      'everything, for its owner',
      facts('session-a', criterion('AC-1'), nothing),
      ['criteria-open', 'tampering-unexamined', 'validation-blocked'],
      [],
    ],
    [
      'for another, what is its owner’s stands behind it',
      facts('session-b', criterion('AC-1'), nothing),
      ['criteria-open'],
      ['not-owner', 'tampering-unexamined', 'validation-blocked'],
    ],
    [
      'a promise that has ended',
      facts('session-a', metCriterion('AC-1'), {}, { status: 'cancelled' }),
      ['wrong-status'],
      [],
    ],
    [
      'one without criteria: its proof comes with the call that closes it',
      facts('session-a', {}, {}, { acceptance_criteria: [] }),
      [],
      [],
    ],
  ])('%s', (_what, given, unasked, unclosed) => {
    const way = inTheWay(given, false);
    expect([kinds(way.unasked), kinds(way.unclosed)]).toEqual([unasked, unclosed]);
  });

  it('without a session, that there is none, and nothing of whose promise it is', () => {
    const way = inTheWay(facts('session-b', metCriterion('AC-1')), true);
    expect([kinds(way.unasked), kinds(way.unclosed)]).toEqual([['no-session'], []]);
  });
});
