import { expect, it } from 'vitest';
import { objectsIn } from '../../../src/domain/base/reply-text.ts';

it.each<[string, string, readonly unknown[]]>([
  ['alone', '{"a": 1}', [{ a: 1 }]],
  ['with blanks', ' \n{"a": 1}\n ', [{ a: 1 }]],
  ['in a code fence', '```json\n{"a": 1}\n```', [{ a: 1 }]],
  ['with words around it', 'Here: {"a": 1}. Done.', [{ a: 1 }]],
  ['two of them', '{"a": 1} or {"b": 2}', [{ a: 1 }, { b: 2 }]],
  ['one in another', '{"a": {"b": {}}}', [{ a: { b: {} } }]],
  ['braces in its texts', 'x {"a": "}{\\"}"} y', [{ a: '}{"}' }]],
  ['a brace before it', 'use {braces: {"a": 1}', [{ a: 1 }]],
  ['cut off', '{"a": [1, 2', []],
  ['none', 'OK', []],
  ['nothing', '', []],
  ['a number', '7', []],
  ['braces without end', '{'.repeat(5000), []],
])('%s', (_name, reply, objects) => {
  expect(objectsIn(reply)).toEqual(objects);
});

it('a reply of any length is done with', () => {
  expect(objectsIn('{"'.repeat(300_000))).toEqual([]);
}, 20_000);
