import { describe, expect, it } from 'vitest';
import { readLoggedLine } from '../../src/domain/promise/logged-line.ts';
import { eventWords } from '../../src/report/event-words.ts';
import { logText } from '../../src/report/log-text.ts';
import { plainStyle } from '../../src/report/style.ts';

const EVENTS: readonly (readonly [event: string, keys: object, words: string])[] = [
  ['promise.created', { criteria: 1 }, 'created with 1 criterion'],
  ['promise.created', { criteria: 3 }, 'created with 3 criteria'],
  ['promise.started', {}, 'started'],
  ['promise.adopted', { from: 'session-a' }, 'adopted from session-a'],
  ['promise.adopted', {}, 'adopted; it had no owner'],
  ['promise.released', {}, 'released'],
  ['promise.cancelled', { by: 'person' }, 'cancelled by a person'],
  [
    'promise.give-up-requested',
    { what: 'cancel' },
    "the owner asks to cancel it despite a judge's FAIL",
  ],
  ['promise.judged', { status: 'success', verdict: 'PASS', failed: [] }, 'judged PASS'],
  [
    'promise.judged',
    { status: 'success', verdict: 'FAIL', failed: ['AC-1', 'AC-2'] },
    'judged FAIL: AC-1, AC-2',
  ],
  [
    'promise.judged',
    { status: 'api_error', verdict: 'WARN', failed: [] },
    'judged WARN (api_error)',
  ],
  [
    'promise.judged',
    { status: 'success', verdict: 'PASS', failed: [], divergent: true },
    'judged PASS; the votes disagree',
  ],
  [
    'promise.verified',
    { gates: { self_report: 'passed', judge: 'not-run' } },
    'verified: self report passed, judge not-run',
  ],
  ['criterion.added', { ac_id: 'AC-3' }, 'AC-3 added'],
  ['criterion.met', { ac_id: 'AC-1', evidence_type: 'test' }, 'AC-1 met with text (test)'],
  ['criterion.answered', { ac_id: 'AC-1', by: 'v', verdict: 'FAIL' }, 'AC-1 validated by v: FAIL'],
  ['criterion.proved', { ac_id: 'AC-1', source: 'checks', verdict: 'PASS' }, 'AC-1 checks: PASS'],
  [
    'criterion.proved',
    { ac_id: 'AC-1', source: 'self-chosen', verdict: 'PASS' },
    'AC-1 self-chosen command: PASS',
  ],
  ['criterion.waived', { ac_id: 'AC-1', reason: 'known' }, 'AC-1 waived by a person: known'],
  ['check.added', { ac_id: 'AC-1', kind: 'command' }, 'AC-1 check added (command)'],
  ['checks.trusted', { ac_id: 'AC-1' }, 'AC-1 commands sealed on this machine'],
  [
    'validation.stored',
    { ac_id: 'AC-1', verdict: 'PASS', stored_by: 'v' },
    'AC-1 validation PASS stored by v',
  ],
  ['directive.added', { directive: 'D-1', type: 'explicit' }, 'directive D-1 kept (explicit)'],
  ['directive.retired', { directive: 'D-1' }, 'directive D-1 retired'],
  ['session.initialized', { initiative: null }, 'session began'],
  ['session.initialized', { initiative: 'sign-up' }, 'session began for sign-up'],
  ['session.ended', { session: 's', reason: 'late' }, 'session s ended by a person: late'],
  [
    'session.continued',
    { session: 's', from: 'r', end: 'x' },
    'session s continues r and inherits its end by a person',
  ],
  ['session.reopened', { session: 's' }, 'session s reopened'],
  [
    'session.waits',
    { session: 's', needs: 'decision', question: 'A or B?' },
    'asks its user (decision): A or B?',
  ],
  ['session.waited', { session: 's', until: 'prompt' }, 'stops waiting: the user answered'],
  ['session.waited', { session: 's', until: 'withdrawn' }, 'withdraws its question'],
  [
    'session.interrupted',
    { session: 's' },
    'session s: its user interrupted, so its next stop is let through',
  ],
  ['gate.paused', { until: 't' }, 'stop gate paused by a person until t'],
  ['gate.resumed', {}, 'stop gate resumed by a person'],
  ['file.quarantined', { from: 'a', to: 'b' }, 'unreadable file set aside: a to b'],
  [
    'ledger.started',
    { taken_over: { bytes: 7, sha256: 'x' } },
    'the ledger begins and takes over a log of 7 bytes',
  ],
];

describe('an event in plain words', () => {
  it.each(EVENTS)('%s %j', (event, keys, words) => {
    expect(eventWords({ event, ...keys })).toBe(words);
  });

  it.each<[string, object, string]>([
    ['of a later version', { event: 'a.b', timestamp: 't', prev: null, n: 1, deep: {} }, 'a.b n=1'],
    ['whose name is one of an object', { event: 'constructor' }, 'constructor'],
    ['that is none', { a: 1 }, 'not an event of completion-promise'],
    [
      'with keys of another type',
      { event: 'criterion.met', ac_id: {}, evidence_type: [] },
      ' met with text ()',
    ],
  ])('one %s', (_name, document, words) => {
    expect(eventWords({ ...document })).toBe(words);
  });
});

describe('a line for people', () => {
  const lineOf = (parts: object, isWhole = true): string => {
    const text = JSON.stringify({
      timestamp: '2026-03-01T00:00:00Z',
      event: 'promise.started',
      prev: null,
      ...parts,
    });
    return logText(readLoggedLine(text, null), text, isWhole, plainStyle);
  };

  it.each<[string, object, string]>([
    [
      'of a session',
      { session_id: 'session-a', promise_id: 'promise-1a2b3c4d' },
      '2026-03-01T00:00:00Z  session-a     promise-1a2b3c4d  started',
    ],
    [
      'of a session with a long id',
      { session_id: '0f8fad5b-d9cb-469f-a165-70867728950e' },
      '2026-03-01T00:00:00Z  0f8fad5b                        started',
    ],
    [
      'of none',
      { session_id: null },
      '2026-03-01T00:00:00Z  -                               started',
    ],
    [
      'with words that move a cursor',
      { session_id: '\u001b[2J\na' },
      '2026-03-01T00:00:00Z  \\x1b[2J a                       started',
    ],
    [
      'that does not follow',
      { session_id: 's', prev: 'a'.repeat(64) },
      '2026-03-01T00:00:00Z  s                               started  (it does not match the previous line)',
    ],
    [
      'of a file that was changed outside',
      { session_id: 's', file: { path: 'p', external: true } },
      '2026-03-01T00:00:00Z  s                               started  (the file was changed outside completion-promise before)',
    ],
  ])('%s', (_name, parts, line) => {
    expect(lineOf(parts)).toBe(line);
  });

  it.each<[string, string, boolean, string]>([
    [
      'a line that a crash cut off',
      '{"event":"promi',
      true,
      '(not a ledger line: {"event":"promi)',
    ],
    ['a last line without its end', '{"event":"promi', false, '(cut off: {"event":"promi)'],
  ])('%s', (_name, text, isWhole, line) => {
    expect(logText(readLoggedLine(text, null), text, isWhole, plainStyle)).toBe(line);
  });
});
