import { expect, it } from 'vitest';
import { toldPosition } from '../../../src/domain/host/told-position.ts';

const NOW = 1_000_000 * 60_000;

type Told = Parameters<typeof toldPosition>[0];

it.each<[string, Told, Told, number, boolean]>([
  ['the same end of a turn', { turn: 'a' }, { turn: 'a' }, 0, true],
  [
    'another end of a turn',
    { turn: 'a', lastMessage: 'x' },
    { turn: 'b', lastMessage: 'x' },
    0,
    false,
  ],
  ['the same words', { lastMessage: 'Done.' }, { lastMessage: 'Done.' }, 59_999, true],
  ['other words', { lastMessage: 'Done.' }, { lastMessage: 'Done!' }, 0, false],
  [
    'the same words after a minute',
    { lastMessage: 'Done.' },
    { lastMessage: 'Done.' },
    60_000,
    false,
  ],
])('%s', (_what, one, other, later, isSame) => {
  expect(toldPosition(one, NOW) === toldPosition(other, NOW + later)).toBe(isSame);
});

it('nothing that tells two stops apart is no position', () => {
  expect(toldPosition({}, NOW)).toBeNull();
});
