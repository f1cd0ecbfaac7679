import { describe, expect, it } from 'vitest';
import { sessionOf } from '../../../src/domain/promise/session.ts';

describe('the ids of a session', () => {
  it.each<[string, readonly (string | undefined)[], string, readonly string[]]>([
    ['one id', ['a'], 'a', ['a']],
    ['the first owns what is created', ['a', 'b'], 'a', ['a', 'b']],
    ['one that is not set is passed over', [undefined, 'b'], 'b', ['b']],
    ['one that is empty counts as not set', ['', 'b'], 'b', ['b']],
    ['one that is empty in the middle', ['a', '', 'c'], 'a', ['a', 'c']],
    ['the same id twice is one id', ['a', 'a'], 'a', ['a']],
    ['case matters', ['a', 'A'], 'a', ['a', 'A']],
    ['a blank is an id: somebody set it', [' '], ' ', [' ']],
  ])('%s', (_name, candidates, id, ids) => {
    expect(sessionOf(candidates)).toEqual({ id, ids });
  });

  it.each<[string, readonly (string | undefined)[]]>([
    ['no candidates', []],
    ['none that is set', [undefined, undefined]],
    ['none but empty ones', ['', '']],
  ])('%s: no session', (_name, candidates) => {
    expect(sessionOf(candidates)).toBeUndefined();
  });
});
