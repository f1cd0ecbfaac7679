import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOfLoss, type PromiseWhereabouts } from '../../src/domain/session/lost-promise.ts';
import type { TreeSnapshot } from '../../src/ports.ts';
import { commandLinesFor } from '../../src/report/command-lines.ts';
import type { LookedFolder } from '../../src/session/look.ts';
import {
  endingLines,
  type FolderCheck,
  nameOfFail,
  nameOfMet,
  nameOfRequest,
  nameOfTold,
  type PromisesAtStop,
  promisesAt,
  treesDigest,
} from '../../src/stop-gate/promises-at-stop.ts';
import type { OwnRegistered } from '../../src/store/register.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { NOW, namedPromise, PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import {
  gateWorld,
  heldCheck,
  MAY_END,
  NO_TREE,
  OWNER,
  ownFolder,
} from '../rig/values/gate-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { written } from '../rig/values/register-values.ts';
import { createMemoryFiles } from '../rig/worlds/memory-files.ts';
import { emptyRepository, scratchFolder } from '../rig/worlds/repository.ts';

const MET = { acceptance_criteria: [metCriterion('AC-1')] };

/** A folder with one promise of the session, or with none. */
function folderAt(folder: string, parts?: PromiseParts, isFurther = true): LookedFolder {
  const promises = parts === undefined ? [] : [namedPromise(PROMISE_ID, OWNER, parts)];
  return { ...ownFolder({ promises, broken: [] }), folder, isFurther };
}

/** What a stop shows of some folders, where `files` has their settings. */
function seenIn(
  folders: readonly LookedFolder[],
  { open = [], told = [] }: Partial<Parameters<typeof promisesAt>[1]> = {},
  files = createMemoryFiles(),
): PromisesAtStop {
  return promisesAt(gateWorld({ folders, files }), { open, told });
}

describe('where the settings of a folder cannot be read', () => {
  const files = createMemoryFiles();
  files.makeFolder('/further/.claude');
  files.writeNew('/further/.claude/completion-promise.json', '{');
  const folders = [folderAt('/project', undefined, false), folderAt('/further', MET)];
  const seen = () => seenIn(folders, { open: ['promise-before'] }, files);

  it('they are named', () => {
    expect(seen().checks.map(({ unread }) => unread?.kind)).toEqual([
      undefined,
      'invalid-configuration',
    ]);
  });

  it('nobody is told that its promises are met', () => {
    expect(seen().met).toEqual([]);
  });

  it('what was open at the last stop is looked for at the next one, too', () => {
    expect(seen().open).toEqual(['promise-before', PROMISE_ID]);
  });
});

describe('what a session asked a person to give up', () => {
  const at = (time: string) =>
    folderAt('/project', {
      judgments: [{ status: 'success', verdict: 'FAIL', failed: ['AC-1'] }],
      give_up_requested: { what: 'cancel', at: time, session_id: OWNER },
    });
  const asked = (time: string, told: readonly string[] = []) =>
    seenIn([at(time)], { told }).requested;

  it.each<[string, string, readonly string[], number]>([
    ['is told', NOW, [], 1],
    ['is told once', NOW, [NOW], 0],
    ['is told again where it asked again', '2026-03-05T00:00:00Z', [NOW], 1],
  ])('%s', (_how, time, before, count) => {
    const told = before.flatMap((one) => asked(one).map(nameOfRequest));
    expect(asked(time, told)).toHaveLength(count);
  });
});

it.each<[string, PromiseWhereabouts, PromisesAtStop['closed']]>([
  [
    'was verified since',
    { place: 'history', promise: promiseValue(OWNER, { ...MET, status: 'verified' }) },
    [['promise-before', 1]],
  ],
  [
    'was cancelled since',
    { place: 'history', promise: promiseValue(OWNER, { ...MET, status: 'cancelled' }) },
    [],
  ],
  ['is gone', { place: 'nowhere' }, []],
])('what was closed in a promise that %s', (_how, found, closed) => {
  const { view, ...folder } = folderAt('/project', undefined, false);
  const folders = [{ ...folder, view: { ...view, whereaboutsOf: () => found } }];
  expect(seenIn(folders, { open: ['promise-before'] }).closed).toEqual(closed);
});

describe('a promise that was open at the last stop', () => {
  const OTHER = 'promise-before';
  const whereOf = (found: PromiseWhereabouts) => {
    const { view, ...folder } = folderAt('/project', {}, false);
    return [{ ...folder, view: { ...view, whereaboutsOf: () => found } }, folderAt('/further')];
  };
  const cancelled = promiseValue(OWNER, { status: 'cancelled' });

  it.each<[string, PromiseWhereabouts, readonly string[], readonly string[]]>([
    ['and is gone is lost', { place: 'nowhere' }, ['vanished'], []],
    ['and was cancelled is lost', { place: 'history', promise: cancelled }, ['cancelled'], []],
    ['and cannot be read is looked for again', { place: 'broken', among: 'active' }, [], [OTHER]],
  ])('%s', (_what, found, lost, open) => {
    const seen = seenIn(whereOf(found), { open: [OTHER, PROMISE_ID] });
    expect(seen.lost.map(({ id, how }) => [id, how])).toEqual(lost.map((how) => [OTHER, how]));
    expect(seen.open).toEqual([PROMISE_ID, ...open]);
  });

  it('is where the first folder has it', () => {
    const folders = whereOf({ place: 'nowhere' });
    const [further] = whereOf({ place: 'history', promise: cancelled });
    if (further === undefined) throw new Error('there is no folder');
    const all = [...folders, { ...further, folder: '/last', isFurther: true }];
    expect(seenIn(all, { open: [OTHER] }).lost).toMatchObject([{ how: 'cancelled' }]);
  });
});

it('further folders are looked at again that hold something, read or not', () => {
  const broken = { promises: [], broken: [{ path: 'x.json', reason: 'x' }] };
  const seen = seenIn([
    folderAt('/project', {}, false),
    folderAt('/held', {}),
    folderAt('/empty'),
    { ...folderAt('/broken'), listing: broken },
  ]);
  expect(seen.folders).toEqual(['/held', '/broken']);
});

describe('is told once:', () => {
  const one = (parts: PromiseParts) => [folderAt('/project', parts, false)];

  it('that a promise is met', () => {
    const met = (told: readonly string[]) => seenIn(one(MET), { told }).met;
    expect(met([]).map(({ id }) => id)).toEqual([PROMISE_ID]);
    expect(met(met([]).map(nameOfMet))).toEqual([]);
    const other = { ...namedPromise('promise-other', OWNER, MET), commands: LINES_HERE };
    expect(met([nameOfMet(other)])).toHaveLength(1);
  });

  it('what a validator failed, and anew where it failed it again', () => {
    const failedAt = (at: string, told: readonly string[] = []) => {
      const attempt = { verdict: 'FAIL', by: 'run:claude-code', at, feedback: [] };
      return seenIn(one({ acceptance_criteria: [criterion('AC-1', { attempts: [attempt] })] }), {
        told,
      }).failed;
    };
    const names = failedAt(NOW).map(nameOfFail);
    expect(names).toHaveLength(1);
    expect(failedAt(NOW, names)).toEqual([]);
    expect(failedAt('2026-03-05T00:00:00Z', names)).toHaveLength(1);
  });

  it('that something else than the suite took a promise away', () => {
    const made = written(PROMISE_ID, { project: '/nowhere' });
    const rest = { made, intended: undefined, lessenings: [], session: OWNER };
    const registered = { ...made, ...rest, changedOutside: false };
    const lost = (told: readonly string[]) => {
      const world = gateWorld({ registered: { promises: [registered], broken: [] } });
      return promisesAt(world, { open: [], told }).lost;
    };
    expect(lost([])).toMatchObject([{ id: PROMISE_ID, how: 'vanished', noticed: 'by-register' }]);
    expect(lost([nameOfLoss(PROMISE_ID, '/nowhere', undefined)])).toEqual([]);
  });

  it('what a command showed of a promise that was changed outside of the suite', () => {
    const registered = (changedOutside: boolean, digest = 'd1'): OwnRegistered => {
      const made = written(PROMISE_ID, { digest });
      const rest = { made, intended: undefined, lessenings: [], session: OWNER };
      return { ...made, ...rest, changedOutside };
    };
    const untold = (changed: boolean, told: readonly string[] = []) => {
      const world = gateWorld({ registered: { promises: [registered(changed)], broken: [] } });
      return promisesAt(world, { open: [], told }).untold;
    };
    expect(untold(false)).toEqual([]);
    expect(untold(true)).toHaveLength(1);
    expect(untold(true, [nameOfTold(registered(true))])).toEqual([]);
    expect(untold(true, [nameOfTold(registered(true, 'd2'))])).toHaveLength(1);
  });
});

describe('the commands for a folder name it', () => {
  it.each<[string, string, string | undefined, string | undefined, string | undefined]>([
    ['where it is not the project', '/further', undefined, undefined, '/further'],
    ['as the project is named', '/project', undefined, '/work', '/work'],
    ['unless the shell stands there', '/further', '/further', undefined, undefined],
    ['unless the shell stands there, by another path', '/further', '/further/.', '/x', undefined],
    ['where the shell stands elsewhere', '/project', '/further', undefined, '/project'],
  ])('%s', (_when, folder, shellProject, namedProject, named) => {
    const files = createMemoryFiles();
    files.makeFolder('/further');
    files.makeFolder('/project');
    const { environment } = gateWorld();
    const folders = [folderAt(folder, {}, folder !== '/project')];
    const there = { ...environment, namedProject };
    const world = gateWorld({ folders, files, shellProject, environment: there });
    const [check] = promisesAt(world, { open: [], told: [] }).checks;
    expect(check?.commands.of('cs check')).toBe(commandLinesFor(named, 'cs').of('cs check'));
  });
});

describe('a person can end a session', () => {
  const checkAt = (folder: string, check: FolderCheck): FolderCheck => ({
    ...check,
    commands: commandLinesFor(folder, 'cs'),
  });
  const FREE = [checkAt('/project', MAY_END), checkAt('/free', MAY_END)];
  const HELD = checkAt('/held', heldCheck('x'));

  it.each<[string, readonly FolderCheck[], readonly string[]]>([
    ['in each folder that keeps it', [...FREE, HELD], ['/held']],
    ['in the project, where none does', FREE, ['/project']],
  ])('%s', (_where, checks, folders) => {
    const lines = endingLines({ checks }).map((one) => one.of('cs check'));
    expect(lines).toEqual(folders.map((one) => commandLinesFor(one, 'cs').of('cs check')));
  });
});

it.each<[string, readonly LookedFolder[], number]>([
  ['of the project, without a promise there', [folderAt('/project', undefined, false)], 1],
  [
    'of a further folder with a promise of the session',
    [folderAt('/project', undefined, false), folderAt('/further', {})],
    2,
  ],
  [
    'of no further folder without one',
    [folderAt('/project', undefined, false), folderAt('/further')],
    1,
  ],
])('work is seen in the checkout %s', (_where, folders, count) => {
  expect(seenIn(folders).trees).toHaveLength(count);
});

describe('the checkout of', () => {
  /** A folder with a promise of the session and a repository, and whether its state is told from another. */
  function repositoryWithPromise() {
    const repository = emptyRepository();
    repository.write('a.txt', 'a\n');
    repository.commit();
    return repository;
  }

  it('the project is the one that its session works in, wherever its state lies', () => {
    const repository = repositoryWithPromise();
    const { environment } = gateWorld();
    const there = { ...environment, checkout: repository.folder };
    const digest = () =>
      treesDigest(promisesAt(gateWorld({ environment: there }), { open: [], told: [] }).trees);
    const before = digest();
    expect(before).toMatch(/^\w+$/);
    repository.write('a.txt', 'b\n');
    expect(digest()).not.toBe(before);
  });

  it.each<[string, (worktree: string) => string | undefined, boolean]>([
    ['a further folder is that folder', () => undefined, false],
    ['it is its like where the shell stands', (worktree) => worktree, true],
  ])('%s', (_what, standing, isWorktree) => {
    const repository = repositoryWithPromise();
    const worktree = join(scratchFolder(), 'worktree');
    repository.git('worktree', 'add', '--quiet', worktree);
    const { payload } = gateWorld();
    const folders = [folderAt('/project', undefined, false), folderAt(repository.folder, {})];
    const digest = () => {
      const world = gateWorld({ folders, payload: { ...payload, folder: standing(worktree) } });
      return treesDigest(promisesAt(world, { open: [], told: [] }).trees);
    };
    const before = digest();
    writeFileSync(join(worktree, 'a.txt'), 'b\n');
    expect(digest() !== before).toBe(isWorktree);
    const between = digest();
    repository.write('a.txt', 'c\n');
    expect(digest() !== between).toBe(!isWorktree);
  });

  it('a promise is looked at as a whole', () => {
    const scopes: unknown[] = [];
    const tree: TreeSnapshot = {
      ...NO_TREE,
      digest: (scope) => {
        scopes.push(scope);
        return { bound: true, digest: 'd' };
      },
    };
    expect(treesDigest([tree])).toBe('d');
    expect(scopes).toEqual([{ inputs: null, files: [] }]);
  });
});

describe('checkouts of several folders', () => {
  const treeOf = (digest: string): TreeSnapshot => ({
    ...NO_TREE,
    digest: () => ({ bound: true, digest }),
  });
  const digestOf = (...trees: readonly TreeSnapshot[]) => treesDigest(trees);

  it('are another state as soon as one of them is', () => {
    const before = digestOf(treeOf('a'), treeOf('b'));
    expect(digestOf(treeOf('a'), treeOf('b'))).toBe(before);
    expect(digestOf(treeOf('a'), treeOf('c'))).not.toBe(before);
    expect(digestOf(treeOf('c'), treeOf('b'))).not.toBe(before);
    expect(digestOf(NO_TREE, treeOf('a'))).not.toBe(digestOf(NO_TREE, treeOf('c')));
    expect(digestOf(treeOf('a'), NO_TREE)).not.toBe(digestOf(treeOf('c'), NO_TREE));
  });

  it.each<[string, readonly TreeSnapshot[], string | null]>([
    ['of which none can be examined are in no known state', [NO_TREE, NO_TREE], null],
    ['of which there is one are in the state of that one', [treeOf('a')], 'a'],
    ['of which there are none are in no known state', [], null],
  ])('%s', (_which, trees, digest) => {
    expect(digestOf(...trees)).toBe(digest);
  });
});
