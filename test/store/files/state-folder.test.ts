import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/ports.ts';
import { idFile, placeOf, stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

it('each part of a state has a place of its own in it', () => {
  const { root, ...parts } = stateFolderOf('/work');
  const places = Object.values(parts);
  expect(new Set(places).size).toBe(places.length);
  for (const place of places) expect(place.startsWith(root) && place !== root).toBe(true);
});

describe('the place of a folder', () => {
  it.each<[string, Partial<Files>, string | undefined]>([
    ['is where a link leads', { realPath: () => '/real', exists: () => true }, '/real'],
    ['is its own, where it is there and leads nowhere', { exists: () => true }, '/folder'],
    ['is none, where it is not there', {}, undefined],
    [
      'is its own, where that cannot be told',
      {
        realPath: (path) => {
          throw systemError('EIO', path);
        },
      },
      '/folder',
    ],
  ])('%s', (_what, replaced, expected) => {
    expect(placeOf({ ...createMemoryFiles(), ...replaced }, '/folder')).toBe(expected);
  });
});

it('the parts of a state have the names that other readers know', () => {
  const { root, ...parts } = stateFolderOf('/work');
  expect(root).toBe('/work/.claude/completion-state');
  const names = Object.values(parts).map((place) => place.slice(root.length + 1));
  expect(names.sort()).toEqual([
    '.commits',
    'artifacts',
    'events.jsonl',
    'history',
    'judge-cost-log.jsonl',
    'promises',
    'quarantine',
    'register',
    'session-state.json',
    'sessions',
    'shown.jsonl',
    'spending',
    'standing.jsonl',
    'stop-gate',
    'validations',
  ]);
});

it('an id that is none names no file', () => {
  expect(() => idFile('/work', '../x')).toThrow(new RangeError('unsafe id "../x"'));
  expect(idFile('/work', 'promise-1')).toBe('/work/promise-1.json');
});
