import { describe, expect, it } from 'vitest';
import {
  chooseModel,
  costOf,
  estimateTokens,
  highestCostOf,
  isSameModel,
  MODEL_ALIASES,
  NO_TOKENS,
  replyTokens,
  retirementOf,
  type TokenUsage,
} from '../../../src/domain/judging/model.ts';

const MILLION = 1_000_000;
const at = (time: string) => Date.parse(time);
const OLD = 'claude-sonnet-4-5-20250929';

const used = (parts: Partial<TokenUsage>): TokenUsage => ({ ...NO_TOKENS, ...parts });

describe('prices for a million tokens', () => {
  it.each<[string, number, number, number, number, number]>([
    ['claude-sonnet-5-5', 2, 10, 2.5, 4, 0.1],
    ['claude-opus-5-5', 4, 20, 5, 8, 0.2],
    ['claude-opus-5', 5, 25, 6.25, 10, 0.5],
    ['claude-opus-4-8', 5, 25, 6.25, 10, 0.5],
    ['claude-opus-4-7', 5, 25, 6.25, 10, 0.5],
    ['claude-opus-4-6', 5, 25, 6.25, 10, 0.5],
    ['claude-opus-4-5', 5, 25, 6.25, 10, 0.5],
    ['claude-opus-4-5-20251101', 5, 25, 6.25, 10, 0.5],
    ['claude-sonnet-4-5', 3, 15, 3.75, 6, 0.3],
    [OLD, 3, 15, 3.75, 6, 0.3],
    ['claude-sonnet-4-6', 3, 15, 3.75, 6, 0.3],
    ['claude-haiku-4-5', 1, 5, 1.25, 2, 0.1],
    ['claude-haiku-4-5-20251001', 1, 5, 1.25, 2, 0.1],
    ['claude-haiku-5-5', 0.5, 2.5, 0.625, 1, 0.05],
    ['haiku', 0.5, 2.5, 0.625, 1, 0.05],
    ['sonnet', 2, 10, 2.5, 4, 0.1],
    ['opus', 4, 20, 5, 8, 0.2],
  ])('%s: %d in, %d out, %d written, %d for an hour, %d read', (model, ...prices) => {
    const long = { cache_creation_1h_input_tokens: MILLION, cache_creation_input_tokens: MILLION };
    expect([
      costOf(model, used({ input_tokens: MILLION })),
      costOf(model, used({ output_tokens: MILLION, input_tokens: 0, cache_read_input_tokens: 0 })),
      costOf(model, used({ cache_creation_input_tokens: MILLION })),
      costOf(model, used(long)),
      costOf(model, used({ cache_read_input_tokens: MILLION })),
    ]).toEqual(
      prices.map((price, index) =>
        // Without a prompt, output falls under the price for short ones.
        index === 1 && model.startsWith('haiku')
          ? 0.5
          : index === 1 && model === 'claude-haiku-5-5'
            ? 0.5
            : price,
      ),
    );
  });

  it.each<[string, Partial<TokenUsage>, number]>([
    ['a short prompt', { input_tokens: 50_000 }, 0.005],
    ['a short answer', { input_tokens: 1000, output_tokens: 1000 }, 0.0006],
    ['the longest short prompt', { input_tokens: 100_000 }, 0.01],
    ['one token more', { input_tokens: 100_001 }, 0.0500005],
    [
      'a prompt that is long with what was read',
      { input_tokens: 1, cache_read_input_tokens: 100_000 },
      0.0050005,
    ],
    [
      'a prompt that is long with what was written',
      { cache_creation_input_tokens: 200_000 },
      0.125,
    ],
    ['a short prompt that is written', { cache_creation_input_tokens: 100_000 }, 0.0125],
    [
      'and for an hour',
      { cache_creation_input_tokens: 100_000, cache_creation_1h_input_tokens: 100_000 },
      0.02,
    ],
    ['a short prompt that is read', { cache_read_input_tokens: 100_000 }, 0.001],
  ])('haiku has two: %s', (_name, parts, dollars) => {
    expect(costOf('claude-haiku-5-5', used(parts))).toBeCloseTo(dollars, 10);
  });

  it('more kept for an hour than was written at all is not paid twice', () => {
    const parts = { cache_creation_input_tokens: 10, cache_creation_1h_input_tokens: 99 };
    expect(costOf('sonnet', used(parts))).toBeCloseTo((10 * 4) / MILLION, 12);
  });

  it.each(['claude-sonnet-9', 'constructor', ''])(
    '%j: unknown, and the dearest at the most',
    (id) => {
      const usage = used({ input_tokens: MILLION, output_tokens: MILLION });
      expect(costOf(id, usage)).toBeUndefined();
      expect(highestCostOf(id, usage)).toBe(30);
    },
  );
});

describe('which model a name means', () => {
  const NOW = at('2026-03-01T00:00:00Z');
  it.each([
    ['sonnet', 'claude-sonnet-5-5'],
    ['haiku', 'claude-haiku-5-5'],
    ['opus', 'claude-opus-5-5'],
    ['claude-sonnet-4-6', 'claude-sonnet-4-6'],
    ['claude-sonnet-9-20300101', 'claude-sonnet-9-20300101'],
    ['us.anthropic.claude-x:0', 'us.anthropic.claude-x:0'],
    ['publishers/a/models/b@001', 'publishers/a/models/b@001'],
    [OLD, OLD],
  ])('%s is %s', (name, id) => {
    expect(chooseModel(name, NOW)).toEqual({ id, warning: undefined });
  });

  it.each(['', 'ab', 'a b', 'sonnet\n', '-'.repeat(129), 'modèle', '$(id)', 'a"b'])(
    '%j is none',
    (name) => {
      expect(chooseModel(name, NOW)).toMatchObject({ kind: 'model-unusable', model: name });
    },
  );

  it.each(['sonet', 'Sonnet', 'GPT', 'gemini'])('%s may be a slip: it is said', (name) => {
    expect(chooseModel(name, NOW)).toMatchObject({
      id: name,
      warning: expect.stringContaining(MODEL_ALIASES.join(', ')),
    });
  });

  it.each<[string, string, 'fine' | 'warned' | 'refused']>([
    ['long before', '2026-03-01T00:00:00Z', 'fine'],
    ['the moment before it is warned of', '2026-10-01T23:59:59Z', 'fine'],
    ['sixty days before its end', '2026-10-02T00:00:00Z', 'warned'],
    ['the day before', '2026-11-29T12:00:00Z', 'warned'],
    ['on its last day', '2026-11-30T00:00:00Z', 'warned'],
    ['in the last second of it', '2026-11-30T23:59:59Z', 'warned'],
    ['the day after', '2026-12-01T00:00:00Z', 'refused'],
    ['years after', '2030-01-01T00:00:00Z', 'refused'],
  ])('a model that retires, %s', (_name, now, what) => {
    const chosen = chooseModel(OLD, at(now));
    if (what === 'refused') {
      expect(chosen).toMatchObject({
        kind: 'model-unusable',
        reason: expect.stringContaining('2026-11-30'),
      });
    } else {
      const warning = what === 'fine' ? undefined : expect.stringContaining('2026-11-30');
      expect(chosen).toEqual({ id: OLD, warning });
    }
  });
});

it.each<[string, number, number]>([
  ['claude-sonnet-4-6', 1, 2048],
  ['claude-sonnet-4-6', 12, 2048],
  ['claude-sonnet-4-6', 13, 2176],
  ['claude-sonnet-4-6', 100, 13_312],
  ['claude-sonnet-5-5', 1, 16_384],
  ['an-unknown-model', 1, 16_384],
])('%s may take, on %d criteria, %d tokens', (model, criteria, tokens) => {
  expect(replyTokens(model, criteria)).toBe(tokens);
});

it('a text is at the most as many tokens as it has bytes', () => {
  expect([estimateTokens(10, 'least'), estimateTokens(10, 'typical')]).toEqual([10, 4]);
});

it.each<[string, string, boolean]>([
  ['claude-opus-5', 'claude-opus-5', true],
  [OLD, 'claude-sonnet-4-5', true],
  ['claude-sonnet-4-5', OLD, true],
  [OLD, 'claude-sonnet-4-5-20260101', true],
  ['claude-sonnet-4-5-2025', 'claude-sonnet-4-5', false],
  ['claude-opus-5', 'claude-opus-4-8', false],
  ['model-20250929-fast', 'model-fast', false],
  ['model-unstable', 'model', false],
])('%s and %s are the same model: %s', (one, other, isSame) => {
  expect(isSameModel(one, other)).toBe(isSame);
});

it('the last day of a model is known by its id and its alias', () => {
  const days = MODEL_ALIASES.map((alias) => {
    const chosen = chooseModel(alias, 0);
    return 'id' in chosen ? [retirementOf(alias), retirementOf(chosen.id)] : [];
  });
  expect(days.map(([first]) => first)).toEqual(days.map(([, second]) => second));
  expect(retirementOf(OLD)).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(retirementOf('no-such-model')).toBeUndefined();
});
