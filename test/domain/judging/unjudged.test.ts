import { expect, it } from 'vitest';
import {
  isOfTheModel,
  UNJUDGED,
  type UnjudgedCause,
  unjudgedText,
} from '../../../src/domain/judging/unjudged.ts';

it.each<[UnjudgedCause, string, string, boolean]>([
  ['no-key', 'warn', 'api_error', false],
  ['key-refused', 'warn', 'api_error', false],
  ['unreachable', 'warn', 'api_error', false],
  ['rate-limited', 'warn', 'api_error', false],
  ['overloaded', 'warn', 'api_error', false],
  ['server-error', 'warn', 'api_error', false],
  ['request-refused', 'warn', 'api_error', false],
  ['model-not-found', 'refuse', 'error', false],
  ['too-large', 'refuse', 'error', false],
  ['reply-limit', 'refuse', 'error', false],
  ['timed-out', 'warn', 'api_error', false],
  ['interrupted', 'refuse', 'error', false],
  ['refused', 'ask-again', 'error', true],
  ['cut-off', 'ask-again', 'parse_error', true],
  ['unreadable', 'ask-again', 'parse_error', true],
  ['no-message', 'ask-again', 'parse_error', false],
  ['not-sent', 'warn', 'api_error', false],
  ['no-program', 'warn', 'api_error', false],
  ['not-logged-in', 'warn', 'api_error', false],
  ['program-failed', 'warn', 'api_error', false],
  ['cancelled', 'warn', 'error', false],
])("%s: %s, %s, the model's own doing: %j", (cause, effect, status, isOwn) => {
  expect(UNJUDGED[cause]).toMatchObject({ effect, status });
  expect(isOfTheModel({ cause, detail: '' })).toBe(isOwn);
  expect(unjudgedText({ cause, detail: '' })).toMatch(/\w \w/);
});

it('nothing of it is a verdict', () => {
  const statuses = Object.values(UNJUDGED).map(({ status }) => status);
  expect(statuses).not.toContain('success');
});

it.each([
  ['', 'no answer came in time'],
  ['ETIMEDOUT', 'no answer came in time: ETIMEDOUT'],
])('with the words %j it is %j', (detail, text) => {
  expect(unjudgedText({ cause: 'timed-out', detail })).toBe(text);
});
