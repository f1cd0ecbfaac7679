import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import type { JudgeReply } from '../../../src/ports.ts';
import { reviewByPanel } from '../../../src/reviews/promise/panel.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import {
  answered,
  factsOf,
  HOSTILE,
  LIMITS,
  MODEL,
  plainReview,
  scriptedMeteredJudge,
  TWO_CRITERIA,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const CAP: Failure = { kind: 'spending-cap', cap: 'run', limitUsd: 1, spentUsd: 0, neededUsd: 2 };
const PASS = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS' }));
const FAIL = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'FAIL' }));
/** What sees through a canary, whose criterion takes the next number, and what passes it too. */
const WARY = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'FAIL', 'AC-3': 'FAIL' }));
const TALKED_ROUND = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS', 'AC-3': 'PASS' }));
const HOSTILE_FACTS = factsOf([metCriterion('AC-1', { evidence: HOSTILE }), metCriterion('AC-2')]);

/** Has a panel review with a judge that gives one reply after the other. */
async function panelWith(
  replies: readonly (JudgeReply | Failure)[],
  votes = replies.length,
  facts: JudgedFacts = TWO_CRITERIA,
  warnings: readonly Failure[] = [],
) {
  const judge = scriptedMeteredJudge(replies, { warnings });
  const seats = Array.from({ length: votes }, (_one, index) => ({
    model: MODEL,
    vote: index + 1,
    seed: `0000000${index}`,
  }));
  const votesIn: number[] = [];
  const options = { style: 'plain', isModel: true, secrets: [], seats, stopsEarly: false } as const;
  const world = { judge, nonce: () => 'f00d0001' };
  const result = await reviewByPanel(facts, options, LIMITS, world, (count) => {
    votesIn.push(count);
  });
  return { result, asked: judge.asked, outcomes: judge.outcomes, votesIn };
}

describe('a panel', () => {
  it('reserves for all votes or for none: where one is not allowed, nothing is asked', async () => {
    const { outcomes, result, votesIn } = await panelWith([PASS, PASS, CAP]);
    expect(failureOf(result)).toMatchObject({ kind: 'spending-cap' });
    expect([outcomes, votesIn]).toEqual([[], []]);
  });

  it('tells of each vote as it comes in', async () => {
    expect((await panelWith([PASS, FAIL, PASS])).votesIn).toEqual([1, 2, 3]);
  });

  it('with nothing to ask is no panel: nobody is asked, and there is no tally', async () => {
    const facts = factsOf([metCriterion('AC-1', { evidence: '' })]);
    const { asked, result } = await panelWith([], 3, facts);
    const review = successOf(result);
    expect(asked).toEqual([]);
    expect(review.result).toMatchObject({ verdict: 'FAIL', votes: [] });
    expect(review.result).not.toHaveProperty('tally');
  });

  it('costs what its votes cost together, and takes as long as the slowest of them', async () => {
    const { result } = await panelWith([answered('no JSON'), PASS, PASS, PASS], 3);
    expect(successOf(result).result).toMatchObject({ cost_usd: 0.04, latency_ms: 20 });
  });

  it('names each criterion that does not exist once', async () => {
    const more = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS', 'AC-9': 'PASS' }));
    const { result } = await panelWith([more, more, PASS]);
    expect(successOf(result).unknown).toEqual(['AC-9']);
  });
});

describe('a vote that cannot be asked once more, since a limit does not allow it', () => {
  const garbage = answered('no JSON');

  it.each([
    { what: 'the others decide: it costs that vote', replies: [garbage, PASS, PASS], fault: false },
    { what: 'a FAIL was heard: it stands', replies: [garbage, PASS, FAIL], fault: false },
    { what: 'nothing is decided without it', replies: [garbage, PASS], fault: true },
  ])('$what', async ({ fault, replies }) => {
    const { result } = await panelWith([...replies, CAP], replies.length);
    const review = successOf(result);
    expect(review.result.tally).toMatchObject({ lost: 1 });
    expect(review.fault?.kind).toBe(fault ? 'spending-cap' : undefined);
  });
});

describe('a fault of the caller ends the run', () => {
  it.each([
    { cause: 'interrupted', kind: 'interrupted' },
    { cause: 'model-not-found', kind: 'model-unusable' },
    { cause: 'too-large', kind: 'too-large-to-judge' },
  ] as const)('$cause', async ({ cause, kind }) => {
    const { result } = await panelWith([PASS, PASS, unanswered(cause)]);
    expect(successOf(result).fault).toMatchObject({ kind });
  });

  // Whoever sees the votes fall in the cost log could otherwise interrupt before the last, and try again.
  it.each([
    { what: 'a majority rejected', cause: 'interrupted', votes: [FAIL, FAIL] },
    { what: 'one vote rejected', cause: 'interrupted', votes: [PASS, FAIL] },
    { what: 'one vote rejected', cause: 'model-not-found', votes: [PASS, FAIL] },
    { what: 'a vote was talked round on', cause: 'interrupted', votes: [TALKED_ROUND, WARY] },
    { what: 'a vote was talked round on', cause: 'model-not-found', votes: [TALKED_ROUND, WARY] },
  ] as const)('$cause: but what $what by then stays rejected', async ({ cause, votes, what }) => {
    const facts = what.includes('round') ? HOSTILE_FACTS : TWO_CRITERIA;
    const { result } = await panelWith([...votes, unanswered(cause)], 3, facts);
    const review = successOf(result);
    expect({ verdict: review.result.verdict, fault: review.fault }).toEqual({
      verdict: 'FAIL',
      fault: undefined,
    });
  });
});

it('a judge that gave way counts, though its second question was not allowed or cancelled', async () => {
  const refused = unanswered('refused');
  for (const then of [CAP, unanswered('cancelled'), unanswered('interrupted')]) {
    const { result } = await panelWith([refused, WARY, WARY, then], 3, HOSTILE_FACTS);
    const { fault, result: whole } = successOf(result);
    expect([fault, whole.status, whole.verdict]).toEqual([undefined, 'compromised', 'FAIL']);
  }
});

it('what could not be done beside every vote is said once', async () => {
  const full: Failure = { kind: 'file-system', action: 'write', path: '/log', code: 'ENOSPC' };
  const { result } = await panelWith([PASS, PASS, PASS], 3, TWO_CRITERIA, [full]);
  expect(successOf(result).warnings).toEqual([full]);
});
