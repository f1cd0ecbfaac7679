import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HookPayload } from '../../src/domain/host/hook-payload.ts';
import type { Interrupted } from '../../src/domain/session/interrupted.ts';
import { claudeCode } from '../../src/hosts/claude-code/host.ts';
import { gemini } from '../../src/hosts/gemini/host.ts';
import { decideDone, decideHeld } from '../../src/stop-gate/decision.ts';
import type { ExaminedStop } from '../../src/stop-gate/examined-stop.ts';
import { isToObey, obeying } from '../../src/stop-gate/interrupted.ts';
import { NO_MEMORY } from '../rig/values/domain-values.ts';
import { blockBy, gateWorld } from '../rig/values/gate-values.ts';
import { SIGHTING } from '../rig/values/sightings.ts';

const { payload, promises, stopper } = gateWorld();
const TODOS = blockBy('todos');

/** The end of a transcript that its host wrote. */
function tailOf(...lines: readonly object[]) {
  const end = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { path: 'transcript', size: end.length, end };
}

const SAID = { id: 'a', type: 'gemini', content: 'I go on.' };
const MARKED = tailOf(SAID, { id: 'i', type: 'info', content: 'Request cancelled.' });
const OF_CLAUDE = tailOf({
  type: 'user',
  message: { role: 'user', content: '[Request interrupted by user]' },
});
const ABORTED: HookPayload = { ...payload, isAborted: true };
const UNUSED: Interrupted = {
  at: '2026-03-01T12:00:00Z',
  used: false,
  stop: null,
  isPrompted: true,
};

/** A stop that its host asks about when it is interrupted, too. */
const stopOf = (parts: Partial<ExaminedStop> = {}): ExaminedStop =>
  gateWorld({ host: gemini, tail: tailOf(SAID), ...parts });

/** A stop of a session whose last interrupt is kept so. */
const keptAs = (interrupted: Interrupted | null, parts: Partial<ExaminedStop> = {}) =>
  stopOf({ ...parts, memory: { ...NO_MEMORY, interrupted } });

const decided = (world: ExaminedStop, isHeld: boolean) =>
  obeying(
    (memory) =>
      isHeld ? decideHeld(memory, SIGHTING, TODOS, promises) : decideDone(memory, promises),
    world,
  )(world.memory);

beforeEach(() => {
  vi.stubEnv('CLAUDE_CODE_SESSION_ATTENDED', undefined);
  vi.stubEnv('CLAUDE_CODE_ENTRYPOINT', undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('a stop that something holds', () => {
  it.each<[string, ExaminedStop, boolean]>([
    ['is held where nobody interrupted', stopOf(), false],
    ['passes where the host says that its turn was aborted', stopOf({ payload: ABORTED }), true],
    ['passes where its transcript ends with the mark of its host', stopOf({ tail: MARKED }), true],
    ['is held without a transcript', stopOf({ tail: undefined }), false],
    [
      'is held where the host marks turns that it does not ask about',
      stopOf({ host: claudeCode, tail: OF_CLAUDE }),
      false,
    ],
    ['passes as the first one of the next prompt', keptAs(UNUSED), true],
    ['is held as a later one', keptAs({ ...UNUSED, used: true }), false],
    [
      'is held where a subagent stops: its session hears of it',
      stopOf({ payload: ABORTED, stopper: { ...stopper, isSubagent: true } }),
      false,
    ],
  ])('%s', (_what, world, isObeyed) => {
    expect(isToObey(world)).toBe(isObeyed);
    expect(decided(world, true).outcome).toMatchObject({
      outcome: isObeyed ? 'interrupted' : 'block',
      block: TODOS,
    });
  });

  it.each<[string, ExaminedStop, boolean]>([
    ['does not pass by a mark', stopOf({ tail: MARKED }), false],
    ['does not pass by an interrupt that is kept', keptAs(UNUSED), false],
    ['passes where the host itself says so', stopOf({ payload: ABORTED }), true],
  ])('and at which nobody is there %s', (_what, world, isObeyed) => {
    vi.stubEnv('CLAUDE_CODE_SESSION_ATTENDED', '0');
    expect(isToObey(world)).toBe(isObeyed);
    expect(decided(world, true).outcome.outcome).toBe(isObeyed ? 'interrupted' : 'block');
  });

  it('counts nothing as it passes, and the same stop passes again', () => {
    const world = keptAs(UNUSED, { payload: { ...payload, turn: 'a' } });
    const { memory } = decided(world, true);
    expect(memory.counters).toEqual(NO_MEMORY.counters);
    expect(memory.interrupted).toEqual({
      ...UNUSED,
      used: true,
      stop: expect.stringMatching(/^turn-/),
    });
    const again = { ...world, memory };
    expect(decided(again, true).outcome.outcome).toBe('interrupted');
    const other = { ...again, payload: { ...payload, turn: 'b' } };
    expect(decided(other, true).outcome.outcome).toBe('block');
  });

  it('is of the time of the stop where nothing says of an earlier one', () => {
    const clock = { ...gateWorld().clock, now: () => 1000 };
    const { memory } = decided(stopOf({ clock, payload: ABORTED }), true);
    expect(memory.interrupted).toMatchObject({ at: '1970-01-01T00:00:01.000Z', isPrompted: false });
  });

  it('passes on what is remembered by then: another call may have used the interrupt', () => {
    const world = keptAs(UNUSED);
    const decide = obeying((memory) => decideHeld(memory, SIGHTING, TODOS, promises), world);
    expect(
      decide({ ...world.memory, interrupted: { ...UNUSED, used: true, stop: 'x' } }).outcome
        .outcome,
    ).toBe('block');
  });
});

describe('a stop that nothing holds', () => {
  it.each<[string, Interrupted | null, Interrupted | null]>([
    [
      'uses the interrupt, so that the next one is held',
      UNUSED,
      { ...UNUSED, used: true, stop: 'turn-' },
    ],
    ['leaves one as it is that was used', { ...UNUSED, used: true }, { ...UNUSED, used: true }],
    ['makes none', null, null],
  ])('%s', (_what, before, after) => {
    const world = keptAs(before, { payload: { ...payload, turn: 'a' } });
    const { memory, outcome } = decided(world, false);
    expect(outcome).toEqual({ outcome: 'allow' });
    const stop = memory.interrupted?.stop?.slice(0, 5) ?? null;
    expect(memory.interrupted && { ...memory.interrupted, stop }).toEqual(after);
  });
});
