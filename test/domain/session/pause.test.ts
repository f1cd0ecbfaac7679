import { expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import { actDigest } from '../../../src/domain/promise/person-act.ts';
import {
  MOST_PAUSE_MS,
  type Pause,
  pauseIn,
  pauseLength,
  withoutPause,
  withPause,
  withPauseFault,
} from '../../../src/domain/session/pause.ts';

const HOUR = 3_600_000;

it.each<[string, number | undefined]>([
  ['1h', HOUR],
  ['30m', HOUR / 2],
  ['24h', MOST_PAUSE_MS],
  ['1440m', MOST_PAUSE_MS],
  ['25h', undefined],
  ['0m', undefined],
  ['1', undefined],
  ['1d', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['', undefined],
])('%j is a length of %j', (text, expected) => {
  expect(pauseLength(text)).toBe(expected);
});

const UNTIL = '2026-11-26T11:00:00Z';
const NOW = Date.parse(UNTIL) - HOUR;
const LINE = JSON.stringify({ event: 'gate.paused', until: UNTIL });
const event = { offset: 0, digest: actDigest(LINE, sha256) ?? '' };
const PAUSE: Pause = { by: 'person', at: '2026-11-26T10:00:00Z', until: UNTIL, event };
const RESUMED = { event: 'gate.resumed' };

it.each<[string, object, string | undefined, readonly object[] | undefined, boolean]>([
  ['its line', PAUSE, LINE, [], true],
  ['no line', PAUSE, undefined, [], false],
  ['no name of a line', { ...PAUSE, event: undefined }, LINE, [], false],
  ['the line of another time', { ...PAUSE, until: '2026-11-26T10:59:00Z' }, LINE, [], false],
  ['its line, and one that ends it', PAUSE, LINE, [RESUMED], false],
  ['its line, and others', PAUSE, LINE, [{ event: 'gate.paused' }], true],
  ['its line, too far back', PAUSE, LINE, undefined, false],
  [
    'a mark that it does not count, and its line',
    { ...PAUSE, unconfirmed: 'no-line' },
    LINE,
    [],
    true,
  ],
  ['another who', { ...PAUSE, by: 'agent' }, LINE, [], false],
])('a pause with %s', (_what, paused, line, since, counts) => {
  const ledger = { lineAt: () => line, saidSince: () => since?.map((one) => ({ ...one })) };
  const state = withPauseFault({ paused }, ledger, sha256);
  expect(pauseIn(state, NOW)?.until).toBe(counts ? UNTIL : undefined);
});

it('a pause is put in and taken out, and everything else stays', () => {
  expect(withPause({ kept: 1 }, PAUSE)).toEqual({ kept: 1, paused: PAUSE });
  expect(withoutPause(withPause({ kept: 1 }, PAUSE))).toEqual({ kept: 1 });
});

it('a pause that counts is given as it was kept, without a mark', () => {
  const ledger = { lineAt: () => LINE, saidSince: () => [] };
  const state = withPauseFault({ paused: PAUSE }, ledger, sha256);
  expect(Object.keys(Object(state['paused']))).not.toContain('unconfirmed');
});

it.each<[string, number, boolean]>([
  ['at its beginning', NOW, true],
  ['a moment before its end', Date.parse(UNTIL) - 1, true],
  ['at its end', Date.parse(UNTIL), false],
  ['where the clock was set back by a day', NOW - 24 * HOUR, false],
])('is in force %s: %j', (_what, now, expected) => {
  expect(pauseIn({ paused: PAUSE }, now) !== undefined).toBe(expected);
});
