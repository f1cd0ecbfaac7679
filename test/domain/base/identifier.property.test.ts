import { basename, dirname, join, posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSafeId } from '../../../src/domain/base/identifier.ts';
import { idFile } from '../../../src/store/files/state-folder.ts';
import { runs } from '../../rig/values/runs.ts';

const FOLDER = join('/', 'state', 'promises');

/** Any text, and those that nearly are ids, so that many of them are accepted. */
const candidates = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 150 }),
  fc
    .array(fc.constantFrom('a', 'Z', '0', '.', '..', '-', '_', '/', '\\', ':', ' ', '\0', 'con'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
  fc.stringMatching(/^[\w.-]{1,140}$/),
);

describe('an id that is accepted', () => {
  it('names a direct child of its folder, on every system', () => {
    fc.assert(
      fc.property(candidates, (id) => {
        fc.pre(isSafeId(id));
        const path = idFile(FOLDER, id);
        expect(dirname(path)).toBe(FOLDER);
        expect(basename(path)).toBe(`${id}.json`);
        for (const { dirname: folderOf, join: joinOn } of [posix, win32]) {
          expect(folderOf(joinOn('state', id))).toBe('state');
        }
      }),
      runs(1000),
    );
  });

  it('is nothing but letters, digits, dot, underscore and dash, without two dots', () => {
    fc.assert(
      fc.property(candidates, (id) => {
        fc.pre(isSafeId(id));
        expect(id).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
        expect(id).not.toContain('..');
      }),
      runs(1000),
    );
  });
});

it('an id that is refused never becomes a path', () => {
  fc.assert(
    fc.property(candidates, (id) => {
      fc.pre(!isSafeId(id));
      expect(() => idFile(FOLDER, id)).toThrow(RangeError);
    }),
    runs(500),
  );
});
