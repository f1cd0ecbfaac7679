import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactSecrets } from '../../../src/domain/base/secrets.ts';
import { textWithSecrets } from '../../rig/values/arbitraries.ts';
import { runs } from '../../rig/values/runs.ts';

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
    runs(500),
  );
});

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const password = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 12 }),
    fc.nat(9),
    fc.string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 12 }),
  )
  .map(([before, digit, after]) => `q${before}${digit}${after}z`);

it('a password never survives behind a name or an option that asks for one', () => {
  const places = fc.constantFrom(
    'DB_PASS=',
    'SMTP_PASS=',
    'PGPASSWORD=',
    'ROOT_PASSWD=',
    'tool --password ',
    'tool --password=',
    'tool --db-password ',
    'tool --token ',
    'tool --api-key=',
    'mysql -u root -p',
    'mysql -u root -p ',
    'docker login -u ada -p ',
  );
  fc.assert(
    fc.property(texts, places, password, (before, place, secret) => {
      const { text } = redactSecrets(`${before}\n${place}${secret} next`);
      expect(text).not.toContain(secret);
    }),
  );
});
