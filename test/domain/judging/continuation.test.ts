import { expect, it } from 'vitest';
import {
  type ContinuationVerdict,
  continuationUnjudged,
  continuationVerdict,
} from '../../../src/domain/judging/continuation.ts';
import { continuationReply, GO_ON } from '../../rig/values/transcripts.ts';

const END = continuationReply();

it.each<[string, ContinuationVerdict, ContinuationVerdict]>([
  ['go on, with a suggestion', GO_ON, GO_ON],
  [
    'go on without one: the reason has to do',
    { ...GO_ON, suggestion: ' ' },
    { ...GO_ON, suggestion: GO_ON.reason },
  ],
  [
    'go on without a reason: the suggestion has to do',
    { ...GO_ON, reason: '' },
    { ...GO_ON, reason: GO_ON.suggestion },
  ],
  ['it may end', END, END],
  ['it may end, so nothing is suggested', { ...END, suggestion: 'Have a rest.' }, END],
  [
    'hidden characters are written out',
    { ...GO_ON, reason: 'a\u202eb' },
    { ...GO_ON, reason: 'a\\u{202e}b' },
  ],
])('%s', (_what, reply, verdict) => {
  expect(continuationVerdict(reply)).toEqual(verdict);
});

it('long texts are cut', () => {
  const long = '\u{1f600}'.repeat(5000);
  const { reason, suggestion } = continuationVerdict({ ...GO_ON, reason: long, suggestion: long });
  expect([reason.length, suggestion.length].every((length) => length <= 2000)).toBe(true);
  expect(
    [reason, suggestion].every(
      (text) => Buffer.from(text).toString() === text && text.endsWith('…'),
    ),
  ).toBe(true);
});

it('what was not judged lets the session end, and says why', () => {
  expect(continuationUnjudged('no answer came')).toEqual({
    should_continue: false,
    reason: expect.stringMatching(/could not judge the session.*: no answer came$/),
    suggestion: '',
  });
});
