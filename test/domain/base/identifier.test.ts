import { describe, expect, it } from 'vitest';
import { idFault, isSafeId } from '../../../src/domain/base/identifier.ts';

describe('an id that may become the name of a file', () => {
  it.each([
    'promise-1a2b3c4d',
    'AC-1',
    'AC-1.2',
    'session_20260217.103000-42',
    'a',
    '0',
    '_',
    'a-',
    'a.-b',
    'a.b.c',
    'UPPER',
    'console',
    'com',
    'com10',
    'x'.repeat(128),
  ])('may be %j', (id) => {
    expect(isSafeId(id)).toBe(true);
  });
});

describe('an id that must not become the name of a file', () => {
  it.each([
    ['empty', ''],
    ['129 characters', 'x'.repeat(129)],
    ['the folder itself', '.'],
    ['the folder above', '..'],
    ['two dots within', 'a..b'],
    ['a dot in front: hidden', '.a'],
    ['a dash', '-'],
    ['what looks like an option', '--check'],
    ['a dot behind: Windows drops it', 'a.'],
    ['a slash', 'a/b'],
    ['a way up', '../a'],
    ['a root', '/etc/passwd'],
    ['a backslash', 'a\\b'],
    ['a drive', 'C:'],
    ['an alternate stream', 'a:b'],
    ['a space', 'a b'],
    ['a line break behind', 'a\n'],
    ['a carriage return', 'a\r'],
    ['a NUL', 'a\0b'],
    ['an escape', 'a\x1b[2J'],
    ['a percent', '%2e%2e'],
    ['a tilde', '~'],
    ['a star', '*'],
    ['a letter with an accent', 'é'],
    ['a full-width dot', 'a．b'],
    ['an emoji', '🙂'],
    ['a device of Windows', 'con'],
    ['a device in capitals', 'NUL'],
    ['a device with an ending', 'aux.x'],
    ['a serial port', 'COM1'],
    ['a printer port', 'lpt9.json'],
  ])('%s: %j', (_why, id) => {
    expect(isSafeId(id)).toBe(false);
    expect(idFault('promise id', id)).toEqual({
      kind: 'invalid-id',
      what: 'promise id',
      value: id,
    });
  });
});

it('finds no fault in an id that is safe', () => {
  expect(idFault('promise id', 'promise-1')).toBeUndefined();
});
