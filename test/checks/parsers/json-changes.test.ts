import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommented, withValue } from '../../../src/checks/parsers/json-changes.ts';

const valueIn = (text: string): unknown => {
  const document = parseCommented(text);
  if (!document.ok) throw new Error(document.reason);
  return document.value;
};

/** The text after one hook was added to the list `hooks.Stop`, or with the list where there was none. */
function withHook(text: string): string {
  const before = valueIn(text) as { hooks?: Record<string, unknown[]> };
  const hooks = before.hooks ?? {};
  const Stop = [...(hooks['Stop'] ?? []), { command: 'ours' }];
  return withValue(text, { ...before, hooks: { ...hooks, Stop } });
}

describe('a text with another value', () => {
  it.each<[string, string, string]>([
    [
      'an empty object',
      '{}',
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "command": "ours"\n      }\n    ]\n  }\n}',
    ],
    [
      'an object on one line stays on it',
      '{"a":1}',
      '{"a":1,"hooks":{"Stop":[{"command":"ours"}]}}',
    ],
    [
      'comments stay where they are, those at the end as well',
      '{\n  // first\n  "a": 1.0, /* one */\n  "hooks": {\n    "Stop": [\n      { "command": "mine" } // kept\n      // last\n    ]\n  }\n}\n',
      '{\n  // first\n  "a": 1.0, /* one */\n  "hooks": {\n    "Stop": [\n      { "command": "mine" }, // kept\n      // last\n      {\n        "command": "ours"\n      }\n    ]\n  }\n}\n',
    ],
    [
      'a trailing comma stays one',
      '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t1,\n\t\t],\n\t},\n}',
      '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t1,\n\t\t\t{\n\t\t\t\t"command": "ours"\n\t\t\t},\n\t\t],\n\t},\n}',
    ],
    [
      'line ends of Windows stay',
      '{\r\n  "a": 1\r\n}\r\n',
      '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "Stop": [\r\n      {\r\n        "command": "ours"\r\n      }\r\n    ]\r\n  }\r\n}\r\n',
    ],
    [
      'a byte order mark stays',
      '\ufeff{"a":1}',
      '\ufeff{"a":1,"hooks":{"Stop":[{"command":"ours"}]}}',
    ],
  ])('%s', (_what, text, expected) => {
    expect(withHook(text)).toBe(expected);
  });

  it.each([
    '{"a":1}',
    '{\n  "a": 1\n}\n',
    '{\n    "hooks": {\n        "Other": [ { "command": "x" } ]\n    },\n    "b": 2e3\n}',
    '{\n  "hooks": {\n    "Stop": [\n      { "command": "mine" } // kept\n      // last\n    ]\n  }\n}\n',
    '{\n  "hooks": {\n    "Stop": [{ "command": "mine" }]\n  }\n}\n',
    '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t1,\n\t\t],\n\t},\n}',
    '\ufeff{\r\n  "a": 1 // x\r\n}\r\n',
  ])('what is added and taken out leaves the same bytes: %j', (text) => {
    expect(withValue(withHook(text), valueIn(text))).toBe(text);
  });

  it('takes one of several members out, wherever it stands', () => {
    const text = '[\n  1, // one\n  2, // two\n  3 // three\n]';
    expect(withValue(text, [2, 3])).toBe('[ // one\n  2, // two\n  3 // three\n]');
    expect(withValue(text, [1, 3])).toBe('[\n  1, // one // two\n  3 // three\n]');
    expect(withValue(text, [1, 2])).toBe('[\n  1, // one\n  2 // two // three\n]');
  });

  it('goes by the last of several members of one name', () => {
    expect(withValue('{"a": 1, "a": 2}', { a: 3 })).toBe('{ "a": 3}');
  });

  it('writes a text anew that is no JSON', () => {
    expect(valueIn(withValue('{', { a: 1 }))).toEqual({ a: 1 });
  });

  const layouts = fc.constantFrom(undefined, 2, '\t');

  it('holds the value whatever stood there before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), layouts, (before, after, space) => {
        const text = JSON.stringify(before, null, space);
        const plain = JSON.stringify(after);
        expect(JSON.stringify(valueIn(withValue(text, JSON.parse(plain)))).length).toBe(
          plain.length,
        );
        expect(valueIn(withValue(text, JSON.parse(plain)))).toEqual(JSON.parse(plain));
      }),
    );
  });

  it('the same with members that both have', () => {
    const member = fc.constantFrom('a', 'b', 'c');
    const inner = fc.dictionary(member, fc.array(fc.constantFrom(1, 2, 3, 'x'), { maxLength: 4 }));
    const value = fc.dictionary(member, fc.oneof(inner, fc.array(inner, { maxLength: 3 })));
    fc.assert(
      fc.property(value, value, layouts, (before, after, space) => {
        const text = JSON.stringify(before, null, space);
        expect(valueIn(withValue(text, after))).toEqual({ ...after });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text with comments', () => {
  it.each<[string, unknown]>([
    ['{"a": 1, // one\n}', { a: 1 }],
    ['[1, /* two */ 2,]', [1, 2]],
    ['{"a": "// no comment, ]"}', { a: '// no comment, ]' }],
    ['\ufeff{}', {}],
  ])('%j is read', (text, value) => {
    expect(valueIn(text)).toEqual(value);
  });

  it.each(['{"a": }', '{', '"open', '[1,,2]', ''])('%j is refused', (text) => {
    expect(parseCommented(text).ok).toBe(false);
  });
});
