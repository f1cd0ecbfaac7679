import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { addCriterion, draftPromise } from '../../../src/domain/promise/promise-changes.ts';
import { outsideChangeOf } from '../../../src/store/files/outside-change.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { definitionValue, NOW, promiseValue } from '../../rig/values/domain-values.ts';
import { outline, written } from '../../rig/values/register-values.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';
import {
  createScratchRegister,
  type ScratchRegister,
  textAt,
} from '../../rig/worlds/scratch-register.ts';

const OWNER = 'session-a';

/** A project with a promise of a session, as the suite wrote it. */
async function promised() {
  const scratch = createScratchRegister();
  const register = scratch.open();
  const { promises } = createFileStore(scratch.project, { register });
  const actor = { session: { id: OWNER, ids: [OWNER] }, at: NOW };
  const made = await promises.create((free) =>
    draftPromise(free, definitionValue('T', ['a', 'b']), actor),
  );
  if (!made.ok) throw new Error(made.failure.kind);
  const folder = stateFolderOf(scratch.project);
  const { id } = made.value;
  const add = () => promises.change(id, (promise) => addCriterion(id, promise, 'c', actor));
  return { scratch, id, add, path: join(folder.promises, `${id}.json`) };
}

type Promised = Awaited<ReturnType<typeof promised>>;

/** What a session that changes the promise is told was done to it. */
function foundBy(sessionId: string | null, { id, path, scratch }: Promised) {
  const text = textAt(path) ?? '';
  const world = {
    digests: NODE_DIGESTS,
    files: createNodeFiles(NO_DEADLINE),
    folder: stateFolderOf(scratch.project),
    register: scratch.open(),
    sessionId,
  };
  const { isExternal, untold } = outsideChangeOf(world, {
    id,
    path,
    text,
    promise: promiseValue(OWNER, JSON.parse(text)),
  });
  return { isExternal, untold };
}

/** The suite had written it with three criteria. */
function hadThree(scratch: ScratchRegister, session: string, id: string, project: string): void {
  const three = outline({ 'AC-1': false, 'AC-2': false, 'AC-9': false }, 'pending');
  scratch.open().made(session, written(id, { project, outline: three }), null);
}

const edit = ({ path }: Promised) => writeFileSync(path, `${textAt(path)}\n`);
const disown = ({ path }: Promised) =>
  writeFileSync(path, (textAt(path) ?? '').replace(/"owned_by": "[^"]+"/, '"owned_by": null'));
const forget = ({ scratch }: Promised) => rmSync(scratch.fileOf(OWNER));
const NOTHING = { isExternal: false, untold: [] };
const told = (session: string, ...lessenings: readonly object[]) => ({
  isExternal: true,
  untold: [{ session, lessenings, isRegistered: false }],
});

describe('what something else did to a promise', () => {
  it.each<[string, (world: Promised) => void, string | null, object]>([
    ['nothing', () => undefined, OWNER, NOTHING],
    ['nothing that made it less open', edit, OWNER, NOTHING],
    [
      'it lost a criterion',
      (world) => {
        edit(world);
        hadThree(world.scratch, OWNER, world.id, world.scratch.project);
      },
      OWNER,
      told(OWNER, { what: 'criterion-gone', id: 'AC-9' }),
    ],
    [
      'one of that name in another project lost a criterion',
      (world) => {
        edit(world);
        forget(world);
        hadThree(world.scratch, 'session-b', world.id, '/elsewhere');
      },
      'session-b',
      NOTHING,
    ],
    [
      'nothing, where it is another promise of its session that lost a criterion',
      (world) => {
        edit(world);
        hadThree(world.scratch, OWNER, 'promise-0000000f', world.scratch.project);
      },
      OWNER,
      NOTHING,
    ],
    [
      'nobody knows what, where the register knows it as intended alone',
      (world) => {
        edit(world);
        forget(world);
        const intended = written(world.id, { project: world.scratch.project, digest: 'other' });
        world.scratch.open().intend(OWNER, intended);
      },
      OWNER,
      told(OWNER, { what: 'not-known' }),
    ],
    [
      'nobody knows what, where its own session has lost its register',
      (world) => {
        edit(world);
        forget(world);
      },
      OWNER,
      told(OWNER, { what: 'not-known' }),
    ],
    [
      'nothing that another session is told of, where the owner has lost its register',
      (world) => {
        edit(world);
        forget(world);
      },
      'session-b',
      NOTHING,
    ],
    [
      'nothing that anybody is told of, where it is nobody’s and no session acts',
      (world) => {
        disown(world);
        forget(world);
      },
      null,
      NOTHING,
    ],
  ])('%s', async (_what, act, session, expected) => {
    const world = await promised();
    act(world);
    expect(foundBy(session, world)).toEqual(expected);
  });

  it('it was put back as it was before its last change, which came', async () => {
    const world = await promised();
    const before = textAt(world.path) ?? '';
    await world.add();
    expect(foundBy(OWNER, world)).toEqual(NOTHING);
    writeFileSync(world.path, before);
    expect(foundBy(OWNER, world)).toEqual(told(OWNER, { what: 'criterion-gone', id: 'AC-3' }));
  });

  it('each session is told of what it had', async () => {
    const world = await promised();
    edit(world);
    hadThree(world.scratch, 'session-b', world.id, world.scratch.project);
    expect(foundBy('session-b', world)).toEqual(
      told('session-b', { what: 'criterion-gone', id: 'AC-9' }, { what: 'owner' }),
    );
  });
});

describe('who is told of what something else did', () => {
  const owner = [{ what: 'owner' } as const];
  const place = ({ id, scratch }: Promised) => ({ id, project: scratch.project });

  it('a session that was to be told before, which has it registered', async () => {
    const world = await promised();
    world.scratch.open().altered(OWNER, place(world), owner);
    expect(foundBy(OWNER, world)).toEqual({
      isExternal: false,
      untold: [{ session: OWNER, lessenings: owner, isRegistered: true }],
    });
    expect(foundBy(null, world)).toEqual(foundBy(OWNER, world));
  });

  it('a session that was to be told before, with what is new', async () => {
    const world = await promised();
    edit(world);
    hadThree(world.scratch, OWNER, world.id, world.scratch.project);
    world.scratch.open().altered(OWNER, place(world), owner);
    expect(foundBy(OWNER, world)).toEqual(
      told(OWNER, { what: 'owner' }, { what: 'criterion-gone', id: 'AC-9' }),
    );
  });

  it('the sessions near it alone, where one of them knows it', async () => {
    const world = await promised();
    edit(world);
    hadThree(world.scratch, 'session-c', world.id, world.scratch.project);
    expect(foundBy(OWNER, world)).toEqual(NOTHING);
    forget(world);
    expect(foundBy(OWNER, world)).toEqual(
      told('session-c', { what: 'criterion-gone', id: 'AC-9' }, { what: 'owner' }),
    );
  });

  it('nobody, where a register has it as it is, and the ledger does not tell of it', async () => {
    const world = await promised();
    rmSync(stateFolderOf(world.scratch.project).events);
    hadThree(world.scratch, OWNER, world.id, world.scratch.project);
    const now = NODE_DIGESTS.of(textAt(world.path) ?? '');
    const intended = written(world.id, { project: world.scratch.project, digest: now });
    world.scratch.open().intend(OWNER, intended);
    expect(foundBy(OWNER, world)).toEqual(NOTHING);
  });

  it('its own session not, where no ledger tells that it was another one', async () => {
    const world = await promised();
    edit(world);
    forget(world);
    rmSync(stateFolderOf(world.scratch.project).events);
    expect(foundBy(OWNER, world)).toEqual(NOTHING);
  });
});
