import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../../src/domain/benchmark/figures.ts';
import type { CasePredictions } from '../../../src/domain/benchmark/outcome.ts';
import { aurocOf } from '../../../src/domain/benchmark/ranking.ts';
import { scoresByFolds } from '../../../src/domain/benchmark/text-floor.ts';
import { trainTextModel } from '../../../src/domain/benchmark/text-model.ts';
import { benchCase } from '../../rig/values/bench-cases.ts';

function predictions(count: number, isBad: boolean, isFailed: boolean): readonly CasePredictions[] {
  const one = { class: 'vague' as const, predictions: [{ isBad, isFailed, score: null }] };
  return Array.from({ length: count }, () => one);
}

describe('figures', () => {
  // 20 caught, 5 blocked, 10 missed, 15 passed: κ = (0.7 - 0.5) / (1 - 0.5).
  const figures = figuresOf([
    ...predictions(20, true, true),
    ...predictions(5, false, true),
    ...predictions(10, true, false),
    ...predictions(15, false, false),
  ]);

  it('are what they are by hand', () => {
    expect(figures.recall.value).toBeCloseTo(2 / 3);
    expect(figures.precision.value).toBeCloseTo(0.8);
    expect(figures.false_block_rate.value).toBeCloseTo(0.25);
    expect(figures.accuracy.value).toBeCloseTo(0.7);
    expect(figures.kappa.value).toBeCloseTo(0.4);
  });

  it('lie within their intervals, which follow from a fixed seed', () => {
    const { high, low } = figures.recall;
    expect(low).toBeGreaterThan(0.4);
    expect(low).toBeLessThan(2 / 3);
    expect(high).toBeGreaterThan(2 / 3);
    expect(high).toBeLessThan(0.9);
  });

  it('say nothing where there is nothing', () => {
    const { kappa, recall } = figuresOf([]);
    expect([recall.value, recall.low, kappa.value]).toEqual([null, null, null]);
  });
});

describe('the area under the ROC curve', () => {
  const scored = (bad: readonly number[], good: readonly number[]) =>
    aurocOf([
      ...bad.map((score) => ({ score, isBad: true })),
      ...good.map((score) => ({ score, isBad: false })),
    ]);

  it.each([
    [[3, 4], [1, 2], 1],
    [[1, 2], [3, 4], 0],
    [[1, 1], [1, 1], 0.5],
    [[1, 3], [2], 0.5],
  ])('of %j against %j is %d', (bad, good, area) => {
    expect(scored(bad, good)).toBe(area);
  });

  it('is none of one kind alone', () => {
    expect(scored([1], [])).toBeNull();
  });
});

describe('words alone', () => {
  it('tell what words tell', () => {
    const model = trainTextModel(
      Array.from({ length: 20 }, (_, index) => ({
        text: index % 2 === 0 ? `all tests pass ${index}` : `looks good ${index}`,
        isBad: index % 2 === 1,
      })),
    );
    expect(model('it looks good')).toBeGreaterThan(0.5);
    expect(model('the tests pass')).toBeLessThan(0.5);
  });

  it('score every criterion once', () => {
    const cases = Array.from({ length: 12 }, (_, index) =>
      benchCase(`c${index}`, {}, index % 2 === 0 ? 'PASS' : 'FAIL'),
    );
    expect(
      scoresByFolds(cases)
        .map((one) => one.case)
        .sort(),
    ).toEqual(cases.map(({ id }) => id).sort());
  });
});
