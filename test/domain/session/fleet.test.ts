import { describe, expect, it } from 'vitest';
import {
  type FleetSession,
  type FleetState,
  heldPromise,
  silentAmong,
  stateOf,
  toldByMemory,
} from '../../../src/domain/session/fleet.ts';
import { withCap, withMemory } from '../../../src/domain/session/gate-memory.ts';
import { NO_COUNTERS } from '../../../src/domain/session/liveness.ts';
import type { Waiting } from '../../../src/domain/session/waiting.ts';
import { NO_MEMORY, NOW } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';

const HOUR = 3_600_000;
const WAITING: Waiting = {
  question: 'Which?',
  needs: 'decision',
  at: NOW,
  kind: 'asked',
  used: true,
};
const CAPPED = { at: NOW, why: 'nothing-changed', checker: 'promises' };

/** A session that was seen just now, with one promise open. */
const session = (parts: Partial<FleetSession> = {}): FleetSession => ({
  project: 'shop',
  session: 'session-a',
  machine: 'm1',
  seenAgoMs: 0,
  hasEnded: false,
  open: 1,
  promises: [],
  waiting: null,
  capped: undefined,
  ...parts,
});

describe('what a session of a fleet does', () => {
  const never = { machine: undefined, seenAgoMs: undefined };
  it.each<[string, Partial<FleetSession>, FleetState]>([
    ['it was seen just now', {}, 'working'],
    ['it was seen within the hour', { seenAgoMs: HOUR - 1 }, 'working'],
    ['it was not seen for an hour', { seenAgoMs: HOUR }, 'silent'],
    ['it was not seen for an hour, with nothing open', { seenAgoMs: HOUR, open: 0 }, 'working'],
    ['it ended', { hasEnded: true, seenAgoMs: HOUR }, 'ended'],
    ['it was let go', { capped: CAPPED, hasEnded: true, seenAgoMs: HOUR }, 'capped'],
    ['it waits', { waiting: WAITING, capped: CAPPED, hasEnded: true, seenAgoMs: HOUR }, 'waiting'],
    ['it was never seen', { ...never, waiting: WAITING, capped: CAPPED }, 'never-seen'],
  ])('%s', (_what, parts, state) => {
    expect(stateOf(session(parts))).toBe(state);
  });

  it.each<[string, Partial<FleetSession>, boolean]>([
    ['silent', { seenAgoMs: HOUR }, true],
    ['ended, with a promise open', { hasEnded: true }, true],
    ['ended, with nothing open', { hasEnded: true, open: 0 }, false],
    ['at work', {}, false],
    ['waiting', { seenAgoMs: HOUR, waiting: WAITING }, false],
    ['let go', { seenAgoMs: HOUR, capped: CAPPED }, false],
  ])('is told as silent, if it is not the own one: %s', (_what, parts, isTold) => {
    const one = session(parts);
    expect(silentAmong([one], ['session-b'])).toEqual(isTold ? [one] : []);
    expect(silentAmong([one], ['session-b', 'session-a'])).toEqual([]);
  });
});

describe('a promise by its document', () => {
  it('has its title, and how many of its criteria are met', () => {
    const criteria = [metCriterion('AC-1'), criterion('AC-2'), criterion('AC-3')];
    const file = promiseFile('promise-a', null, { acceptance_criteria: criteria });
    expect(heldPromise(JSON.stringify(file))).toEqual({
      id: 'promise-a',
      title: 'Title of promise-a',
      met: 1,
      total: 3,
    });
  });

  it.each(['', 'promise-a', '[]', '{"id":"promise-a"}'])('is none: %j', (text) => {
    expect(heldPromise(text)).toBeUndefined();
  });
});

describe('what the memory of a session says from afar', () => {
  const counters = { ...NO_COUNTERS, last: 'cap' as const };
  const nothing = { capped: undefined, waiting: null };
  it.each<[string, unknown, object]>([
    ['that it waits', withMemory({}, { ...NO_MEMORY, waiting: WAITING }), { waiting: WAITING }],
    [
      'that it was let go',
      withMemory(withCap({}, CAPPED), { ...NO_MEMORY, counters }),
      { capped: CAPPED },
    ],
    ['nothing', {}, {}],
    ['nothing, as a list', [], {}],
    ['nothing, as null', null, {}],
  ])('%s', (_what, state, expected) => {
    expect(toldByMemory(JSON.stringify(state))).toEqual({ ...nothing, ...expected });
  });

  it.each([undefined, '', 'torn {'])('nothing where it cannot be read: %j', (text) => {
    expect(toldByMemory(text)).toEqual(nothing);
  });
});
