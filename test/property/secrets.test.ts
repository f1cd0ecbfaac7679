import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactSecrets } from '../../src/domain/secrets.ts';
import { textWithSecrets } from '../rig/arbitraries.ts';

const texts = fc.oneof(textWithSecrets, fc.string({ unit: 'binary', maxLength: 60 }));
const known = fc.array(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 20 }), {
  maxLength: 3,
});

it('a known secret never survives, wherever it stands', () => {
  fc.assert(
    fc.property(texts, known, texts, (before, secrets, after) => {
      const meant = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= 8);
      const { text } = redactSecrets([before, ...secrets, after].join(''), secrets);
      const written = meant.filter((secret) => !'[redacted: own API key]'.includes(secret));
      expect(written.filter((secret) => text.includes(secret))).toEqual([]);
    }),
  );
});

it('what was redacted stays as it is', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const once = redactSecrets(text).text;
      expect(redactSecrets(once)).toEqual({ text: once, redacted: [] });
    }),
    { numRuns: 500 },
  );
});
