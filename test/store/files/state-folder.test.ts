import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/ports.ts';
import { placeOf, stateFolderOf } from '../../../src/store/files/state-folder.ts';
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
