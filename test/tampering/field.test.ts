import { describe, expect, it } from 'vitest';
import { commitsOf, countField, READ_FIELD } from './field/field.ts';

/** What is told of real commits is right or useful most of the time. Counted once, over repositories that are not here. */

describe('over commits of other projects', () => {
  it.each([
    ['read', 'first', { commits: 500, right: 12, useful: 9, wrong: 25 }],
    ['held out', 'first', { commits: 492, right: 9, useful: 13, wrong: 13 }],
  ] as const)('%s, at the %s run', (set, run, counted) => {
    expect(countField(set, run)).toEqual(counted);
  });

  it.each(['read', 'held out'] as const)(
    '%s: three of four alarms are right or useful now',
    (set) => {
      const { right, useful, wrong } = countField(set, 'now');
      expect((right + useful) / (right + useful + wrong)).toBeGreaterThanOrEqual(0.75);
    },
  );

  it.each(['read', 'held out'] as const)(
    '%s: at most 15 of 1,000 commits are alarmed wrongly now',
    (set) => {
      const { commits, wrong } = countField(set, 'now');
      expect(wrong / commits).toBeLessThanOrEqual(0.015);
    },
  );

  it('each commit is one of those that were looked at, and is judged once', () => {
    const known = (['read', 'held out'] as const).flatMap((set) =>
      [...commitsOf(set)].flatMap(([name, commits]) => commits.map((one) => `${name} ${one}`)),
    );
    const judged = READ_FIELD.alarms.map(([name, commit]) => `${name} ${commit}`);
    expect(judged.filter((one) => !known.includes(one))).toEqual([]);
    expect(new Set([...known, ...judged]).size).toBe(known.length);
    expect(new Set(judged).size).toBe(judged.length);
  });
});
