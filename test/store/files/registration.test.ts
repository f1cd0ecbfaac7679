import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Failure } from '../../../src/domain/base/failure.ts';
import { outlineOf } from '../../../src/domain/session/promise-outline.ts';
import type { StoreName, WrittenPromise } from '../../../src/domain/session/register.ts';
import type { OutsideChange } from '../../../src/store/files/outside-change.ts';
import {
  createRegistration,
  type OwnedChange,
  untoldFault,
} from '../../../src/store/files/registration.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import type { Register } from '../../../src/store/register.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { written } from '../../rig/values/register-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';
import { createMemoryRegister } from '../../rig/worlds/memory-register.ts';
import { CHANGES, recordedState } from '../../rig/worlds/recorded-state.ts';

describe('a promise that something else changed', () => {
  const change = (owner: string | null, status: string, told: readonly string[]) => ({
    id: 'promise-a',
    before: promiseValue(owner),
    after: promiseValue(owner, { status }),
    outside: {
      isExternal: true,
      untold: told.map((session) => ({ session, lessenings: [], isRegistered: true })),
    },
  });

  it.each<[string, string | null, readonly string[], string | null, boolean]>([
    ['nobody is to be told', 'session-a', [], 'session-a', false],
    ['the session that has it is to be told', 'session-a', ['session-a'], 'session-a', true],
    ['its owner is to be told, and another session acts', 'session-a', ['session-a'], null, true],
    ['the session that acts is to be told', 'session-a', ['session-b'], 'session-b', true],
    [
      'the session that acts is to be told, and it is nobody’s',
      null,
      ['session-b'],
      'session-b',
      true,
    ],
    [
      'only one is to be told that has nothing to do with it',
      'session-a',
      ['session-c'],
      'session-b',
      false,
    ],
    ['one of several is to be told', 'session-a', ['session-c', 'session-a'], 'session-b', true],
  ])('where %s', (_what, owner, told, acting, isRefused) => {
    const refused = isRefused ? { kind: 'changed-outside', id: 'promise-a' } : undefined;
    expect(untoldFault(change(owner, 'verified', told), acting)).toEqual(refused);
    expect(untoldFault(change(owner, 'in_progress', told), acting)).toBeUndefined();
  });
});

/** A registration over a register that remembers what it was told, and refuses what it is given. */
function registering(
  acting: string | null,
  held: readonly string[] = [],
  refused: Partial<Register> = {},
  store?: StoreName,
) {
  const told: unknown[] = [];
  const note =
    (deed: string) =>
    (session: string, place: object, ...rest: readonly unknown[]): undefined => {
      const about = Object.entries(place).filter(([key]) => key === 'id' || key === 'digest');
      told.push([deed, session, ...about.map(([, value]) => value), ...rest]);
    };
  const memory = createMemoryRegister();
  for (const session of held) memory.made(session, written('promise-held'), null);
  const register: Register = {
    ...memory,
    intend: note('intend'),
    made: note('made'),
    left: note('left'),
    altered: note('altered'),
    ...refused,
  };
  const files = createMemoryFiles();
  const folder = stateFolderOf('/work');
  const world = { files, digests: NODE_DIGESTS, folder, register, sessionId: acting, store };
  return { registration: createRegistration(world), told };
}

const UNTOUCHED: OutsideChange = { isExternal: false, untold: [] };
const HEAD = { bytes: 7, digest: 'head' };
const NO: Failure = { kind: 'unexpected', message: 'no' };
const WRITTEN = sha256('text');

/** A change from one owner to the next; `-`: it creates the promise; `ended`: it ends it. */
function ownedChange(
  from: string | null,
  to: string | null,
  parts: Partial<OwnedChange> = {},
): OwnedChange {
  return {
    id: 'promise-a',
    before: from === '-' ? undefined : promiseValue(from),
    after: promiseValue(to === 'ended' ? from : to, to === 'ended' ? { status: 'cancelled' } : {}),
    content: 'text',
    outside: UNTOUCHED,
    ...parts,
  };
}

const INTENDED = ['intend', 'session-a', 'promise-a', WRITTEN];
const MADE = ['made', 'session-a', 'promise-a', WRITTEN, HEAD];
const leftBy = (session: string, how: string) => ['left', session, 'promise-a', how];

describe('a change of the owner of a promise is registered', () => {
  it.each<[string, string | null, string | null, readonly unknown[], readonly unknown[]]>([
    ['that is new', '-', 'session-a', [INTENDED], [MADE]],
    ['that is new and nobody’s', '-', null, [], []],
    ['that stays with its session', 'session-a', 'session-a', [], [MADE]],
    ['that a session takes', null, 'session-a', [INTENDED], [MADE]],
    [
      'that a session takes from another',
      'session-b',
      'session-a',
      [INTENDED],
      [leftBy('session-b', 'taken over'), MADE],
    ],
    ['that is given back', 'session-a', null, [], [leftBy('session-a', 'released')]],
    ['that ends', 'session-a', 'ended', [], [leftBy('session-a', 'cancelled')]],
    ['that ends and was nobody’s', null, 'ended', [], []],
    ['that stays nobody’s', null, null, [], []],
    [
      'that stays with another session, whose register is not begun',
      'session-b',
      'session-b',
      [],
      [],
    ],
  ])('of one %s', (_what, from, to, before, after) => {
    const { registration, told } = registering('session-a');
    expect(registration.announce(ownedChange(from, to))).toBeUndefined();
    expect(told).toEqual(before);
    told.length = 0;
    expect(registration.confirm(ownedChange(from, to), HEAD)).toEqual([]);
    expect(told).toEqual(after);
  });

  it.each<[string, Partial<Register>, readonly string[]]>([
    ['has something registered', {}, ['session-b']],
    [
      'has a register that cannot be read',
      { read: () => ({ promises: [], broken: [{ path: 'p', reason: 'r' }] }) },
      [],
    ],
  ])('of another session, where that %s', (_what, refused, held) => {
    const { registration, told } = registering('session-a', held, refused);
    registration.confirm(ownedChange('session-b', 'session-b'), null);
    expect(told).toEqual([['made', 'session-b', 'promise-a', WRITTEN, null]]);
  });

  it('of a session that was to have it, which need not be the one that acts', () => {
    const { registration, told } = registering(null);
    registration.announce(ownedChange('-', 'session-a'));
    registration.confirm(ownedChange('-', 'session-a'), HEAD);
    expect(told).toEqual([INTENDED, MADE]);
  });

  it('with the store that machines share, where it lies in one', () => {
    const given: WrittenPromise[] = [];
    const intend = (_session: string, promise: WrittenPromise) => void given.push(promise);
    for (const store of [undefined, { address: 'a', project: 'p' }]) {
      registering('session-a', [], { intend }, store).registration.announce(
        ownedChange('-', 'session-a'),
      );
    }
    const outline = outlineOf(promiseValue('session-a'));
    const plain = { project: '/work', id: 'promise-a', digest: WRITTEN, outline };
    expect(given).toEqual([plain, { ...plain, store: { address: 'a', project: 'p' } }]);
  });

  it('and what cannot be written is told, though the change is made', () => {
    const refuse = () => NO;
    const { registration } = registering('session-a', [], {
      left: refuse,
      made: refuse,
      unwritten: refuse,
    });
    const change = ownedChange('session-b', 'session-a');
    expect(registration.confirm(change, null)).toEqual([NO, NO, NO]);
  });
});

describe('what is announced', () => {
  it('once is not announced again, unless its text is another one', () => {
    const { registration, told } = registering('session-a');
    for (const content of ['text', 'text', 'other'])
      registration.announce(ownedChange('-', 'session-a', { content }));
    expect(told).toEqual([INTENDED, ['intend', 'session-a', 'promise-a', sha256('other')]]);
  });

  it('and came to nothing is taken back, once', () => {
    const { registration, told } = registering('session-a');
    registration.withdraw();
    registration.announce(ownedChange('-', 'session-a'));
    registration.withdraw();
    registration.withdraw();
    expect(told).toEqual([INTENDED, ['left', 'session-a', 'promise-a', WRITTEN, 'not made']]);
  });

  it('under another id is taken back before the next', () => {
    const { registration, told } = registering('session-a');
    registration.announce(ownedChange('-', 'session-a'));
    registration.announce(ownedChange('-', 'session-a', { id: 'promise-b' }));
    expect(told).toEqual([
      INTENDED,
      ['left', 'session-a', 'promise-a', WRITTEN, 'not made'],
      ['intend', 'session-a', 'promise-b', WRITTEN],
    ]);
  });

  it('and refused is not to be taken back', () => {
    const { registration, told } = registering('session-a', [], { intend: () => NO });
    expect(registration.announce(ownedChange('-', 'session-a'))).toEqual(NO);
    registration.withdraw();
    expect(told).toEqual([]);
  });
});

describe('a change that covers what something else did', () => {
  const owner = [{ what: 'owner' } as const];
  const untold = (isRegistered: boolean): OutsideChange => ({
    isExternal: true,
    untold: [{ session: 'session-a', lessenings: owner, isRegistered }],
  });

  it.each<[string, boolean, Partial<Register>, unknown, readonly unknown[]]>([
    ['registers that first', false, {}, undefined, [['altered', 'session-a', 'promise-a', owner]]],
    ['registers it once', true, {}, undefined, []],
    ['is refused where that cannot be registered', false, { altered: () => NO }, NO, []],
  ])('%s', (_what, isRegistered, refused, expected, deeds) => {
    const { registration, told } = registering('session-a', [], refused);
    const change = ownedChange('session-a', 'session-a', { outside: untold(isRegistered) });
    expect(registration.announce(change)).toEqual(expected);
    expect(told).toEqual(deeds);
  });

  it('is refused where it verifies, and nothing is registered', () => {
    const { registration, told } = registering('session-a');
    const after = promiseValue('session-a', { status: 'verified' });
    const change = ownedChange('session-a', 'session-a', { after, outside: untold(false) });
    expect(registration.announce(change)).toEqual({ kind: 'changed-outside', id: 'promise-a' });
    expect(told).toEqual([]);
  });
});

it('a new promise is no reason to look for one to be told', () => {
  const { before, ...change } = ownedChange('-', 'session-a');
  const verified = { ...change, before, after: promiseValue('session-a', { status: 'verified' }) };
  expect(untoldFault(verified, null)).toBeUndefined();
});

it('a new promise whose first id came to nothing has another, and the first is missed by nobody', async () => {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true, maxRetries: 5 }));
  const promises = join(recorded.state, 'promises');
  const files = createNodeFiles(NO_DEADLINE);
  const rename = (from: string, to: string) => {
    // As where the writer stood still, so that another one has set its claim aside.
    if (to === join(promises, 'promise-00000001.json')) throw systemError('ENOENT', from);
    files.rename(from, to);
  };
  const given = ['00000001', '00000002'];
  const chance = {
    hex: (bytes: number) => (bytes === 4 ? given.shift() : undefined) ?? 'ff',
    fraction: () => 0,
  };
  const register = createMemoryRegister();
  const opened = recorded.open({ chance, register, files: { ...files, rename } });
  expect(await CHANGES.create(opened)).toBe('promise-00000002');
  expect(readdirSync(promises)).toEqual(['promise-00000002.json']);
  expect(register.read(['session-a']).promises).toMatchObject([
    { id: 'promise-00000002', intended: undefined },
  ]);
});
