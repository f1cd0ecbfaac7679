import { expect, it } from 'vitest';
import { standingAfter, type Trial } from '../../../src/domain/standing/trial.ts';

it.each<[Trial['verdict'], seconds: number, ReturnType<typeof standingAfter>]>([
  ['passed', 3, 'block'],
  ['passed', 120, 'block'],
  ['passed', 121, 'tell'],
  ['failed', 3, 'block'],
  ['failed', 600, 'tell'],
  ['could-not-run', 3, undefined],
])('tests that %s in %i s speak for: %s', (verdict, seconds, standing) => {
  expect(standingAfter({ verdict, milliseconds: seconds * 1000 })).toBe(standing);
});
