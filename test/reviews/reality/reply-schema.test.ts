import { describe, expect, it } from 'vitest';
import { readRealityReply, realityReplySchema } from '../../../src/reviews/reality/reply-schema.ts';
import { realityReply } from '../../rig/values/reality-values.ts';

const KEYS = [
  'pass',
  'reason',
  'missingItems',
  'questionsForUser',
  'forwardProgress',
  'convergenceEstimate',
  'suggestedNextSteps',
] as const;

it('the schema that goes out wants every key, and no other', () => {
  const schema = realityReplySchema();
  expect(schema).toMatchObject({ type: 'object', required: KEYS, additionalProperties: false });
  expect(Object.keys(Object(schema['properties']))).toEqual(KEYS);
});

describe('a reply', () => {
  it.each<[string, object, object]>([
    ['as it was asked for', {}, {}],
    ['without an estimate', { convergenceEstimate: undefined }, { convergenceEstimate: null }],
    ['with an estimate', { convergenceEstimate: 0.5 }, { convergenceEstimate: 0.5 }],
    ['with one above 1', { convergenceEstimate: 95 }, { convergenceEstimate: 1 }],
    ['with one below 0', { convergenceEstimate: -1 }, { convergenceEstimate: 0 }],
    ['with further keys', { confidence: 1 }, {}],
    ['with blank entries', { missingItems: ['', ' ', 'a'] }, { missingItems: ['a'] }],
  ])('%s is read', (_what, parts, expected) => {
    const read = readRealityReply({ ...realityReply(), ...parts });
    expect(read).toEqual({ ...realityReply(), ...expected });
  });

  it.each(KEYS.filter((key) => key !== 'convergenceEstimate'))('without %s is none', (key) => {
    expect(readRealityReply({ ...realityReply(), [key]: undefined })).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a verdict in words', { ...realityReply(), pass: 'true' }],
    ['a number for a verdict', { ...realityReply(), pass: 1 }],
    ['a null reason', { ...realityReply(), reason: null }],
    ['missing items that are one text', { ...realityReply(), missingItems: 'tests' }],
    ['missing items that are objects', { ...realityReply(), missingItems: [{ item: 'x' }] }],
    ['progress in words', { ...realityReply(), forwardProgress: 'yes' }],
    ['an estimate in words', { ...realityReply(), convergenceEstimate: 'half' }],
    ['a list', [realityReply()]],
    ['nothing', null],
    ['a text', 'pass'],
  ])('with %s is none', (_what, value) => {
    expect(readRealityReply(value)).toBeUndefined();
  });
});
