import { describe, expect, it } from 'vitest';
import {
  type Bead,
  changedSinceStart,
  issuesAtStartIn,
  mostUrgent,
  readBeads,
  withIssuesAtStart,
} from '../../../src/domain/session/beads.ts';
import { bead } from '../../rig/worlds/beads.ts';

const one = (parts: Partial<Bead> = {}): Bead => ({
  id: 'bd-1',
  title: 'Title of bd-1',
  priority: 2,
  waitsFor: [],
  ...parts,
});

const json = (value: unknown): string => JSON.stringify(value);

describe('what bd printed', () => {
  it.each<[string, string, readonly Bead[] | undefined]>([
    ['a list', json([bead('bd-1')]), [one()]],
    ['an empty list', '[]', []],
    ['a list in an object', json({ count: 1, issues: [bead('bd-1')] }), [one()]],
    ['a list after words', `Warning: old daemon\n${json([bead('bd-1')])}\n`, [one()]],
    ['an object without a list', '{"error": "no database"}', undefined],
    ['an empty object', '{}', undefined],
    ['words', 'No ready work found', undefined],
    ['a word', '"bd-1"', undefined],
    ['null', 'null', undefined],
    ['a list of lists in an object', json({ issues: [['bd-1']] }), []],
    ['nothing', '', undefined],
    ['a list with words after it', '[] 3 issues', undefined],
    ['a list that is cut off', '[{"id": "bd-1"', undefined],
    ['words with a bracket before the list', '[warn] old\n[]', undefined],
    ['entries that are no issues', json([null, 7, 'bd-1', [], {}, { id: 7 }, { id: '' }]), []],
  ])('%s', (_what, printed, beads) => {
    expect(readBeads(printed)).toEqual(beads);
  });

  it.each<[string, object, Partial<Bead>]>([
    ['no title', { title: null }, { title: '' }],
    ['no priority', { priority: 'high' }, { priority: 2 }],
    ['the least urgent priority', { priority: 4 }, { priority: 4 }],
    ['a priority beyond the last', { priority: 5 }, { priority: 2 }],
    ['a priority before the first', { priority: -1 }, { priority: 2 }],
    ['half a priority', { priority: 1.5 }, { priority: 2 }],
    ['the most urgent priority', { priority: 0 }, { priority: 0 }],
    [
      'what it waits for, by name',
      { blocked_by: ['bd-2', 'bd-3'] },
      { waitsFor: ['bd-2', 'bd-3'] },
    ],
    [
      'what it waits for, as issues and as nothing',
      { blocked_by: [{ id: 'bd-2' }, { id: 7 }, null, 7] },
      { waitsFor: ['bd-2'] },
    ],
    ['what it waits for in another shape', { blocked_by: 'bd-2' }, {}],
  ])('an issue with %s', (_what, parts, expected) => {
    expect(readBeads(json([bead('bd-1', parts)]))).toEqual([one(expected)]);
  });
});

it('the most urgent come first, those of one priority in the order of bd, and no more than asked for', () => {
  const beads = [2, 0, 1, 0, 2].map((priority, index) => one({ id: `bd-${index}`, priority }));
  const ids = (most: number) => mostUrgent(beads, most).map(({ id }) => id);
  expect(ids(9)).toEqual(['bd-1', 'bd-3', 'bd-2', 'bd-0', 'bd-4']);
  expect(ids(2)).toEqual(['bd-1', 'bd-3']);
  expect(ids(0)).toEqual([]);
  expect(beads[0]?.priority).toBe(2);
});

describe('the issues that were not committed as a session started', () => {
  it('come back as they were put in, and everything else stays', () => {
    const files = [
      ['.beads/a.jsonl', 'd1'],
      ['.beads/b.jsonl', null],
    ] as const;
    expect(withIssuesAtStart({ kept: 1 }, files)).toEqual({ kept: 1, beads_at_start: files });
    expect(issuesAtStartIn(withIssuesAtStart({}, files))).toEqual(files);
  });

  it.each<[string, unknown, unknown]>([
    ['that were not looked at', undefined, undefined],
    ['in another shape', { a: 'd1' }, undefined],
    ['of which there are none', [], []],
    ['of which some cannot be read', ['a', null, [7, 'd1'], ['a', 'd1']], [['a', 'd1']]],
    [
      'with a digest that is none',
      [['a', 7], ['b']],
      [
        ['a', null],
        ['b', null],
      ],
    ],
  ])('are read: %s', (_what, files, expected) => {
    expect(issuesAtStartIn({ beads_at_start: files })).toEqual(expected);
  });

  it('are compared with those that are not committed now', () => {
    const atStart = [
      ['same', 'd1'],
      ['other', 'd1'],
      ['unread', null],
      ['committed', 'd1'],
    ] as const;
    const now = [
      ['same', 'd1'],
      ['other', 'd2'],
      ['unread', null],
      ['new', 'd1'],
      ['lost', null],
    ] as const;
    expect(changedSinceStart(atStart, now)).toEqual(['other', 'new', 'lost']);
    expect(changedSinceStart(atStart, [])).toEqual([]);
  });
});
