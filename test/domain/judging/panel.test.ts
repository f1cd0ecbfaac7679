import { describe, expect, it } from 'vitest';
import { chooseSeats, independentVotes, judgesOf } from '../../../src/domain/judging/panel.ts';
import { failureOf, NOW, successOf } from '../../rig/values/domain-values.ts';

const modelOf = (name: string): string => `claude-sonnet-9-${name}`;

const times = (model: string, votes: number): readonly string[] =>
  Array.from({ length: votes }, () => model);

describe('who votes', () => {
  it.each<[models: string, votes: number, seats: string]>([
    ['a', 1, 'a'],
    ['a', 3, 'a a a'],
    ['a b', 2, 'a b'],
    ['a b', 3, 'a b a'],
    ['a b c', 5, 'a b c a b'],
    ['a a b', 4, 'a a b a'],
  ])('models %s take turns over %i votes: %s', (models, votes, seats) => {
    const names = models.split(' ').map(modelOf);
    const chosen = successOf(chooseSeats(names, votes, Date.parse(NOW)));
    expect(chosen.map(({ id }) => id)).toEqual(seats.split(' ').map(modelOf));
  });

  it('one that cannot be used, and nobody votes', () => {
    const failure = failureOf(chooseSeats([modelOf('a'), 'x'], 2, Date.parse(NOW)));
    expect(failure.kind).toBe('model-unusable');
  });

  it('how many votes each model has', () => {
    const judges = judgesOf(['a', 'b', 'a', '__proto__']);
    expect([...judges]).toEqual([
      ['a', 2],
      ['b', 1],
      ['__proto__', 1],
    ]);
  });
});

describe('how many independent votes a panel is worth at the most', () => {
  it.each<[what: string, models: readonly string[], worth: number]>([
    ['nobody', [], 0],
    ['one judge', times('a', 1), 1],
    ['one model three times', times('a', 3), 1.6],
    ['one model nine times', times('a', 9), 2],
    ['one model fifteen times', times('a', 15), 2.1],
    ['two models', ['a', 'b'], 2],
    ['three models', ['a', 'b', 'c'], 3],
    ['three models, one of them three times', ['a', 'a', 'a', 'b', 'c'], 3.6],
    ['the same in another order', ['c', 'a', 'b', 'a', 'a'], 3.6],
  ])('%s: %s', (_what, models, worth) => {
    expect(independentVotes(models)).toBe(worth);
  });
});
