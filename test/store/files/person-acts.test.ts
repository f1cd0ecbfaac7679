import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { success } from '../../../src/domain/base/result.ts';
import { criteriaOf, isWaived } from '../../../src/domain/promise/promise.ts';
import { draftPromise, waiveCriterion } from '../../../src/domain/promise/promise-changes.ts';
import { coverDigest, withEnd, withoutEnd } from '../../../src/domain/session/session-end.ts';
import { MOST_AT_A_GATE } from '../../../src/store/files/ledger-reading.ts';
import { withStateHeld } from '../../../src/store/files/person-acts.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import { sessionValue, successOf } from '../../rig/values/domain-values.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';

/** Whatever stands in the ledger before, a person's act names the line that it gets. */

const NOW = '2026-03-04T05:06:07Z';
const AT_WORK = { session: sessionValue('session-a'), at: NOW };

interface World {
  readonly store: StateStore;
  readonly log: string;
}

function createWorld(): World {
  const project = mkdtempSync(join(tmpdir(), 'completion-promise-acts-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));
  const state = join(project, '.claude', 'completion-state');
  mkdirSync(state, { recursive: true });
  return { store: createFileStore(project), log: join(state, 'events.jsonl') };
}

const make = async ({ store }: World, criteria: number): Promise<string> => {
  const definition = {
    title: 'T',
    criteria: Array.from({ length: criteria }, () => ({ description: 'x', checks: [] })),
  };
  return successOf(await store.promises.create((id) => draftPromise(id, definition, AT_WORK))).id;
};

const waive = ({ store }: World, id: string, criterion: string, reason = 'not needed') =>
  store.promises.change(id, (promise) =>
    waiveCriterion(id, promise, criterion, { by: 'person', at: NOW, reason }),
  );

const end = ({ store }: World) => {
  const ended = { by: 'person', at: NOW, reason: 'r', promises: ['p'], unreadable: [] } as const;
  const covers = coverDigest(ended, sha256);
  return store.stopGate.change<undefined>('session-a', (state) =>
    success({
      state: withEnd(state, ended),
      value: undefined,
      event: { event: 'session.ended', session: 'session-a', reason: 'r', covers },
      naming: (event) => withEnd(state, { ...ended, event }),
    }),
  );
};

const reopen = ({ store }: World, session: string) =>
  store.stopGate.change<undefined>(session, (state) =>
    success({
      state: withoutEnd(state),
      value: undefined,
      event: { event: 'session.reopened', session },
    }),
  );

/** Fills the ledger up to what a gate reads of it, and so many bytes more. */
async function fillUp({ log }: World, beyond: number): Promise<void> {
  appendFileSync(log, 'x'.repeat(MOST_AT_A_GATE + beyond - statSync(log).size));
}

/** Replaces the byte before the line in which a text stands: the line is part of the one before it then. */
function joinToLineBefore({ log }: World, text: string): void {
  const bytes = readFileSync(log);
  const start = bytes.lastIndexOf('\n', bytes.indexOf(text));
  expect(start).toBeGreaterThan(0);
  bytes.write(' ', start);
  writeFileSync(log, bytes);
}

const waivedIn = async ({ store }: World, id: string): Promise<readonly string[]> =>
  criteriaOf(successOf(await store.promises.find(id)).promise)
    .filter(isWaived)
    .map((criterion) => criterion.id);

describe('an act counts once it is given', () => {
  it.each<[string, (world: World) => void]>([
    ['a whole one', () => undefined],
    ['one whose last line was cut off', ({ log }) => appendFileSync(log, '{"event":"promise.cr')],
    ['one that another program wrote to', ({ log }) => appendFileSync(log, '{"event":"x"}\n')],
    ['one with characters of several bytes', ({ log }) => appendFileSync(log, '"ä€😀"\n')],
  ])('in a ledger that is %s', async (_what, spoil) => {
    const world = createWorld();
    const id = await make(world, 2);
    spoil(world);
    successOf(await waive(world, id, 'AC-1'));
    spoil(world);
    successOf(await end(world));
    successOf(await waive(world, id, 'AC-2'));
    expect(await waivedIn(world, id)).toEqual(['AC-1', 'AC-2']);
    expect(await world.store.stopGate.endOf(AT_WORK.session)).toMatchObject({ reason: 'r' });
  });

  it('in a log without a chain, which it takes over', async () => {
    const world = createWorld();
    appendFileSync(world.log, '{"event":"promise.created"}\n'.repeat(100_000));
    successOf(await end(world));
    expect(readFileSync(world.log, 'utf8')).toContain('ledger.started');
    expect(await world.store.stopGate.endOf(AT_WORK.session)).toMatchObject({ reason: 'r' });
  });

  it('where no ledger was there', async () => {
    const world = createWorld();
    successOf(await end(world));
    expect(await world.store.stopGate.endOf(AT_WORK.session)).toMatchObject({ reason: 'r' });
  });

  it('with a reason that is too long for a line', async () => {
    const world = createWorld();
    const id = await make(world, 1);
    successOf(await waive(world, id, 'AC-1', 'x'.repeat(200_000)));
    expect(await waivedIn(world, id)).toEqual(['AC-1']);
  });

  it('beside others at the same time', async () => {
    const world = createWorld();
    const id = await make(world, 12);
    const ids = Array.from({ length: 12 }, (_, index) => `AC-${index + 1}`);
    const done = await Promise.all([...ids.map((one) => waive(world, id, one)), end(world)]);
    expect(done.map(({ ok }) => ok)).toEqual(done.map(() => true));
    expect(await waivedIn(world, id)).toEqual(ids);
    expect(await world.store.stopGate.endOf(AT_WORK.session)).toMatchObject({ reason: 'r' });
  });

  it('and not where there is no ledger, though a pause names its line', () => {
    const folder = stateFolderOf(dirname(dirname(dirname(createWorld().log))));
    const reader = { digests: NODE_DIGESTS, files: createNodeFiles(NO_DEADLINE), folder };
    const event = { offset: 0, digest: sha256('') };
    const paused = { by: 'person', at: NOW, until: NOW, event } as const;
    expect(withStateHeld(reader, 'session-a', { paused })['paused']).toMatchObject({
      unconfirmed: expect.any(String),
    });
  });

  it('and not where its line is taken away', async () => {
    const world = createWorld();
    const id = await make(world, 1);
    successOf(await waive(world, id, 'AC-1'));
    rmSync(world.log);
    expect(await waivedIn(world, id)).toEqual([]);
    successOf(await waive(world, id, 'AC-1'));
    expect(await waivedIn(world, id)).toEqual(['AC-1']);
  });

  it('and not where its line begins in the middle of another', async () => {
    const world = createWorld();
    const id = await make(world, 1);
    successOf(await waive(world, id, 'AC-1'));
    joinToLineBefore(world, 'criterion.waived');
    expect(await waivedIn(world, id)).toEqual([]);
  });
});

describe('an end that was put back into the file of its session', () => {
  /** What a session's gate has of an end that was given; then this was done, and its file put back as it was. */
  async function putBackAfter(act: (world: World) => Promise<unknown>) {
    const world = createWorld();
    successOf(await end(world));
    const file = join(world.log, '..', 'stop-gate', 'session-a.json');
    const ended = readFileSync(file);
    await act(world);
    writeFileSync(file, ended);
    const { stopGate } = world.store;
    return {
      end: await stopGate.endOf(AT_WORK.session),
      fault: (await stopGate.unconfirmedEndOf(AT_WORK.session))?.fault,
    };
  }

  it.each<[string, (world: World) => Promise<unknown>, string | undefined]>([
    ['as it was', async () => undefined, undefined],
    ['after it was taken back', (world) => reopen(world, 'session-a'), 'taken-back'],
    ['after another session’s was', (world) => reopen(world, 'session-b'), undefined],
    ['after its line was removed', async ({ log }) => rmSync(log), 'no-line'],
    ['after as much was recorded as a gate reads', (world) => fillUp(world, 0), undefined],
    ['after more was recorded than a gate reads', (world) => fillUp(world, 1), 'too-far'],
  ])('%s it counts, or why it does not is known', async (_what, act, expected) => {
    const { end: counting, fault } = await putBackAfter(act);
    expect(fault).toBe(expected);
    expect(counting !== undefined).toBe(expected === undefined);
  });
});
