import { describe, expect, it } from 'vitest';
import { success } from '../../src/domain/base/result.ts';
import type { PromiseWhereabouts } from '../../src/domain/session/lost-promise.ts';
import type { RegisterLine } from '../../src/domain/session/register.ts';
import { registeredIn } from '../../src/domain/session/register.ts';
import { lossesByRegister } from '../../src/session/alterations.ts';
import { knownSession, listFolder } from '../../src/session/look.ts';
import { readRegister } from '../../src/store/register.ts';
import type { FileRecord, StateView } from '../../src/store/state-view.ts';
import { PROMISE_ID, promiseValue, sessionValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion } from '../rig/values/promises.ts';
import { LINES, written } from '../rig/values/register-values.ts';
import { createMemoryFiles } from '../rig/worlds/memory-files.ts';
import { createMemoryRegister } from '../rig/worlds/memory-register.ts';

const OWNER = 'session-a';
const SESSION = sessionValue(OWNER);

const NOWHERE: PromiseWhereabouts = { place: 'nowhere' };
const BY_SUITE: FileRecord = { digest: 'd2', isRecorded: true };
const BY_OTHERS: FileRecord = { digest: 'd2', isRecorded: false };
const GONE: FileRecord = { digest: undefined, isRecorded: false };

/** A folder in which the promise of the test is as `found`, and its bytes as `record`. */
function folderWith(folder: string, found: PromiseWhereabouts, record: FileRecord) {
  const view: StateView = {
    isThere: () => true,
    listActive: () => ({ promises: [], broken: [] }),
    whereaboutsOf: () => found,
    recordOf: () => record,
    stopGateState: () => success({}),
    endOf: () => undefined,
    unconfirmedEndOf: () => undefined,
  };
  return { folder, isFurther: false, view };
}

const file = (
  parts: object = {},
  place: 'active' | 'history' = 'active',
  owner: string | null = OWNER,
): PromiseWhereabouts => ({ place, promise: promiseValue(owner, { ...parts }) });

const HERE = '/work/a';
const PROMISE = written(PROMISE_ID, { project: HERE });
const MADE = [LINES.made(PROMISE)];

function losses(
  folders: readonly ReturnType<typeof folderWith>[],
  lines: readonly RegisterLine[] = MADE,
) {
  const files = createMemoryFiles();
  const registered = registeredIn(lines).map((one) => ({ ...one, session: OWNER }));
  const known = { folders, registered: { promises: registered, broken: [] } };
  return lossesByRegister(known, SESSION, files);
}

/** How the one promise was lost, and by what; nothing where it was not. */
function told(
  folders: readonly ReturnType<typeof folderWith>[],
  lines: readonly RegisterLine[] = MADE,
) {
  return losses(folders, lines).map(({ how, lessenings }) =>
    [how, ...lessenings.map((one) => ('id' in one ? `${one.what} ${one.id}` : one.what))].join(' '),
  );
}

describe('a promise of the register', () => {
  it.each<[string, PromiseWhereabouts, FileRecord, readonly string[]]>([
    ['is as it was', file(), BY_OTHERS, []],
    [
      'has one more criterion',
      file({ acceptance_criteria: [criterion('AC-1'), criterion('AC-2')] }),
      BY_OTHERS,
      [],
    ],
    ['was met by the suite', file({ acceptance_criteria: [metCriterion('AC-1')] }), BY_SUITE, []],
    [
      'was met by an edit',
      file({ acceptance_criteria: [metCriterion('AC-1')] }),
      BY_OTHERS,
      ['changed-outside criterion-met AC-1'],
    ],
    [
      'lost its criteria',
      file({ acceptance_criteria: [] }),
      BY_OTHERS,
      ['changed-outside criterion-gone AC-1'],
    ],
    ['was set to verified', file({ status: 'verified' }), BY_OTHERS, ['changed-outside status']],
    ['was set to cancelled', file({ status: 'cancelled' }), BY_OTHERS, ['changed-outside status']],
    [
      'was verified, in a process that was cut off before it said so',
      file({ status: 'verified' }, 'history'),
      BY_SUITE,
      [],
    ],
    [
      'was written among those that have ended',
      file({ status: 'verified' }, 'history'),
      BY_OTHERS,
      ['changed-outside status'],
    ],
    [
      'was moved among those that have ended, open as it is',
      file({}, 'history'),
      { digest: 'd1', isRecorded: true },
      ['vanished'],
    ],
    [
      'was given to another session by an edit',
      file({}, 'active', 'session-b'),
      BY_OTHERS,
      ['changed-outside owner'],
    ],
    [
      'was taken from its session by an edit',
      file({}, 'active', null),
      BY_OTHERS,
      ['changed-outside owner'],
    ],
    [
      'was taken over by a command of another session',
      file({}, 'active', 'session-b'),
      BY_SUITE,
      [],
    ],
    ['is gone', NOWHERE, GONE, ['vanished']],
    ['was moved away by a repair', NOWHERE, { digest: undefined, isRecorded: true }, []],
    [
      'cannot be read, which the check says by itself',
      { place: 'broken', among: 'active' },
      GONE,
      [],
    ],
    [
      'cannot be read among those that have ended',
      { place: 'broken', among: 'history' },
      GONE,
      ['vanished'],
    ],
    ['went between two looks', file({ status: 'verified' }), GONE, []],
  ])('%s', (_what, found, record, lost) => {
    expect(told([folderWith(HERE, found, record)])).toEqual(lost);
  });

  it.each<[string, readonly RegisterLine[], PromiseWhereabouts, FileRecord]>([
    ['was only intended', [LINES.intended(PROMISE)], NOWHERE, GONE],
    ['was left by a command', [...MADE, LINES.left(PROMISE)], NOWHERE, GONE],
    ['is gone, which was told', [...MADE, LINES.toldGone(PROMISE)], NOWHERE, GONE],
    [
      'was changed, which was told',
      [
        ...MADE,
        LINES.told({ ...PROMISE, digest: 'd2', outline: { status: 'verified', criteria: [] } }),
      ],
      file({ status: 'verified' }),
      BY_OTHERS,
    ],
  ])('is not missed where it %s', (_what, lines, found, record) => {
    expect(told([folderWith(HERE, found, record)], lines)).toEqual([]);
  });

  it('is told again where it was changed once more', () => {
    const first = LINES.told({ ...PROMISE, digest: 'd1' });
    const folder = folderWith(HERE, file({ status: 'verified' }), BY_OTHERS);
    expect(told([folder], [...MADE, first])).toEqual(['changed-outside status']);
  });
});

describe('a promise whose folder is not its own any more', () => {
  const EMPTY = folderWith(HERE, NOWHERE, GONE);

  it('is gone with its folder', () => {
    expect(told([])).toEqual(['vanished']);
  });

  it.each<[string, readonly ReturnType<typeof folderWith>[]]>([
    [
      'together with its folder',
      [folderWith('/work/b', file(), { digest: 'd1', isRecorded: true })],
    ],
    ['alone', [EMPTY, folderWith('/work/b', file(), { digest: 'd1', isRecorded: false })]],
    [
      'and verified there',
      [EMPTY, folderWith('/work/b', file({ status: 'verified' }, 'history'), BY_SUITE)],
    ],
  ])('was moved, %s', (_how, folders) => {
    expect(told(folders)).toEqual([]);
  });

  it('is told where it was changed on the way', () => {
    const moved = folderWith('/work/b', file({ acceptance_criteria: [] }), BY_OTHERS);
    expect(losses([EMPTY, moved])).toMatchObject([
      { how: 'changed-outside', project: '/work/b', now: { digest: 'd2' } },
    ]);
  });
});

describe('the folders that are looked at beside the project', () => {
  const files = createMemoryFiles();
  for (const folder of ['/work', '/work/a', '/work/b', '/work/c']) files.makeFolder(folder);
  const { view } = folderWith('', NOWHERE, GONE);
  const folders = (named: readonly string[], ...projects: readonly string[]) => {
    const lines = projects.map((project) => LINES.made(written(PROMISE_ID, { project })));
    const registered = registeredIn(lines).map((one) => ({ ...one, session: OWNER }));
    const [first, ...others] = named;
    const state = { open_folders: others };
    const viewOf = () => ({ ...view, stopGateState: () => success(state) });
    const asked = { projectFolder: '/work/a', session: SESSION, beside: first };
    const register = { read: () => ({ promises: registered, broken: [] }) };
    return knownSession({ files, register, viewOf }, asked)
      .folders.slice(1)
      .map(({ folder }) => folder);
  };

  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['none', [], [], []],
    ['none but the project', ['/work/a'], ['/work/a'], []],
    [
      'those that are named, and those of the register',
      ['/work/b'],
      ['/work/c'],
      ['/work/b', '/work/c'],
    ],
    ['each once', ['/work/b'], ['/work/b', '/work/b'], ['/work/b']],
    ['none that is not there', ['/work/gone'], ['/work/gone-too'], []],
  ])('%s', (_what, named, registered, expected) => {
    expect(folders(named, ...registered)).toEqual(expected);
  });

  it('one that the system does not show is broken, and holds', () => {
    const refusing = {
      ...view,
      listActive: () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' });
      },
    };
    const listing = listFolder({ folder: '/work/b', view: refusing }, () => true);
    expect(listing.broken).toEqual([
      { path: '/work/b', reason: 'the operating system reported EACCES' },
    ]);
  });
});

it('the register is read under every id of the session, and none other', () => {
  const register = createMemoryRegister();
  for (const session of ['session-a', 'session-b', 'session-c']) {
    register.made(session, written(`promise-of-${session}`), null);
  }
  const { promises } = readRegister(register, ['session-a', 'session-b']);
  expect(promises.map(({ id, session }) => [session, id])).toEqual([
    ['session-a', 'promise-of-session-a'],
    ['session-b', 'promise-of-session-b'],
  ]);
});
