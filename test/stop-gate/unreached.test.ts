import { describe, expect, it } from 'vitest';
import type { Files } from '../../src/ports.ts';
import type { LookedFolder } from '../../src/session/look.ts';
import type { Block } from '../../src/stop-gate/checker.ts';
import type { SeenStop } from '../../src/stop-gate/look.ts';
import { checkedAgain, responseUnreached, unreachedParts } from '../../src/stop-gate/unreached.ts';
import type { SharedState } from '../../src/store/state-view.ts';
import { blockBy, gateWorld, OWNER, ownFolder } from '../rig/values/gate-values.ts';
import { createMemoryFiles, systemError } from '../rig/worlds/memory-files.ts';

const PART = {
  place: { session: OWNER, store: 'db.example.com', project: 'shop' },
  unreached: {
    failure: { kind: 'file-system', action: 'read', path: '/store', code: 'EIO' },
    at: '2026-02-17T10:30:00Z',
  },
} as const;

const ANSWERS: SharedState = { place: PART.place };

function folderOf(shared: SharedState | undefined): LookedFolder {
  const folder = ownFolder();
  return { ...folder, view: { ...folder.view, shared } };
}

/** A stop in a turn in which the gate did or did not block; what is kept of it lies in `files`. */
function stopOf(isContinued: boolean | undefined, { files } = gateWorld()): SeenStop {
  const world = gateWorld({ files });
  return { ...world, payload: { ...world.payload, isContinued }, folders: [folderOf(PART)] };
}

const answer = (stop: SeenStop, block: Block | undefined, faults: readonly string[] = []) =>
  responseUnreached(stop, [PART], block, faults);

const OPEN = blockBy('todos');

describe('while the store of a session cannot be reached', () => {
  it('what it said last holds the session once in a turn, and says of when it is', () => {
    const { decision, reason, systemMessage } = answer(stopOf(false), OPEN, ['A fault.']);
    expect(decision).toBe('block');
    const [first, ...others] = reason?.split('\n') ?? [];
    expect(first).toMatch(/^Blocked: /);
    expect(others.at(-1)).toMatch(/This is what it said on 2026-02-17T10:30:00Z\.$/);
    expect(systemMessage?.split('\n')).toEqual([
      expect.stringMatching(/^The stop gate blocked the agent: .*a word/),
      others.at(-1),
      'A fault.',
    ]);
  });

  it.each<[string, boolean | undefined, Block | undefined, RegExp]>([
    ['it was held in this turn', true, OPEN, /^NOT CHECKED: .*When it last answered.*a word/],
    ['nothing was open', false, undefined, /^NOT CHECKED: .*nothing was open\./],
  ])('it is let go where %s, and its user is told', (_when, isContinued, block, said) => {
    const { decision, systemMessage } = answer(stopOf(isContinued), block, ['A fault.']);
    expect(decision).toBeUndefined();
    expect(systemMessage?.split('\n')).toEqual([expect.stringMatching(said), 'A fault.']);
  });

  it('it is held at every other stop where its host says nothing of turns', () => {
    const stop = stopOf(undefined);
    const answers = ['1', '2', '3'].map(() => answer(stop, OPEN).decision);
    expect(answers).toEqual(['block', undefined, 'block']);
  });
});

describe('where the store answers again', () => {
  const stopAgain = ({ files }: SeenStop): SeenStop => ({
    ...gateWorld({ files }),
    folders: [folderOf(undefined), folderOf(ANSWERS)],
  });

  it.each<[string, boolean | undefined, Block | undefined, number]>([
    ['every stop that was let go with something open', true, OPEN, 1],
    ['every stop that was let go with nothing open', false, undefined, 1],
    ['no stop that was held', false, OPEN, 0],
  ])('the user is told of %s', (_what, isContinued, block, count) => {
    const stop = stopOf(isContinued);
    answer(stop, block);
    expect(checkedAgain(stopAgain(stop)).notes).toHaveLength(count);
  });

  it('what was told once is forgotten', () => {
    const stop = stopOf(true);
    answer(stop, OPEN);
    expect(checkedAgain(stopAgain(stop)).forget()).toEqual([]);
    expect(checkedAgain(stopAgain(stop)).notes).toEqual([]);
  });

  it('nothing is told of one that does not', () => {
    const stop = stopOf(true);
    answer(stop, OPEN);
    expect(checkedAgain(stop).notes).toEqual([]);
  });
});

describe('where the folder of the user cannot be written, the user is told', () => {
  const refusing = (parts: Partial<Files>): Files => ({ ...createMemoryFiles(), ...parts });
  const fails = () => {
    throw systemError('EROFS', '/x');
  };

  it('at a stop that is not checked', () => {
    const stop = { ...stopOf(true), files: refusing({ appendPrivate: fails }) };
    expect(answer(stop, OPEN, ['A fault.']).systemMessage?.split('\n')).toEqual([
      expect.stringMatching(/^NOT CHECKED: /),
      'A fault.',
      expect.stringMatching(/EROFS/),
    ]);
  });

  it('after the one that says so', () => {
    const stop = stopOf(true);
    answer(stop, OPEN);
    const files = { ...stop.files, remove: fails };
    const again = { ...gateWorld({ files }), folders: [folderOf(ANSWERS)] };
    expect(checkedAgain(again).forget()).toEqual([expect.stringMatching(/EROFS/)]);
  });

  it('of each store by itself', () => {
    const stop = { ...stopOf(true), files: refusing({ appendPrivate: fails }) };
    const other = { ...PART, place: { ...PART.place, project: 'other' } };
    const { systemMessage } = responseUnreached(stop, [PART, other], OPEN, []);
    expect(systemMessage?.split('\n')).toHaveLength(3);
  });
});

it('what held a session is cut where it is long', () => {
  const long = { ...OPEN, lines: [`Blocked: ${'x'.repeat(999)}`] };
  expect(answer(stopOf(false), long).systemMessage?.split('\n')[0]).toBe(
    `The stop gate blocked the agent: ${'x'.repeat(299)}…`,
  );
});

it('the stores that cannot be reached are those that say so', () => {
  const folders = [folderOf(ANSWERS), folderOf(PART), folderOf(undefined)];
  expect(unreachedParts({ folders })).toEqual([PART]);
});
