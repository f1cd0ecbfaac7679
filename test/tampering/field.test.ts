import { describe, expect, it } from 'vitest';
import { commitsOf, countField, READ_FIELD, SETS } from './field/field.ts';

/** What was told of real commits, and what readers made of it. Counted over repositories that are not here. */

describe('over commits of other projects', () => {
  it.each([
    ['read', 'first', { commits: 500, right: 12, useful: 9, wrong: 25 }],
    ['read', 'now', { commits: 500, right: 12, useful: 9, wrong: 4 }],
    ['held out', 'first', { commits: 492, right: 9, useful: 13, wrong: 13 }],
    ['held out', 'now', { commits: 492, right: 9, useful: 13, wrong: 9 }],
    ['held out again', 'first', { commits: 500, right: 5, useful: 6, wrong: 17 }],
    ['held out again', 'now', { commits: 500, right: 5, useful: 6, wrong: 2 }],
    ['held out a third time', 'first', { commits: 550, right: 15, useful: 6, wrong: 26 }],
    ['held out a third time', 'now', { commits: 550, right: 15, useful: 6, wrong: 6 }],
    ['held out a fourth time', 'first', { commits: 550, right: 20, useful: 13, wrong: 26 }],
    ['held out a fourth time', 'now', { commits: 550, right: 21, useful: 12, wrong: 16 }],
  ] as const)('%s, at the %s run', (set, run, counted) => {
    expect(countField(set, run)).toEqual(counted);
  });

  it('each commit is one of those that were looked at, and is judged once', () => {
    const known = SETS.flatMap((set) =>
      [...commitsOf(set)].flatMap(([name, commits]) => commits.map((one) => `${name} ${one}`)),
    );
    const judged = READ_FIELD.alarms.map(([name, commit]) => `${name} ${commit}`);
    expect(judged.filter((one) => !known.includes(one))).toEqual([]);
    expect(new Set([...known, ...judged]).size).toBe(known.length);
    expect(new Set(judged).size).toBe(judged.length);
  });
});
