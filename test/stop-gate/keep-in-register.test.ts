import { expect, it } from 'vitest';
import type { Alteration } from '../../src/domain/session/alteration.ts';
import type { LossByRegister } from '../../src/domain/session/lost-promise.ts';
import { nameOfLoss } from '../../src/domain/session/lost-promise.ts';
import {
  decideDone,
  decideHeld,
  type StopOutcome,
  withTold,
} from '../../src/stop-gate/decision.ts';
import { keepInRegister } from '../../src/stop-gate/keep-in-register.ts';
import type { Register } from '../../src/store/register.ts';
import { blockBy, blockedBy, gateWorld, OWNER, ownFolder } from '../rig/values/gate-values.ts';
import { outline, written } from '../rig/values/register-values.ts';
import { SIGHTING } from '../rig/values/sightings.ts';
import { createMemoryFiles } from '../rig/worlds/memory-files.ts';
import { createMemoryRegister } from '../rig/worlds/memory-register.ts';

const NOW = { digest: 'd2', outline: outline({}, 'verified') };
const CHANGED: LossByRegister = {
  id: 'promise-1',
  noticed: 'by-register',
  how: 'changed-outside',
  session: OWNER,
  project: '/work/a',
  now: NOW,
  lessenings: [{ what: 'criterion-gone', id: 'AC-1' }],
};
const BLOCK = { ...blockBy('lost-promises'), lost: [CHANGED] };
const MOVED: Alteration = {
  how: 'moved',
  id: 'promise-1',
  from: '/work/a',
  to: '/work/b',
  now: NOW,
};

/** The register after a stop was answered, of a session that made one promise. */
function registerAfter(outcome: StopOutcome, alterations: readonly Alteration[] = []) {
  const register = createMemoryRegister();
  const promise = written('promise-1');
  register.made(OWNER, promise, null);
  const registered = {
    ...promise,
    session: OWNER,
    made: promise,
    intended: undefined,
    changedOutside: false,
    lessenings: [],
  };
  const world = gateWorld({ register });
  const promises = {
    ...world.promises,
    alterations: alterations.map((alteration) => ({ registered, alteration })),
  };
  const said = keepInRegister({ ...world, promises }, outcome);
  return { said, entries: register.read([OWNER]).promises, lines: register.linesOf(OWNER) };
}

it.each<[string, StopOutcome, boolean]>([
  ['a block', blockedBy(BLOCK), true],
  [
    'the gate giving up, which its user is told of',
    { outcome: 'cap', why: 'too-fast', isTold: false, block: BLOCK },
    true,
  ],
  [
    'a rest, of which the agent does not hear',
    { outcome: 'rest', running: 1, block: BLOCK },
    false,
  ],
  ['nothing', { outcome: 'allow' }, false],
])('a change counts as told after %s', (_what, outcome, isTold) => {
  const { entries } = registerAfter(outcome);
  expect(entries).toMatchObject([
    { changedOutside: isTold, made: { digest: isTold ? 'd2' : 'd1' } },
  ]);
});

it('the register follows a promise that was moved', () => {
  const { entries, lines, said } = registerAfter({ outcome: 'allow' }, [MOVED]);
  expect(entries).toMatchObject([{ project: '/work/b', made: { digest: 'd2' } }]);
  expect(lines.at(-1)).toMatchObject({ state: 'left', project: '/work/a', how: 'moved' });
  expect(said).toEqual([]);
});

it.each<[string, readonly Alteration[], string]>([
  [
    'of which another one was changed',
    [MOVED, { how: 'vanished', id: 'promise-2', project: '/work/a' }],
    '/work/b',
  ],
  ['that is gone', [{ how: 'vanished', id: 'promise-1', project: '/work/a' }], '/work/a'],
])('a promise %s stands there as it is known', (_what, alterations, project) => {
  const { entries } = registerAfter({ outcome: 'allow' }, alterations);
  expect(entries).toMatchObject([{ id: 'promise-1', project }]);
});

it('what commands could not write is taken over from each folder, by the place where it lies', () => {
  const asked: (readonly [readonly string[], string])[] = [];
  const failure = { kind: 'file-system', action: 'write', path: '/x', code: 'EIO' } as const;
  const takeOver: Register['takeOver'] = (ids, folder) => {
    asked.push([ids, folder]);
    return folder === '/gone' ? [failure] : [];
  };
  const register = { ...createMemoryRegister(), takeOver };
  const files = createMemoryFiles();
  files.makeFolder('/work/a');
  const folders = ['/work/a/.', '/gone'].map((folder) => ({ ...ownFolder(), folder }));
  const said = keepInRegister(gateWorld({ register, files, folders }), { outcome: 'allow' });
  expect(asked).toEqual([
    [[OWNER], '/work/a'],
    [[OWNER], '/gone'],
  ]);
  expect(said).toEqual([expect.stringContaining('The register cannot be updated: ')]);
});

it('but not one that was changed as well: its old entry is what shows the change', () => {
  const changed: Alteration = {
    how: 'changed-outside',
    id: 'promise-1',
    project: '/work/b',
    now: NOW,
    lessenings: CHANGED.lessenings,
  };
  const { entries } = registerAfter({ outcome: 'rest', running: 1, block: BLOCK }, [
    MOVED,
    changed,
  ]);
  expect(entries).toMatchObject([{ project: '/work/a', made: { digest: 'd1' } }]);
});

it('a register that cannot be written is told to the user', () => {
  const failure = {
    kind: 'file-system',
    action: 'write',
    path: '/register',
    code: 'EROFS',
  } as const;
  const register = { ...createMemoryRegister(), told: () => failure };
  const [said] = keepInRegister(gateWorld({ register }), blockedBy(BLOCK));
  expect(said).toContain('The register cannot be updated: ');
});

it('so is one that failed at a single promise of several', () => {
  const failure = { kind: 'file-system', action: 'write', path: '/x', code: 'EIO' } as const;
  const other = { ...CHANGED, id: 'promise-2' };
  const told: Register['told'] = (_session, { id }) => (id === other.id ? failure : undefined);
  const register = { ...createMemoryRegister(), told };
  const block = { ...BLOCK, lost: [CHANGED, other] };
  expect(keepInRegister(gateWorld({ register }), blockedBy(block))).toHaveLength(1);
});

const SEEN = { ...SIGHTING, worked: false, hostLimit: 8 };
const NAME = nameOfLoss(CHANGED.id, CHANGED.project, NOW);
const STILL = { open: [], folders: ['/work/b'] };

it('whatever becomes of the register, the gate remembers what it told', () => {
  const { memory } = gateWorld();
  expect(decideHeld(memory, SEEN, BLOCK, STILL).memory).toMatchObject({
    told: [NAME],
    folders: ['/work/b'],
  });
  const rest = decideHeld(
    { ...memory, folders: ['/work/c'] },
    { ...SEEN, running: 1 },
    BLOCK,
    STILL,
  );
  expect(rest.memory).toMatchObject({ told: [], folders: ['/work/b', '/work/c'] });
  expect(withTold(decideDone(memory, STILL), [NAME]).memory).toMatchObject({
    told: [NAME],
    folders: ['/work/b'],
  });
});
