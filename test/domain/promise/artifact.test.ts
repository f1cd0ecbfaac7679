import { describe, expect, it } from 'vitest';
import { artifactName, artifactsIn, outdated } from '../../../src/domain/promise/artifact.ts';

const DAY = 24 * 60 * 60 * 1000;
const MB = 1024 * 1024;
const NOW = 100 * DAY;

describe('files that are kept with proofs', () => {
  it.each([
    ['are kept for 30 days', [1, 29.9, 30.1], [1, 1, 1], [2]],
    ['are 200 MB at most, the newest of them', [3, 1, 2], [100, 100, 100], [0]],
    ['go where one alone is larger than all may be', [1, 2], [201, 1], [0, 1]],
    ['stay where there is room', [1, 2], [100, 100], []],
  ])('%s', (_name, days, sizes, gone) => {
    const kept = days.map((age, index) => ({
      name: String(index),
      bytes: (sizes[index] ?? 0) * MB,
      at: NOW - age * DAY,
    }));
    expect(outdated(kept, NOW)).toEqual(gone.map(String));
  });

  it.each([
    ['shot.PNG', 'a'.repeat(64), `${'a'.repeat(64)}.png`],
    ['shot.png', '../../x', undefined],
    ['shot.png', null, undefined],
    ['shot.sh', 'a'.repeat(64), undefined],
  ])('%s with the digest %s lies in %s', (path, sha256, name) => {
    expect(artifactName({ path, bytes: 1, sha256 })).toBe(name);
  });

  it.each([
    [undefined, []],
    [[{ path: 'a.png', bytes: 'many' }, 'b', null], []],
    [[{ path: 'a.png', bytes: 1 }], [{ path: 'a.png', bytes: 1, sha256: null }]],
  ])('are read from %j as far as they are some', (value, artifacts) => {
    expect(artifactsIn(value)).toEqual(artifacts);
  });
});
