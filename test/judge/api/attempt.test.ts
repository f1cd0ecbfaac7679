import { describe, expect, it } from 'vitest';
import {
  canRetry,
  causeOfStatus,
  pauseBefore,
  refusesSchema,
} from '../../../src/judge/api/attempt.ts';
import type { Sent } from '../../../src/judge/api/sent.ts';

type Refused = Extract<Sent, { readonly sent: 'status' }>;

const refused = (
  status: number,
  detail = '',
  headers: Readonly<Record<string, string>> = {},
): Refused => ({
  sent: 'status',
  status,
  detail,
  requestId: null,
  header: (name) => headers[name] ?? null,
});

it.each<[number, string, string, boolean]>([
  [400, 'bad', 'request-refused', false],
  [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'too-large', false],
  [401, '', 'key-refused', false],
  [402, '', 'key-refused', false],
  [403, '', 'key-refused', false],
  [404, '', 'model-not-found', false],
  [408, '', 'timed-out', true],
  [409, '', 'request-refused', true],
  [400, 'max_tokens: 16384 > 4096', 'reply-limit', false],
  [413, '', 'too-large', false],
  [422, '', 'request-refused', false],
  [429, '', 'rate-limited', true],
  [500, '', 'server-error', true],
  [503, '', 'server-error', true],
  [529, '', 'overloaded', true],
])('%d %j is %s; asked again: %j', (status, detail, cause, again) => {
  expect([causeOfStatus(refused(status, detail)), canRetry(refused(status, detail))]).toEqual([
    cause,
    again,
  ]);
});

it.each([
  [429, 'false', false],
  [400, 'true', true],
  [500, 'perhaps', true],
])("%d with the API's own word %j: %j", (status, word, again) => {
  expect(canRetry(refused(status, '', { 'x-should-retry': word }))).toBe(again);
});

it.each<[string, boolean, boolean]>([
  ['connect ECONNREFUSED 127.0.0.1:1', false, true],
  ['getaddrinfo ENOTFOUND api.example.org', false, false],
  ['getaddrinfo EAI_AGAIN api.example.org', false, false],
  ['read ECONNRESET', true, false],
])('a connection that failed with %j, sent %j: another try %j', (detail, wasSent, again) => {
  expect(canRetry({ sent: 'no-connection', detail, wasSent })).toBe(again);
});

it.each<[number, string, boolean]>([
  [400, 'output_config: Extra inputs are not permitted', true],
  [422, 'json_schema is not supported', true],
  [400, 'max_tokens: too large', false],
  [500, 'output_config', false],
])('%d %j is about the schema: %j', (status, detail, isAbout) => {
  expect(refusesSchema(refused(status, detail))).toBe(isAbout);
});

describe('the pause before another attempt', () => {
  const NOW = Date.parse('2026-02-17T10:30:00Z');
  it.each<[string, number, Readonly<Record<string, string>>, number, number]>([
    ['the first', 1, {}, 0, 500],
    ['the second', 2, {}, 0, 1000],
    ['the tenth', 10, {}, 0, 8000],
    ['a little shorter by chance', 1, {}, 1, 375],
    ['as asked, in seconds', 1, { 'retry-after': '3' }, 1, 3000],
    ['as asked, in milliseconds', 1, { 'retry-after-ms': '40', 'retry-after': '3' }, 0, 40],
    ['as asked, at a time', 1, { 'retry-after': 'Tue, 17 Feb 2026 10:30:05 GMT' }, 0, 5000],
    ['at a time that is over', 1, { 'retry-after': 'Tue, 17 Feb 2026 10:29:00 GMT' }, 0, 0],
    ['by a word that is no time', 1, { 'retry-after': 'soon' }, 0, 500],
    ['by a negative number', 1, { 'retry-after': '-5' }, 0, 0],
  ])('%s', (_name, attempt, headers, fraction, pause) => {
    expect(pauseBefore(attempt, refused(429, '', headers), fraction, NOW)).toBe(pause);
  });
});
