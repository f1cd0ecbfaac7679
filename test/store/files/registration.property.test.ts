import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { failed, success } from '../../../src/domain/base/result.ts';
import { isOwnedBy, ownerOf } from '../../../src/domain/promise/promise.ts';
import {
  type Actor,
  adoptPromise,
  cancelPromise,
  draftPromise,
  meetCriterion,
  releasePromise,
  startPromise,
} from '../../../src/domain/promise/promise-changes.ts';
import {
  type Alteration,
  alterationsOf,
  type PromiseNow,
} from '../../../src/domain/session/alteration.ts';
import { outlineOf } from '../../../src/domain/session/promise-outline.ts';
import type { RegisteredPromise } from '../../../src/domain/session/register.ts';
import type { Files, Processes } from '../../../src/ports.ts';
import { fileRecordOf } from '../../../src/store/files/file-record.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import type { Register } from '../../../src/store/register.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import { definitionValue, NOW } from '../../rig/values/domain-values.ts';
import { runs } from '../../rig/values/runs.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';
import {
  createScratchRegister,
  type ScratchRegister,
  textAt,
} from '../../rig/worlds/scratch-register.ts';
import { stepping } from '../../rig/worlds/stepping.ts';

/** Random orders of changes by two sessions, some of them killed at any step, some edits by hand between them. */

const SESSIONS = ['session-a', 'session-b'] as const;
type SessionName = (typeof SESSIONS)[number];

interface Step {
  readonly act: 'create' | 'start' | 'meet' | 'release' | 'adopt' | 'cancel';
  readonly session: SessionName;
  /** Which of the promises that there are. */
  readonly which: number;
  /** Before which of its file operations the command is killed. */
  readonly killedAt: number;
}

/** Behind the last operation of a command. */
const NEVER = Number.POSITIVE_INFINITY;

const steps: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('create', 'create', 'start', 'meet', 'release', 'adopt', 'adopt', 'cancel'),
  session: fc.constantFrom(...SESSIONS),
  which: fc.nat({ max: 3 }),
  killedAt: fc.oneof(fc.constant(NEVER), fc.nat({ max: 140 })),
});

/** Enough of them to make promises and to do something with them. */
const orders = fc.array(steps, { minLength: 8, maxLength: 14 });

const NODE_FILES = createNodeFiles(NO_DEADLINE);
const DEATH = new Error('killed');

interface World {
  readonly scratch: ScratchRegister;
  readonly register: Register;
  readonly store: StateStore;
}

/** One after the other: what an earlier process still claims, it claims no more. */
const processes: Processes = {
  self: { pid: process.pid, started: '1', place: 'here' },
  fate: () => 'gone',
};

function createWorld(scratch: ScratchRegister, files: Files = NODE_FILES): World {
  const register = scratch.open({ files });
  const replaced = { files, register, processes };
  return { scratch, register, store: createFileStore(scratch.project, replaced) };
}

/** The promises that are there, open and ended. */
async function promisesIn({ store }: World) {
  const [open, ended] = [await store.promises.listActive(), await store.promises.listHistory()];
  if (!open.ok || !ended.ok) throw new Error('the state cannot be read');
  return { open: open.value.promises, ended: ended.value.promises };
}

/** Gives the names of its operations. */
async function take(
  { act, killedAt, session, which }: Step,
  world: World,
): Promise<readonly string[]> {
  const done: string[] = [];
  const { open } = await promisesIn(world);
  const id = open[which % Math.max(1, open.length)]?.id;
  const files = stepping(NODE_FILES, (step, operation) => {
    if (step === killedAt) throw DEATH;
    done.push(operation);
  });
  const { promises } = createWorld(world.scratch, files).store;
  const actor: Actor = { session: { id: session, ids: [session] }, at: NOW };
  const met = { criterion: 'AC-1', evidence: 'seen', type: 'test' };
  try {
    if (act === 'create') {
      await promises.create((free) => draftPromise(free, definitionValue('T', ['a', 'b']), actor));
    }
    if (act === 'create' || id === undefined) return done;
    await promises.change(id, (promise) => {
      if (act === 'start') return startPromise(id, promise, actor);
      if (act === 'meet') return meetCriterion(id, promise, met, actor);
      if (act === 'release') return releasePromise(id, promise, actor);
      if (act === 'adopt') return adoptPromise(id, promise, actor);
      return cancelPromise(id, promise, actor);
    });
  } catch (error) {
    if (error !== DEATH) throw error;
  }
  return done;
}

/** What is found of a registered promise, as a gate looks for it. */
async function foundOf(
  { id, made }: RegisteredPromise,
  session: SessionName,
  { scratch, store }: World,
): Promise<PromiseNow> {
  const found = await store.promises.find(id);
  if (!found.ok) return { found: 'nothing', isRecorded: () => false };
  const { ended, promise } = found.value;
  const text = textOf(scratch, id, ended) ?? textOf(scratch, id, false) ?? '';
  const folder = stateFolderOf(scratch.project);
  const world = { digests: NODE_DIGESTS, files: NODE_FILES, folder };
  return {
    found: 'file',
    project: scratch.project,
    digest: sha256(text),
    outline: outlineOf(promise),
    isOwn: isOwnedBy(promise, { id: session, ids: [session] }),
    isRecorded: () => fileRecordOf(id, made?.digest ?? '', world).isRecorded,
  };
}

function textOf({ project }: ScratchRegister, id: string, ended: boolean): string | undefined {
  const place = ended ? 'history' : 'promises';
  return textAt(join(project, '.claude', 'completion-state', place, `${id}.json`));
}

async function alterations(session: SessionName, world: World): Promise<readonly Alteration[]> {
  const { promises } = world.register.read([session]);
  const found = await Promise.all(
    promises.map(async (one) => alterationsOf(one, await foundOf(one, session, world))),
  );
  return found.flat();
}

/** Every session has every promise of its own in its register, and nothing to be told of. */
async function expectKept(world: World): Promise<void> {
  const { open } = await promisesIn(world);
  for (const session of SESSIONS) {
    const { broken, promises } = world.register.read([session]);
    expect(broken).toEqual([]);
    const own = open.filter(({ promise }) => ownerOf(promise) === session).map(({ id }) => id);
    expect(promises.map(({ id }) => id)).toEqual(expect.arrayContaining(own));
    expect(await alterations(session, world)).toEqual([]);
  }
  const ledger = textAt(stateFolderOf(world.scratch.project).events) ?? '';
  expect(ledger).not.toContain('"external":true');
}

it('whatever is done and killed where, the register has every promise of a session, and accuses none', async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (all) => {
      const world = createWorld(createScratchRegister());
      for (const step of all) {
        await take(step, world);
        await expectKept(world);
      }
    }),
    runs(40),
  );
});

it('where a command is killed just after its change and the next one before its own, neither is taken for one from outside', async () => {
  const by = { session: 'session-a', which: 0 } as const;
  const metUntil = async (killedAt: number) => {
    const world = createWorld(createScratchRegister());
    await take({ ...by, act: 'create', killedAt: NEVER }, world);
    return { world, done: await take({ ...by, act: 'meet', killedAt }, world) };
  };
  const changed = (await metUntil(NEVER)).done.indexOf('flushFolder');
  const started = await take(
    { ...by, act: 'start', killedAt: NEVER },
    (await metUntil(changed)).world,
  );
  const hasLine = started.indexOf('appendAt');
  for (let killedAt = hasLine; killedAt < started.length; killedAt += 1) {
    const { world } = await metUntil(changed);
    await take({ ...by, act: 'start', killedAt }, world);
    await expectKept(world);
    await take({ ...by, act: 'start', killedAt: NEVER }, world);
    await expectKept(world);
  }
  expect([changed, hasLine]).not.toContain(-1);
});

it.each<[string, (path: string, text: string) => void, string, string]>([
  ['is verified by hand', edit('"pending"', '"verified"'), 'changed-outside', 'status'],
  [
    'loses its criteria',
    edit(/"acceptance_criteria": \[[\s\S]*?\n {2}\]/, '"acceptance_criteria": []'),
    'changed-outside',
    'criterion-gone',
  ],
  ['loses its owner', edit(/"owned_by": "[^"]+"/, '"owned_by": null'), 'changed-outside', 'owner'],
  ['is removed', (path) => rmSync(path), 'vanished', ''],
])(
  'after any order of changes, a promise that %s is missed once',
  async (_what, change, how, what) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 6 }),
        fc.constantFrom(...SESSIONS),
        async (all, session) => {
          const world = createWorld(createScratchRegister());
          for (const step of all) await take(step, world);
          const id = await freshPromise(session, world);
          const path = join(
            world.scratch.project,
            '.claude',
            'completion-state',
            'promises',
            `${id}.json`,
          );
          change(path, textAt(path) ?? '');
          const found = await alterations(session, world);
          expect(found).toMatchObject([{ how, id }]);
          expect(JSON.stringify(found)).toContain(what);
          const [first] = found;
          const now = first !== undefined && 'now' in first ? first.now : undefined;
          world.register.told(session, { project: world.scratch.project, id }, now);
          expect(await alterations(session, world)).toEqual([]);
        },
      ),
      runs(12),
    );
  },
);

function edit(from: string | RegExp, to: string) {
  return (path: string, text: string) => writeFileSync(path, text.replace(from, to));
}

async function freshPromise(session: SessionName, { scratch, store }: World): Promise<string> {
  const actor: Actor = { session: { id: session, ids: [session] }, at: NOW };
  const promises = session === 'session-a' ? store.promises : createWorld(scratch).store.promises;
  const made = await promises.create((id) => draftPromise(id, definitionValue('T', ['a']), actor));
  if (!made.ok) throw new Error(made.failure.kind);
  return made.value.id;
}

it('a change that is refused leaves the register as it was', async () => {
  const world = createWorld(createScratchRegister());
  const id = await freshPromise('session-a', world);
  const before = world.scratch.textOf('session-a');
  await world.store.promises.change(id, () => failed({ kind: 'proof-missing', id }));
  expect(world.scratch.textOf('session-a')).toBe(before);
  await world.store.promises.change(id, (promise) =>
    success({ promise, event: { event: 'promise.started' } }),
  );
  expect(world.scratch.textOf('session-a')).not.toBe(before);
});
