import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withMember } from '../../src/checks/parsers/jsonc-parser.ts';

describe('one member of a JSON object is changed, and every other byte stays', () => {
  it.each<[string, string, unknown, string]>([
    ['is set in an empty object', '{}', 1, '{\n  "hooks": 1\n}'],
    ['is set behind others', '{\n  "a": 1\n}\n', 2, '{\n  "a": 1,\n  "hooks": 2\n}\n'],
    ['is set on one line', '{"a":1}', 2, '{"a":1,"hooks": 2}'],
    [
      'is replaced where it stands, indented as the rest is',
      '{\n\t"a": 1.0,\n\t"hooks": {"x": [1, "}"]},\n\t"b": 1e400\n}',
      { y: 1 },
      '{\n\t"a": 1.0,\n\t"hooks": {\n\t\t"y": 1\n\t},\n\t"b": 1e400\n}',
    ],
    ['is not taken for one further in', '{"a":{"hooks":1}}', 2, '{"a":{"hooks":1},"hooks": 2}'],
    ['is taken out from the front', '{"hooks":1, "b":2}', undefined, '{"b":2}'],
    ['is taken out from the middle', '{"a":1, "hooks":[{}], "b":2}', undefined, '{"a":1, "b":2}'],
    [
      'is taken out from the end',
      '{\n  "a": 1,\n  "hooks": {}\n}\n',
      undefined,
      '{\n  "a": 1\n}\n',
    ],
    ['is taken out when it was alone', '{ "hooks": {} }\n', undefined, '{ }\n'],
    ['is taken out wherever it stands', '{"hooks":1,"a":2,"hooks":3}', undefined, '{"a":2}'],
    ['is not there to be taken out', '{"a": 1}', undefined, '{"a": 1}'],
    ['is set behind a byte order mark', '\ufeff{"a":1}', 2, '\ufeff{"a":1,"hooks": 2}'],
    [
      'is set behind members that are written otherwise',
      '{\n  "a":1, "p": {"allow": ["x"]}\n}\n',
      { y: 1 },
      '{\n  "a":1, "p": {"allow": ["x"]},\n  "hooks": {\n    "y": 1\n  }\n}\n',
    ],
    [
      'is set once where it stands twice',
      '{\n  "hooks": 1,\n  "a": 1,\n  "hooks": 2\n}',
      3,
      '{\n  "a": 1,\n  "hooks": 3\n}',
    ],
    [
      'is set with the line ends of the rest',
      '{\r\n  "a": 1\r\n}',
      2,
      '{\r\n  "a": 1,\r\n  "hooks": 2\r\n}',
    ],
  ])('%s', (_name, text, value, expected) => {
    expect(withMember(text, 'hooks', value)).toBe(expected);
  });

  it('says the same as a parser would, whatever the object holds', () => {
    const object = fc.dictionary(fc.constantFrom('a', 'hooks', '"', '{', 'z,'), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.jsonValue(), fc.constantFrom(0, 2), (before, value, indent) => {
        const text = JSON.stringify(before, null, indent);
        const expected: unknown = JSON.parse(JSON.stringify({ ...before, hooks: value }));
        expect(JSON.parse(withMember(text, 'hooks', value))).toEqual(expected);
        const { hooks: _hooks, ...rest } = JSON.parse(text);
        expect(JSON.parse(withMember(text, 'hooks', undefined))).toEqual(rest);
      }),
    );
  });
});
