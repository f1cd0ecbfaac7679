import { describe, expect, it } from 'vitest';
import { isNestedDeeper, isObject, parseDocument } from '../../../src/domain/base/document.ts';

const BOM = '\ufeff';
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const mixed = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('a text that is one JSON document', () => {
  it.each<[string, string, unknown]>([
    ['an object', '{"a": [1, "b", null]}', { a: [1, 'b', null] }],
    ['a plain value', '"text"', 'text'],
    ['null', 'null', null],
    ['blanks around it', ' \n {} \n ', {}],
    ['a byte order mark in front', `${BOM}{"a": 1}`, { a: 1 }],
    ['lines that end in CR LF', '{\r\n  "a": 1\r\n}\r\n', { a: 1 }],
    ['byte order mark and CR LF', `${BOM}{\r\n}\r\n`, {}],
    ['the mark within a string stays', `{"a": "${BOM}"}`, { a: BOM }],
    ['the last of two equal keys counts', '{"a": 1, "a": 2}', { a: 2 }],
  ])('%s', (_name, text, value) => {
    expect(parseDocument(text)).toEqual({ ok: true, value });
  });

  it('keeps a key named __proto__ as a key', () => {
    const parsed = parseDocument('{"__proto__": {"polluted": true}}');
    expect(JSON.stringify(parsed)).toBe('{"ok":true,"value":{"__proto__":{"polluted":true}}}');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a text that is none', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['blanks only', ' \r\n\t', 'it is empty'],
    ['a byte order mark only', BOM, 'it is empty'],
    ['cut off', '{"id": "promise-1"', 'it is not valid JSON'],
    ['two documents', '{}{}', 'it is not valid JSON'],
    ['a comma too many', '{"a": 1,}', 'it is not valid JSON'],
    ['a comment', '// a\n{}', 'it is not valid JSON'],
    ['NaN', 'NaN', 'it is not valid JSON'],
    ['two byte order marks', `${BOM}${BOM}{}`, 'it is not valid JSON'],
    ['NUL bytes, as a crash leaves them', '\0'.repeat(64), 'it is not valid JSON'],
  ])('%s', (_name, text, reason) => {
    expect(parseDocument(text)).toEqual({ ok: false, reason });
  });
});

describe('nesting', () => {
  it.each([
    ['lists at the limit', lists(200)],
    ['objects at the limit', objects(200)],
    ['lists and objects at the limit', mixed(200)],
    ['many openings beside each other', `[${'[],'.repeat(5000)}[]]`],
    ['many objects beside each other', `[${'{},'.repeat(5000)}{}]`],
    ['many openings within a string', JSON.stringify('[{'.repeat(5000))],
    ['as many openings as levels, but flat', `[${'[],'.repeat(198)}[]]`],
  ])('%s is read', (_name, text) => {
    expect(parseDocument(text)).toMatchObject({ ok: true });
  });

  it.each([
    ['lists one beyond the limit', lists(201)],
    ['objects one beyond the limit', objects(201)],
    ['lists and objects beyond the limit', mixed(202)],
    ['one deep value after many flat ones', `[${'[],'.repeat(5000)}${lists(200)}]`],
    ['a deep value under a later key', `{"a": 1, "b": ${objects(200)}}`],
    ['far beyond what any recursion survives', lists(200_000)],
    ['with a byte order mark', `${BOM}${lists(201)}`],
  ])('%s is refused', (_name, text) => {
    expect(parseDocument(text)).toEqual({
      ok: false,
      reason: 'it is nested deeper than 200 levels',
    });
  });

  it.each<[unknown, number, boolean]>([
    [1, 0, false],
    [null, 0, false],
    ['[[[', 0, false],
    [[], 0, true],
    [[], 1, false],
    [{ a: 1 }, 1, false],
    [{ a: [] }, 1, true],
    [{ a: [] }, 2, false],
    [[1, { b: [] }], 2, true],
  ])('%j is nested deeper than %i: %s', (value, levels, expected) => {
    expect(isNestedDeeper(value, levels)).toBe(expected);
  });
});

it.each<[unknown, boolean]>([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['{}', false],
  [1, false],
])('%j is an object: %s', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});
