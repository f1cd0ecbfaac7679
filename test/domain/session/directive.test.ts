import { describe, expect, it } from 'vitest';
import {
  activeDirectives,
  DIRECTIVE_TYPES,
  type Directive,
  firstGiven,
  isDirectiveType,
  nextDirective,
  readDirectives,
  retireDirective,
} from '../../../src/domain/session/directive.ts';
import { NOW } from '../../rig/values/domain-values.ts';

const entry = (id: string, parts: object = {}) => ({
  id,
  type: 'follow-up',
  text: `about ${id}`,
  at: NOW,
  status: 'active',
  ...parts,
});
const idsOf = (directives: readonly Directive[]) => directives.map(({ id }) => id);

describe('a new directive', () => {
  it.each<[string, readonly unknown[], string, string]>([
    ['the first of a session', [], 'D-1', 'initial-request'],
    ['a later one', [entry('D-1')], 'D-2', 'follow-up'],
    ['after a retired one', [entry('D-1', { status: 'retired' })], 'D-2', 'follow-up'],
    ['after a gap', [entry('D-7')], 'D-8', 'follow-up'],
    ['after one of another order', [entry('D-9'), entry('D-2')], 'D-10', 'follow-up'],
    ['after an id of another kind', [entry('mine')], 'D-1', 'follow-up'],
    ['after an entry that cannot be read', [{ id: 'D-4' }], 'D-5', 'initial-request'],
    ['after what is no entry', [null, 'D-3', 5], 'D-1', 'initial-request'],
  ])('%s', (_what, entries, id, type) => {
    expect(nextDirective(entries, { at: NOW, commit: undefined, text: 'x' })).toEqual({
      id,
      type,
      text: 'x',
      at: NOW,
      status: 'active',
    });
  });

  it('has the type that it is given', () => {
    expect(nextDirective([], { at: NOW, commit: null, text: 'x', type: 'constraint' }).type).toBe(
      'constraint',
    );
  });
});

describe('the types of directives', () => {
  it.each(['initial-request', 'follow-up', 'correction', 'constraint'])('are these: %s', (type) => {
    expect(isDirectiveType(type)).toBe(true);
    expect(readDirectives([entry('D-1', { type })])[0]?.type).toBe(type);
  });

  it.each(['', 'wish', undefined, 7])('are no others: %j', (type) => {
    expect(isDirectiveType(type)).toBe(false);
    expect(DIRECTIVE_TYPES).toHaveLength(4);
  });
});

describe('an entry that somebody wrote', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['whole', entry('D-1'), ['D-1 follow-up active']],
    ['of an unknown type binds', entry('D-1', { type: 'wish' }), ['D-1 follow-up active']],
    ['of an unknown status binds', entry('D-1', { status: 'done' }), ['D-1 follow-up active']],
    ['without a time binds', { id: 'D-1', text: 'x' }, ['D-1 follow-up active']],
    ['that is retired', entry('D-1', { status: 'retired' }), ['D-1 follow-up retired']],
    ['without a text', entry('D-1', { text: undefined }), []],
    ['with a blank text', entry('D-1', { text: ' \n' }), []],
    ['without an id', entry('D-1', { id: undefined }), []],
    ['that is no object', ['D-1'], []],
  ])('%s', (_what, value, read) => {
    expect(
      readDirectives([value]).map(({ id, status, type }) => `${id} ${type} ${status}`),
    ).toEqual(read);
  });
});

it.each<[string, object, object]>([
  ['nothing else', {}, {}],
  ['no time', { at: 7 }, { at: '' }],
  [
    'when it was retired',
    { status: 'retired', retired_at: NOW },
    { status: 'retired', retired_at: NOW },
  ],
  ['no time at which it was retired', { retired_at: 7 }, {}],
  ['its commit', { commit: 'a'.repeat(40) }, { commit: 'a'.repeat(40) }],
  ['no commit yet', { commit: null }, { commit: null }],
  ['a commit that is none', { commit: 'HEAD' }, {}],
  ['keys that nobody knows', { by: 'me' }, {}],
])('a directive is read with %s', (_what, parts, expected) => {
  const [read] = readDirectives([entry('D-1', parts)]);
  expect(read).toEqual(entry('D-1', expected));
  expect(Object.keys(read ?? {}).sort()).toEqual(Object.keys(entry('D-1', expected)).sort());
});

describe('retiring', () => {
  it.each<[string, readonly unknown[], string, unknown]>([
    ['keeps other keys', [entry('D-1', { by: 'me' })], 'D-1', [{ by: 'me' }]],
    ['keeps other entries', [entry('D-1'), { odd: 1 }, 7], 'D-1', [{ id: 'D-1' }, { odd: 1 }, 7]],
    ['is of all of its id', [entry('D-1'), entry('D-1')], 'D-1', [{ retired_at: NOW }]],
  ])('%s', (_what, entries, id, expected) => {
    const after = retireDirective(entries, id, NOW);
    expect([...after].slice(0, Object(expected).length)).toMatchObject(Object(expected));
    expect(activeDirectives(readDirectives([after].flat()))).toEqual([]);
    expect(after[0]).toMatchObject({ status: 'retired', retired_at: NOW });
  });

  it.each<[string, readonly unknown[], string]>([
    ['one that is not there', [entry('D-1')], 'unknown'],
    ['one that cannot be read', [{ id: 'D-2' }], 'unknown'],
    ['one that was retired before', [entry('D-2', { status: 'retired' })], 'retired-before'],
  ])('%s is refused', (_what, entries, fault) => {
    expect(retireDirective(entries, 'D-2', NOW)).toBe(fault);
  });
});

it('retiring leaves others, and what was retired before, as they were', () => {
  const before = entry('D-1', { status: 'retired', retired_at: 'before' });
  const entries = [before, entry('D-1'), entry('D-2')];
  expect(retireDirective(entries, 'D-1', NOW)).toEqual([
    before,
    entry('D-1', { status: 'retired', retired_at: NOW }),
    entry('D-2'),
  ]);
});

it('a new directive keeps the commit that it was given at, if that is known', () => {
  const given = (commit: string | null | undefined) =>
    nextDirective([], { at: NOW, commit, text: 'x' });
  expect(given('a'.repeat(40)).commit).toBe('a'.repeat(40));
  expect(given(null).commit).toBeNull();
  expect(given(undefined)).not.toHaveProperty('commit');
});

it('the first that was given tells its commit', () => {
  const given = [
    entry('D-1', { at: '2026-02-02T00:00:00Z', commit: 'b'.repeat(40) }),
    entry('D-2', { at: '2026-01-01T00:00:00Z', commit: 'a'.repeat(40) }),
  ];
  expect(firstGiven(readDirectives(given))).toEqual({
    at: '2026-01-01T00:00:00Z',
    commit: 'a'.repeat(40),
  });
});

it.each<[string, readonly string[], string | undefined]>([
  ['none', [], undefined],
  [
    'the earliest, whatever the order',
    ['2026-02-02T00:00:00Z', '2026-01-01T00:00:00Z'],
    '2026-01-01T00:00:00Z',
  ],
  ['what is no time is left out', ['soon', '2026-01-01T00:00:00Z'], '2026-01-01T00:00:00Z'],
  ['no time at all', ['soon', ''], undefined],
])('when the first was given: %s', (_what, times, expected) => {
  const directives = readDirectives(times.map((at, index) => entry(`D-${index}`, { at })));
  expect(idsOf(directives)).toHaveLength(times.length);
  expect(firstGiven(directives)?.at).toBe(expected);
});
