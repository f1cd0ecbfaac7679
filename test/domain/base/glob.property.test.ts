import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { baseOf, globFault, matcherOf } from '../../../src/domain/base/glob.ts';
import { runs } from '../../rig/values/runs.ts';

/** Names of few letters, so that patterns take some of them; hidden ones among them. */
const name = fc
  .string({ unit: fc.constantFrom('a', 'b', '.', 'x', '-'), minLength: 1, maxLength: 4 })
  .filter((text) => text !== '.' && text !== '..');
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));

/** One segment of a pattern that means the same everywhere. */
const part = fc.oneof(
  { weight: 3, arbitrary: name },
  { weight: 1, arbitrary: fc.constantFrom('*', '?', '[ab]', '[^ab]', '[a-x]') },
);
const segment = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
  // Two stars side by side are a globstar to some; a name of nothing but dots is a way up.
  .filter((text) => !text.includes('**') && !/^\.+$/.test(text));
// Two dots in braces are a range to some.
const choice = fc
  .tuple(name, name)
  .map(([one, other]) => `{${one},${other}}`)
  .filter((text) => !text.includes('..'));
const glob = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: segment },
      { weight: 2, arbitrary: fc.constant('**') },
      { weight: 1, arbitrary: choice },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => segments.join('/'))
  // Of several globstars in a row picomatch asks for some folder.
  .filter((text) => !text.includes('**/**'))
  // What stands for plain paths only takes what is beneath them as well.
  .filter((text) => /[*?[]/.test(text));

it('a glob takes what picomatch takes, hidden names included', () => {
  fc.assert(
    fc.property(glob, path, (pattern, file) => {
      // To picomatch `a/**` takes `a` itself, and a folder's path is no file's.
      fc.pre(!pattern.endsWith('/**') || !picomatch(pattern.slice(0, -3), { dot: true })(file));
      const expected = picomatch(pattern, { dot: true })(file);
      expect([pattern, file, matcherOf([pattern])(file)]).toEqual([pattern, file, expected]);
    }),
    runs(5000),
  );
});

it('a glob and its negation take nothing together', () => {
  fc.assert(
    fc.property(fc.array(glob), glob, path, (globs, pattern, file) => {
      const isTaken = matcherOf([...globs, pattern, `!${pattern}`])(file);
      if (matcherOf([pattern])(file)) expect(isTaken).toBe(false);
    }),
  );
});

it('a path takes itself and all beneath it, and nothing else', () => {
  fc.assert(
    fc.property(path, path, (folder, file) => {
      const isBeneath = file === folder || file.startsWith(`${folder}/`);
      expect(matcherOf([folder])(file)).toBe(isBeneath);
    }),
    runs(500),
  );
});

it('what a glob takes lies in its base', () => {
  fc.assert(
    fc.property(glob, path, (pattern, file) => {
      fc.pre(!pattern.includes('{') && matcherOf([pattern])(file));
      const base = baseOf(pattern);
      expect(base === '' || file === base || file.startsWith(`${base}/`)).toBe(true);
    }),
    runs(2000),
  );
});

it('any text is read, whether it can be used or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), path, (text, file) => {
      expect(['string', 'undefined']).toContain(typeof globFault(text));
      expect(typeof matcherOf([text])(file)).toBe('boolean');
    }),
    runs(1000),
  );
});
