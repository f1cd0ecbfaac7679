import { describe, expect, it } from 'vitest';
import type { PromiseWhereabouts } from '../../src/domain/session/lost-promise.ts';
import type { TreeSnapshot } from '../../src/ports.ts';
import type { LookedFolder } from '../../src/session/look.ts';
import {
  nameOfRequest,
  type PromisesAtStop,
  promisesAt,
  treesDigest,
} from '../../src/stop-gate/promises-at-stop.ts';
import { NOW, namedPromise, PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import { gateWorld, NO_TREE, OWNER, ownFolder } from '../rig/values/gate-values.ts';
import { metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { createMemoryFiles } from '../rig/worlds/memory-files.ts';

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
