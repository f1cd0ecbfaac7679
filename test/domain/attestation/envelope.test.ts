import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../../src/domain/attestation/base64.ts';
import {
  envelopeLine,
  MOST_SIGNATURES,
  preAuthentication,
  readEnvelope,
} from '../../../src/domain/attestation/envelope.ts';
import { bytesOf, parseStrictly, textOf } from '../../../src/domain/attestation/strict-json.ts';
import { newKey } from '../../rig/values/bundles.ts';

describe('what a signature is made over', () => {
  it.each<[string, string, string]>([
    // The example of the protocol.
    [
      'http://example.com/HelloWorld',
      'hello world',
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    ],
    ['', '', 'DSSEv1 0  0 '],
    ['typé', 'ü', 'DSSEv1 5 typé 2 ü'],
  ])('is of the type %j and the payload %j', (type, payload, expected) => {
    expect(textOf(preAuthentication(type, bytesOf(payload)))).toBe(expected);
  });
});

describe('base64', () => {
  it.each<[string, string | undefined]>([
    ['', ''],
    ['aGVsbG8=', 'hello'],
    ['aGVsbG8', 'hello'],
    ['Pz8_', '???'],
    ['Pz8/', '???'],
    ['aGVsbG8==', undefined],
    ['aGVsbG8=\n', undefined],
    ['aGVs bG8=', undefined],
    ['aGVsbG9', undefined], // the last character has bits that no byte holds
    ['a', undefined],
    ['=', undefined],
    ['aGVs=bG8', undefined],
    ['+_==', undefined],
    ['äöü', undefined],
  ])('%j is %j', (text, expected) => {
    const bytes = decodeBase64(text);
    expect(bytes === undefined ? undefined : textOf(bytes)).toBe(expected);
  });

  it('gives back any bytes, of any length', () => {
    for (const length of [0, 1, 2, 3, 255, 8191, 8192, 8193, 20_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    }
  });
});

describe('JSON that every reader takes for the same', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['a key twice', '{"a":1,"a":2}', 'it has the key "a" twice'],
    ['a key twice, deep inside', '[{"b":{"a":1,"c":[],"a":1}}]', 'it has the key "a" twice'],
    ['a key twice, written in two ways', '{"a":1,"\\u0061":2}', 'it has the key "\\u0061" twice'],
    ['a key that holds quotes, twice', '{"\\"":1,"\\"":2}', 'it has the key "\\"" twice'],
    ['a mark in front', '\ufeff{}', 'it begins with a byte order mark'],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'it is not valid UTF-8'],
    ['half a character', Uint8Array.of(0x22, 0xc3, 0x22), 'it is not valid UTF-8'],
    ['nothing', '', 'it is empty'],
    ['two values', '{} {}', 'it is not valid JSON'],
    ['a zero byte', '{}\0', 'it is not valid JSON'],
    [
      '200 levels and more',
      '['.repeat(300) + ']'.repeat(300),
      'it is nested deeper than 200 levels',
    ],
  ])('is not %s', (_what, content, reason) => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content;
    expect(parseStrictly(bytes)).toEqual({ ok: false, reason });
  });

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a\\":1","b":["a",":","a"]}',
    '{ "a" : "\\\\" , "b" : "\\\\\\"" }',
    '{"":1}',
    '"a"',
  ])('is %s', (text) => {
    expect(parseStrictly(bytesOf(text))).toEqual({ ok: true, value: JSON.parse(text) });
  });
});

describe('an envelope', () => {
  const whole = JSON.parse(envelopeLine({ a: 1 }, newKey()));
  const reasonOf = (value: unknown): string => {
    const reading = readEnvelope(bytesOf(JSON.stringify(value)));
    return reading.ok ? '' : reading.reason;
  };
  const signature = whole.signatures[0];

  it.each<[string, object, string]>([
    ['as it is written', {}, ''],
    ['with keys that nobody knows', { more: 1 }, ''],
    ['without signatures', { signatures: [] }, ''],
    ['whose signature names no key', { signatures: [{ sig: signature.sig }] }, ''],
    ['without a payload', { payload: undefined }, '`payload` is not base64'],
    ['whose payload is no base64', { payload: '%' }, '`payload` is not base64'],
    ['without a type', { payloadType: 7 }, '`payloadType` is no short text'],
    ['with an endless type', { payloadType: 'x'.repeat(201) }, '`payloadType` is no short text'],
    ['whose signatures are none', { signatures: 'x' }, '`signatures` is not a list'],
    ['with a signature that is none', { signatures: [{}] }, 'a signature is not one'],
    [
      'with a name that is none',
      { signatures: [{ ...signature, keyid: 7 }] },
      'a signature is not one',
    ],
    [
      'with too many signatures',
      { signatures: Array.from({ length: MOST_SIGNATURES + 1 }, () => signature) },
      `it has more than ${MOST_SIGNATURES} signatures`,
    ],
  ])('%s: %j', (_what, change, reason) => {
    expect(reasonOf({ ...whole, ...change })).toBe(reason);
  });

  it.each<[unknown, string]>([
    [[], 'it is not an object'],
    [null, 'it is not an object'],
    ['x', 'it is not an object'],
  ])('is none: %j', (value, reason) => {
    expect(reasonOf(value)).toBe(reason);
  });
});
