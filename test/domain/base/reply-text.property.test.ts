import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../../src/domain/base/reply-text.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue());
const prose = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.replaceAll(/[{[]/g, '('));

describe('objects in a reply', () => {
  it('no reply throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), jsonText), prose, (text, words) => {
        expect(() => objectsIn(words + text)).not.toThrow();
      }),
    );
  });

  it('are all that is found in a list', () => {
    expect(objectsIn('[false, 7, null, "x", {"a": 1}]')).toEqual([{ a: 1 }]);
  });

  it('are found whatever words stand around them, in their order', () => {
    const parts = fc.array(fc.tuple(prose, object), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, prose, (pairs, end) => {
        const reply = pairs.map(([words, value]) => words + JSON.stringify(value)).join('') + end;
        const values = pairs.map(([, value]): unknown => JSON.parse(JSON.stringify(value)));
        expect(objectsIn(reply)).toEqual(values);
      }),
    );
  });

  it('are found behind a few braces that open nothing', () => {
    fc.assert(
      fc.property(object, fc.nat({ max: 50 }), (value, braces) => {
        const reply = `${'{ '.repeat(braces)}${JSON.stringify(value)}`;
        expect(objectsIn(reply)).toEqual([JSON.parse(JSON.stringify(value))]);
      }),
    );
  });

  it('are the same however they are spaced', () => {
    fc.assert(
      fc.property(object, fc.nat({ max: 4 }), (value, indent) => {
        expect(objectsIn(`Here:\n${JSON.stringify(value, null, indent)}\n.`)).toEqual(
          objectsIn(JSON.stringify(value)),
        );
      }),
    );
  });

  it('are not found in half of one', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }),
        fc.nat(),
        (value, at) => {
          const text = JSON.stringify(value)
            .replaceAll(/\\.|[{}]/g, '.')
            .replace(/^./, '{');
          expect(objectsIn(text.slice(0, 1 + (at % (text.length - 1))))).toEqual([]);
        },
      ),
    );
  });
});
