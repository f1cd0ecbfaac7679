import { describe, expect, it } from 'vitest';
import {
  continuationReplySchema,
  readContinuationReply,
} from '../../../src/reviews/continuation/reply-schema.ts';
import { continuationReply, GO_ON } from '../../rig/values/transcripts.ts';

const KEYS = ['should_continue', 'reason', 'suggestion'];

it('the schema that goes out wants every key, and no other', () => {
  const schema = continuationReplySchema();
  expect(schema).toMatchObject({ type: 'object', required: KEYS, additionalProperties: false });
  expect(Object.keys(Object(schema['properties']))).toEqual(KEYS);
});

describe('a reply', () => {
  it.each<[string, object]>([
    ['that lets the session end', continuationReply()],
    ['that does so without a word', continuationReply({ reason: '' })],
    ['that does not', GO_ON],
    ['with a reason alone', { ...GO_ON, suggestion: '' }],
    ['with a suggestion alone', { ...GO_ON, reason: ' ' }],
  ])('%s is read', (_what, value) => {
    expect(readContinuationReply(value)).toEqual(value);
    expect(readContinuationReply({ ...value, more: 1 })).toEqual(value);
  });

  it.each<[string, unknown]>([
    ...KEYS.map((key): [string, unknown] => [`without ${key}`, { ...GO_ON, [key]: undefined }]),
    ['with a verdict in words', { ...GO_ON, should_continue: 'true' }],
    ['with a null suggestion', { ...GO_ON, suggestion: null }],
    ['that says go on, and not a word more', { ...GO_ON, reason: ' ', suggestion: '\n' }],
    ['that is a list', [GO_ON]],
    ['that is nothing', null],
  ])('%s is none', (_what, value) => {
    expect(readContinuationReply(value)).toBeUndefined();
  });
});
