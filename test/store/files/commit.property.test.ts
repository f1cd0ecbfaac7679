import fc from 'fast-check';
import { expect, it } from 'vitest';
import { revisionOf } from '../../../src/store/files/commit.ts';
import { runs } from '../../rig/values/runs.ts';

const texts = fc.string({ unit: 'grapheme', maxLength: 20 });

it('two texts have the same revision exactly where they are the same text', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(revisionOf(one) === revisionOf(other)).toBe(one === other);
    }),
    runs(1000),
  );
});

it('one character more, less or other is another revision', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 20 }), fc.string({ maxLength: 2 }), (text, at, inserted) => {
      const changed = text.slice(0, at) + inserted + text.slice(at + 1);
      expect(revisionOf(changed) === revisionOf(text)).toBe(changed === text);
    }),
    runs(1000),
  );
});

it('a file that is not there has a revision that no text has, and one that can name a folder', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(revisionOf(text)).not.toBe(revisionOf(undefined));
      expect(revisionOf(text)).toMatch(/^[0-9a-z]{8,64}$/);
    }),
  );
});
